// One action on many bots: the task is kept first, then carried out in the background, at most five bots at a time, each
// through the same use case and guards as a single operation. What one bot answers never stops another.
import type { botBatch, botBatchStatus } from '@cormorant/contract/calls/batch.ts';
import { codes } from '@cormorant/contract/catalogue.ts';
import type { SuccessKey } from '@cormorant/contract/texts.ts';
import type { BatchItem, BatchOutcome, BatchStore } from '../../ports/batch-store.ts';
import { PerLanguage, type PrivateEvent } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JsonObject } from '../../ports/runner-store.ts';
import { type CallContext, type Handler, Refusal } from '../handler.ts';
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
  readonly clock: Clock;
  readonly publish: (event: PrivateEvent) => void;
  readonly report: (error: unknown) => void;
}

type Asked = Parameters<Handler<typeof botBatch>>[0]['query'];

export function runBatch(deps: BatchDeps): Handler<typeof botBatch> {
  const { batches, clock, report, store } = deps;
  const operate = operateBot(deps);
  const read = readTask(deps);

  async function outcomeOf(botId: number, asked: Asked, context: CallContext): Promise<BatchOutcome> {
    let said: SuccessKey = 'ok';
    const { action, close_position } = asked;
    try {
      const query = { id: botId, action, close_position };
      await operate({ query, body: undefined }, { ...context, say: (key) => (said = key) });
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

  async function tell(userId: number, taskId: string): Promise<void> {
    const task = await read(userId, taskId);
    if (task === null) return;
    const data = new PerLanguage(batchView(task, 'zh'), batchView(task, 'en'));
    deps.publish({ channel: 'batch', userId, data });
  }

  async function carryOut(taskId: string, items: readonly BatchItem[], asked: Asked, context: CallContext) {
    const { userId } = context;
    const sign = () => batches.live(taskId, clock.nowMs());
    const signs = setInterval(() => void sign().catch(report), LIFE_SIGN_MS);
    const waiting = items.flatMap((item, at) => (item.code === null ? [{ botId: item.botId, place: at + 1 }] : []));
    async function work(): Promise<void> {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const outcome = await outcomeOf(next.botId, asked, context);
        await batches.answer(taskId, next.place, outcome, clock.nowMs());
        await tell(userId, taskId);
      }
    }
    try {
      await sign();
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      await batches.end(taskId);
      await tell(userId, taskId);
    } finally {
      clearInterval(signs);
    }
  }

  return async ({ query }, context) => {
    const bots = new Map((await store.bots(context.userId)).map((bot) => [bot.id, bot]));
    const items = query.ids.map((botId): BatchItem => {
      const bot = bots.get(botId);
      const code = bot === undefined ? codes.bot_not_found : null;
      return { botId, name: bot?.name ?? '', symbol: bot?.symbol ?? '', code, said: null, detail: null };
    });
    const taskId = await batches.create(context.userId, query.action, items, clock.nowMs());
    carryOut(taskId, items, query, context).catch(report);
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
