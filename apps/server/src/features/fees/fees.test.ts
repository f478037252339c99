// Service fees against rows in memory: what results cost and when, what is owed and how it is repaid, who is warned, and which
// accounts are taken before which rows.
import { adjustJournal } from '@cormorant/core/ledger/change-journals.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import { beforeEach, expect, test } from 'vitest';
import { FuelMemory } from '../../../test/fuel-memory.ts';
import type { ChargeTerms } from '../../ports/fuel-store.ts';
import type { UserWrites } from '../../ports/runner-writes.ts';
import { chargeAndWarn, type FeeDeps } from './charge-and-warn.ts';
import { chargeWaiting } from './charge-waiting.ts';
import { chargeWrites } from './charge-writes.ts';
import { repayOwed } from './repay-owed.ts';

const ONE = 10n ** 18n;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [PAYER, PARTNER] = [1, 2];
const notice = (subject: string) => ({ zh: { subject, text: subject }, en: { subject, text: subject } });

let memory: FuelMemory;
let terms: ChargeTerms;
let nowMs: number;
let reported: unknown[];
let serial = 0;
const deps: FeeDeps = {
  terms: () => terms,
  clock: { nowMs: () => nowMs },
  notices: { low: (fuel, threshold) => notice(`low ${fuel} of ${threshold}`), empty: notice('empty') },
  free: ['local'],
  report: (error) => reported.push(error),
};
beforeEach(() => {
  memory = new FuelMemory();
  terms = { startRateBp: 2_000, owedMax: '30', capBp: 6_000, levels: 3, pointsPerFuel: 1, minStart: 1 };
  nowMs = 10 * DAY_MS;
  reported = [];
});

function payer(userId: number, paid: string, bonus = '0'): void {
  memory.state.chains.set(userId, [
    { userId, rateBp: 0, mayShare: false },
    { userId: PARTNER, rateBp: 2_000, mayShare: true },
  ]);
  memory.state.alarms.set(userId, { threshold: '10', warnedAtMs: null });
  fill(userId, paid, bonus);
}
function fill(userId: number, paid: string, bonus = '0'): void {
  for (const [part, amount] of [
    ['fuel_paid', paid],
    ['fuel_bonus', bonus],
  ] as const)
    if (amount !== '0') memory.post([adjustJournal(++serial, userId, part, parse18(amount), 'test')]);
}
function bot(id: number, userId: number, isStopped = false): void {
  const mark = { cumE18: 0n, highE18: 0n };
  memory.state.bots.set(id, { id, userId, rateBp: 2_000, mark, settledId: 0, isStopped });
}
function result(botId: number, net: string, waits = false, bookedAtMs = nowMs): void {
  memory.state.results.push({ id: ++serial, botId, netE18: parse18(net), waits, bookedAtMs });
}
const charge = (...botIds: number[]) =>
  chargeAndWarn(memory.books, { botIds, free: deps.free, beforeMs: null, besides: null }, deps);
const charged = () => [...memory.state.charges.values()].map(({ due }) => Number(due.amountE18 / 10n ** 16n) / 100);
const held = (userId: number) =>
  Object.fromEntries(
    Object.entries(memory.held(userId))
      .filter(([, amount]) => amount !== 0n)
      .map(([part, amount]) => [part, Number(amount / 10n ** 16n) / 100]),
  );

test('-30, +50 and +10 cost nothing, 4 and 2, and the bot’s mark and log go with them', async () => {
  payer(PAYER, '100');
  bot(7, PAYER);
  for (const net of ['-30', '50', '10']) {
    result(7, net);
    await charge(7);
  }
  expect(charged()).toEqual([4, 2]);
  expect(held(PAYER)).toEqual({ fuel_paid: 94, points: 6 });
  expect(held(PARTNER)).toEqual({ available: 1.2, points: 100 });
  expect(memory.state.bots.get(7)?.mark).toEqual({ cumE18: 30n * ONE, highE18: 30n * ONE });
  expect(
    memory.state.actions.map(({ data, why }) => [why, data['fuel'], data['base_amount'], data['fee_rate']]),
  ).toEqual([
    ['fuel_charged', '4', '20', '20'],
    ['fuel_charged', '2', '10', '20'],
  ]);
  expect(memory.state.used.map(({ chargedE18, day, paidE18 }) => [day, paidE18 / ONE, chargedE18 / ONE])).toEqual([
    [10, 4n, 4n],
    [10, 2n, 2n],
  ]);
  await charge(7);
  expect(charged()).toHaveLength(2);
});

