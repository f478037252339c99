// The parameters of a spot grid: one table of fields that draws the editor and documents the limits, and one parser
// that turns what was entered into ticks, or says for every bad field which range is allowed.
import { formatPrice, formatQuote, priceToTicks } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import type { TextRounding } from '../../money/decimal-text.ts';
import { MoneyError } from '../../money/safe-integer.ts';
import type { Ppm, Ticks } from '../../money/units.ts';
import type { FieldIssue, FieldSpec, ParamsContext, ParamsResult, RawParams } from '../../strategy/field.ts';
import { areDistinct, type GridMode, gridLines, type LineSpec } from './lines.ts';
import { minGridLots, minInvestmentAtoms, planGrid } from './plan.ts';

export const MIN_LEVELS = 2;
export const MAX_LEVELS = 200;
/** upper must be at least lower x 1.01. */
const MIN_RANGE_PPM = 1_010_000;
/** product.md `cfg.sim_slippage`: what the first purchase may cost beyond the last price. */
const SLIPPAGE_PPM: Ppm = 200;
const PPM = 1_000_000;

export const gridFields: readonly FieldSpec[] = [
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

/** Prices in ticks; 0 = not set. */
export interface GridParams extends LineSpec {
  readonly triggerTicks: Ticks;
  readonly stopLossTicks: Ticks;
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
  const params: GridParams = {
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
  const { lowerTicks, upperTicks, triggerTicks, stopLossTicks, takeProfitTicks } = params;
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
  if (stopLossTicks > 0) within('stop_loss', stopLossTicks, minPriceTicks, lowerTicks - 1);
  if (takeProfitTicks > 0) within('take_profit', takeProfitTicks, upperTicks + 1, maxPriceTicks);
  if (triggerTicks > 0) {
    const below = takeProfitTicks > 0 ? takeProfitTicks - 1 : maxPriceTicks;
    within('trigger_price', triggerTicks, Math.max(minPriceTicks, stopLossTicks + 1), below);
  }
  if (params.trailingUp) {
    if (params.trailLimitTicks === 0) issues.push({ field: 'trail_limit', rule: 'required' });
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
  const plan = planGrid(instrument, lines, priceTicks, investmentAtoms, params.slippagePpm);
  if (plan.qtyLots < minGridLots(instrument, lines)) {
    const min = minInvestmentAtoms(instrument, lines, priceTicks, params.slippagePpm);
    issues.push({ field: 'investment', rule: 'range', min: formatQuote(instrument, min) });
  }
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
