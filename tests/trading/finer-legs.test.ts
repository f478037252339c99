// A leg whose order ended with a part of its lot, because the exchange trades in finer steps by now (docs/decisions/0093): the part
// is the leg's, the other leg stays what hedges it, and the bot goes on to the end of its round, through a kill.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { btc, ConvoyRig, EIGHT_HOURS, perp, START_MS } from './convoy-rig.ts';

const rig = new ConvoyRig();
const calm = { 'BTC/USDT': '60000.00', 'BTC/USDT:USDT': '60010.0' };
const funding = {
  symbolRules: perp,
  params: {
    ...{ kind: 'funding', leverage: '2', exit_rate: '0', max_breakeven_days: '15', basis_target: '0' },
    margin_guard: '10',
  },
};

beforeAll(() => rig.open());
afterAll(() => rig.close());

test.each([false, true])('a funding arbitrage (killed before it counts: %s)', async (isKilled) => {
  const { venue } = rig;
  Object.assign(venue, {
    nowMs: START_MS,
    futures: 10_000n * 10n ** 18n,
    answer: (_: unknown, honest: () => unknown) => honest(),
  });
  venue.spot.clear();
  venue.spot.set('USDT', 10_000n * 10n ** 18n);
  for (const rows of [venue.positions, venue.orders, venue.prices]) rows.clear();
  for (const list of [venue.fills, venue.fundings, venue.rates, venue.arrived, venue.leverage]) list.length = 0;
  for (let at = 8; at >= 0; at--) venue.rates.push({ rate: '0.0003', atMs: START_MS - 900_000 - at * EIGHT_HOURS });
  for (const [symbol, price] of Object.entries(calm)) venue.prices.set(symbol, price);
  rig.failures.length = 0;
  await rig.newUser(isKilled ? 702 : 701);
  const id = await rig.create(funding);
  await rig.moment(calm);
  await rig.start(id);
  await rig.moment(calm);
  expect(rig.convoy(id).phase).toBe('holding');

  const { symbols } = venue.port;
  const fine = { ...btc, step: '0.000001', minQty: '0.000001' };
  let killed = !isKilled;
  venue.port.symbols = async () => {
    if (!killed && venue.fills.length > 2) {
      killed = true;
      rig.kill();
    }
    return (await symbols()).map((row) => (row.symbol === btc.symbol ? fine : row));
  };
  let parts = 0;
  venue.answer = (order, honest) =>
    order.symbol === btc.symbol && parts++ === 0 ? venue.leaveRest(order, '0.012345') : honest();
  void rig.operate(id, { name: 'close' }).catch(() => {});
  await expect.poll(() => (isKilled ? rig.opened.actor.dead : parts > 0)).toBe(true);
  if (isKilled) {
    await rig.live();
    await rig.reconcile();
  }
  for (let at = 0; at < 4; at++) await rig.moment(calm);
  expect(rig.failures).toEqual([]);
  const { legs, status } = rig.convoy(id);
  expect(status).toBe('paused');
  expect(legs.map(({ record }) => record.symbolRules.step)).toEqual(['0.000001', '0.001']);
  const { booked, there } = rig.holdings(id);
  expect(booked).toEqual(there);
  expect(booked).toEqual({ BTC: 0, 'BTC/USDT:USDT': 0 });
  expect((await rig.whys(id)).filter((why) => why === 'steps_finer')).toHaveLength(1);
  expect(new Set(venue.arrived).size).toBe(venue.arrived.length);
  const rows = await rig.rows(
    `select count(*)::integer as n from bot_fills where venue_fill_id = any('{${venue.fills.map(({ id: fill }) => fill).join(',')}}') and bot_id in (select id from bots where parent_id = ${id})`,
  );
  expect(rows).toEqual([{ n: venue.fills.length }]);
  venue.port.symbols = symbols;
});
