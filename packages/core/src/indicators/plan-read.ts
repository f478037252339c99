// How a read is computed: by which indicator, from which of its figures, and what makes whole coins of it. Indicators
// count in ticks and lots.
import { TIMEFRAME_MS } from '../market/candles.ts';
import type { Instrument } from '../market/instrument.ts';
import { AtrRatio } from './atr-ratio.ts';
import { type IndicatorUnit, specOf } from './catalogue.ts';
import type { Indicator } from './indicator.ts';
import { makeIndicator } from './make-indicator.ts';
import { type IndicatorRead, readKey } from './read.ts';
import { WARM_UP_CANDLES } from './recent-candles.ts';

export interface ReadPlan {
  /** Equal for all reads that one indicator answers. */
  readonly key: string;
  /** null: funding, which is made of no candles. */
  readonly make: (() => Indicator) | null;
  readonly output: number;
  readonly multiply: number;
  readonly divide: number;
}

/** Throws RangeError for an output that the indicator does not have. */
export function planRead(instrument: Instrument, read: IndicatorRead): ReadPlan {
  const { ind, args, out, tf } = read;
  if (ind === 'atr' && out === 'ratio') return planRatio(read);
  const { outputs } = specOf(ind);
  const output = outputs.findIndex((each) => each.out === out);
  if (output < 0) throw new RangeError(`${ind} has no output '${out}'`);
  const make = ind === 'funding' ? null : () => makeIndicator(ind, args);
  return { key: readKey({ ind, args, out: '', tf }), make, output, ...scaleOf(instrument, outputs[output]!.unit) };
}

/** args: periods, and days of the median; no operand of conditions. Its window must fit into what is kept. */
function planRatio(read: IndicatorRead): ReadPlan {
  const [n = 0, days = 0] = read.args;
  const rows = Math.round((days * TIMEFRAME_MS['1d']) / TIMEFRAME_MS[read.tf]);
  if (n < 1 || rows < 1 || n + rows > WARM_UP_CANDLES) throw new RangeError(`${readKey(read)} is out of range`);
  return { key: readKey(read), make: () => new AtrRatio(n, rows), output: 0, multiply: 1, divide: 1 };
}

function scaleOf(instrument: Instrument, unit: IndicatorUnit): { multiply: number; divide: number } {
  if (unit === 'price') return { multiply: instrument.tickUnits, divide: 10 ** instrument.priceDecimals };
  if (unit === 'volume') return { multiply: instrument.stepUnits, divide: 10 ** instrument.qtyDecimals };
  return { multiply: 1, divide: 1 };
}
