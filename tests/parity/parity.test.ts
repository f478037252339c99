// The same tape through the runner (two processes over the wire, and PostgreSQL) and through `npm run backtest` gives
// the same trades, one for one; a judge that shares no code with either says so, and says no when one trade is changed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tapeEnded } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';

const grid = { investment: '4000', lower: '56000', upper: '64000', grid_levels: 20, grid_mode: 'geometric' };
const scene = new Scene();

beforeAll(() => scene.open({ seed: 20_240_805, candles: 600, middle: 6_000_000, speed: 6_000 }));
afterAll(() => scene.close());

test('the runner trades over a replay as the backtest does, trade for trade', { timeout: 300_000 }, async () => {
  const botId = await scene.person.createGrid(grid);
  await tapeEnded(scene.venue.url, 150_000);
  await scene.allBooked();
  const runner = await scene.booked();
  const startPrint = await scene.startPrint(botId);
  const report = await scene.backtest(grid, startPrint);
  const backtest = report['trades'] as Record<string, unknown>[];
  expect(runner.length).toBeGreaterThan(30);
  expect(await scene.judge(startPrint, runner, backtest)).toBe('');

  const { data: bot } = await scene.person.get(`/api/user/botDetail?id=${botId}`);
  expect(bot.profit).toBe(report['realized']);
  expect(bot.profit_parts.fees).toBe(report['fees']);
  expect(bot.holdings.base_qty).toBe(report['base']);
  expect(bot.holdings.quote_amount).toBe(report['quote']);

  // The judge is no rubber stamp.
  const [first, ...rest] = runner;
  const worse = [{ ...first, price: String(Number(first?.price) + 0.01) }, ...rest];
  expect(await scene.judge(startPrint, worse, backtest)).toContain('trade 1');
  expect(await scene.judge(startPrint, rest, backtest)).toContain('times');
});
