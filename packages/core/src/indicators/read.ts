// Which indicator of which candles: the address under which hosts compute it once and machines read it.
import type { CandleTimeframe } from '../market/candles.ts';

export type IndicatorName =
  | 'price'
  | 'change'
  | 'ma'
  | 'ema'
  | 'rsi'
  | 'macd'
  | 'boll'
  | 'kdj'
  | 'atr'
  | 'adx'
  | 'cci'
  | 'obv'
  | 'vol'
  | 'vol_ma'
  | 'highest'
  | 'lowest'
  | 'supertrend'
  | 'funding';

export interface IndicatorRead {
  readonly ind: IndicatorName;
  /** Integers; product.md 4.8 says how many and in which order. */
  readonly args: readonly number[];
  /** Which of its outputs, where it has several: 'dif', 'upper' …; '' = its only one. */
  readonly out: string;
  readonly tf: CandleTimeframe;
}

/** 'macd(12,26,9).dif@1h': equal reads have equal keys. */
export function readKey({ ind, args, out, tf }: IndicatorRead): string {
  return `${ind}(${args.join(',')})${out === '' ? '' : `.${out}`}@${tf}`;
}
