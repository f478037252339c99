// The brakes: what holds an add back although its price is there. They never touch an exit. What is not known holds
// (a young coin has no 200 candles), because a brake that the user switched on must not fail open.

import type { IndicatorRead } from '../../indicators/read.ts';
import { type CandleTimeframe, TIMEFRAME_MS } from '../../market/candles.ts';
import type { Ppm, Ticks, TimeMs } from '../../money/units.ts';
import type { PositionSide } from '../../strategy/round/side.ts';
import type { View } from '../../strategy/strategy.ts';
import { PPM } from './ladder-plan.ts';
import type { MartinParams } from './params.ts';
import { sideOf } from './state.ts';

const MIN_SCALE_PPM: Ppm = 500_000;
const MAX_SCALE_PPM: Ppm = 3_000_000;

/** One object each, for ever: hosts find a read by it. */
const trendReads = new Map<CandleTimeframe, IndicatorRead>();
/** ATR(14) over the median of its own values of the last 30 days. */
const volRead: IndicatorRead = { ind: 'atr', args: [14, 30], out: 'ratio', tf: '1h' };

function trendRead(tf: CandleTimeframe): IndicatorRead {
  const known = trendReads.get(tf);
  if (known !== undefined) return known;
  const read: IndicatorRead = { ind: 'ema', args: [200], out: '', tf };
  trendReads.set(tf, read);
  return read;
}

export function guardReads(params: MartinParams): IndicatorRead[] {
  const reads: IndicatorRead[] = [];
  if (params.trendTf !== '') reads.push(trendRead(params.trendTf));
  if (params.volSpacing) reads.push(volRead);
  return reads;
}

/** The factor on the next drop: 0.5 to 3, 1 while it is not known. */
export function volScalePpm(params: MartinParams, view: View): Ppm {
  if (!params.volSpacing) return PPM;
  const ratio = view.indicator(volRead);
  if (!(ratio > 0)) return PPM;
  return Math.min(MAX_SCALE_PPM, Math.max(MIN_SCALE_PPM, Math.round(ratio * PPM)));
}

/** What holds an add at this price; empty = nothing. */
export function heldBy(params: MartinParams, priceTicks: Ticks, view: View): string[] {
  const held: string[] = [];
  if (isCrash(params, priceTicks, view)) held.push('guard_crash');
  const trend = trendHold(params, priceTicks, view);
  if (trend !== '') held.push(trend);
  return held;
}

/** The price has moved further than guard_drop within guard_minutes, against the position. */
function isCrash(params: MartinParams, priceTicks: Ticks, view: View): boolean {
  const { guardDropPpm, guardMinutes } = params;
  if (sideOf(params) === 'long') {
    const high = view.highWithin(guardMinutes);
    return (high - priceTicks) * PPM > high * guardDropPpm;
  }
  const low = view.lowWithin(guardMinutes);
  return (priceTicks - low) * PPM > low * guardDropPpm;
}

/** Below a falling EMA200 (a short: above a rising one). */
function trendHold(params: MartinParams, priceTicks: Ticks, view: View): string {
  if (params.trendTf === '') return '';
  const read = trendRead(params.trendTf);
  const now = view.indicator(read, 0);
  const before = view.indicator(read, 1);
  if (Number.isNaN(now) || Number.isNaN(before)) return 'guard_trend_unknown';
  const { tickUnits, priceDecimals } = view.instrument;
  const price = (priceTicks * tickUnits) / 10 ** priceDecimals;
  const against = sideOf(params) === 'long' ? price < now && now < before : price > now && now > before;
  return against ? 'guard_trend' : '';
}

/**
 * The price from which an add at `addTicks` cannot be part of a crash: with no print of the window beyond it, the fall to
 * the add is within guard_drop. Only inside it may an add rest at the venue, where no guard can stop its fill.
 */
export function nearTicks(side: PositionSide, addTicks: Ticks, guardDropPpm: Ppm): Ticks {
  return side === 'long'
    ? Math.floor((addTicks * PPM) / (PPM - guardDropPpm))
    : Math.ceil((addTicks * PPM) / (PPM + guardDropPpm));
}

/** True when no print of the guard's window lies beyond the near line. */
export function isCalm(params: MartinParams, near: Ticks, view: View): boolean {
  return sideOf(params) === 'long'
    ? view.highWithin(params.guardMinutes) <= near
    : view.lowWithin(params.guardMinutes) >= near;
}

/** When a trend may look different; 0 = there is no gate. */
export function nextTrendClose(params: MartinParams, nowMs: TimeMs): TimeMs {
  if (params.trendTf === '') return 0;
  const step = TIMEFRAME_MS[params.trendTf];
  return (Math.floor(nowMs / step) + 1) * step;
}
