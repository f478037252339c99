// One bad bot stops nobody but itself: its engine throws, the database refuses its rows, or a later program wrote its
// snapshot. It is set aside, its owner hears of it once, and the other bots of its user go on. While a user has to be
// brought back the market stands still.
import { decodeClientOrderId, encodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { parseParams } from '@cormorant/core/strategies/registry.ts';
import { expect, test } from 'vitest';
import { nothingLoaded, RigStore, RigVenue, rigRecord, rigSide, rules, SALT } from '../../../test/runner-rig.ts';
import type { BotRecord } from '../../ports/bot-record.ts';
import type { LoadedUser } from '../../ports/runner-store.ts';
import type { OrderWrite, UserWrites } from '../../ports/runner-writes.ts';
import type { LeaseKeeper } from '../accounts/leases.ts';
import type { LoadContext, OpenActor } from '../accounts/load-user.ts';
import type { TradingAccount } from '../accounts/trading-account.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { createBotRunner } from '../commands/bot-commands.ts';
import type { BotCommandDeps } from '../commands/command-context.ts';
import { createGroupCommit } from '../turns/group-commit.ts';
import { UserActors } from './user-actors.ts';

const BAD = 1002;

/** A user with two grids, 1001 and 1002, over a store that gives back what was written. */
function openActors(spoil: (bad: BotRecord) => Partial<BotRecord> = () => ({})) {
  const store = new RigStore();
  const venue = new RigVenue();
  const bad = { ...rigRecord(), id: BAD };
  const first = [rigRecord(), { ...bad, ...spoil(bad) }];
  const load = async (): Promise<LoadedUser> => {
    const bots = first.map((row): BotRecord => {
      const written = store.commits.flatMap((commit) => commit.bots).findLast(({ id }) => id === row.id);
      return { ...row, ...structuredClone(written) };
    });
    const orders = new Map<string, OrderWrite>(store.rows('orders').map((row) => [row.cid, row]));
    const liveOrders = [...orders.values()].filter(({ status }) => /intended|open|unknown/.test(status));
    return {
      bots,
      liveOrders,
      lastRounds: [],
      adds: [],
      marginAdds: [],
      stopLosses: [],
      equity: [],
      cursors: [],
    };
  };
  Object.assign(store.port, { load, usersWithLiveBots: async () => [1] });
  const log = () => {};
  let aheadMs = 0;
  const clock = { nowMs: () => performance.now() + aheadMs };
  const acks: number[] = [];
  const connection = rigSide(venue, 20, { ack: (seq) => void acks.push(seq) });
  const { board } = connection;
  board.seed(rules.symbol, '100', 1_700_000_000_000);
  const leases: LeaseKeeper = { take: async () => 1, holds: () => true, drop: log, stop: async () => {} };
  const journal = createGroupCommit(store.port, log, log);
  const context: LoadContext = {
    store: store.port,
    clock,
    journal,
    leases,
    salt: SALT,
    log,
    connections: [connection],
  };
  const account = { id: 1, userId: 1, exchange: 'local', wire: 'house', ref: 'rig', account: 'rig' };
  const actors = new UserActors(context, { of: async () => account, allOf: async () => [account] } as never);
  const opened = async (): Promise<OpenActor> => {
    const found = await actors.actorOf(1);
    if (found === null) throw new Error('the user is not open');
    return found;
  };
  /** What is looked at each second, so much later. */
  const later = (ms: number): Promise<unknown> => {
    aheadMs += ms;
    return actors.adopt();
  };
  const runner = createBotRunner({ actors } as unknown as BotCommandDeps);
  return { acks, board, actors, later, leases, opened, runner, connection, store, venue };
}

const tradingAccountOf = ({ tradingAccounts }: OpenActor) => tradingAccounts.get(1) as TradingAccount;

function startOf(opened: OpenActor, id: number): Promise<void> {
  const live = opened.actor.bots.get(id);
  if (live === undefined) throw new Error(`no bot ${id}`);
  const { instrument, market } = live.botMarket;
  const context = { instrument, lastTicks: market.lastTicks, investmentAtoms: live.bot.books.investmentAtoms };
  const parsed = parseParams('grid', live.record.params, context);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  live.bot.params = parsed.params;
  return opened.actor.act((turn) => opened.actor.command(turn, live, { name: 'start' }, 'user'));
}

const told = (store: RigStore, why: string) =>
  store.rows('actions').filter((row) => row.why === why && row.botId === BAD);
/** What the bad bot has resting. */
const linesOf = ({ orders }: RigVenue) =>
  [...orders.values()].filter(({ cid, status }) => status === 'open' && decodeClientOrderId(cid)?.bot === BAD);
const refused = (code: string) => Object.assign(new Error('refused'), { code });

test('a bot whose rows the database refuses for good is found and set aside, and told of once', async () => {
  const { actors, opened, store } = openActors();
  store.judge = ({ orders }: UserWrites) => {
    if (orders.some(({ botId }) => botId === BAD)) throw refused('22003');
  };
  const before = await opened();
  // Both in one turn: who of them is at fault is not written on it.
  const started = [startOf(before, 1001), startOf(before, BAD)];
  await Promise.allSettled(started);
  expect(before.actor.dead).toBe(true);
  const after = await opened();
  expect(after.actor.bots.get(BAD)?.broken).toBe(true);
  expect(after.actor.bots.get(1001)?.broken).toBe(false);
  await startOf(after, 1001);
  await after.actor.whenQuiet();
  expect(after.actor.dead).toBe(false);
  expect(after.actor.bots.get(1001)?.orders.size).toBe(4);
  for (let time = 0; time < 3; time++) {
    actors.forget(1);
    expect((await opened()).actor.bots.get(BAD)?.phase).toBe('error');
  }
  expect(told(store, 'engine_fault')).toHaveLength(1);
});

test('a bot whose rows were refused once comes back by itself, with what traded meanwhile and no order twice', async () => {
  const { later, opened, connection, store, venue } = openActors();
  connection.isUp = true;
  const before = await opened();
  await startOf(before, BAD);
  await startOf(before, 1001);
  await before.actor.whenQuiet();
  const [first, second] = linesOf(venue);
  if (first === undefined || second === undefined) throw new Error('the grid has too few lines');
  // Once with all that is written together, once by itself.
  let refusals = 2;
  store.judge = ({ fills }: UserWrites) => {
    if (fills.some(({ botId }) => botId === BAD) && refusals-- > 0) throw refused('22003');
  };
  before.actor.post({ type: 'fill', tradingAccount: tradingAccountOf(before), fill: venue.fill(first) });
  await before.actor.whenQuiet();
  const aside = (await opened()).actor;
  expect(aside.bots.get(BAD)).toMatchObject({ broken: true, phase: 'error', bot: { status: 'running' } });
  const missed = venue.fill(second);
  await aside.whenQuiet();
  expect(store.fills.has(missed.id)).toBe(false);
  await later(14_000);
  expect((await opened()).actor).toBe(aside);
  await later(1_000);
  await expect.poll(() => aside.dead).toBe(true);
  const back = (await opened()).actor;
  await tradingAccountOf(await opened()).ready;
  await back.whenQuiet();
  expect(back.bots.get(BAD)).toMatchObject({ broken: false, bot: { status: 'running' } });
  expect(back.bots.get(1001)).toMatchObject({ broken: false, bot: { status: 'running' } });
  expect(store.fills.has(missed.id)).toBe(true);
  expect(new Set(venue.placements).size).toBe(venue.placements.length);
  expect(told(store, 'engine_back')).toEqual([]);
  await later(30_000);
  await later(30_000);
  expect([told(store, 'engine_fault').length, told(store, 'engine_back').length]).toEqual([1, 1]);
  expect(back.dead).toBe(false);
});

test('a bot whose rows are refused always is tried with growing pauses, then paused and left, and two lines tell it', async () => {
  const { later, opened, store, venue } = openActors();
  const before = await opened();
  await startOf(before, BAD);
  await startOf(before, 1001);
  await before.actor.whenQuiet();
  const [first] = linesOf(venue);
  if (first === undefined) throw new Error('the grid has no line');
  store.judge = ({ fills }: UserWrites) => {
    if (fills.some(({ botId }) => botId === BAD)) throw refused('22003');
  };
  const fill = venue.fill(first);
  const tell = async () => {
    const now = await opened();
    now.actor.post({ type: 'fill', tradingAccount: tradingAccountOf(now), fill });
    await now.actor.whenQuiet();
  };
  await tell();
  const pausesMs: number[] = [];
  for (const pauseMs of [15_000, 60_000, 240_000, 960_000, 3_600_000]) {
    const { actor } = await opened();
    await later(pauseMs - 5_000);
    expect(actor.dead).toBe(false);
    await later(6_000);
    await expect.poll(() => actor.dead).toBe(true);
    const { bots } = (await opened()).actor;
    expect(bots.get(BAD)).toMatchObject({ broken: false, bot: { status: 'running' } });
    pausesMs.push(pauseMs);
    await tell();
  }
  const { actor } = await opened();
  expect(pausesMs).toHaveLength(5);
  expect(actor.bots.get(BAD)).toMatchObject({ broken: true, phase: 'error', bot: { status: 'paused' } });
  await later(24 * 3_600_000);
  expect((await opened()).actor).toBe(actor);
  expect(actor.bots.get(1001)).toMatchObject({ broken: false, bot: { status: 'running' } });
  expect(store.rows('actions').filter(({ botId, why }) => botId === BAD && why.startsWith('engine'))).toMatchObject([
    { why: 'engine_fault' },
    { why: 'engine_kept' },
  ]);
});

test('as often as it is set aside its row says so, until it has lasted; its owner may have it tried at any time', async () => {
  const { actors, later, opened, runner, store, venue } = openActors();
  const before = await opened();
  await startOf(before, BAD);
  await before.actor.whenQuiet();
  const [first, second] = linesOf(venue);
  if (first === undefined || second === undefined) throw new Error('the grid has too few lines');
  let isRefused = true;
  store.judge = ({ fills }: UserWrites) => {
    if (isRefused && fills.some(({ botId }) => botId === BAD)) throw refused('23514');
  };
  const rowNow = () => store.commits.flatMap(({ bots }) => bots).findLast(({ id }) => id === BAD);
  const saysAside = { status: 'running', phase: 'error', lastError: { code: 4026 } };
  const fills = [venue.fill(first)];
  const tell = async () => {
    const now = await opened();
    for (const fill of fills) now.actor.post({ type: 'fill', tradingAccount: tradingAccountOf(now), fill });
    await now.actor.whenQuiet();
    await opened();
  };
  await tell();
  expect(rowNow()).toMatchObject(saysAside);
  await later(16_000);
  await expect.poll(async () => (await opened()).actor.bots.get(BAD)?.broken).toBe(false);
  // It is written as if all was well before it is refused again.
  const { actor } = await opened();
  await actor.act((turn) => turn.touch(actor.bots.get(BAD) as LiveBot));
  expect(rowNow()).not.toMatchObject({ phase: 'error' });
  await tell();
  expect(rowNow()).toMatchObject(saysAside);
  expect(told(store, 'engine_fault')).toHaveLength(1);
  // Nothing else can be asked of it; what it is asked to go on with is read again, and refused as long as it is.
  expect(await runner.operate(1, BAD, { name: 'pause' })).toMatchObject({ outcome: 'refused', code: 4026 });
  isRefused = false;
  expect(await runner.operate(1, BAD, { name: 'resume' })).toMatchObject({
    ...{ outcome: 'done', value: { id: BAD, status: 'running' } },
  });
  await tell();
  expect(store.rows('fills').map(({ venueFillId }) => venueFillId)).toContain(fills[0]?.id);
  await later(31_000);
  await expect.poll(() => rowNow()).toMatchObject({ status: 'running', lastError: null });
  expect(rowNow()).not.toMatchObject({ phase: 'error' });
  actors.close();
});

test('a runner that can do with what another had set aside says so in its row', async () => {
  const { opened, store } = openActors(() => ({ phase: 'error', lastError: { code: 4026, detail: '', atMs: 0 } }));
  const { actor } = await opened();
  expect(actor.bots.get(BAD)?.broken).toBe(false);
  const row = store.commits.flatMap(({ bots }) => bots).findLast(({ id }) => id === BAD);
  expect(row).toMatchObject({ lastError: null });
  expect(row?.phase).not.toBe('error');
});

test('a bot of which nothing at all can be written stops nobody else', async () => {
  const { opened, store } = openActors();
  store.judge = ({ bots }: UserWrites) => {
    if (bots.some(({ id }) => id === BAD)) throw refused('23514');
  };
  await Promise.allSettled([startOf(await opened(), BAD)]);
  // Once more: not even that it was set aside can be written.
  await opened().catch(() => {});
  const after = await opened();
  expect(after.actor.bots.get(BAD)?.broken).toBe(true);
  // Its row alone can say so still.
  expect(store.asides).toMatchObject([{ ids: [BAD], phase: 'error', reason: null, why: 'engine_fault' }]);
  await startOf(after, 1001);
  await after.actor.whenQuiet();
  expect(after.actor.bots.get(1001)?.orders.size).toBe(4);
});

test('a database that is away is nobody’s fault', async () => {
  const { opened, store } = openActors();
  let failures = 2;
  store.beforeWrite = async () => {
    if (failures-- > 0) throw refused('57P01');
  };
  const user = await opened();
  await startOf(user, BAD);
  await user.actor.whenQuiet();
  expect(user.actor.dead).toBe(false);
  expect(user.actor.bots.get(BAD)?.broken).toBe(false);
});

test('what was written though the answer was lost is refused as a double, and that is nobody’s fault', async () => {
  const { opened, store } = openActors();
  const before = await opened();
  store.afterWrite = async () => {
    if (!store.commits.at(-1)?.fills.some(({ botId }) => botId === BAD)) return;
    store.afterWrite = async () => {};
    throw refused('57P01');
  };
  await startOf(before, BAD);
  await expect.poll(() => before.actor.dead).toBe(true);
  const after = (await opened()).actor;
  await after.whenQuiet();
  expect(after.bots.get(BAD)).toMatchObject({ broken: false, bot: { status: 'running' } });
  expect(told(store, 'engine_fault')).toEqual([]);
  expect(new Set(store.rows('fills').map(({ venueFillId }) => venueFillId)).size).toBe(store.rows('fills').length);
});

test('a bot whose engine throws is told of once, however often its user is read back', async () => {
  const { actors, opened, store, venue } = openActors();
  const before = await opened();
  await startOf(before, BAD);
  await startOf(before, 1001);
  await before.actor.whenQuiet();
  const live = before.actor.bots.get(BAD);
  const resting = venue.orders.get([...(live?.orders.keys() ?? [])][0] ?? '');
  if (resting === undefined) throw new Error('no order');
  before.actor.post({
    type: 'fill',
    tradingAccount: tradingAccountOf(before),
    fill: { ...venue.fill(resting), qty: '0.0000000001' },
  });
  await before.actor.whenQuiet();
  expect(before.actor.dead).toBe(true);
  for (let time = 0; time < 3; time++) {
    const { actor } = await opened();
    expect(actor.bots.get(BAD)).toMatchObject({ broken: true, phase: 'error' });
    expect(actor.bots.get(1001)).toMatchObject({ broken: false, bot: { status: 'running' } });
    actors.forget(1);
  }
  expect(told(store, 'engine_fault')).toHaveLength(1);
  expect(store.commits.at(-1)?.bots.find(({ id }) => id === BAD)).toMatchObject({ status: 'paused', phase: 'error' });
});

test('a bot whose rows cannot even be made is set aside alone', async () => {
  const { opened, store } = openActors();
  const before = await opened();
  const live = before.actor.bots.get(BAD);
  if (live === undefined) throw new Error('no bot');
  live.write = () => {
    throw new RangeError('a figure that is none');
  };
  await Promise.allSettled([startOf(before, 1001), startOf(before, BAD)]);
  expect(before.actor.dead).toBe(true);
  const { actor } = await opened();
  expect(actor.bots.get(BAD)).toMatchObject({ broken: true, phase: 'error' });
  expect(actor.bots.get(1001)?.broken).toBe(false);
  await startOf(await opened(), 1001);
  await actor.whenQuiet();
  expect(actor.bots.get(1001)?.orders.size).toBe(4);
  expect(told(store, 'engine_fault')).toHaveLength(1);
});

test('a bot whose records cannot be read at all keeps nobody else from being taken', async () => {
  const symbolRules = { ...rules, tick: 'none' };
  const { opened, store, venue } = openActors(() => ({ symbolRules }));
  const now = await opened();
  const { actor } = now;
  const { reconciler } = tradingAccountOf(now);
  expect(actor.bots.has(BAD)).toBe(false);
  const cid = actor.bots.get(1001)?.cidOf(SALT, { slot: 0, cycle: 0, attempt: 0 }) ?? '';
  const its = encodeClientOrderId({ ...decodeClientOrderId(cid)!, bot: BAD });
  const order = { symbol: rules.symbol, side: 'sell', type: 'limit', tif: 'gtc', price: '101', qty: '0.1' } as const;
  venue.fill({ ...order, cid: its, filled: '0', status: 'open', createdAtMs: 0 });
  await reconciler.pollFills();
  expect(store.commits.every(({ cursors }) => cursors.length === 0)).toBe(true);
  await startOf(await opened(), 1001);
  await actor.whenQuiet();
  expect(actor.bots.get(1001)?.orders.size).toBe(4);
});

test('a snapshot of a later program is shown, not traded, not written over, and told of once', async () => {
  const engine = { version: 99, what: 'nobody here knows' };
  const { actors, opened, store, venue } = openActors(() => ({
    engine,
    status: 'running',
    phase: 'waiting',
    base: '0.5',
  }));
  const now = await opened();
  const { actor } = now;
  const { reconciler } = tradingAccountOf(now);
  const live = actor.bots.get(BAD);
  expect(live).toMatchObject({ broken: true, phase: 'error', bot: { status: 'running' } });
  expect(live?.bot.books.baseAtoms).toBe(50_000_000);
  // A trade of it waits for somebody who understands it.
  const cid = live?.cidOf(SALT, { slot: 0, cycle: 0, attempt: 0 }) ?? '';
  const order = {
    cid,
    symbol: rules.symbol,
    side: 'sell',
    type: 'limit',
    tif: 'gtc',
    price: '101',
    qty: '0.1',
  } as const;
  venue.fill({ ...order, filled: '0', status: 'open', createdAtMs: 0 });
  await reconciler.pollFills();
  expect(store.commits.every(({ cursors }) => cursors.length === 0)).toBe(true);
  actors.forget(1);
  const again = await opened();
  await startOf(again, 1001);
  await again.actor.whenQuiet();
  expect(again.actor.bots.get(1001)?.orders.size).toBe(4);
  expect(told(store, 'engine_unread')).toHaveLength(1);
  const rows = store.commits.flatMap(({ bots }) => bots).filter(({ id }) => id === BAD);
  expect(rows).toMatchObject([{ engine, status: 'running', phase: 'error', base: '0.5' }]);
});

test('a user whose actor fails is brought back before the market goes on, and woken by the print it failed under', async () => {
  const { acks, board, opened, connection, store, venue } = openActors();
  connection.isUp = true;
  const before = await opened();
  await startOf(before, 1001);
  await before.actor.whenQuiet();
  const buy = [...venue.orders.values()].find(({ side, status }) => side === 'buy' && status === 'open');
  if (buy === undefined) throw new Error('the grid has no line');
  // Its turn cannot be written, and its records cannot be read back at once.
  const { load } = store.port;
  let unread = 3;
  store.port.load = async (...asked) => {
    if (unread-- > 0) throw refused('57P01');
    return load(...asked);
  };
  let unwritten = 2;
  store.beforeWrite = async () => {
    if (unwritten-- > 0) throw refused('42P01');
  };
  const fill = venue.fill(buy);
  board.trade(rules.symbol, () => before.actor.post({ type: 'fill', tradingAccount: tradingAccountOf(before), fill }));
  board.print(rules.symbol, 1, '97.00', 1_700_000_001_000);
  board.print(rules.symbol, 2, '97.01', 1_700_000_002_000);
  await expect.poll(() => before.actor.dead).toBe(true);
  expect(acks).toEqual([]);
  await expect.poll(() => acks).toEqual([1, 2]);
  const { actor } = await opened();
  expect(actor).not.toBe(before.actor);
  expect(store.fills.has(fill.id)).toBe(true);
});

test('whoever cannot be taken at once is tried again, in the time that a market may be held for it', async () => {
  const { actors, store } = openActors();
  const { load } = store.port;
  let unread = 2;
  store.port.load = async (...asked) => {
    if (unread-- > 0) throw refused('57P01');
    return load(...asked);
  };
  expect(await actors.adopt()).toEqual({ failed: 1, elsewhere: 0 });
  await actors.adoptAll(({ failed }) => failed > 0);
  expect(actors.all()).toHaveLength(1);
});

test('users of a runner that died and is believed alive for a moment more are waited for, but not for ever', async () => {
  const { actors, leases } = openActors();
  const { take } = leases;
  let asked = 0;
  leases.take = async () => {
    asked += 1;
    return null;
  };
  const isMissing = ({ elsewhere }: { elsewhere: number }) => elsewhere > 0;
  await actors.adoptAll(isMissing, 60);
  expect(asked).toBeGreaterThan(1);
  expect(actors.all()).toEqual([]);
  leases.take = async (userId) => (asked-- > 0 ? null : take(userId));
  await actors.adoptAll(isMissing);
  expect(actors.all()).toHaveLength(1);
});

test('at an exchange that tells its books later everybody is taken, whoever else cannot be read then', async () => {
  const [near, far] = [rigSide(new RigVenue(), 20), rigSide(new RigVenue(), 20)];
  Object.assign(far.spec, { exchange: 'far' });
  far.books = null;
  const store = new RigStore();
  let unread = 0;
  const load = async (userId: number, places: readonly { accountId: number }[]): Promise<LoadedUser> => {
    if (userId === 1 && places.length > 1 && unread-- > 0) throw refused('57P01');
    const bots = places.map(({ accountId }): BotRecord => ({ ...rigRecord(), id: accountId, userId, accountId }));
    return { ...nothingLoaded, bots };
  };
  Object.assign(store.port, { load, usersWithLiveBots: async () => [1, 2] });
  const log = () => {};
  const leases: LeaseKeeper = { take: async () => 1, holds: () => true, drop: log, stop: async () => {} };
  const clock = { nowMs: () => performance.now() };
  const journal = createGroupCommit(store.port, log, log);
  const context: LoadContext = { store: store.port, clock, journal, leases, salt: SALT, log, connections: [near, far] };
  const accountOf = (userId: number, exchange: string, id: number) => {
    return { id, userId, exchange, wire: 'house', ref: 'rig', account: `rig-${id}` };
  };
  const allOf = async (userId: number) => [
    accountOf(userId, 'local', 10 * userId),
    accountOf(userId, 'far', 10 * userId + 1),
  ];
  const actors = new UserActors(context, { of: async () => null, allOf } as never);
  const seated = () => actors.all().map(({ actor }) => [...actor.bots.keys()]);
  await actors.adopt();
  expect(seated()).toEqual([[10], [20]]);
  unread = 2;
  await actors.turnTo(far, 'rig');
  expect(seated()).toEqual([[10], [20, 21]]);
  // The next look takes whoever is left, and says so while it cannot.
  expect(await actors.adopt()).toEqual({ failed: 1, elsewhere: 0 });
  expect(await actors.adopt()).toEqual({ failed: 0, elsewhere: 0 });
  expect(seated()).toEqual([
    [10, 11],
    [20, 21],
  ]);
});

test('a bot that cannot even be seated leaves the others alone, and its owner is told by its row', async () => {
  const { opened, store } = openActors(() => ({ symbolRules: { ...rules, tick: 'none' } }));
  const now = await opened();
  expect([...now.actor.bots.keys()]).toEqual([1001]);
  expect([now.actor.unseated.has(BAD), [...now.unreadable]]).toEqual([true, [BAD]]);
  expect(store.asides).toMatchObject([{ ids: [BAD], why: 'engine_unread', phase: 'error', reason: null }]);
});

test('panic is remembered of every bot the store still knows as running, whatever is known here', async () => {
  const { actors, opened, store } = openActors();
  const { actor } = await opened();
  await startOf(await opened(), 1001);
  await startOf(await opened(), BAD);
  const bad = actor.bots.get(BAD);
  if (bad === undefined) throw new Error('no bot');
  bad.broken = true;
  const asked: (readonly number[])[] = [];
  store.port.askHalt = async (_userId, _token, except) => {
    asked.push(except);
    return [1001, BAD, 1003];
  };
  expect(await actors.askHalt(1, [7])).toEqual([1001, BAD, 1003]);
  expect(asked).toEqual([[7]]);
  expect(actor.bots.get(1001)?.bot).toMatchObject({ status: 'paused', halted: 'running' });
  // What of it is written next does not take the mark off again.
  expect(bad.record.haltAsked).toBe(true);
});

test('panic waits for whoever is being read, whose rows do not say it yet, and halts him then', async () => {
  const { actors, opened, store } = openActors();
  await startOf(await opened(), 1001);
  actors.forget(1);
  const { load } = store.port;
  const read = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  store.port.load = async (...places) => {
    const rows = await load(...places);
    read.resolve();
    await held.promise;
    return rows;
  };
  const order: string[] = [];
  store.port.askHalt = async () => {
    order.push('asked');
    return [1001];
  };
  const opening = opened().then((user) => {
    order.push('seated');
    return user;
  });
  await read.promise;
  const halting = actors.askHalt(1, []);
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual([]);
  held.resolve();
  const { actor } = await opening;
  expect(await halting).toEqual([1001]);
  expect(actor.bots.get(1001)?.bot).toMatchObject({ status: 'paused', halted: 'running' });
});

test('what may have been missed is looked for once for all who say so, and not of an account whose key was removed', async () => {
  const { actors, opened, connection, venue } = openActors();
  connection.isUp = true;
  const { openOrders } = venue.port;
  let looks = 0;
  venue.port.openOrders = (account) => {
    looks += 1;
    return openOrders(account);
  };
  const now = await opened();
  await tradingAccountOf(now).ready;
  looks = 0;
  for (let said = 0; said < 50; said++) actors.reconcileSoon(connection);
  for (let said = 0; said < 50; said++) actors.lookSoon(tradingAccountOf(now));
  await expect.poll(() => looks).toBe(2);
  await now.actor.whenQuiet();
  expect(looks).toBe(2);
  const attended: boolean[] = [];
  connection.attendAccount = (_account, isOpen) => void attended.push(isOpen);
  Object.assign(connection.spec.keys, { isBound: async () => false });
  await actors.reconcileAll(connection);
  expect([looks, attended]).toEqual([2, [false]]);
  // Bound again it is looked at again.
  Object.assign(connection.spec.keys, { isBound: async () => true });
  await actors.reconcileAll(connection);
  expect([looks, attended]).toEqual([3, [false, true]]);
  actors.close();
});
