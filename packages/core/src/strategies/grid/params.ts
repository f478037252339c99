// The parameters of a grid on spot or on a contract: one table of fields that draws the editor and documents the limits, and one parser
// that turns what was entered into ticks, or says for every bad field which range is allowed.
import { formatPrice, formatQuote, parseQuote, priceToTicks } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import type { TextRounding } from '../../money/decimal-text.ts';
import { MoneyError } from '../../money/safe-integer.ts';
import type { Atoms, Ppm, Ticks } from '../../money/units.ts';
import type { FieldIssue, FieldSpec, ParamsContext, ParamsResult, RawParams } from '../../strategy/field.ts';
import { minContractInvestmentAtoms, planContract } from './contract-plan.ts';
import { areDistinct, type GridMode, gridLines, type LineSpec } from './lines.ts';
import { type GridPlan, minGridLots, minInvestmentAtoms, planGrid } from './plan.ts';

export const MIN_LEVELS = 2;
export const MAX_LEVELS = 200;
const MAX_LEVERAGE = 10;
/** upper must be at least lower x 1.01. */
export const MIN_RANGE_PPM = 1_010_000;
/** product.md `cfg.sim_slippage`: what the first purchase may cost beyond the last price. */
const SLIPPAGE_PPM: Ppm = 200;
const PPM = 1_000_000;

export const gridFields: readonly FieldSpec[] = [
  {
    key: 'direction',
    group: 'base',
    kind: 'enum',
    unit: '',
    default: 'long',
    required: true,
    options: ['long', 'short', 'neutral'],
    market: 'futures',
    lockedWithPosition: true,
  },
  {
    key: 'leverage',
    group: 'base',
    kind: 'int',
    unit: 'x',
    default: '3',
    min: '1',
    max: '10',
    step: '1',
    required: true,
    market: 'futures',
    lockedWithPosition: true,
  },
  {
    key: 'reserve',
    group: 'base',
    kind: 'number',
    unit: 'quote',
    default: null,
    required: false,
    market: 'futures',
    lockedWithPosition: true,
  },
  {
    key: 'lower',
    group: 'base',
    kind: 'price',
    unit: 'quote',
    default: null,
    required: true,
    lockedWithPosition: true,
  },
  {
    key: 'upper',
    group: 'base',
    kind: 'price',
    unit: 'quote',
    default: null,
    required: true,
    lockedWithPosition: true,
  },
  {
    key: 'grid_levels',
    group: 'base',
    kind: 'int',
    unit: 'grids',
    default: '20',
    min: String(MIN_LEVELS),
    max: String(MAX_LEVELS),
    step: '1',
    required: true,
    lockedWithPosition: true,
  },
  {
    key: 'grid_mode',
    group: 'base',
    kind: 'enum',
    unit: '',
    default: 'arithmetic',
    required: true,
    options: ['arithmetic', 'geometric'],
    lockedWithPosition: true,
  },
  { key: 'trigger_price', group: 'open', kind: 'price', unit: 'quote', default: null, required: false },
  { key: 'take_profit', group: 'profit', kind: 'price', unit: 'quote', default: null, required: false },
  { key: 'stop_loss', group: 'risk', kind: 'price', unit: 'quote', default: null, required: false },
  { key: 'trailing_up', group: 'advanced', kind: 'switch', unit: '', default: '0', required: false },
  {
    key: 'trail_limit',
    group: 'advanced',
    kind: 'price',
    unit: 'quote',
    default: null,
    required: false,
    showIf: { trailing_up: '1' },
  },
];

export type GridDirection = 'long' | 'short' | 'neutral';

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
    const range = { min: formatPrice(instrument, Math.max(0, min)), max: formatPrice(instrument, Math.max(0, max)) };
    issues.push({ field, rule: 'range', ...range });
    return false;
  };
  const started = triggerTicks === 0 && lastTicks > 0;
  const lowest = Math.ceil((lowerTicks * MIN_RANGE_PPM) / PPM);
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
    issues.push({ field: 'grid_levels', rule: 'range', min: String(MIN_LEVELS), max: String(most) });
    return;
  }
  const priceTicks = params.triggerTicks || lastTicks;
  if (priceTicks === 0 || issues.length > 0) return;
  const { qtyLots } = planOf(instrument, params, lines, priceTicks, investmentAtoms);
  if (qtyLots >= minGridLots(instrument, lines)) return;
  const min = leastInvestmentAtoms(instrument, params, lines, priceTicks);
  issues.push({ field: 'investment', rule: 'range', min: formatQuote(instrument, min) });
}

/** The plan of either market. */
export function planOf(
  instrument: Instrument,
  params: GridParams,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  investmentAtoms: Atoms,
): GridPlan {
  return instrument.market === 'spot'
    ? planGrid(instrument, lines, priceTicks, investmentAtoms, params.slippagePpm)
    : planContract(instrument, lines, priceTicks, investmentAtoms, params);
}

