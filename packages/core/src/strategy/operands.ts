// The operands of condition trees: the arguments of each indicator and its outputs (product.md 4.8).
import type { IndicatorName } from '../indicators/read.ts';

export interface IndicatorSpec {
  readonly args: readonly {
    readonly key: string;
    readonly min: number;
    readonly max: number;
    readonly default: number;
  }[];
  readonly outs: readonly string[];
}

const n = (value: number, key = 'n') => ({ key, min: 2, max: 200, default: value });
const times = (value: number) => ({ key: 'k', min: 1, max: 10, default: value });

export const INDICATORS: Readonly<Record<IndicatorName, IndicatorSpec>> = {
  price: { args: [], outs: [''] },
  change: { args: [n(24)], outs: [''] },
  ma: { args: [n(20)], outs: [''] },
  ema: { args: [n(20)], outs: [''] },
  rsi: { args: [n(14)], outs: [''] },
  macd: { args: [n(12, 'fast'), n(26, 'slow'), n(9, 'signal')], outs: ['dif', 'dea', 'hist'] },
  boll: { args: [n(20), times(2)], outs: ['up', 'mid', 'low', 'pctb', 'width'] },
  kdj: { args: [n(9)], outs: ['k', 'd', 'j'] },
  atr: { args: [n(14)], outs: [''] },
  adx: { args: [n(14)], outs: ['adx', 'pdi', 'mdi'] },
  cci: { args: [n(20)], outs: [''] },
  obv: { args: [], outs: [''] },
  vol: { args: [], outs: [''] },
  vol_ma: { args: [n(20)], outs: [''] },
  highest: { args: [n(20)], outs: [''] },
  lowest: { args: [n(20)], outs: [''] },
  supertrend: { args: [n(10), times(3)], outs: ['dir'] },
  funding: { args: [], outs: [''] },
};
