// News of a contract in an order nobody would choose: two bots had the same position one after the other, an entry is
// answered after the liquidation it was part of or came too late for, a bot was turned round.
import { expect, test } from 'vitest';
import {
  type ContractRig,
  forced,
  funding,
  open,
  operate,
  params,
  position,
  started,
} from '../../test/contract-rig.ts';
import { nothingLoaded } from '../../test/runner-rig.ts';
import type { VenueOrder } from '../ports/venue.ts';
import type { LiveBot } from './bots/live-bot.ts';

const whys = ({ store }: ContractRig): string[] => store.rows('actions').map(({ why }) => why);
/** Of the futures wallet, for a bot that is still to come. */
async function freeIn({ runner }: ContractRig): Promise<number> {
  const side = {
    exchange: 'local',
    market: 'futures',
    symbol: 'ETH/USDT',
    quote: 'USDT',
    direction: 'long',
    leverage: 3,
  } as const;
  const answer = await runner.standing(1, side);
  return answer.outcome === 'done' ? Number(answer.value.free) : Number.NaN;
}

const coin = (live: LiveBot): string => String(live.bot.books.baseAtoms / 1e8);

/** Another bot of the same user on the same contract, not started yet. */
function second({ opened, live }: ContractRig): LiveBot {
  const unborn = { engine: null, status: 'stopped', stopReason: '', phase: 'idle', kept: false } as const;
  return opened.seat(
    { ...live.record, ...unborn, id: 1002, startedMarketMs: null, stoppedMarketMs: null },
    nothingLoaded,
  );
}

test('the margin and the result of a position that was kept are not free for another bot', async () => {
  const rig = await started({ max_positions: '1' });
  await operate(rig, { name: 'stop', close: false, reason: 'user' });
  const { venue, live } = rig;
  const { bot } = live;
  live.botMarket.market.markTicks = 10_100;
  const won = (bot.books.baseAtoms / 1e8) * 101 - bot.entryAtoms / 1e8;
  const margin = Math.ceil(bot.entryAtoms / 3) / 1e8;
  venue.balances = [{ asset: 'USDT', free: '1000', locked: '34.4' }];
  expect(won).toBeGreaterThan(0);
  expect(await freeIn(rig)).toBeCloseTo(1_034.4 - margin - won, 6);
});

test('a live bot has its own equity of the wallet, results that are not realised yet included', async () => {
  const rig = await started();
  const { venue, live } = rig;
  live.botMarket.market.markTicks = 11_000;
  venue.balances = [{ asset: 'USDT', free: '5000', locked: '0' }];
  const { baseAtoms, quoteAtoms } = live.bot.books;
  expect(await freeIn(rig)).toBeCloseTo(5_000 - quoteAtoms / 1e8 - (baseAtoms / 1e8) * 110, 6);
});

test('funding and a forced close go to the bot that has the position now, not to the one that kept one before', async () => {
  const rig = await started();
  await operate(rig, { name: 'stop', close: false, reason: 'user' });
  const kept = { ...rig.live.bot.books };
  const other = second(rig);
  // Its owner has dealt with what was kept: nothing stands, and the next bot may start.
  rig.live.botMarket.market.nowMs += 500;
  const answer = await rig.runner.operate(1, 1002, { name: 'start' });
  expect(answer).toMatchObject({ outcome: 'done', value: { status: 'running' } });
  expect(other.bot.books.baseAtoms).toBeGreaterThan(0);
  rig.opened.actor.post({ type: 'funding', tradingAccount: rig.tradingAccount, funding: funding('1', '-0.02') });
  await rig.opened.actor.whenQuiet();
  expect(rig.store.rows('fundings')).toMatchObject([{ botId: 1002 }]);
  expect(other.bot.books.fundingAtoms).toBe(-2_000_000);
  rig.opened.actor.post({
    type: 'fill',
    tradingAccount: rig.tradingAccount,
    fill: forced({ ...rig, live: other }, coin(other)),
  });
  await rig.opened.actor.whenQuiet();
  expect(other.bot.stopReason).toBe('liquidated');
  expect(rig.live.bot.books).toEqual(kept);
  expect(rig.failures).toEqual([]);
});

