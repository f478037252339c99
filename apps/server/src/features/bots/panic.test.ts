// What a bot that panic stopped is said to have done: its orders are gone, or they follow when its answer cannot wait longer.
import { expect, test, vi } from 'vitest';
import type { BatchItem, BatchOutcome } from '../../ports/batch-store.ts';
import type { CallContext } from '../handler.ts';
import { panic } from './panic.ts';
import type { BatchDeps } from './run-batch.ts';

/** A clock that moves by `lookMs` with every look at the orders of the only bot, whose numbers are those of `left`. */
function rig(left: readonly number[], lookMs: number) {
  let [nowMs, looks] = [0, 0];
  const answers: BatchOutcome[] = [];
  const deps = {
    batches: {
      create: async (_user: number, _action: string, _items: readonly BatchItem[]) => 'task',
      live: async () => {},
      answer: async (_task: string, _place: number, outcome: BatchOutcome) => void answers.push(outcome),
      end: async () => {},
      read: async () => null,
    },
    store: { bots: async () => [{ id: 11, name: 'bot', symbol: 'BTC/USDT', status: 'paused' }] },
    runner: {
      haltAll: async () => ({ outcome: 'done', value: [11] }),
      ordersLeft: async () => {
        nowMs += lookMs;
        return left[looks++] ?? left.at(-1);
      },
    },
    clock: { nowMs: () => nowMs },
    publish: () => {},
    report: (error: unknown) => {
      throw error;
    },
  } as unknown as BatchDeps;
  const context = { userId: 1, lang: 'en', say: () => {} } as unknown as CallContext;
  return { answers, run: () => panic(deps)({ query: undefined, body: { undo: 0 } } as never, context) };
}

test.each([
  ['cancelled within the time an answer waits', [7, 0], 3_000, 'bot_halted'],
  ['not cancelled within it', [7], 3_000, 'bot_halted_waits'],
  ['none rested', [0], 9_000, 'bot_halted'],
])('%s', async (_case, left, lookMs, said) => {
  const { answers, run } = rig(left, lookMs);
  expect(await run()).toEqual({ task_id: 'task', total: 1 });
  await vi.waitFor(() => expect(answers).toEqual([{ code: 1, said, detail: null }]), 15_000);
});
