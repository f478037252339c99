// From a name of the catalogue to the thing that computes it. Funding is no figure of candles; the hub keeps it itself.
import { Adx } from './adx.ts';
import { Atr } from './atr.ts';
import { Boll } from './boll.ts';
import { Cci } from './cci.ts';
import { Change } from './change.ts';
import { Ema } from './ema.ts';
import { Highest } from './highest.ts';
import type { Indicator } from './indicator.ts';
import { Kdj } from './kdj.ts';
import { Lowest } from './lowest.ts';
import { Ma } from './ma.ts';
import { Macd } from './macd.ts';
import { Obv } from './obv.ts';
import { Price } from './price.ts';
import type { IndicatorName } from './read.ts';
import { Rsi } from './rsi.ts';
import { Supertrend } from './supertrend.ts';
import { Vol } from './vol.ts';
import { VolMa } from './vol-ma.ts';

type Make = (...args: number[]) => Indicator;

const makers: Readonly<Record<Exclude<IndicatorName, 'funding'>, Make>> = {
  price: () => new Price(),
  change: (n = 0) => new Change(n),
  ma: (n = 0) => new Ma(n),
  ema: (n = 0) => new Ema(n),
  rsi: (n = 0) => new Rsi(n),
  macd: (f = 0, s = 0, g = 0) => new Macd(f, s, g),
  boll: (n = 0, k = 0) => new Boll(n, k),
  kdj: (n = 0) => new Kdj(n),
  atr: (n = 0) => new Atr(n),
  adx: (n = 0) => new Adx(n),
  cci: (n = 0) => new Cci(n),
  obv: () => new Obv(),
  vol: () => new Vol(),
  vol_ma: (n = 0) => new VolMa(n),
  highest: (n = 0) => new Highest(n),
  lowest: (n = 0) => new Lowest(n),
  supertrend: (n = 0, k = 0) => new Supertrend(n, k),
};

/** The arguments must have passed checkCall. */
export function makeIndicator(ind: Exclude<IndicatorName, 'funding'>, args: readonly number[]): Indicator {
  return makers[ind](...args);
}
