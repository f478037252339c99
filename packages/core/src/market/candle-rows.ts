// Candles as venues send them (decimal strings) into columns.
import { CandleColumns } from './candles.ts';
import { priceToTicks, qtyToLots } from './conversions.ts';
import type { Instrument } from './instrument.ts';

/** [open time, open, high, low, close, volume in base]. */
export type CandleRow = readonly [number, string, string, string, string, string];

/** Rows oldest first. A venue's own candles lie on its ticks; a stray digit beyond them is cut off. */
export function columnsOfRows(instrument: Instrument, rows: readonly CandleRow[], intervalMs: number): CandleColumns {
  const columns = new CandleColumns(intervalMs, rows.length);
  const ticks = (price: string) => priceToTicks(instrument, price, 'floor');
  for (const [openMs, open, high, low, close, volume] of rows) {
    columns.push(openMs, ticks(open), ticks(high), ticks(low), ticks(close), qtyToLots(instrument, volume, 'floor'));
  }
  return columns;
}
