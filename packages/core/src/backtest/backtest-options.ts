// What a backtest is asked: a machine with its params, a tape, and how to walk it.
import type { Candles } from '../market/candles.ts';
import type { Instrument } from '../market/instrument.ts';
import type { RangeIndex } from '../market/range-index.ts';
import type { Atoms, Ppm } from '../money/units.ts';
import type { Strategy } from '../strategy/strategy.ts';
import type { FundingColumn } from './contract-market.ts';

/** print: every print of every candle · candle: prints only of candles that touch something · block: leaps. */
export type Stride = 'print' | 'candle' | 'block';

export interface BacktestOptions<Params, State> {
  readonly strategy: Strategy<Params, State>;
  readonly params: Params;
  readonly instrument: Instrument;
  readonly candles: Candles;
  readonly investmentAtoms: Atoms;
  readonly symbol?: string;
  /** The bot starts right after this print of the tape (1 = the first candle's open). */
  readonly startPrint?: number;
  readonly slippagePpm?: Ppm;
  readonly stride?: Stride;
  /** For stride block; built when absent. It must be of these candles. */
  readonly index?: RangeIndex;
  /** Contracts: settled rates, oldest first; none when absent. */
  readonly funding?: FundingColumn;
  /** Contracts: candles of the mark price; the last price when absent. */
  readonly mark?: Candles;
}