test('funding that the stream tells late, and a process before this one has booked, is booked once', async () => {
  const rig = await started();
  const paid = funding('1', '-0.02');
  // Seated again by another process, after the settlement.
  rig.live.botMarket.market.nowMs = paid.atMs + 1;
  const again = rig.opened.seat(
    { ...rig.live.record, engine: JSON.parse(JSON.stringify(rig.live.bot)) },
    nothingLoaded,
  );
  rig.store.fundings.add(paid.id);
  rig.venue.fundings.push(paid);
  rig.opened.actor.post({ type: 'funding', tradingAccount: rig.tradingAccount, funding: paid });
  await rig.opened.actor.whenQuiet();
  expect(rig.failures).toEqual([]);
  expect(again.bot.books.fundingAtoms).toBe(0);
  // What is settled from then on is booked as it comes.
  const next = { ...funding('2', '-0.03'), atMs: paid.atMs + 2 };
  rig.opened.actor.post({ type: 'funding', tradingAccount: rig.tradingAccount, funding: next });
  await rig.opened.actor.whenQuiet();
  expect(again.bot.books.fundingAtoms).toBe(-3_000_000);
  expect(rig.store.rows('fundings')).toMatchObject([{ venueFundingId: '2' }]);
});

/** The bot as a cold start takes it up: no market has told its time yet. */
function seatedCold({ live, opened }: ContractRig): LiveBot {
  const { market } = live.botMarket;
  const { nowMs } = market;
  market.nowMs = 0;
  const again = opened.seat({ ...live.record, engine: JSON.parse(JSON.stringify(live.bot)) }, nothingLoaded);
  market.nowMs = nowMs + 60_000;
  return again;
}

test('after a cold start funding and a forced close that were booked before are booked once', async () => {
  const rig = await started();
  const again = seatedCold(rig);
  const before = { ...again.bot.books };
  const paid = funding('1', '-0.02');
  const closed = forced({ ...rig, live: again }, coin(again));
  rig.store.fundings.add(paid.id);
  rig.store.fills.add(closed.id);
  rig.venue.fundings.push(paid);
  rig.opened.actor.post({ type: 'funding', tradingAccount: rig.tradingAccount, funding: paid });
  rig.opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: closed });
  await rig.opened.actor.whenQuiet();
  expect(again.bot.books).toEqual(before);
  expect(rig.failures).toEqual([]);
  // What nobody has booked is.
  rig.opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: { ...closed, id: '901' } });
  await rig.opened.actor.whenQuiet();
  expect(again.bot.stopReason).toBe('liquidated');
});

/** A bot whose next entry reaches the venue, which has not answered yet. */
async function withUnansweredEntry(spoil: 'answered' | 'lost') {
  const rig = await started();
  const { actor } = rig.opened;
  const answered = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<VenueOrder>();
  rig.venue.answer = async (order, honest) => {
    const taken = rig.venue.orders.get(order.cid);
    if (order.reduceOnly || order.type !== 'market' || taken === undefined) return honest;
    reached.resolve(taken);
    await answered.promise;
    return spoil === 'lost' ? { outcome: 'unknown', detail: 'time-out' } : honest;
  };
  const before = rig.live.bot.books.baseAtoms;
  void actor.act((turn) => actor.command(turn, rig.live, { name: 'add', amountAtoms: 5_000_000_000 }, 'user'));
  const entry = await reached.promise;
  return { rig, actor, before, entry, answer: answered.resolve };
}

