// One action on many bots: the task is kept first, then carried out in the background, at most five bots at a time, each
// through the same use case and guards as a single operation. What one bot answers never stops another.
import type { botBatch, botBatchStatus } from '@cormorant/contract/calls/batch.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { SuccessKey } from '@cormorant/contract/texts.ts';
import type { BatchItem, BatchOutcome, BatchStore } from '../../ports/batch-store.ts';
import type { JsonObject } from '../../ports/bot-record.ts';
import { PerLanguage, type PrivateEvent } from '../../ports/bus.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { CallContext, Handler } from '../handler.ts';
import { batchView } from './batch-view.ts';
import type { BotDeps } from './bot-deps.ts';
import { operateBot } from './operate-bot.ts';

/** All bots of a user share one queue in the runner: a second one at once would wait there until it is told 4024. */
const AT_ONCE = 1;
const HOUR_MS = 3_600_000;
const LIFE_SIGN_MS = 3_000;
/** A task that gave no sign for so long has lost its process. */
const DEAD_MS = 15_000;

export interface BatchDeps extends BotDeps {
  readonly batches: BatchStore;
  readonly publish: (event: PrivateEvent) => void;
  readonly report: (error: unknown) => void;
}

/** What one bot answered. A fault that no refusal explains is reported, and is this bot's alone. */
export async function settled(
  { report }: Pick<BatchDeps, 'report'>,
  context: CallContext,
  work: (context: CallContext) => Promise<unknown>,
): Promise<BatchOutcome> {
  let said: SuccessKey = 'ok';
  try {
    await work({ ...context, say: (key) => (said = key) });
    return { code: 1, said, detail: null };
  } catch (error) {
    if (!(error instanceof Refusal)) {
      report(error);
      return { code: codes.server, said: null, detail: null };
    }
    const { params, data } = error.detail;
    const detail = { ...(params && { params }), ...(data !== undefined && { data }) } as JsonObject;
    return { code: error.code, said: null, detail };
  }
}

/** Carries a kept task out in the background, telling its owner of every answer. */
export function runTask(deps: BatchDeps) {
  const { batches, clock, report } = deps;
  const read = readTask(deps);

  async function tell(userId: number, taskId: string): Promise<void> {
    const task = await read(userId, taskId);
    if (task === null) return;
    const data = new PerLanguage(batchView(task, 'zh'), batchView(task, 'en'));
    deps.publish({ channel: 'batch', userId, data });
  }

  async function carryOut(
    taskId: string,
    items: readonly BatchItem[],
    one: (botId: number) => Promise<BatchOutcome>,
    atOnce: number,
    { userId }: CallContext,
  ): Promise<void> {
    const sign = () => batches.live(taskId, clock.nowMs());
    const signs = setInterval(() => void sign().catch(report), LIFE_SIGN_MS);
    const waiting = items.flatMap((item, at) => (item.code === null ? [{ botId: item.botId, place: at + 1 }] : []));
    async function work(): Promise<void> {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await batches.answer(taskId, next.place, await one(next.botId), clock.nowMs());
        await tell(userId, taskId);
      }
    }
    try {
      await sign();
      await Promise.all(Array.from({ length: atOnce }, work));
      await batches.end(taskId);
      await tell(userId, taskId);
    } finally {
      clearInterval(signs);
    }
  }

  return (...task: Parameters<typeof carryOut>): void => void carryOut(...task).catch(report);
}

export function runBatch(deps: BatchDeps): Handler<typeof botBatch> {
  const { batches, clock, store } = deps;
  const operate = operateBot(deps);
  const run = runTask(deps);

  return async ({ query }, context) => {
    const { action, close_position } = query;
    const bots = new Map((await store.bots(context.userId)).map((bot) => [bot.id, bot]));
    const items = query.ids.map((botId): BatchItem => {
      const bot = bots.get(botId);
      const code = bot === undefined ? codes.bot_not_found : null;
      return { botId, name: bot?.name ?? '', symbol: bot?.symbol ?? '', code, said: null, detail: null };
    });
    const taskId = await batches.create(context.userId, action, items, clock.nowMs());
    const one = (id: number) =>
      settled(deps, context, (own) => operate({ query: { id, action, close_position }, body: undefined }, own));
    run(taskId, items, one, AT_ONCE, context);
    return { task_id: taskId, total: items.length };
  };
}

function readTask({ batches, clock }: BatchDeps) {
  return (userId: number, taskId: string) => {
    const nowMs = clock.nowMs();
    return batches.read(userId, taskId, nowMs - HOUR_MS, nowMs - DEAD_MS, codes.timeout);
  };
}

export function showBatch(deps: BatchDeps): Handler<typeof botBatchStatus> {
  const read = readTask(deps);
  return async ({ query }, { userId, lang }) => {
    const task = await read(userId, query.task_id);
    if (task === null) throw new Refusal(codes.batch_not_found);
    return batchView(task, lang);
  };
}
