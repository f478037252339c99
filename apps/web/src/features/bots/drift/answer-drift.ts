// The owner's answer to what was done by hand beside a bot. Sent again, it says the same: no request id is needed.
import { call } from '../../../lib/api/client.ts';

export type DriftAnswer = 'mine' | 'take' | 'check';

export function answerDrift(botId: number, answer: DriftAnswer) {
  return call('botDrift', { query: { id: botId }, body: { answer } }, { screenHandled: true, quiet: true });
}