test.each(['answered', 'lost'] as const)(
  'a forced close that is seen before the reply to an entry it took along waits for it (%s)',
  async (spoil) => {
    const { rig, actor, before, entry, answer } = await withUnansweredEntry(spoil);
    const whole = String((before + Number(entry.filled) * 1e8) / 1e8);
    rig.venue.trades.push(forced(rig, whole));
    actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: forced(rig, whole) });
    await actor.act(() => {});
    for (let reading = 0; reading < 3; reading++) await rig.tradingAccount.reconciler.pollFills();
    expect(rig.live.bot.status).toBe('running');
    answer();
    await actor.whenQuiet();
    await rig.tradingAccount.reconciler.run();
    expect(rig.live.bot).toMatchObject({ status: 'stopped', stopReason: 'liquidated' });
    expect(rig.live.bot.books.baseAtoms).toBe(0);
    expect(whys(rig)).not.toContain('drift_fill');
    expect(rig.failures).toEqual([]);
  },
);

const neutral = {
  ...{ direction: 'neutral', leverage: '3', lower: '90', upper: '110', grid_levels: '4', grid_mode: 'arithmetic' },
};

test.each([
  ['a bot that held something', {}, 'martin'],
  ['a bot that held nothing', neutral, 'grid'],
] as const)(
  'a forced close that the stream tells before the resting entry it took along is booked: %s',
  async (...of) => {
    const [, more, kind] = of;
    const rig = await started(more, kind);
    const { live, opened, store, venue } = rig;
    const { actor } = opened;
    const before = live.bot.books.baseAtoms;
    const entry = [...venue.orders.values()].find((order) => order.status === 'open' && order.side === 'buy');
    if (entry === undefined || entry.reduceOnly) throw new Error('no resting entry');
    const filled = { ...venue.fill(entry), atMs: live.botMarket.market.nowMs + 500 };
    venue.trades.splice(-1, 1, filled);
    const close = forced(rig, String((before + Math.round(Number(entry.qty) * 1e8)) / 1e8));
    actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: close });
    await actor.act(() => {});
    expect(live.bot.status).toBe('running');
    // Told again by the reading that it asked for, or by a later one: after its entry.
    venue.trades.push(close);
    await rig.tradingAccount.reconciler.pollFills();
    await expect.poll(() => live.bot.stopReason).toBe('liquidated');
    actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: filled });
    await actor.whenQuiet();
    expect(live.bot.books.baseAtoms).toBe(0);
    const told = store.rows('fills').map(({ venueFillId }) => venueFillId);
    expect(told.slice(-2)).toEqual([filled.id, close.id]);
    expect(new Set(told).size).toBe(told.length);
    expect(whys(rig)).not.toContain('drift_fill');
    expect(rig.failures).toEqual([]);
  },
);

test('a forced close that the stream tells of nobody is decided by a reading, and is nobody’s drift', async () => {
  const rig = await started(neutral, 'grid');
  const { actor } = rig.opened;
  const close = forced(rig, '0.5');
  actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: close });
  await actor.act(() => {});
  expect(rig.tradingAccount.book.trades.has(close.id)).toBe(false);
  rig.venue.trades.push(close);
  await rig.tradingAccount.reconciler.pollFills();
  expect(rig.tradingAccount.book.trades.has(close.id)).toBe(true);
  expect(whys(rig)).not.toContain('drift_fill');
  expect(rig.live.bot.status).toBe('running');
});

