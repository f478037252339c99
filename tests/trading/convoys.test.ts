// Bots of several legs in the runner: they are made with their legs, start only where every leg may, trade as one, and
// what their owner asks of them is done to all of it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StepFailed } from '../../apps/server/src/runner/turns/step-bot.ts';
import { btc, ConvoyRig, EIGHT_HOURS, eth, perp, START_MS } from './convoy-rig.ts';
import type { Answer } from './small-venue.ts';

const rig = new ConvoyRig();
const funding = {
  symbolRules: perp,
  params: {
    ...{ kind: 'funding', leverage: '2', exit_rate: '0', max_breakeven_days: '15', basis_target: '0' },
    margin_guard: '10',
  },
};
const triangular = {
  symbolRules: eth,
  params: { kind: 'triangular', via: ['BTC'], min_profit: '0.1', max_order: '0' },
};
const calm = { 'BTC/USDT': '60000.00', 'BTC/USDT:USDT': '60010.0' };
/** BTC 60000, ETH/BTC 0.05, ETH 3060: 2 % more than the way over BTC costs. */
const gap = { 'BTC/USDT': '60000.00', 'ETH/BTC': '0.05000', 'ETH/USDT': '3060.00' };
const even = { ...gap, 'ETH/USDT': '3000.00' };
const NOTHING = { BTC: 0, 'BTC/USDT:USDT': 0 };
let serial = 0;

beforeAll(() => rig.open());
afterAll(() => rig.close());
beforeEach(async () => {
  const { venue } = rig;
  Object.assign(venue, { nowMs: START_MS, futures: 10_000n * 10n ** 18n, ratesFail: false });
  Object.assign(venue, { answer: (_order: unknown, honest: () => unknown) => honest() });
  venue.spot.clear();
  venue.spot.set('USDT', 10_000n * 10n ** 18n);
  for (const rows of [venue.positions, venue.orders, venue.prices]) rows.clear();
  for (const list of [venue.fills, venue.fundings, venue.rates, venue.arrived, venue.leverage]) list.length = 0;
  // Nine settlements of 0.03 %, the last of them a quarter of an hour ago.
  for (let at = 8; at >= 0; at--) venue.rates.push({ rate: '0.0003', atMs: START_MS - 900_000 - at * EIGHT_HOURS });
  for (const [symbol, price] of Object.entries({ ...calm, ...even })) venue.prices.set(symbol, price);
  rig.failures.length = 0;
  serial += 1;
  await rig.newUser(serial);
});

const refusing = (symbol: string): Answer => {
  const no = { outcome: 'refused', code: 3010, reason: 'funds', detail: 'no' } as const;
  return (order, honest) => (order.symbol === symbol ? no : honest());
};

/** A funding arbitrage that has opened. */
async function held(): Promise<number> {
  const id = await rig.create(funding);
  await rig.moment(calm);
  await rig.start(id);
  await rig.moment(calm);
  expect(rig.convoy(id).phase).toBe('holding');
  return id;
}

