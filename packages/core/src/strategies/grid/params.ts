// The parameters of a grid on spot or on a contract: one parser that turns what was entered into ticks, or says for every
// bad field which range is allowed.
import { formatPrice, formatQuote } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import type { TextRounding } from '../../money/decimal-text.ts';
import type { Atoms, Ppm, Ticks } from '../../money/units.ts';
import type { FieldIssue, ParamsContext, ParamsResult, RawParams } from '../../strategy/field.ts';
import { largestText } from '../../strategy/order-largest.ts';
import { MAX_LEVELS, MIN_LEVELS } from './fields.ts';
import { mostGridLots } from './largest.ts';
import { areDistinct, gridLines, type LineSpec } from './lines.ts';
import { largestInvestmentAtoms, leastInvestmentAtoms, mostLeverage, planOf } from './market-plan.ts';
import { minGridLots } from './plan.ts';
import {
  type GridDirection,
  readDirection,
  readLevels,
  readLeverage,
  readMode,
  readPrice,
  readReserve,
  readSwitch,
} from './read-fields.ts';

/** upper must be at least lower x 1.01. */
export const MIN_RANGE_PPM = 1_010_000;
/** product.md `cfg.sim_slippage`: what the first purchase may cost beyond the last price. */
const SLIPPAGE_PPM: Ppm = 200;
const PPM = 1_000_000;

/** Prices in ticks; 0 = not set. */
export interface GridParams extends LineSpec {
  /** Spot: long. */
  readonly direction: GridDirection;
  /** Spot: 1. */
  readonly leverage: number;
  /** Margin that orders never use. Spot: 0. */
  readonly reserveAtoms: Atoms;
  readonly triggerTicks: Ticks;
  /** Below the range; for a short above it. */
  readonly stopLossTicks: Ticks;
  /** Above the range (to a neutral grid its upper stop); for a short below it. */
  readonly takeProfitTicks: Ticks;
  readonly trailingUp: boolean;
  readonly trailLimitTicks: Ticks;
  /** What the first purchase may cost beyond the last price. */
  readonly slippagePpm: Ppm;
}

/** All issues at once, in the order of the fields. `investment` is an issue's field when the money does not reach. */
export function parseGridParams(raw: RawParams, context: ParamsContext): ParamsResult<GridParams> {
  const issues: FieldIssue[] = [];
  const { instrument } = context;
  const price = (key: string, rounding: TextRounding) => readPrice(raw, key, rounding, instrument, issues);
  const futures = instrument.market === 'futures';
  const params: GridParams = {
    direction: readDirection(raw, futures, issues),
    leverage: futures ? readLeverage(raw, context, issues) : 1,
    reserveAtoms: futures ? readReserve(raw, context, issues) : 0,
    lowerTicks: price('lower', 'floor'),
    upperTicks: price('upper', 'ceil'),
    levels: readLevels(raw, issues),
    mode: readMode(raw, issues),
    triggerTicks: price('trigger_price', 'floor'),
    takeProfitTicks: price('take_profit', 'ceil'),
    stopLossTicks: price('stop_loss', 'floor'),
    trailingUp: readSwitch(raw, 'trailing_up', issues),
    trailLimitTicks: price('trail_limit', 'floor'),
    slippagePpm: SLIPPAGE_PPM,
  };
  if (issues.length === 0) checkTogether(params, context, issues);
  return issues.length === 0 ? { ok: true, params } : { ok: false, issues };
}

/** The most grids that fit the range with every pair earning more than its fees; 0 when not even the fewest do. */
export function maxLevels(instrument: Instrument, spec: Omit<LineSpec, 'levels'>): number {
  let low = 0;
  let high = MAX_LEVELS;
  while (low < high) {
    const levels = low + Math.ceil((high - low) / 2);
    if (levels < MIN_LEVELS || isWorthwhile(instrument, gridLines({ ...spec, levels }))) low = levels;
    else high = levels - 1;
  }
  return low < MIN_LEVELS ? 0 : low;
}

/** Not even the fewest grids fit: from which upper price on they do. */
function widerRange(instrument: Instrument, params: GridParams): FieldIssue {
  let low = params.upperTicks;
  let high = instrument.maxPriceTicks;
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const lines = gridLines({ ...params, upperTicks: middle, levels: MIN_LEVELS });
    if (isWorthwhile(instrument, lines)) high = middle;
    else low = middle + 1;
  }
  return {
    field: 'upper',
    rule: 'range',
    min: formatPrice(instrument, low),
    max: formatPrice(instrument, instrument.maxPriceTicks),
  };
}

function isWorthwhile(instrument: Instrument, lines: readonly Ticks[]): boolean {
  return areDistinct(lines) && lines.every((line, k) => k === 0 || earns(instrument, lines[k - 1]!, line));
}

function earns(instrument: Instrument, buyTicks: Ticks, sellTicks: Ticks): boolean {
  return BigInt(sellTicks) * BigInt(PPM - instrument.makerPpm) > BigInt(buyTicks) * BigInt(PPM + instrument.makerPpm);
}

