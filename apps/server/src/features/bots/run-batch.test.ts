// A task on many bots goes through its bots one by one: a user's bots share one queue in the runner, and a second one at
// once would only wait there. What one of them answers, or breaks with, stops none that follows.
import { expect, test, vi } from 'vitest';
import type { BatchItem, BatchOutcome, BatchStore } from '../../ports/batch-store.ts';
import type { CallContext } from '../handler.ts';
import { type BatchDeps, runBatch } from './run-batch.ts';

const ids = [11, 12, 13, 14, 15, 16];

function rig(operate: (botId: number) => Promise<unknown>) {
  const answers = new Map<number, BatchOutcome>();
  let items: readonly BatchItem[] = [];
  let ended = false;
  const batches = {
    create: async (_user: number, _action: string, given: readonly BatchItem[]) => {
      items = given;
      return 'task';
    },
    live: async () => {},
    answer: async (_task: string, place: number, outcome: BatchOutcome) => {
      answers.set(items[place - 1]!.botId, outcome);
    },
    end: async () => {
      ended = true;
    },
    read: async () => null,
  } as unknown as BatchStore;
  const bots = ids.map((id) => ({ id, name: `bot ${id}`, symbol: 'BTC/USDT', status: 'running', legs: 0 }));
  const reported: unknown[] = [];
  const deps = {
    batches,
    store: { bots: async () => bots, bot: async (_user: number, id: number) => bots.find((bot) => bot.id === id) },
    runner: { operate: (_user: number, botId: number) => operate(botId) },
    settings: { get: () => 0 },
    clock: { nowMs: () => 0 },
    publish: () => {},
    report: (error: unknown) => reported.push(error),
  } as unknown as BatchDeps;
  const context = { userId: 1, lang: 'en', say: () => {} } as unknown as CallContext;
  const query = { action: 'pause' as const, ids, close_position: 1 as const };
  return { answers, reported, isOver: () => ended, run: () => runBatch(deps)({ query, body: undefined }, context) };
}

test('one bot at a time, in the order asked', async () => {
  let [under, most] = [0, 0];
  const order: number[] = [];
  const batch = rig(async (botId) => {
    most = Math.max(most, ++under);
    order.push(botId);
    await new Promise((resolve) => setTimeout(resolve, 1));
    under--;
    return { outcome: 'done', value: { id: botId, status: 'paused', phase: 'idle' } };
  });
  expect(await batch.run()).toEqual({ task_id: 'task', total: ids.length });
  await vi.waitFor(() => expect(batch.isOver()).toBe(true), 15_000);
  expect([most, order]).toEqual([1, ids]);
  for (const id of ids) expect(batch.answers.get(id)).toMatchObject({ code: 1 });
});

test('a refusal is answered with its data, a failure as 9008, and both leave the rest alone', async () => {
  const batch = rig(async (botId) => {
    if (botId === 12) return { outcome: 'refused', code: 4025 };
    if (botId === 14) throw new Error('gone');
    return { outcome: 'done', value: { id: botId, status: 'paused', phase: 'idle' } };
  });
  await batch.run();
  await vi.waitFor(() => expect(batch.isOver()).toBe(true), 15_000);
  expect(ids.map((id) => batch.answers.get(id)?.code)).toEqual([1, 4025, 1, 9008, 1, 1]);
  expect(batch.reported).toHaveLength(1);
});
