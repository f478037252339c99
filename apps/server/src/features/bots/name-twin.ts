// 4010 says which bot stands in the way by the name its owner knows it by: the runner tells its id only.
import * as codes from '@cormorant/contract/codes.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { RunnerAnswer } from '../../ports/bot-runner.ts';
import type { BotStore } from '../../ports/bot-store.ts';
import { shownName } from './bot-name.ts';

export async function nameTwin<T>(
  store: Pick<BotStore, 'bot'>,
  userId: number,
  answer: RunnerAnswer<T>,
  lang: Lang,
): Promise<RunnerAnswer<T>> {
  if (answer.outcome === 'done' || answer.code !== codes.bot_duplicate) return answer;
  const twinId = answer.data?.['bot_id'];
  const twin = typeof twinId === 'number' ? await store.bot(userId, twinId) : null;
  return twin === null ? answer : { ...answer, data: { ...answer.data, bot: shownName(twin, lang) } };
}