describe('funding', () => {
  test('opens both legs in one turn, takes its funding, and closes them into one result', async () => {
    const id = await rig.create(funding);
    await rig.moment(calm);
    await rig.start(id);
    await rig.moment(calm);
    expect(rig.failures).toEqual([]);
    const convoy = rig.convoy(id);
    expect([convoy.status, convoy.phase]).toEqual(['running', 'holding']);
    const { booked, there } = rig.holdings(id);
    expect(booked).toEqual(there);
    expect(booked['BTC/USDT:USDT']).toBeLessThan(0);
    expect(rig.venue.leverage).toEqual(['BTC/USDT:USDT 2 cross']);
    await rig.moment(calm, EIGHT_HOURS);
    expect(convoy.convoy.legs[1]?.books.fundingAtoms).toBeGreaterThan(0);
    const closed = await rig.operate(id, { name: 'close' });
    expect(closed).toMatchObject({ outcome: 'done', value: { status: 'paused' } });
    const settled = await rig.rows(
      `select leg, market, funding > 0 as funded, count(*) over (partition by pair_id)::integer as together
       from settlements where bot_id = ${id} order by leg`,
    );
    expect(settled).toEqual([
      { leg: 0, market: 'spot', funded: false, together: 2 },
      { leg: 1, market: 'futures', funded: true, together: 2 },
    ]);
    // Each leg's round ends with its result, not with its last trade, and has all of it.
    const rounds = await rig.rows(
      `select b.leg, p.status, p.side, p.qty = 0 as flat, p.realized = s.net as whole
       from positions p join bots b on b.id = p.bot_id
       join settlements s on s.bot_id = b.parent_id and s.leg = b.leg where b.parent_id = ${id} order by b.leg`,
    );
    expect(rounds).toEqual([
      { leg: 0, status: 'closed', side: 'long', flat: true, whole: true },
      { leg: 1, status: 'closed', side: 'short', flat: true, whole: true },
    ]);
  });

  test('a second leg that is refused sends the first one back', async () => {
    const id = await rig.create(funding);
    await rig.moment(calm);
    rig.venue.answer = refusing('BTC/USDT:USDT');
    await rig.start(id);
    for (let at = 0; at < 6; at++) await rig.moment(calm);
    expect(await rig.whys(id)).toContain('arb_unwind');
    expect(rig.holdings(id)).toEqual({ booked: NOTHING, there: NOTHING });
    expect(rig.convoy(id)).toMatchObject({ status: 'running', phase: 'waiting' });
    expect(rig.convoy(id).isFlat()).toBe(true);
  });

  test('what no try could even out pauses it by risk, naked, and its owner goes on with it', async () => {
    const id = await held();
    rig.venue.answer = refusing('BTC/USDT:USDT');
    await rig.operate(id, { name: 'close' });
    for (let at = 0; at < 14; at++) await rig.moment(calm, 31_000);
    const convoy = rig.convoy(id);
    expect(await rig.whys(id)).toContain('arb_naked');
    expect([convoy.status, convoy.pauseReason, convoy.phase]).toEqual(['paused', 'risk', 'error']);
    const before = rig.venue.arrived.length;
    await rig.moment(calm, 600_000);
    expect(rig.venue.arrived).toHaveLength(before);
    rig.venue.answer = (_order, honest) => honest();
    expect(await rig.operate(id, { name: 'resume' })).toMatchObject({ outcome: 'done' });
    await rig.moment(calm);
    expect(rig.holdings(id)).toEqual({ booked: NOTHING, there: NOTHING });
  });

  test('stopped with its legs kept it takes them up again, and is deleted only when they are closed', async () => {
    const id = await held();
    const kept = rig.holdings(id);
    await rig.operate(id, { name: 'stop', close: false, reason: 'user' });
    expect(rig.convoy(id)).toMatchObject({ status: 'stopped', record: { kept: true } });
    expect(await rig.operate(id, { name: 'delete' })).toMatchObject({ code: 4018 });
    expect(rig.holdings(id)).toEqual(kept);
    await rig.start(id);
    await rig.moment(calm);
    expect([rig.convoy(id).phase, rig.holdings(id)]).toEqual(['holding', kept]);
    await rig.operate(id, { name: 'stop', close: true, reason: 'user' });
    expect(rig.holdings(id)).toEqual({ booked: NOTHING, there: NOTHING });
    expect(await rig.operate(id, { name: 'delete' })).toMatchObject({ outcome: 'done' });
    const rows = await rig.rows(
      `select count(*)::integer as n from bots where deleted_at is not null and coalesce(parent_id, id) = ${id}`,
    );
    expect(rows).toEqual([{ n: 3 }]);
    expect(rig.opened.actor.bots.size).toBe(0);
  });

  test('stopped with its legs kept it starts again only with the money of coin that was sold by hand', async () => {
    const id = await held();
    await rig.operate(id, { name: 'stop', close: false, reason: 'user' });
    rig.venue.spot.set('BTC', 0n);
    rig.venue.spot.set('USDT', 1_900n * 10n ** 18n);
    expect(await rig.operate(id, { name: 'start' })).toMatchObject({
      code: 3010,
      data: { wallet: 'spot', need: '2000' },
    });
  });

  test('it starts only with the money of both wallets, alone in both markets, and with rates', async () => {
    const id = await rig.create(funding);
    await rig.moment(calm);
    rig.venue.futures = 900n * 10n ** 18n;
    expect(await rig.operate(id, { name: 'start' })).toMatchObject({
      code: 3010,
      data: { wallet: 'futures', need: '1000' },
    });
    rig.venue.futures = 10_000n * 10n ** 18n;
    rig.venue.spot.set('USDT', 1_900n * 10n ** 18n);
    expect(await rig.operate(id, { name: 'start' })).toMatchObject({
      code: 3010,
      data: { wallet: 'spot', need: '2000' },
    });
    rig.venue.spot.set('USDT', 10_000n * 10n ** 18n);
    const twin = await rig.create({ ...funding, investment: '600' });
    await rig.start(twin);
    expect(await rig.operate(id, { name: 'start' })).toMatchObject({ code: 4010, data: { bot_id: twin } });
    await rig.operate(twin, { name: 'stop', close: true, reason: 'user' });
    rig.venue.ratesFail = true;
    await rig.moment(calm, EIGHT_HOURS);
    expect(await rig.operate(id, { name: 'start' })).toMatchObject({ code: 2015 });
    expect(rig.convoy(id).status).toBe('stopped');
  });

  test('a leg is nobody’s bot; adding and signals are no business of a convoy', async () => {
    const id = await held();
    const [leg] = rig.convoy(id).legs;
    expect(await rig.operate(leg?.id ?? 0, { name: 'stop', close: true, reason: 'user' })).toMatchObject({
      code: 4001,
    });
    expect(await rig.operate(id, { name: 'add', amount: null })).toMatchObject({ code: 4023 });
    const signal = { id: 's', action: 'open', side: '', amount: null } as const;
    expect(await rig.runner.signal(rig.userId, id, signal)).toMatchObject({ code: 4023 });
  });

  test('an edit changes its shares only while nothing is held, and never its markets', async () => {
    const id = await held();
    const change = { version: 1, name: 'other', params: funding.params, investment: '3000', direction: 'neutral' };
    const edit = (more: object) => rig.runner.edit(rig.userId, id, { ...change, differences: {}, ...more });
    expect(await edit({})).toMatchObject({ code: 4011 });
    await rig.operate(id, { name: 'pause' });
    expect(await edit({ investment: '4000' })).toMatchObject({ code: 4018 });
    expect(await edit({ params: { ...funding.params, leverage: '3' } })).toMatchObject({ code: 4018 });
    expect(await edit({ params: { ...funding.params, margin_guard: '15' } })).toMatchObject({ outcome: 'done' });
    await rig.operate(id, { name: 'close' });
    expect(await edit({ version: 2, investment: '4000', params: { ...funding.params, leverage: '3' } })).toMatchObject({
      outcome: 'done',
    });
    rig.check();
    const { legs, investmentAtoms } = rig.convoy(id).convoy;
    expect([investmentAtoms, legs[1]?.books.investmentAtoms]).toEqual([4_000e8, 1_000e8]);
    const plan = await rig.runner.plan(rig.userId, id, { ...change, version: 3, investment: '4000' });
    expect(plan).toMatchObject({ outcome: 'done' });
    await rig.operate(id, { name: 'resume' });
    await rig.moment(calm, 3_700_000);
    await rig.moment(calm);
    expect(rig.venue.leverage.at(-1)).toBe('BTC/USDT:USDT 3 cross');
    expect(rig.convoy(id).phase).toBe('holding');
  });

  test('a position that is not what the books say pauses the whole bot', async () => {
    const id = await held();
    rig.venue.positions.set('BTC/USDT:USDT', 0n);
    await rig.reconcile();
    await rig.reconcile();
    expect(rig.convoy(id)).toMatchObject({ status: 'paused', pauseReason: 'risk' });
    expect(await rig.whys(id)).toContain('drift_holdings');
  });

  test('a leg that throws is the whole bot’s fault', async () => {
    const other = await rig.create(triangular);
    const id = await held();
    rig.convoy(id).engine.print = () => {
      throw new Error('broken');
    };
    for (let at = 0; at < 5 && rig.failures.length === 0; at++) await rig.moment(calm, 61_000);
    expect(rig.failures[0]).toBeInstanceOf(StepFailed);
    expect((rig.failures[0] as StepFailed).botId).toBe(id);
    // Read back it is set aside with all its legs, and nothing else of its user is.
    await rig.reopen();
    const convoy = rig.convoy(id);
    expect([convoy.broken, ...convoy.legs.map(({ broken }) => broken)]).toEqual([true, true, true]);
    expect(convoy).toMatchObject({ status: 'paused', pauseReason: 'risk', phase: 'error' });
    expect(await rig.whys(id)).toContain('engine_fault');
    expect(await rig.operate(id, { name: 'close' })).toMatchObject({ code: 4026 });
    // Its owner has it read again: what made it throw is gone with the memory of it, and all its legs are there.
    expect(await rig.operate(id, { name: 'resume' })).toMatchObject({ outcome: 'done', value: { status: 'running' } });
    expect(
      rig.actors
        .all()
        .flatMap(({ actor }) => [...actor.bots.values()])
        .filter(({ broken }) => broken),
    ).toEqual([]);
    await rig.reopen();
    expect(rig.convoy(other).broken).toBe(false);
  });

  test.each(['before its trade is known', 'after its trade is booked'])(
    'a kill between the legs, %s, doubles and loses nothing',
    async (when) => {
      const id = await rig.create(funding);
      await rig.moment(calm);
      let killed = false;
      const spotBooked = async () => (await rig.rows('select 1 from bot_fills')).length > 0;
      rig.venue.answer = async (order, honest) => {
        if (killed || order.symbol !== 'BTC/USDT:USDT') return honest();
        killed = true;
        if (when.startsWith('after')) await expect.poll(spotBooked).toBe(true);
        rig.kill();
        return new Promise(() => {});
      };
      void rig.operate(id, { name: 'start' }).catch(() => {});
      await expect.poll(() => killed && rig.opened.actor.dead).toBe(true);
      expect(rig.venue.fills.map(({ symbol }) => symbol)).toEqual(['BTC/USDT']);
      await rig.live();
      await rig.reconcile();
      await rig.moment(calm);
      const { booked, there } = rig.holdings(id);
      expect(booked).toEqual(there);
      expect(new Set(rig.venue.arrived).size).toBe(rig.venue.arrived.length);
      expect(rig.venue.fills.map(({ symbol }) => symbol)).toEqual(['BTC/USDT', 'BTC/USDT:USDT']);
      expect(rig.convoy(id)).toMatchObject({ status: 'running', phase: 'holding' });
      expect(await rig.whys(id)).not.toContain('drift_holdings');
    },
  );
});
describe('triangular', () => {
  test('a round over three markets is one result in the home coin', async () => {
    const id = await rig.create(triangular);
    await rig.moment(even);
    await rig.start(id);
    await rig.moment(even);
    expect(rig.venue.arrived).toEqual([]);
    await rig.moment(gap);
    expect(rig.failures).toEqual([]);
    expect(rig.venue.fills.map(({ symbol, side }) => `${side} ${symbol}`)).toEqual([
      ...['buy BTC/USDT', 'buy ETH/BTC', 'sell ETH/USDT'],
    ]);
    const [result] = await rig.rows(`select sum(net) > 20 as won from settlements where bot_id = ${id}`);
    expect(result).toEqual({ won: true });
  });

  test('a kill between two of its legs ends in the same round', async () => {
    const id = await rig.create(triangular);
    await rig.moment(even);
    await rig.start(id);
    let killed = false;
    rig.venue.answer = async (order, honest) => {
      if (killed || order.symbol !== 'ETH/BTC') return honest();
      killed = true;
      rig.kill();
      return new Promise(() => {});
    };
    void rig.moment(gap);
    await expect.poll(() => killed).toBe(true);
    await rig.live();
    await rig.reconcile();
    await rig.moment(gap);
    expect(rig.venue.fills.slice(0, 3).map(({ symbol }) => symbol)).toEqual(['BTC/USDT', 'ETH/BTC', 'ETH/USDT']);
    expect(new Set(rig.venue.arrived).size).toBe(rig.venue.arrived.length);
    const { booked, there } = rig.holdings(id);
    expect(booked).toEqual(there);
  });

  test('a bot over two exchanges does not start while bots trade on one', async () => {
    const params = {
      kind: 'cross',
      exchange_b: 'binance',
      min_profit: '0.2',
      max_order: '0',
      depth_share: '20',
      inventory_floor: '10',
    };
    const id = await rig.create({ symbolRules: btc, params });
    await rig.moment({ 'BTC/USDT': '60000.00' });
    expect(await rig.operate(id, { name: 'start' })).toMatchObject({ code: 2005, data: { field: 'exchange_b' } });
  });
});
