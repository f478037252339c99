// Bots of several legs in the runner: they are made with their legs, start only where every leg may, trade as one, and
// what their owner asks of them is done to all of it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConvoyRig, EIGHT_HOURS, eth, perp, START_MS } from './convoy-rig.ts';

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
    expect(Number(booked[1])).toBeLessThan(0);
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
  });
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
});
