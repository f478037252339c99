// A charge is taken back, against rows in memory: as if it had never been, but that what somebody has spent stays spent.
import { adjustJournal } from '@cormorant/core/ledger/change-journals.ts';
import { beforeEach, expect, test } from 'vitest';
import { FuelMemory } from '../../../test/fuel-memory.ts';
import { chargeResults } from './charge-results.ts';
import { repayOwed } from './repay-owed.ts';
import { reverseCharge } from './reverse-charge.ts';

const ONE = 10n ** 18n;
const [PAYER, PARTNER, NOW_MS] = [1, 2, 864_000_000];
const notice = (subject: string) => ({ zh: { subject, text: subject }, en: { subject, text: subject } });
const terms = { startRateBp: 2_000, owedMax: '30', capBp: 6_000, levels: 3, pointsPerFuel: 1, minStart: 1 };
let memory: FuelMemory;
let serial = 100;
const reverse = (id: number) =>
  reverseCharge({
    repayment: repayOwed(() => 1),
    notices: {
      payer: ({ amount, fuel, owed }) => notice(`${amount} back: ${fuel}, owed ${owed}`),
      share: (_atMs, amount) => notice(`share ${amount} taken`),
    },
  })(memory.books, id, 'a mistake', NOW_MS);

function give(userId: number, part: 'available' | 'fuel_paid' | 'fuel_bonus', amount: bigint): void {
  expect(memory.post([adjustJournal(++serial, userId, part, amount, 'test')])).toEqual([{ state: 'posted' }]);
}
async function settle(botId: number, net: bigint): Promise<void> {
  memory.state.results.push({ id: ++serial, botId, netE18: net * ONE, waits: false, bookedAtMs: 0 });
  await chargeResults(memory.books, { botIds: [botId], free: [], beforeMs: null, besides: null }, terms, NOW_MS);
}
const held = (userId: number) =>
  Object.fromEntries(
    Object.entries(memory.held(userId))
      .filter(([, amount]) => amount !== 0n)
      .map(([part, amount]) => [part, Number(amount / 10n ** 16n) / 100]),
  );
beforeEach(() => {
  memory = new FuelMemory();
  memory.state.chains.set(PAYER, [
    { userId: PAYER, rateBp: 0, mayShare: false },
    { userId: PARTNER, rateBp: 2_000, mayShare: true },
  ]);
  const mark = { cumE18: 0n, highE18: 0n };
  for (const id of [7, 8])
    memory.state.bots.set(id, { id, userId: PAYER, rateBp: 2_000, mark, settledId: 0, isStopped: false });
});

test('fuel, shares and points go back once, who lost something is told, and the mark stays', async () => {
  give(PAYER, 'fuel_paid', 100n * ONE);
  give(PAYER, 'fuel_bonus', 2n * ONE);
  await settle(7, 50n);
  await settle(7, 10n);
  expect(held(PARTNER)).toEqual({ available: 2, points: 100 });
  const { mark } = memory.state.bots.get(7)!;
  memory.order.length = 0;
  expect(await reverse(1)).toBe(true);
  // The accounts of everybody concerned, then the charge.
  expect(memory.order).toEqual(['accounts 1,2', 'charge 1', 'post reverse:charge:1']);
  // Two were consumed: below the five for which the partner was given points.
  expect(held(PAYER)).toEqual({ fuel_bonus: 2, fuel_paid: 98, points: 2 });
  expect(held(PARTNER)).toEqual({ available: 0.4 });
  expect(memory.state.mails).toEqual(['1: 10 back: 10, owed 0', '2: share 1.6 taken']);
  expect(
    memory.state.shares.map(({ amountE18, baseE18 }) => [Number(amountE18) / 1e18, Number(baseE18) / 1e18]),
  ).toEqual([
    [1.6, 8],
    [0.4, 2],
    [-1.6, -8],
  ]);
  expect(memory.state.used.reduce((sum, { paidE18 }) => sum + paidE18, 0n)).toBe(2n * ONE);
  expect(memory.state.bots.get(7)?.mark).toEqual(mark);
  expect([await reverse(1), await reverse(9)]).toEqual([false, false]);
  expect(memory.state.mails).toHaveLength(2);
});

test('who invited the payer keeps the points while the payer has still consumed five', async () => {
  give(PAYER, 'fuel_paid', 100n * ONE);
  await settle(7, 25n);
  await settle(7, 25n);
  expect(await reverse(1)).toBe(true);
  expect(held(PARTNER)).toEqual({ available: 1, points: 100 });
  expect(await reverse(2)).toBe(true);
  expect(held(PARTNER)).toEqual({});
});

test('what is spent stays spent, what was owed is owed no more, and fuel that comes back pays other debts', async () => {
  give(PAYER, 'fuel_paid', 10n * ONE);
  await settle(7, 100n);
  await settle(8, 25n);
  expect(held(PAYER)).toEqual({ fuel_owed: 15, points: 10 });
  give(PARTNER, 'available', -ONE);
  expect(await reverse(1)).toBe(true);
  // Ten come back, five of them pay the other bot's fee, which the partner shares.
  expect(held(PAYER)).toEqual({ fuel_paid: 5, points: 5 });
  expect(held(PARTNER)).toEqual({ available: 1, points: 100 });
  // The share was two, of which one was left.
  expect(memory.state.mails).toEqual(['1: 20 back: 10, owed 10', '2: share 1 taken']);
});

test('a payer’s own share goes back with the bonus fuel that it came in', async () => {
  memory.state.chains.set(PAYER, [{ userId: PAYER, rateBp: 2_000, mayShare: true }]);
  give(PAYER, 'fuel_paid', 100n * ONE);
  await settle(7, 50n);
  expect(held(PAYER)).toEqual({ fuel_bonus: 2, fuel_paid: 90, points: 10 });
  expect(await reverse(1)).toBe(true);
  expect(held(PAYER)).toEqual({ fuel_paid: 100 });
  expect(memory.state.shares.map(({ amountE18, kind }) => [kind, amountE18 / ONE])).toEqual([
    ['self', 2n],
    ['self', -2n],
  ]);
});

test('who invited the payer loses the points though others stood above at the charge, and stand there now', async () => {
  const invitedBy = memory.state.chains.get(PAYER)!;
  const other = [{ userId: PAYER, rateBp: 0, mayShare: false }];
  give(PAYER, 'fuel_paid', 100n * ONE);
  memory.state.chains.set(PAYER, other);
  await settle(7, 15n);
  memory.state.chains.set(PAYER, invitedBy);
  await settle(7, 15n);
  expect(held(PARTNER)).toMatchObject({ points: 100 });
  memory.state.chains.set(PAYER, other);
  memory.order.length = 0;
  expect(await reverse(1)).toBe(true);
  expect(memory.order[0]).toBe('accounts 1,2');
  expect(held(PARTNER)).toEqual({ available: 0.6 });
});
