// What an indicator is: fed one closed candle after the other, it keeps its newest figures. It knows no timeframe and no
// instrument: prices and volumes are in whatever unit it is fed (the hub feeds ticks and lots, so that sums of prices
// are exact), and what comes out is in the same unit, a percentage or a plain number, as its row of catalogue.ts says.
// Figures are floats: statistics that decide, never money.

export interface Indicator {
  /** One figure for each output of the catalogue's row, in its order; NaN until enough candles have closed. */
  readonly values: Float64Array;
  push(high: number, low: number, close: number, volume: number): void;
}

/** The figures before the first candle. */
export function unknown(outputs: number): Float64Array {
  return new Float64Array(outputs).fill(Number.NaN);
}