test('an order whose reply was lost and that reached the venue after the liquidation is taken back, too', async () => {
  const rig = await started();
  const { actor } = rig.opened;
  const arrived = Promise.withResolvers<void>();
  rig.venue.answer = async (order, honest) => {
    if (order.reduceOnly || order.type !== 'limit') return honest;
    await arrived.promise;
    return { outcome: 'unknown', detail: 'time-out' };
  };
  await actor.act((turn) => actor.command(turn, rig.live, { name: 'pause', reason: 'user' }, 'user'));
  await actor.whenQuiet();
  await actor.act((turn) => actor.command(turn, rig.live, { name: 'resume' }, 'user'));
  for (const [cid, order] of rig.venue.orders)
    if (order.status === 'open' && order.reduceOnly) rig.venue.orders.set(cid, { ...order, status: 'cancelled' });
  await expect.poll(async () => (await rig.venue.port.openOrders('rig')).length).toBeGreaterThan(0);
  actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: forced(rig, coin(rig.live)) });
  await expect.poll(() => rig.live.bot.stopReason).toBe('liquidated');
  arrived.resolve();
  await actor.whenQuiet();
  expect(await rig.venue.port.openOrders('rig')).toEqual([]);
});

test('an entry that trades at the venue after the liquidation is told, and what it bought keeps the bot from a start', async () => {
  const { rig, actor, before, entry, answer } = await withUnansweredEntry('answered');
  actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: forced(rig, String(before / 1e8)) });
  await expect.poll(() => rig.live.bot.stopReason).toBe('liquidated');
  answer();
  await actor.whenQuiet();
  await rig.tradingAccount.reconciler.run();
  const [told] = rig.store.rows('actions').filter(({ why }) => why === 'drift_fill');
  expect(told).toMatchObject({ action: 'manual', data: { qty: entry.filled } });
  rig.venue.positions = [position({ qty: entry.filled })];
  expect(await operate(rig, { name: 'start' })).toMatchObject({ outcome: 'refused', code: 4018 });
  expect(rig.failures).toEqual([]);
});

test('a bot that had to go to one side of a hedged account goes to the other one when it was turned round', async () => {
  const rig = open();
  rig.venue.mode = 'hedge';
  rig.venue.port.setPositionMode = async () => ({ outcome: 'refused', code: 3002, reason: 'unknown', detail: 'NO' });
  await operate(rig, { name: 'start' });
  expect(rig.live.record.positionSide).toBe('long');
  await operate(rig, { name: 'stop', close: true, reason: 'user' });
  await expect.poll(() => rig.live.bot.status).toBe('stopped');
  const version = rig.live.record.version;
  const change = { version, name: 'rig', investment: '1000', direction: 'short' } as const;
  const edited = await rig.runner.edit(1, 1001, {
    ...{ ...change, params: { ...params, direction: 'short' }, differences: {} },
  });
  expect(edited).toMatchObject({ outcome: 'done' });
  const before = rig.venue.placements.length;
  expect(await operate(rig, { name: 'start' })).toMatchObject({ outcome: 'done' });
  expect(rig.live.record.positionSide).toBe('short');
  const sides = rig.venue.placements.slice(before).map((cid) => rig.venue.orders.get(cid)?.positionSide);
  expect(new Set(sides)).toEqual(new Set(['short']));
});

test('after a gap funding goes to the round that the venue paid it to, whatever the times say', async () => {
  const rig = await started({ max_positions: '1', loop_interval: '0' });
  const { venue, live, store } = rig;
  const atMs = live.botMarket.market.nowMs;
  const target = [...venue.orders.values()].find(({ side, status }) => side === 'sell' && status === 'open');
  if (target === undefined) throw new Error('no target');
  // Its time lies between two prints; the venue booked it with the second one, after the trades of that.
  const sold = { ...venue.fill(target), id: '12', atMs: atMs + 1_000 };
  venue.trades.splice(-1, 1, sold);
  venue.fundings.push({ ...funding('13', '-0.02'), atMs: atMs + 500, afterFill: '13' });
  await rig.tradingAccount.reconciler.pollFills();
  const [round] = store.rows('positions').filter(({ status }) => status === 'closed');
  expect(round).toMatchObject({ round: 1, funding: '0' });
  expect(live.bot.books.pendingFundingAtoms).toBe(-2_000_000);
  expect(store.rows('settlements')).toMatchObject([{ funding: '0' }]);
});
