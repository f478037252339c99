// The promises of the runner's store, against PostgreSQL: one living writer per user, an older token writes nothing
// while others write, a commit is all or nothing, and the same request makes one bot.
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMigratedDatabase, type TestDatabase } from '../../../../../../tools/test-database.ts';
import type { BotOrigin, BotSetup } from '../../../ports/bot-record.ts';
import type {
  ActionWrite,
  FillWrite,
  MarginAddWrite,
  OrderWrite,
  PositionAddWrite,
  PositionWrite,
  UserWrites,
} from '../../../ports/runner-writes.ts';
import type { VenueSymbol } from '../../../ports/venue.ts';
import { createBotStore } from '../bots/bot-store.ts';
import { openPool } from '../pool.ts';
import { createRunnerStore } from './runner-store.ts';

let database: TestDatabase;
let pool: pg.Pool;
const rules: VenueSymbol = {
  symbol: 'BTC/USDT',
  market: 'spot',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  step: '0.001',
  minQty: '0.001',
  maxQty: '9',
  minNotional: '5',
  minPrice: '1',
  maxPrice: '9',
  maxOpenOrders: 9,
  maker: '0',
  taker: '0',
  feeAsset: 'received',
  status: 'trading',
};
const setup: BotSetup = {
  name: 'x',
  direction: 'long',
  params: {},
  investment: '100',
  isPublic: false,
  version: 1,
  symbolRules: rules,
};

beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = openPool(database.url, 6, () => {});
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

let userId = 0;
let accountId = 0;
let serial = 10_000_000;
beforeEach(async () => {
  serial += 1;
  const user = await pool.query(
    "insert into users (sn, nickname, account, password_hash, avatar) values ($1, 'n', $2, 'h', 'a01') returning id",
    [String(serial), `user_${serial}`],
  );
  userId = user.rows[0].id;
  const account = await pool.query(
    "insert into exchange_accounts (user_id, exchange, ref) values ($1, 'local', $2) returning id",
    [userId, `ref_${serial}`],
  );
  accountId = account.rows[0].id;
});

const origin = (requestId: string | null = null): BotOrigin => ({
  ...{ userId, requestId, accountId, books: 'b', exchange: 'local', market: 'spot', symbol: 'BTC/USDT', typeId: 3 },
  ...{ kind: 'grid', simulate: false, sourceId: null, createdMarketMs: 1 },
});
const row = (id: number): Omit<ActionWrite, 'botId'> => ({
  ...{ id, action: 'create', actor: 'user', why: 'create', data: {}, code: null, side: null, price: null, qty: null },
  ...{ amount: null, profit: null, round: null, marketMs: 1 },
});
const writes = (token: number): UserWrites => ({
  ...{ userId, token, bots: [], orders: [], fills: [], settlements: [], actions: [] },
  ...{
    positions: [],
    adds: [],
    fundings: [],
    marginAdds: [],
    equity: [],
    equityDrops: [],
    pushes: [],
  },
  cursors: [],
});

async function makeBot(token: number): Promise<number> {
  const store = createRunnerStore(pool);
  const [id = 0] = await store.reserveIds('bot_actions', 1);
  const made = await store.insertBot(origin(), setup, token, row(id));
  if (made === 'fenced') throw new Error('fenced');
  return made.id;
}

test('a user has one living writer; a dead one is replaced at once, and his token is worth nothing then', async () => {
  const store = createRunnerStore(pool);
  const first = await store.enlist(() => {});
  const second = await store.enlist(() => {});
  const token = await store.takeLease(userId, first.runnerId, 10_000);
  expect(token).toBe(1);
  expect(await store.takeLease(userId, second.runnerId, 10_000)).toBeNull();
  await first.leave();
  await expect.poll(() => store.takeLease(userId, second.runnerId, 10_000)).toBe(2);
  const { fenced } = await store.commit([writes(1)], []);
  expect([...fenced]).toEqual([userId]);
  expect([...(await store.commit([writes(2)], [])).fenced]).toEqual([]);
  await second.leave();
});

test('a lease that ran out is free though its owner lives', async () => {
  const store = createRunnerStore(pool);
  const [first, second] = [await store.enlist(() => {}), await store.enlist(() => {})];
  await store.takeLease(userId, first.runnerId, 1);
  await expect.poll(() => store.takeLease(userId, second.runnerId, 10_000)).toBe(2);
  expect(await store.renewLeases(first.runnerId, 10_000)).not.toContain(userId);
  await first.leave();
  await second.leave();
});

