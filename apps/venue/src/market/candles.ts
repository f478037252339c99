// Candles of any timeframe and the last day's figures, folded from what a tape has printed; the last candle may still be
// forming. A candle that began before the tape did is none: its beginning is not known, and who computes with candles
// (a backtest, too) leaves it out.
import { CandleBuilder } from '@cormorant/core/market/candle-builder.ts';
import { type CandleTimeframe, candleAt, MINUTE_MS, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import type { Lots, Ticks, TimeMs } from '@cormorant/core/money/units.ts';
import { DAY_MS, type Tape } from './tape.ts';

export interface CandleRow {
  atMs: TimeMs;
  open: Ticks;
  high: Ticks;
  low: Ticks;
  close: Ticks;
  volume: Lots;
}

function fold(tape: Tape, fromMs: TimeMs, toMs: TimeMs, intervalMs: number): CandleRow[] {
  const builder = new CandleBuilder(intervalMs);
  tape.visit(fromMs, toMs, intervalMs, (atMs, open, high, low, close, volume) => {
    builder.add(atMs, open, high, low, close, volume);
  });
  const { candles } = builder;
  return Array.from({ length: candles.length }, (_, row) => {
    const { openTimeMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots } = candleAt(candles, row);
    return { atMs: openTimeMs, open: openTicks, high: highTicks, low: lowTicks, close: closeTicks, volume: volumeLots };
  });
}

/** At most `limit` candles with opening times <= endMs, oldest first. Gaps are passed over, not filled. */
export function candlesOf(tape: Tape, timeframe: CandleTimeframe, limit: number, endMs: TimeMs): CandleRow[] {
  const intervalMs = TIMEFRAME_MS[timeframe];
  const newestMs = Math.min(endMs, tape.lastAtMs);
  const firstOpenMs = Math.ceil(tape.startMs / intervalMs) * intervalMs;
  if (newestMs < firstOpenMs) return [];
  const lastOpenMs = newestMs - (newestMs % intervalMs);
  const toMs = lastOpenMs + intervalMs;
  let fromMs = lastOpenMs - (limit - 1) * intervalMs;
  let rows = fold(tape, fromMs, toMs, intervalMs);
  // A gap in the tape leaves fewer candles than the window has room for: look further back in growing steps.
  let reachMs = limit * intervalMs;
  while (rows.length < limit && fromMs > tape.startMs) {
    rows = fold(tape, fromMs - reachMs, fromMs, intervalMs).concat(rows);
    fromMs -= reachMs;
    reachMs *= 2;
  }
  return rows.filter(({ atMs }) => atMs >= firstOpenMs).slice(-limit);
}

export interface DayFigures {
  openTicks: Ticks;
  highTicks: Ticks;
  lowTicks: Ticks;
  baseVolumeLots: Lots;
  /** Sum of close x volume of the minutes, in ticks x lots: a statistic, not money. */
  quoteVolumeTickLots: number;
}

/** The 24 hours up to the last print; null before the first one. */
export function dayFiguresOf(tape: Tape): DayFigures | null {
  let figures: DayFigures | null = null;
  const fromMs = tape.lastAtMs - (tape.lastAtMs % MINUTE_MS) - DAY_MS + MINUTE_MS;
  tape.visit(fromMs, tape.lastAtMs + 1, MINUTE_MS, (_atMs, open, high, low, close, volume) => {
    if (figures === null)
      figures = { openTicks: open, highTicks: high, lowTicks: low, baseVolumeLots: 0, quoteVolumeTickLots: 0 };
    if (high > figures.highTicks) figures.highTicks = high;
    if (low < figures.lowTicks) figures.lowTicks = low;
    figures.baseVolumeLots += volume;
    figures.quoteVolumeTickLots += close * volume;
  });
  return figures;
}