test('bots are taken before accounts, and the accounts of payers and partners in one call before anything is posted', async () => {
  payer(PAYER, '100');
  payer(3, '100');
  bot(7, PAYER);
  bot(8, 3);
  result(7, '10');
  result(8, '10');
  await charge(7, 8);
  expect(memory.order).toEqual(['bots 7,8', 'accounts 1,2,3', 'post charge:1', 'post charge:2']);
});

test('what is not there is owed up to the cap and waived above; it is told once low, once empty', async () => {
  payer(PAYER, '12');
  bot(7, PAYER);
  const settle = async (net: string) => {
    result(7, net);
    await charge(7);
  };
  await settle('15');
  await settle('5');
  nowMs += DAY_MS;
  await settle('5');
  await settle('100');
  await settle('100');
  expect(memory.state.mails).toEqual(['1: low 9 of 10', '1: low 7 of 10', '1: empty']);
  expect(held(PAYER)).toEqual({ fuel_owed: 30, points: 12 });
  expect([...memory.state.charges.values()].at(-1)?.taken).toMatchObject({ owedE18: 17n * ONE, waivedE18: 3n * ONE });
  expect(memory.state.actions.at(-1)).toMatchObject({ why: 'fuel_short', data: { owed: '17' } });
  expect(memory.state.used.at(-1)).toMatchObject({ paidE18: 0n, chargedE18: 17n * ONE });
});

test('whoever fills up above the threshold is warned anew on the same day', async () => {
  payer(PAYER, '12');
  bot(7, PAYER);
  for (const net of ['15', '5', '110']) {
    if (net === '110') fill(PAYER, '20');
    result(7, net);
    await charge(7);
  }
  expect(memory.state.mails).toEqual(['1: low 9 of 10', '1: low 6 of 10']);
});

test('a journal that the books do not take as new is a fault, and nothing is written behind it', async () => {
  payer(PAYER, '100');
  bot(7, PAYER);
  result(7, '10');
  memory.post([{ ...adjustJournal(++serial, PAYER, 'points', ONE, 'test'), key: 'charge:1' }]);
  await expect(charge(7)).rejects.toThrow('charge:1 was not posted');
  expect(charged()).toEqual([]);
});

test('fuel that comes in pays the oldest debt first, behind the accounts of who shares in it, and shares what is paid', async () => {
  payer(PAYER, '0');
  bot(7, PAYER);
  for (const net of ['50', '25']) {
    result(7, net);
    await charge(7);
  }
  // Whoever stood above when the charge was made shares when it is paid.
  memory.state.chains.set(PAYER, [{ userId: PAYER, rateBp: 0, mayShare: false }]);
  const repayment = repayOwed(() => 1);
  expect(await repayment.takes(memory.books, PAYER)).toEqual(expect.arrayContaining([PAYER, PARTNER]));
  fill(PAYER, '12', '1');
  memory.order.length = 0;
  await repayment.pay(memory.books, PAYER, nowMs);
  expect(memory.order.slice(0, 2)).toEqual(['accounts 1,2', 'debts 1,2']);
  expect(held(PAYER)).toEqual({ fuel_owed: 2, points: 12 });
  expect([...memory.state.charges.values()].map(({ leftE18 }) => leftE18 / ONE)).toEqual([0n, 2n]);
  expect(held(PARTNER)).toEqual({ available: 2.4 });
  expect(memory.state.shares.map(({ baseE18, chargeId }) => [chargeId, baseE18 / ONE])).toEqual([
    [1, 9n],
    [2, 3n],
  ]);
  await repayment.pay(memory.books, PAYER, nowMs);
  expect(await repayment.takes(memory.books, 9)).toEqual([]);
});