test('a runner whose connection broke goes on under another number, with the leases and tokens nobody took meanwhile', async () => {
  const store = createRunnerStore(pool);
  const broken = Promise.withResolvers<void>();
  const first = await store.enlist(broken.resolve);
  expect(await store.takeLease(userId, first.runnerId, 10_000)).toBe(1);
  await pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 731618 and objid = $1`,
    [first.runnerId],
  );
  await broken.promise;
  const again = await store.enlist(() => {});
  expect(await store.moveLeases([first.runnerId, again.runnerId], again.runnerId, 10_000)).toEqual([userId]);
  const other = await store.enlist(() => {});
  expect(await store.takeLease(userId, other.runnerId, 10_000)).toBeNull();
  // The token is the one that its actor writes with.
  expect([...(await store.commit([writes(1)], [])).fenced]).toEqual([]);
  // Had the other been faster, nothing would come along, and the old token would be worth nothing.
  await again.leave();
  await expect.poll(() => store.takeLease(userId, other.runnerId, 10_000)).toBe(2);
  const late = await store.enlist(() => {});
  expect(await store.moveLeases([first.runnerId, again.runnerId], late.runnerId, 10_000)).toEqual([]);
  expect([...(await store.commit([writes(1)], [])).fenced]).toEqual([userId]);
  await other.leave();
  await late.leave();
});

test('what belongs together is written together or not at all', async () => {
  const store = createRunnerStore(pool);
  const runner = await store.enlist(() => {});
  const token = (await store.takeLease(userId, runner.runnerId, 10_000)) ?? 0;
  const botId = await makeBot(token);
  const order: OrderWrite = {
    cid: `q${serial}`,
    botId,
    slot: 3,
    cycle: 0,
    attempt: 0,
    purpose: 'grid',
    side: 'buy',
    type: 'limit',
    tif: 'gtc',
    reduceOnly: false,
    price: '100.5',
    qty: '0.5',
    filled: '0.5',
    status: 'filled',
    reason: '',
    marketMs: 5,
  };
  const place = { accountId, books: 'b' };
  const fill: FillWrite = {
    venueFillId: '1',
    botId,
    cid: order.cid,
    symbol: 'BTC/USDT',
    side: 'buy',
    purpose: 'grid',
    price: '100.5',
    qty: '0.5',
    ...{ fee: '0.0005', feeAsset: 'BNB', feeWorth: '0.3' },
    maker: true,
    last: '100',
    marketMs: 5,
    ...place,
  };
  const push = { channel: 'bot', data: { n: 1 } } as const;
  const cursors = [{ ...place, symbol: 'BTC/USDT', fillId: '1', fundingId: null }];
  const good = { ...writes(token), orders: [order], fills: [fill], pushes: [push], cursors };
  const { outbox } = await store.commit([good], []);
  expect(outbox).toMatchObject([{ userId, channel: 'bot', data: { n: 1 } }]);
  // Whoever sums reads what the fee is worth, not so many BNB.
  expect(await createBotStore(pool).fills(botId, 5)).toMatchObject([{ fee: '0.3', feeAsset: '' }]);
  expect(await store.booked(accountId, 'b', ['1', '2'])).toEqual(new Set(['1']));
  expect(await store.booked(accountId, 'other', ['1'])).toEqual(new Set());

  const later = { ...order, cid: `r${serial}`, cycle: 1 };
  // Tried by itself it is refused in the same way, and what could be written is not.
  await expect(store.rehearse({ ...writes(token), orders: [later], fills: [fill] })).rejects.toMatchObject({
    code: '23505',
  });
  await store.rehearse({ ...writes(token), orders: [later] });
  await expect(store.commit([{ ...writes(token), orders: [later], fills: [fill] }], [])).rejects.toThrow('duplicate');
  const kept = await pool.query('select cid from bot_orders where bot_id = $1', [botId]);
  expect(kept.rows).toEqual([{ cid: order.cid }]);

  await store.commit(
    [],
    outbox.map(({ id }) => id),
  );
  expect((await store.leftOutbox()).filter((one) => one.userId === userId)).toEqual([]);
  const loaded = await store.load(userId, [{ accountId, books: 'b' }]);
  expect(loaded.cursors).toEqual([{ ...place, symbol: 'BTC/USDT', fillId: '1', fundingId: '' }]);
  expect(loaded.bots).toMatchObject([{ id: botId, investment: '100', lastError: null, engine: null }]);
  expect((await store.load(userId, [{ accountId, books: 'other' }])).bots).toEqual([]);
  await runner.leave();
});

test('an order that goes on in the next round has a row in both, and a reserve is an intent with one end', async () => {
  const store = createRunnerStore(pool);
  const runner = await store.enlist(() => {});
  const token = (await store.takeLease(userId, runner.runnerId, 10_000)) ?? 0;
  const botId = await makeBot(token);
  const cid = `s${serial}`;
  const order: OrderWrite = {
    ...{ cid, botId, slot: 9, cycle: 0, attempt: 0, purpose: 'manual_add', side: 'buy', type: 'limit', tif: 'gtc' },
    ...{ reduceOnly: false, price: '100', qty: '2', filled: '2', status: 'filled', reason: '', marketMs: 5 },
  };
  const [first = 0, second = 0] = await store.reserveIds('positions', 2);
  const position = (id: number, round: number): PositionWrite => ({
    ...{ id, botId, round, side: 'long', status: round === 1 ? 'closed' : 'open', qty: '1', avgPrice: '100' },
    ...{ cost: '100', realized: '0', fee: '0', funding: '0', leverage: 1, margin: null, liqPrice: null, adds: 0 },
    ...{ maxAdds: 0, nextAddPrice: null, tpPrice: null, slPrice: null, openedMarketMs: 1, closedMarketMs: null },
    ...{ closeReason: null, closePrice: null },
  });
  const add = (positionId: number, round: number, qty: string): PositionAddWrite => ({
    ...{ positionId, botId, round, cid, step: round === 1 ? 1 : 0, kind: round === 1 ? 'manual_add' : 'open' },
    ...{ triggerPrice: null, price: '100', qty, amount: '100', fee: '0', callback: null, marketMs: 5 },
  });
  const reserve: MarginAddWrite = {
    ...{ ref: `reserve-${serial}`, botId, round: 2, attempt: 0, symbol: 'BTC/USDT:USDT', positionSide: 'net' },
    ...{ amount: '50', status: 'intended', reason: '', marketMs: 5 },
  };
  const adds = [add(first, 1, '0.5'), add(second, 2, '1.5')];
  const positions = [position(first, 1), position(second, 2)];
  await store.commit([{ ...writes(token), orders: [order], positions, adds, marginAdds: [reserve] }], []);
  await store.commit([{ ...writes(token), marginAdds: [{ ...reserve, status: 'done' }] }], []);
  const kept = await pool.query(
    'select position_id, trim_scale(qty) as qty, kind from position_adds where cid = $1 order by position_id',
    [cid],
  );
  expect(kept.rows).toEqual([
    { position_id: first, qty: '0.5', kind: 'manual_add' },
    { position_id: second, qty: '1.5', kind: 'open' },
  ]);
  const loaded = await store.load(userId, [{ accountId, books: 'b' }]);
  expect(loaded.adds.map(({ positionId, qty }) => [positionId, qty])).toEqual([[second, '1.5']]);
  expect(loaded.marginAdds).toEqual([{ ...reserve, status: 'done' }]);
  await runner.leave();
});

test('a settlement of funding is kept without what its venue did not tell, and never with a mark of 0', async () => {
  const store = createRunnerStore(pool);
  const runner = await store.enlist(() => {});
  const token = (await store.takeLease(userId, runner.runnerId, 10_000)) ?? 0;
  const botId = await makeBot(token);
  const funding = (id: string, mark: string | null) => ({
    ...{ accountId, books: 'b', venueFundingId: id, botId, symbol: 'BTC/USDT:USDT', rate: null, mark, amount: '-1.5' },
    marketMs: 5,
  });
  await store.commit([{ ...writes(token), fundings: [funding('untold', null)] }], []);
  const kept = await pool.query(
    "select rate, mark, trim_scale(amount) as amount from bot_fundings where venue_funding_id = 'untold'",
  );
  expect(kept.rows).toEqual([{ rate: null, mark: null, amount: '-1.5' }]);
  const zero = { ...writes(token), fundings: [funding('zero', '0')] };
  await expect(store.commit([zero], [])).rejects.toMatchObject({ code: '23514' });
  await runner.leave();
});

test('the same request makes one bot, and nobody makes one without the lease', async () => {
  const store = createRunnerStore(pool);
  const runner = await store.enlist(() => {});
  const token = (await store.takeLease(userId, runner.runnerId, 10_000)) ?? 0;
  const [a = 0, b = 0, c = 0] = await store.reserveIds('bot_actions', 3);
  const first = await store.insertBot(origin('one'), setup, token, row(a));
  const again = await store.insertBot(origin('one'), setup, token, row(b));
  expect(first).toMatchObject({ again: false });
  expect(again).toEqual({ id: (first as { id: number }).id, again: true });
  expect(await store.insertBot(origin('two'), setup, token - 1, row(c))).toBe('fenced');
  await runner.leave();
});

test('a bot and its legs are made together, once, and a leg may have nothing while its bot may not', async () => {
  const store = createRunnerStore(pool);
  const runner = await store.enlist(() => {});
  const token = (await store.takeLease(userId, runner.runnerId, 10_000)) ?? 0;
  const [first = 0, second = 0] = await store.reserveIds('bot_actions', 2);
  const place = { accountId, books: 'b', exchange: 'local' };
  const leg = {
    ...place,
    market: 'spot',
    symbol: 'BTC/USDT',
    direction: 'long',
    positionSide: 'net',
    symbolRules: rules,
  } as const;
  const legs = [
    { ...leg, investment: '100' },
    { ...leg, symbol: 'ETH/BTC', investment: '0' },
  ];
  const parent = { ...origin('req-legs'), kind: 'arbitrage' as const };
  const made = await store.insertBot(parent, setup, token, row(first), legs);
  const again = await store.insertBot(parent, setup, token, row(second), legs);
  if (made === 'fenced') throw new Error('fenced');
  expect(again).toEqual({ id: made.id, again: true });
  const { bots } = await store.load(userId, [{ accountId, books: 'b' }]);
  const plain = bots.map(({ parentId, leg, legs, symbol, investment, kind }) => [
    ...[parentId, leg, legs, symbol, investment, kind],
  ]);
  expect(plain).toEqual([
    [null, null, 2, 'BTC/USDT', '100', 'arbitrage'],
    [made.id, 0, 0, 'BTC/USDT', '100', 'arbitrage'],
    [made.id, 1, 0, 'ETH/BTC', '0', 'arbitrage'],
  ]);
  // A parent that lives takes no side of its own in the market that one of its legs trades.
  await pool.query("update bots set status = 'running' where user_id = $1", [userId]);
  const broke = [{ ...leg, investment: 'much' }];
  const failed = store.insertBot({ ...parent, requestId: 'req-broken' }, setup, token, row(second), broke);
  await expect(failed).rejects.toThrow();
  expect((await store.load(userId, [{ accountId, books: 'b' }])).bots).toHaveLength(3);
  await runner.leave();
});

test('a bot that nobody can take says so in its row, its legs with it, and its owner hears of it once', async () => {
  const store = createRunnerStore(pool);
  const runner = await store.enlist(() => {});
  const token = (await store.takeLease(userId, runner.runnerId, 10_000)) ?? 0;
  const [botId, legId] = [await makeBot(token), await makeBot(token)];
  await pool.query("update bots set status = 'running', phase = 'waiting', symbol = 'C' || id where id = any($1)", [
    [botId, legId],
  ]);
  await pool.query('update bots set parent_id = $1, leg = 0 where id = $2', [botId, legId]);
  const rows = async () =>
    (await pool.query('select status, phase, pause_reason from bots where id = any($1) order by id', [[botId, legId]]))
      .rows;
  const told = async () =>
    (
      await pool.query(
        "select action, why from bot_actions where bot_id = any($1) and action <> 'create' order by id",
        [[botId, legId]],
      )
    ).rows;
  const aside = { ids: [botId], reason: null, phase: 'error', why: 'engine_unread', data: {} } as const;
  expect(await store.setAside({ ...aside, token: token + 1 })).toEqual([]);
  expect(await store.setAside({ ...aside, token })).toEqual([botId]);
  expect(await store.setAside({ ...aside, token })).toEqual([]);
  const codes = await pool.query("select last_error ->> 'code' as code from bots where id = $1", [botId]);
  expect(codes.rows).toEqual([{ code: '4026' }]);
  const unread = { status: 'running', phase: 'error', pause_reason: '' };
  expect(await rows()).toEqual([unread, unread]);
  const closed = { ...aside, reason: 'exchange', phase: null, why: 'exchange_closed', token: null } as const;
  expect(await store.setAside(closed)).toEqual([botId]);
  expect(await store.setAside(closed)).toEqual([]);
  const paused = { status: 'paused', phase: 'error', pause_reason: 'exchange' };
  expect(await rows()).toEqual([paused, paused]);
  expect(await told()).toEqual([
    { action: 'manual', why: 'engine_unread' },
    { action: 'pause', why: 'exchange_closed' },
  ]);
  // One that has stopped can be started or deleted as little; to an exchange that is closed it is nothing.
  await pool.query("update bots set status = 'stopped', phase = 'idle', pause_reason = '' where id = any($1)", [
    [botId, legId],
  ]);
  expect(await store.setAside(closed)).toEqual([]);
  expect(await store.setAside({ ...aside, token })).toEqual([botId]);
  const stopped = { status: 'stopped', phase: 'error', pause_reason: '' };
  expect(await rows()).toEqual([stopped, stopped]);
  await runner.leave();
});
