// What a fall does to ten times the money: a bot without a stop is liquidated at the first mark that the formula of
// strategies 2.2 names, recomputed here from its trades alone; the same bot with a stop ends by the stop before it. On a
// small made fall always; on 2022-05 and 2024-08-05 when DATA names the folder with the real candles.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BacktestReport, TradeRow } from '@cormorant/core/backtest/report.ts';
import { candlePrints } from '@cormorant/core/market/candle-prints.ts';
import { CandleColumns, type Candles, MINUTE_MS } from '@cormorant/core/market/candles.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../commands/backtest/arguments.ts';
import { type Replay, replay, type Tape } from '../../commands/backtest/replay.ts';
import { runRow, stretchesOf } from '../../commands/backtest/table.ts';
import { DEFAULT_STOP, LIQUIDATED, STOPPED } from '../../commands/backtest/table-rows.ts';

const MAINTENANCE = 0.005;
const LEVERAGE = 10;

/** Entry notional and quantity of a long after these trades, each reduction at the average price. */
function longOf(trades: readonly TradeRow[]): { entry: number; qty: number } {
  let entry = 0;
  let qty = 0;
  for (const { side, price, qty: text } of trades) {
    const amount = Number(text);
    if (side === 'buy') entry += Number(price) * amount;
    else entry -= (entry / qty) * amount;
    qty += side === 'buy' ? amount : -amount;
  }
  return { entry, qty };
}

/** LP = (E - M) / (Q (1 - mmr)) of a long whose margin is M = E / leverage. */
function formula({ entry, qty }: { entry: number; qty: number }): number {
  return (entry - entry / LEVERAGE) / (qty * (1 - MAINTENANCE));
}

function printsOf({ candles }: { candles: Candles }, decimals: number): number[] {
  const prints = [0, 0, 0, 0];
  return Array.from({ length: candles.length }, (_, row) => {
    const { openTicks, highTicks, lowTicks, closeTicks } = candles;
    candlePrints(openTicks[row]!, highTicks[row]!, lowTicks[row]!, closeTicks[row]!, prints);
    return prints.map((ticks) => ticks / 10 ** decimals);
  }).flat();
}

/** The mark is the last price here. `slack`: what funding took from or gave to the margin, per coin, and a tick. */
function expectLiquidated({ instrument, parsed }: Tape, { report }: Replay): void {
  expect(report).toMatchObject({ status: 'stopped', stop_reason: 'liquidated', base: '0', leverage: LEVERAGE });
  expect(report.liquidations).toHaveLength(1);
  const [forced] = report.liquidations;
  const position = longOf(report.trades);
  const price = formula(position);
  const slack = 2 / 10 ** instrument.priceDecimals + Math.abs(Number(report.funding)) / position.qty;
  expect(Number(forced!.qty)).toBeCloseTo(position.qty, 6);
  expect(Number(forced!.mark)).toBeLessThanOrEqual(price + slack);
  const since = report.trades.at(-1)!.seq;
  const before = printsOf(parsed, instrument.priceDecimals).slice(since, forced!.seq - 1);
  expect(Math.min(...before)).toBeGreaterThan(price - slack);
  // At the bankruptcy price nothing of the margin is left, whatever the market did.
  const { entry, qty } = position;
  expect(Math.abs(Number(forced!.price) - (entry - entry / LEVERAGE) / qty)).toBeLessThanOrEqual(slack);
}

function expectStopped({ report }: Replay, liquidatedAt?: number): void {
  expect(report).toMatchObject({ status: 'stopped', stop_reason: 'stop_loss' });
  expectFlat(report);
  if (liquidatedAt !== undefined) expect(report.trades.at(-1)!.seq).toBeLessThan(liquidatedAt);
}

/** A martingale that was stopped twice in a row waits for its owner instead of beginning anew. */
function expectPaused({ report, result }: Replay): void {
  expect(report.status).toBe('paused');
  expect(result.bot.pauseReason).toBe('risk');
  expectFlat(report);
}

function expectFlat(report: BacktestReport): void {
  expect(report).toMatchObject({ base: '0', leverage: LEVERAGE, liquidations: [] });
  expect(report.trades.at(-1)!.purpose).toBe('stop_loss');
  expect(Number(report.equity)).toBeGreaterThan(0);
}

describe('a made fall of a fifth', () => {
  const spec = { symbol: 'BTC/USDT', market: 'futures', tick: '0.1', step: '0.001', minQty: '0.001', maxQty: '1000' };
  const fees = { maker: '0.0005', taker: '0.0005', minNotional: '5', minPrice: '0.1', maxPrice: '1000000' };
  const instrument = makeInstrument({ ...spec, ...fees, market: 'futures', maxOpenOrders: 200, feeAsset: 'quote' });
  const candles = new CandleColumns(MINUTE_MS);
  for (let row = 0; row < 400; row++) {
    const ticks = 400_000 - row * 200;
    candles.push(1_700_006_400_000 + row * MINUTE_MS, ticks, ticks + 30, ticks - 230, ticks - 200, 1);
  }
  const tape: Tape = {
    instrument,
    parsed: { candles, missing: 0, gaps: [], problems: [] } as unknown as Tape['parsed'],
  };
  const run = (type: string, params: Record<string, string>) =>
    replay(
      {
        ...readArguments(['--candles', 'made', '--market', 'futures', '--type', type, '--investment', '10000'])!,
        params: { direction: 'long', leverage: String(LEVERAGE), ...params },
      },
      tape,
    );
  const grid = { lower: '39000', upper: '41000', grid_levels: '8' };

  it('liquidates a 10x long at the mark that the formula says', () => {
    expectLiquidated(tape, run('grid', grid));
  });

  it('the same grid ends by its stop, before that', () => {
    const [forced] = run('grid', grid).report.liquidations;
    expectStopped(run('grid', { ...grid, stop_loss: '38500' }), forced!.seq);
  });

  it('a 10x martingale ends by its default stop', () => {
    const one = { first_amount: '5000', max_positions: '1', take_profit: '5', add_drop: '3', multiplier: '1' };
    expectPaused(run('martin', one));
  });
});

const folder = process.env['DATA'];
const there = folder !== undefined && existsSync(folder);
if (!there)
  console.info('tests/backtest/falls.test.ts: DATA names no folder with the real candles, so those falls are skipped');

describe.runIf(there).each(stretchesOf(LIQUIDATED))('$name', (stretch) => {
  const data = folder as string;

  it('liquidates a 10x long at the mark that the formula says, and its stop saves the same grid', () => {
    expect(existsSync(join(data, stretch.candles))).toBe(true);
    const row = runRow(data, LIQUIDATED, stretch);
    expectLiquidated(row.tape, row.replay);
    expectStopped(runRow(data, STOPPED, stretch).replay, row.replay.report.liquidations[0]!.seq);
  });

  it('a 10x martingale ends by its default stop', () => {
    expectPaused(runRow(data, DEFAULT_STOP, stretch).replay);
  });
});
