// The reference task of performance.md set up for both sides: 20 arithmetic lines over the walk, traded by the
// production backtest here and by the C loop there, from the same first orders to the same last atom.

import type { Stride } from '@cormorant/core/backtest/backtest-options.ts';
import { type BacktestResult, runBacktest } from '@cormorant/core/backtest/run-backtest.ts';
import { CandleColumns, type Candles } from '@cormorant/core/market/candles.ts';
import type { RangeIndex } from '@cormorant/core/market/range-index.ts';
import { grid } from '@cormorant/core/strategies/grid/machine.ts';
import type { GridParams } from '@cormorant/core/strategies/grid/params.ts';
import type { GridState } from '@cormorant/core/strategies/grid/state.ts';
import { inlineHotCode } from '../../commands/backtest/hot-code.ts';
import { plainGrid } from '../../packages/core/test/plain-grid.ts';
import { type GridStart, gridOutcome } from '../reference/c-loop.ts';
import { REFERENCE_INSTRUMENT } from '../reference/walk.ts';

const LINES = 20;
const INVESTMENT_ATOMS = 10_000 * 1e8;

export interface ReferenceGrid {
  readonly candles: Candles;
  readonly params: GridParams;
  readonly start: GridStart;
  /** Fills and fees of the initial purchase, which the C loop does not make. */
  readonly openingFills: number;
  readonly openingFeesAtoms: number;
}

export function referenceGrid(candles: Candles, lowerTicks: number, upperTicks: number): ReferenceGrid {
  const params: GridParams = {
    lowerTicks,
    upperTicks,
    levels: LINES - 1,
    ...plainGrid,
  };
  inlineHotCode();
  const open = candles.openTicks[0]!;
  const still = new CandleColumns(candles.intervalMs, 1);
  still.push(candles.openTimeMs[0]!, open, open, open, open, 1);
  const begun = trade({ candles: still, params }, 'print');
  const state = begun.bot.state!;
  const start: GridStart = {
    instrument: REFERENCE_INSTRUMENT,
    candles,
    lineTicks: state.lines,
    emptyLine: state.empty,
    qtyLots: state.cells.qtyLots[0]!,
    quoteAtoms: begun.profit.quoteAtoms,
    baseLots: begun.profit.baseAtoms / REFERENCE_INSTRUMENT.baseAtomsPerLot,
    peakAtoms: INVESTMENT_ATOMS,
  };
  return { candles, params, start, openingFills: begun.bot.fills, openingFeesAtoms: begun.profit.feesAtoms };
}

export function trade(
  task: { candles: Candles; params: GridParams },
  stride: Stride,
  index?: RangeIndex,
): BacktestResult<GridParams, GridState> {
  return runBacktest({
    strategy: grid,
    params: task.params,
    instrument: REFERENCE_INSTRUMENT,
    candles: task.candles,
    investmentAtoms: INVESTMENT_ATOMS,
    stride,
    index,
  });
}

/** In the C loop's words. */
export function outcomeOf(task: ReferenceGrid, result: BacktestResult): string {
  const { bot, profit } = result;
  const peak = bot.drawdownPeakAtoms;
  return gridOutcome({
    fills: bot.fills - task.openingFills,
    quoteAtoms: profit.quoteAtoms,
    baseLots: profit.baseAtoms / REFERENCE_INSTRUMENT.baseAtomsPerLot,
    feesAtoms: profit.feesAtoms - task.openingFeesAtoms,
    maxDrawdown: peak === 0 ? 0 : (peak - bot.drawdownTroughAtoms) / peak,
  });
}
