// The server is killed (SIGKILL) again and again in the middle of trading, at moments nobody chose. No order is doubled
// or lost, every trade is booked once, the figures go on where they were; and since the exchange waits for whoever
// answers, the trades are in the end the very ones of an undisturbed backtest.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFills, openCids, tapeEnded, totals } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';
import { random } from '../trading/tape.ts';

const grid = { investment: '5000', lower: '57500', upper: '62500', grid_levels: 40, grid_mode: 'arithmetic' };
/** Each is another start of the whole server. */
const KILLS = Number(process.env['KILLS'] ?? 5);
const seed = 31_337;
const scene = new Scene();

beforeAll(() => scene.open({ seed, candles: 450, middle: 6_000_000, speed: 3_000 }));
afterAll(() => scene.close());

/** Units of 1e-8. */
const e8 = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole) * 100_000_000n + BigInt(`${fraction}00000000`.slice(0, 8));
  return text.startsWith('-') ? -units : units;
};

test('kills lose nothing, double nothing and change nothing', { timeout: 200_000 + KILLS * 20_000 }, async () => {
  const botId = await scene.person.createGrid(grid);
  const startPrint = await scene.startPrint(botId);
  const next = random(seed);
  let bookedBefore = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 50 + next() * 650));
    await scene.killServer();
    const booked = (await scene.booked()).length;
    expect(booked).toBeGreaterThanOrEqual(bookedBefore);
    bookedBefore = booked;
  }
  await tapeEnded(scene.venue.url, 150_000);
  await scene.allBooked();

  const account = await scene.account();
  const atExchange = await allFills(scene.venue.url, account);
  const booked = await scene.booked();
  const plain = (fill: { id: string; cid: string; side: string; price: string; qty: string }) =>
    [fill.id, fill.cid, fill.side, e8(fill.price), e8(fill.qty)].join(' ');
  expect(booked.map(plain)).toEqual(atExchange.map(plain));
  expect(await scene.ordersInState(['intended', 'unknown'])).toEqual([]);
  expect(await scene.ordersInState(['open'])).toEqual(await openCids(scene.venue.url, account));
  expect(
    (await scene.database.query("select count(*)::integer as n from bot_actions where action = 'manual'")).rows[0].n,
  ).toBe(0);

  const report = await scene.backtest(grid, startPrint);
  expect(await scene.judge(startPrint, booked, report['trades'] as unknown[])).toBe('');

  const { data: bot } = await scene.person.get(`/api/user/botDetail?id=${botId}`);
  const parts = bot.profit_parts;
  expect(bot.status).toBe('running');
  expect(e8(parts.grid) + e8(parts.other) + e8(parts.unrealized)).toBe(e8(parts.total));
  expect(bot.profit).toBe(report['realized']);
  const money = await totals(scene.venue.url, account);
  const sum = (asset: string) => (money.get(asset) ?? ['0', '0']).reduce((total, text) => total + e8(text), 0n);
  expect(sum('BTC')).toBe(e8(bot.holdings.base_qty));
  expect(sum('USDT') - e8('10000') + e8(grid.investment)).toBe(e8(bot.holdings.quote_amount));
});
