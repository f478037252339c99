// Whoever asks exchanges from one address stays away as long as any of them was told to, also one that comes later; of each the
// others hear by what joins them, here a room in memory.
import { expect, test } from 'vitest';
import { ExchangeBudgets } from '../adapters/exchanges/exchange-budgets.ts';
import { createBudgetShare, heedOthers } from './share-budgets.ts';

const WEIGHT = 1;
let nowMs = 600_000;

/** Processes that hear each other, as they come. */
function openRoom() {
  const heard: ((text: string) => void)[] = [];
  const failures: unknown[] = [];
  const join = () => {
    const budgets = new ExchangeBudgets({ nowMs: () => nowMs });
    const hear = (text: string) => heedOthers(budgets, text);
    heard.push(hear);
    const tell = async (text: string) => {
      for (const one of heard) if (one !== hear) one(text);
    };
    const asking = { count: async () => heard.length, tell, leave: async () => {} };
    return { asking, budgets, run: createBudgetShare(asking, budgets, (error) => failures.push(error)) };
  };
  return { failures, join };
}

const spotOf = (budgets: ExchangeBudgets) => budgets.of('binance').of('spot');

test('what one was told keeps all away, the family it was told of, and no longer', async () => {
  const room = openRoom();
  const [first, second] = [room.join(), room.join()];
  await first.run();
  await second.run();
  first.budgets.of('binance').stayAway('spot', 30_000);
  expect(spotOf(second.budgets).waitMs(WEIGHT, 'kept')).toBe(30_000);
  expect(second.budgets.of('binance').of('futures').waitMs(WEIGHT, 'kept')).toBe(0);
  expect(second.budgets.of('okx').of('spot').waitMs(WEIGHT, 'kept')).toBe(0);
  nowMs += 30_000;
  expect(spotOf(second.budgets).waitMs(WEIGHT, 'kept')).toBe(0);
});

test('who comes later is told what is left of it', async () => {
  const room = openRoom();
  const first = room.join();
  await first.run();
  first.budgets.of('binance').stayAway('spot', 120_000);
  nowMs += 20_000;
  const late = room.join();
  await late.run();
  await first.run();
  expect(spotOf(late.budgets).waitMs(WEIGHT, 'kept')).toBe(100_000);
});

test('who comes in the place of another, or did not hear it, is told with the next run', async () => {
  const room = openRoom();
  const [first, second] = [room.join(), room.join()];
  await first.run();
  const { tell } = first.asking;
  Object.assign(first.asking, { tell: async () => {} });
  first.budgets.of('binance').stayAway('spot', 120_000);
  expect(spotOf(second.budgets).waitMs(WEIGHT, 'kept')).toBe(0);
  Object.assign(first.asking, { tell });
  await first.run();
  expect(spotOf(second.budgets).waitMs(WEIGHT, 'kept')).toBe(120_000);
});

test.each(['', '{', '{"exchange":"binance","family":"spot","ms":-5}', '{"exchange":"binance","family":"all","ms":5}'])(
  '%j says nothing',
  (text) => {
    const { budgets } = openRoom().join();
    heedOthers(budgets, text);
    expect(budgets.away()).toEqual([]);
  },
);

test('what cannot be told is reported, and this process stays away all the same', async () => {
  const { join, failures } = openRoom();
  const { asking, budgets } = join();
  Object.assign(asking, { tell: async () => Promise.reject(new Error('no line')) });
  budgets.of('binance').stayAway('spot', 5_000);
  await expect.poll(() => failures.length).toBe(1);
  expect(spotOf(budgets).waitMs(WEIGHT, 'kept')).toBe(5_000);
});
