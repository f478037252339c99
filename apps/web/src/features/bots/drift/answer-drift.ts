// The owner's answer to what was done by hand beside a bot. Sent again, it says the same: no request id is needed.
import { call } from '../../../lib/api/client.ts';

export type DriftAnswer = 'mine' | 'take' | 'check';

/** `count`: of the trades that were shown. */
export function answerDrift(botId: number, answer: DriftAnswer, count: number) {
  return call('botDrift', { query: { id: botId }, body: { answer, count } }, { screenHandled: true, quiet: true });
}