/** The smallest investment at which every line has its order. */
export function leastInvestmentAtoms(
  instrument: Instrument,
  params: GridParams,
  lines: readonly Ticks[],
  priceTicks: Ticks,
): Atoms {
  return instrument.market === 'spot'
    ? minInvestmentAtoms(instrument, lines, priceTicks, params.slippagePpm)
    : minContractInvestmentAtoms(instrument, lines, priceTicks, params, minGridLots(instrument, lines));
}

/** The stop below the range, whichever rule it belongs to; 0 = none. */
export function lowStopTicks({ direction, stopLossTicks, takeProfitTicks }: GridParams): Ticks {
  return direction === 'short' ? takeProfitTicks : stopLossTicks;
}

/** The stop above the range. */
export function highStopTicks({ direction, stopLossTicks, takeProfitTicks }: GridParams): Ticks {
  return direction === 'short' ? stopLossTicks : takeProfitTicks;
}

function readText(raw: RawParams, key: string): string | null {
  const value = raw[key];
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

function readPrice(
  raw: RawParams,
  key: string,
  rounding: TextRounding,
  instrument: Instrument,
  issues: FieldIssue[],
): Ticks {
  const text = readText(raw, key);
  const min = formatPrice(instrument, instrument.minPriceTicks);
  const max = formatPrice(instrument, instrument.maxPriceTicks);
  if (text === null) {
    const required = gridFields.some((field) => field.key === key && field.required);
    if (required) issues.push({ field: key, rule: 'required', min, max });
    return 0;
  }
  try {
    const ticks = priceToTicks(instrument, text, rounding);
    if (ticks >= instrument.minPriceTicks && ticks <= instrument.maxPriceTicks) return ticks;
    // An optional price of zero is how a form says "off".
    if (ticks === 0 && !/[1-9]/.test(text) && key !== 'lower' && key !== 'upper') return 0;
    issues.push({ field: key, rule: 'range', min, max });
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    issues.push({ field: key, rule: error.problem === 'range' ? 'range' : 'format', min, max });
  }
  return 0;
}

function readDirection(raw: RawParams, futures: boolean, issues: FieldIssue[]): GridDirection {
  const options = futures ? (['long', 'short', 'neutral'] as const) : (['long'] as const);
  const text = readText(raw, 'direction') ?? 'long';
  const found = options.find((option) => option === text);
  if (found === undefined) issues.push({ field: 'direction', rule: 'option', options });
  return found ?? 'long';
}

function readLeverage(raw: RawParams, context: ParamsContext, issues: FieldIssue[]): number {
  const text = readText(raw, 'leverage') ?? '3';
  const most = Math.min(MAX_LEVERAGE, context.maxLeverage ?? MAX_LEVERAGE);
  const leverage = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (leverage >= 1 && leverage <= most) return leverage;
  issues.push({ field: 'leverage', rule: /^-?\d+$/.test(text) ? 'range' : 'format', min: '1', max: String(most) });
  return 1;
}

/** Less than the whole investment; nothing entered is nothing reserved. */
function readReserve(raw: RawParams, context: ParamsContext, issues: FieldIssue[]): Atoms {
  const max = formatQuote(context.instrument, Math.max(0, context.investmentAtoms));
  try {
    const atoms = parseQuote(context.instrument, readText(raw, 'reserve') ?? '0');
    if (atoms === 0 || (atoms > 0 && atoms < context.investmentAtoms)) return atoms;
    issues.push({ field: 'reserve', rule: 'range', min: '0', max });
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    issues.push({ field: 'reserve', rule: error.problem === 'range' ? 'range' : 'format', min: '0', max });
  }
  return 0;
}

function readLevels(raw: RawParams, issues: FieldIssue[]): number {
  const text = readText(raw, 'grid_levels') ?? '20';
  const levels = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (levels >= MIN_LEVELS && levels <= MAX_LEVELS) return levels;
  const rule = Number.isNaN(levels) && !/^-?\d+$/.test(text) ? 'format' : 'range';
  issues.push({ field: 'grid_levels', rule, min: String(MIN_LEVELS), max: String(MAX_LEVELS) });
  return MIN_LEVELS;
}

function readMode(raw: RawParams, issues: FieldIssue[]): GridMode {
  const text = readText(raw, 'grid_mode') ?? 'arithmetic';
  if (text !== 'arithmetic' && text !== 'geometric') {
    issues.push({ field: 'grid_mode', rule: 'option', options: ['arithmetic', 'geometric'] });
  }
  return text === 'geometric' ? 'geometric' : 'arithmetic';
}

function readSwitch(raw: RawParams, key: string, issues: FieldIssue[]): boolean {
  const text = readText(raw, key) ?? '0';
  if (text === '1' || text === 'true') return true;
  if (text !== '0' && text !== 'false') issues.push({ field: key, rule: 'option', options: ['0', '1'] });
  return false;
}