function checkTogether(params: GridParams, context: ParamsContext, issues: FieldIssue[]): void {
  const { instrument, lastTicks } = context;
  const { lowerTicks, upperTicks, triggerTicks } = params;
  const { minPriceTicks, maxPriceTicks } = instrument;
  const within = (field: string, ticks: Ticks, min: Ticks, max: Ticks): boolean => {
    if (ticks >= min && ticks <= max) return true;
    // Where no price is left it can only be off.
    const [least, most] = min > max ? ['0', '0'] : [formatPrice(instrument, min), formatPrice(instrument, max)];
    issues.push({ field, rule: 'range', min: least, max: most });
    return false;
  };
  const started = triggerTicks === 0 && lastTicks > 0;
  const lowest = Math.ceil((lowerTicks * MIN_RANGE_PPM) / PPM);
  if (lowest > maxPriceTicks) {
    within('lower', lowerTicks, minPriceTicks, Math.floor((maxPriceTicks * PPM) / MIN_RANGE_PPM));
    return;
  }
  if (!within('upper', upperTicks, started ? Math.max(lowest, lastTicks) : lowest, maxPriceTicks)) return;
  if (started && !within('lower', lowerTicks, minPriceTicks, lastTicks)) return;
  const below = { ticks: lowStopTicks(params), field: params.direction === 'short' ? 'take_profit' : 'stop_loss' };
  const above = { ticks: highStopTicks(params), field: params.direction === 'short' ? 'stop_loss' : 'take_profit' };
  if (below.ticks > 0) within(below.field, below.ticks, minPriceTicks, lowerTicks - 1);
  if (above.ticks > 0) within(above.field, above.ticks, upperTicks + 1, maxPriceTicks);
  if (triggerTicks > 0) {
    const highest = above.ticks > 0 ? above.ticks - 1 : maxPriceTicks;
    within('trigger_price', triggerTicks, Math.max(minPriceTicks, below.ticks + 1), highest);
  }
  if (params.trailingUp) {
    // Moving up gives up the lowest line: only a grid that buys below and sells above can do that.
    if (params.direction !== 'long') issues.push({ field: 'trailing_up', rule: 'option', options: ['0'] });
    else if (params.trailLimitTicks === 0) issues.push({ field: 'trail_limit', rule: 'required' });
    else within('trail_limit', params.trailLimitTicks, upperTicks + 1, maxPriceTicks);
  }
  checkLines(params, context, issues);
}

function checkLines(params: GridParams, context: ParamsContext, issues: FieldIssue[]): void {
  const { instrument, lastTicks, investmentAtoms } = context;
  const lines = gridLines(params);
  if (!isWorthwhile(instrument, lines)) {
    const most = maxLevels(instrument, params);
    if (most === 0) issues.push(widerRange(instrument, params));
    else issues.push({ field: 'grid_levels', rule: 'range', min: String(MIN_LEVELS), max: String(most) });
    return;
  }
  const priceTicks = params.triggerTicks || lastTicks;
  if (priceTicks === 0 || issues.length > 0) return;
  const least = minGridLots(instrument, lines);
  if (mostGridLots(instrument, lines) < least) {
    issues.push(fewerLevels(instrument, params));
    return;
  }
  const most = largestInvestmentAtoms(instrument, params, lines, priceTicks);
  if (investmentAtoms > most) {
    issues.push({ field: 'investment', rule: 'range', max: largestText(instrument, most) });
    return;
  }
  const leverage = mostLeverage(instrument, params, lines, priceTicks, investmentAtoms);
  if (leverage < params.leverage) {
    issues.push({ field: 'leverage', rule: 'range', min: '1', max: String(leverage) });
    return;
  }
  const { qtyLots } = planOf(instrument, params, lines, priceTicks, investmentAtoms);
  if (qtyLots >= least) return;
  const min = leastInvestmentAtoms(instrument, params, lines, priceTicks);
  issues.push({ field: 'investment', rule: 'range', min: formatQuote(instrument, min) });
}

/** Each line's smallest order is too large, or all of them together: with fewer lines it may be had, or never. */
function fewerLevels(instrument: Instrument, params: GridParams): FieldIssue {
  for (let levels = params.levels - 1; levels >= MIN_LEVELS; levels--) {
    const lines = gridLines({ ...params, levels });
    if (mostGridLots(instrument, lines) < minGridLots(instrument, lines)) continue;
    return { field: 'grid_levels', rule: 'range', min: String(MIN_LEVELS), max: String(levels) };
  }
  return { field: 'investment', rule: 'untradable' };
}

/** The stop below the range, whichever rule it belongs to; 0 = none. */
export function lowStopTicks({ direction, stopLossTicks, takeProfitTicks }: GridParams): Ticks {
  return direction === 'short' ? takeProfitTicks : stopLossTicks;
}

/** The stop above the range. */
export function highStopTicks({ direction, stopLossTicks, takeProfitTicks }: GridParams): Ticks {
  return direction === 'short' ? stopLossTicks : takeProfitTicks;
}