test('pairs of a grid wait for their hour, or for the stop of their bot', async () => {
  payer(PAYER, '100');
  bot(7, PAYER);
  result(7, '3', true);
  await charge(7);
  const waited: (number | undefined)[] = [];
  const store = {
    waitingBots: async (beforeMs: number) => (beforeMs > nowMs - HOUR_MS ? [7] : []),
    transaction: async <T>(work: (books: FuelMemory['books']) => Promise<T>, waitMs?: number) => {
      waited.push(waitMs);
      return work(memory.books);
    },
  };
  await chargeWaiting(store, deps)();
  expect(charged()).toEqual([]);
  nowMs += HOUR_MS;
  expect(await chargeWaiting(store, deps)()).toBe(1);
  expect([charged(), waited]).toEqual([[0.6], [1_000, 1_000]]);
  result(7, '3', true);
  bot(7, PAYER, true);
  memory.state.bots.set(7, {
    ...memory.state.bots.get(7)!,
    mark: { cumE18: 3n * ONE, highE18: 3n * ONE },
    settledId: serial - 1,
  });
  await charge(7);
  expect(charged()).toEqual([0.6, 0.6]);
  expect(reported).toEqual([]);
});

const nothing = { bots: [], orders: [], fills: [], actions: [], positions: [], adds: [], fundings: [], marginAdds: [] };
function writes(userId: number, more: object): UserWrites {
  const rest = { equity: [], equityDrops: [], pushes: [], cursors: [], settlements: [] };
  return { userId, token: 1, ...nothing, ...rest, ...more } as unknown as UserWrites;
}
const settled = (userId: number, botId: number, exchange = 'binance', simulate = false) =>
  writes(userId, { settlements: [{ botId, exchange, simulate }] });
const acted = (userId: number, botId: number, action: string) => writes(userId, { actions: [{ botId, action }] });

test('writes concern fees where real money settles, or a bot starts or stops; a start keeps the rate of its day', async () => {
  const charging = chargeWrites(deps);
  expect([
    charging.concerns([settled(1, 7)]),
    charging.concerns([settled(1, 7, 'local')]),
    charging.concerns([settled(1, 7, 'binance', true)]),
    charging.concerns([acted(1, 7, 'pause')]),
    charging.concerns([acted(1, 7, 'start')]),
    charging.concerns([acted(1, 7, 'stop')]),
  ]).toEqual([true, false, false, false, true, true]);
  await charging.take(memory.books, [settled(1, 7), settled(3, 8)]);
  expect(memory.order).toEqual(['bots 7,8']);
  await charging.charge(memory.books, [acted(1, 7, 'start'), acted(1, 8, 'pause')]);
  expect([...memory.state.rates]).toEqual([[7, 2_000]]);
  expect(memory.waits).toEqual([]);
});

test('where one user’s fault keeps all from being charged, each is charged alone and only that one waits for the hour', async () => {
  for (const userId of [PAYER, 3, 4]) payer(userId, '100');
  for (const [id, userId] of [
    [7, PAYER],
    [8, 3],
    [9, 4],
  ] as const) {
    bot(id, userId);
    result(id, '10');
  }
  memory.heldUserId = 3;
  const all = [settled(4, 9), settled(3, 8), settled(PAYER, 7)];
  await chargeWrites(deps).charge(memory.books, all);
  expect(charged()).toEqual([2, 2]);
  expect([held(3), memory.waits]).toEqual([{ fuel_paid: 100 }, [1_000, 50, 50, 50]]);
  expect(reported.map(String)).toEqual(['Error: held by somebody else']);
  // Another fault than a lock leaves each the whole wait.
  memory.heldUserId = null;
  terms = { ...terms, owedMax: 'nonsense' };
  memory.waits.length = 0;
  for (const id of [7, 8]) result(id, '10');
  await chargeWrites(deps).charge(memory.books, [settled(PAYER, 7), settled(3, 8)]);
  expect(memory.waits).toEqual([1_000, 1_000, 1_000]);
  expect(charged()).toEqual([2, 2]);
});

test('the first round with simulated money brings thirty points, once, posted with the charges of the same writes', async () => {
  payer(PAYER, '100');
  bot(7, PAYER);
  result(7, '10');
  const round = (exchange: string) =>
    writes(5, { positions: [{ botId: 9, status: 'closed' }], settlements: [{ botId: 9, exchange, simulate: false }] });
  const charging = chargeWrites(deps);
  await charging.charge(memory.books, [settled(PAYER, 7), round('local')]);
  expect(memory.order).toEqual(['bots 7', 'accounts 1,2,5', 'post points:first_round:5', 'post charge:1']);
  await charging.charge(memory.books, [round('local')]);
  expect(held(5)).toEqual({ points: 30 });
  expect(charging.concerns([round('local')])).toBe(false);
  expect(reported).toEqual([]);
});
