// What a DCA bot is told to do, in ticks, atoms and millionths, and the parser that makes it of what was entered.
// A ladder buys once and then at prices further and further away; a calendar buys at fixed times, at any price.
import type { Instrument } from '../../market/instrument.ts';
import { formatPercent, PERCENT_DECIMALS, parseScaled } from '../../money/decimal-text.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import { MoneyError } from '../../money/safe-integer.ts';
import type { Atoms, Lots, Ppm, Ticks, TimeMs } from '../../money/units.ts';
import { enteredText } from '../../strategy/entered-text.ts';
import type { ParamsContext, ParamsResult, RawParams } from '../../strategy/field.ts';
import { FieldReader } from '../../strategy/field-reader.ts';
import { bracketIssue } from '../../strategy/ladder-leverage.ts';
import { type PlannedOrder, tooLarge, tooMuch } from '../../strategy/order-largest.ts';
import { minEntryLots } from '../../strategy/order-minimums.ts';
import type { CalendarInterval, CalendarRule } from './calendar.ts';
import { dcaFields } from './fields.ts';
import { deviationPpm, ladderAmounts, stepAtoms, stepTicks } from './steps.ts';

/** One part of the take profit: at this percentage above the average cost, this share of the position. */
export interface Target {
  readonly profitPpm: Ppm;
  readonly sharePpm: Ppm;
}

/** Rates and factors in millionths; 0 = off, where that means anything. */
export interface DcaParams {
  readonly mode: 'calendar' | 'ladder';
  readonly direction: 'long' | 'short';
  /** 1 on spot. */
  readonly leverage: number;
  /** Calendar: what one buy spends, when, and how often in a round. */
  readonly amountAtoms: Atoms;
  readonly calendar: CalendarRule;
  readonly maxBuys: number;
  /** Below the average by this much a buy spends `multiplierPpm` of the amount. */
  readonly dipDropPpm: Ppm;
  readonly multiplierPpm: Ppm;
  /** Ladder. */
  readonly baseAtoms: Atoms;
  readonly safetyAtoms: Atoms;
  readonly maxSafety: number;
  readonly activeSafety: number;
  readonly stepPpm: Ppm;
  readonly stepMultPpm: Ppm;
  readonly volMultPpm: Ppm;
  readonly cooldownMs: TimeMs;
  /** Ascending by profit, shares summing to 1,000,000; empty = no take profit. */
  readonly targets: readonly Target[];
  readonly tpCallbackPpm: Ppm;
  /** Ladder: of the first fill's price. Calendar: of the average cost. */
  readonly stopLossPpm: Ppm;
  /** What a market order may cost beyond the last price. */
  readonly slippagePpm: Ppm;
}

/** product.md `cfg.sim_slippage`. */
const SLIPPAGE_PPM: Ppm = 200;
const PPM = 1_000_000;
const MAX_TARGETS = 4;
/** A short earns less than everything it sold for. */
const MAX_SHORT_PROFIT_PPM = 999_900;
const MIN_PROFIT_PPM = 1_000;
const MAX_PROFIT_PPM = 10_000_000;
const MAX_STOP_PPM = 950_000;
/** Of the investment, how much a ladder may tie up as margin: the rest is room before liquidation. */
export const MARGIN_USE_PPM = 900_000;

/** All issues at once. `investment` is an issue's field when the money does not reach. */
export function parseDcaParams(raw: RawParams, context: ParamsContext): ParamsResult<DcaParams> {
  const reader = new FieldReader(raw, dcaFields, context.instrument);
  const futures = context.instrument.market === 'futures';
  const mode = reader.choice<DcaParams['mode']>('mode');
  const params: DcaParams = {
    mode,
    direction: futures ? reader.choice<DcaParams['direction']>('direction') : spotDirection(reader),
    leverage: futures ? reader.int('leverage') : 1,
    ...readCalendar(reader, mode === 'calendar'),
    ...readLadder(reader, mode === 'ladder'),
    targets: readTargets(reader, raw),
    tpCallbackPpm: reader.percent('tp_callback'),
    stopLossPpm: reader.percent('stop_loss'),
    slippagePpm: SLIPPAGE_PPM,
  };
  if (reader.issues.length === 0) checkTogether(params, reader, context);
  return reader.issues.length === 0 ? { ok: true, params } : { ok: false, issues: reader.issues };
}

/** Spot has one direction; a short that was asked for is refused rather than turned round. */
function spotDirection(reader: FieldReader): 'long' {
  const text = reader.text('direction') ?? 'long';
  if (text !== 'long') reader.issues.push({ field: 'direction', rule: 'option', options: ['long'] });
  return 'long';
}

function readCalendar(reader: FieldReader, read: boolean) {
  if (!read) {
    const calendar: CalendarRule = { interval: '1d', atMinutes: 0, weekday: 1, monthday: 1 };
    return { amountAtoms: 0, calendar, maxBuys: 0, dipDropPpm: 0, multiplierPpm: PPM };
  }
  return {
    amountAtoms: reader.amount('amount', true),
    calendar: {
      interval: reader.choice<CalendarInterval>('interval'),
      atMinutes: reader.minuteOfDay('at'),
      weekday: Number(reader.choice<string>('weekday')),
      monthday: reader.int('monthday'),
    },
    maxBuys: reader.int('max_positions'),
    dipDropPpm: reader.percent('dip_drop'),
    multiplierPpm: reader.factor('multiplier'),
  };
}

function readLadder(reader: FieldReader, read: boolean) {
  if (!read) {
    const none = { baseAtoms: 0, safetyAtoms: 0, maxSafety: 0, activeSafety: 0, cooldownMs: 0 };
    return { ...none, stepPpm: 0, stepMultPpm: PPM, volMultPpm: PPM };
  }
  return {
    baseAtoms: reader.amount('base_amount', true),
    safetyAtoms: reader.amount('safety_amount', true),
    maxSafety: reader.int('max_safety'),
    activeSafety: reader.int('active_safety'),
    stepPpm: reader.percent('step', true),
    stepMultPpm: reader.factor('step_mult'),
    volMultPpm: reader.factor('vol_mult'),
    cooldownMs: reader.int('cooldown') * 1000,
  };
}

function readTargets(reader: FieldReader, raw: RawParams): Target[] {
  const rows = readRows(raw.tp_steps);
  // Read even when the steps take its place: what is entered must be a figure.
  const profitPpm = reader.percent('take_profit');
  if (rows === null) reader.issues.push({ field: 'tp_steps', rule: 'format' });
  if (rows === null || rows.length === 0) {
    return profitPpm === 0 ? [] : [{ profitPpm, sharePpm: PPM }];
  }
  const targets: Target[] = [];
  for (const row of rows) {
    const target = readTarget(row);
    if (target === null) {
      reader.issues.push({ field: 'tp_steps', rule: 'format' });
      return [];
    }
    targets.push(target);
  }
  return targets;
}

function readRows(value: unknown): unknown[] | null {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return null;
  try {
    const rows: unknown = JSON.parse(value);
    return Array.isArray(rows) ? rows : null;
  } catch {
    return null;
  }
}

function readTarget(row: unknown): Target | null {
  if (typeof row !== 'object' || row === null) return null;
  const { profit, share } = row as Record<string, unknown>;
  const scaled = (value: unknown): Ppm => parseScaled(enteredText(value) ?? '', PERCENT_DECIMALS);
  try {
    return { profitPpm: scaled(profit), sharePpm: scaled(share) };
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}

function checkTogether(params: DcaParams, reader: FieldReader, context: ParamsContext): void {
  checkTargets(params, reader);
  if (params.leverage > (context.maxLeverage ?? params.leverage)) {
    reader.issues.push({ field: 'leverage', rule: 'range', min: '1', max: String(context.maxLeverage) });
  }
  if (params.mode === 'ladder') checkLadder(params, reader, context);
  else checkCalendar(params, reader, context);
  if (reader.issues.length > 0) return;
  const whole = wholeAtoms(params, context.investmentAtoms);
  const bracket = bracketIssue(context.instrument, params.leverage, whole);
  if (bracket !== null) reader.issues.push(bracket);
}

/** What all orders together are worth: the ladder, or the purchases of a calendar that the investment is margin for. */
function wholeAtoms(params: DcaParams, investmentAtoms: Atoms): Atoms {
  if (params.mode === 'ladder') return (ladderAmounts(params) ?? []).reduce((sum, atoms) => sum + atoms, 0);
  const most = investmentAtoms * params.leverage;
  const dip = applyPpm(params.amountAtoms, Math.max(PPM, params.multiplierPpm), 'floor');
  return Math.min(most, params.maxBuys === 0 ? most : params.maxBuys * dip);
}

function checkTargets(params: DcaParams, reader: FieldReader): void {
  const { targets, tpCallbackPpm } = params;
  const most = params.direction === 'short' ? MAX_SHORT_PROFIT_PPM : MAX_PROFIT_PPM;
  const [first] = targets;
  if (params.mode === 'ladder' && first === undefined) {
    reader.issues.push({ field: 'take_profit', rule: 'required', min: '0.1', max: formatPercent(most) });
    return;
  }
  if (targets.length > 1 || reader.text('tp_steps') !== null) checkSteps(targets, most, reader);
  else if (first !== undefined) reader.percentWithin('take_profit', first.profitPpm, MIN_PROFIT_PPM, most);
  if (tpCallbackPpm === 0) return;
  // A trail follows one target; and it must leave some of the profit it was armed for.
  if (targets.length !== 1) reader.issues.push({ field: 'tp_callback', rule: 'range', min: '0', max: '0' });
  else reader.percentWithin('tp_callback', tpCallbackPpm, 0, first!.profitPpm - 1);
}

function checkSteps(targets: readonly Target[], most: Ppm, reader: FieldReader): void {
  const shares = targets.reduce((sum, { sharePpm }) => sum + sharePpm, 0);
  const ascending = targets.every(({ profitPpm }, k) => k === 0 || profitPpm > targets[k - 1]!.profitPpm);
  const inside = targets.every(
    ({ profitPpm, sharePpm }) => profitPpm >= MIN_PROFIT_PPM && profitPpm <= most && sharePpm > 0,
  );
  if (targets.length <= MAX_TARGETS && shares === PPM && ascending && inside) return;
  reader.issues.push({ field: 'tp_steps', rule: 'range', min: '1', max: String(MAX_TARGETS) });
}

function checkLadder(params: DcaParams, reader: FieldReader, context: ParamsContext): void {
  const { maxSafety, stopLossPpm } = params;
  const { instrument, lastTicks } = context;
  const need = smallestAmountAtoms(instrument, lastTicks);
  reader.amountWithin('base_amount', params.baseAtoms, need);
  if (maxSafety > 0) reader.amountWithin('safety_amount', params.safetyAtoms, need);
  const depth = deviationPpm(params, maxSafety);
  const most = deepestPpm(params, context);
  if (depth > most) {
    let fits = maxSafety;
    while (fits > 0 && deviationPpm(params, fits) > most) fits--;
    reader.issues.push({ field: 'max_safety', rule: 'range', min: '0', max: String(fits) });
    return;
  }
  if (stopLossPpm > 0 && depth < MAX_STOP_PPM) reader.percentWithin('stop_loss', stopLossPpm, depth + 1, MAX_STOP_PPM);
  else if (stopLossPpm > 0) {
    // A stop lies beyond the last order: this deep a ladder leaves no room for one.
    reader.issues.push({ field: 'stop_loss', rule: 'range', min: '0', max: '0' });
  }
  if (reader.issues.length > 0) return;
  const needAtoms = ladderNeedAtoms(instrument, params);
  if (needAtoms === null) reader.issues.push({ field: 'vol_mult', rule: 'range', min: '0.1', max: '10' });
  else reader.amountWithin('investment', context.investmentAtoms, needAtoms);
  if (reader.issues.length === 0) checkLargest(params, need, reader, context);
}

/** The first order for itself, and the later ones, which are in proportion to each other, beside it. */
function checkLargest(params: DcaParams, leastAtoms: Atoms, reader: FieldReader, context: ParamsContext): void {
  const { instrument, lastTicks } = context;
  if (lastTicks === 0) return;
  const orders: PlannedOrder[] = [];
  for (let step = 0; step <= params.maxSafety; step++) {
    const priceTicks = stepTicks(params, lastTicks, step);
    if (priceTicks === 0) break;
    orders.push({ priceTicks, qtyLots: lotsOf(instrument, stepAtoms(params, step), priceTicks) });
  }
  const base = tooLarge(instrument, 'base_amount', params.baseAtoms, leastAtoms, orders.slice(0, 1));
  const later = tooLarge(
    instrument,
    'safety_amount',
    params.safetyAtoms,
    leastAtoms,
    orders.slice(1),
    orders[0]!.qtyLots,
  );
  for (const issue of [base, later]) if (issue !== null) reader.issues.push(issue);
}

function lotsOf(instrument: Instrument, atoms: Atoms, priceTicks: Ticks): Lots {
  return Math.floor(atoms / (priceTicks * instrument.quoteAtomsPerTickLot));
}

/** From one price to a higher one, at most `mostPpm`: a market may allow prices so high that their share cannot be counted. */
function risePpm(fromTicks: Ticks, toTicks: Ticks, mostPpm: Ppm): Ppm {
  const share = BigInt(Math.max(0, toTicks - fromTicks)) * BigInt(PPM);
  const ppm = share / BigInt(fromTicks);
  return ppm < BigInt(mostPpm) ? Number(ppm) : mostPpm;
}

/** How far from the first price the last order may lie: inside the instrument's prices, and a long above zero. */
function deepestPpm(params: DcaParams, { instrument, lastTicks }: ParamsContext): Ppm {
  const { minPriceTicks, maxPriceTicks } = instrument;
  const unknown = params.direction === 'long' ? PPM - 1 : MAX_PROFIT_PPM;
  if (lastTicks === 0) return unknown;
  return params.direction === 'long'
    ? mulDiv(Math.max(0, lastTicks - minPriceTicks), PPM, lastTicks, 'floor')
    : risePpm(lastTicks, maxPriceTicks, unknown);
}

function checkCalendar(params: DcaParams, reader: FieldReader, context: ParamsContext): void {
  const { instrument, lastTicks, investmentAtoms } = context;
  const least = smallestAmountAtoms(instrument, lastTicks);
  reader.amountWithin('amount', params.amountAtoms, least);
  if (reader.issues.length > 0) return;
  reader.amountWithin('investment', investmentAtoms, tiedUpAtoms(instrument, params, params.amountAtoms));
  if (reader.issues.length > 0 || lastTicks === 0) return;
  // A dip buys a multiple; all purchases together may spend the investment, or what it is the margin of.
  const dipAtoms = applyPpm(params.amountAtoms, Math.max(PPM, params.multiplierPpm), 'floor');
  const order = { priceTicks: lastTicks, qtyLots: lotsOf(instrument, dipAtoms, lastTicks) };
  const large = tooLarge(instrument, 'amount', params.amountAtoms, least, [order]);
  const most = large ?? tooMuch(instrument, investmentAtoms, params.leverage, lastTicks, least);
  if (most !== null) reader.issues.push(most);
}

/** The smallest order that the venue takes with head-room, at a price; without a price only its minimum notional is known. */
export function smallestAmountAtoms(instrument: Instrument, priceTicks: number): Atoms {
  const byNotional = applyPpm(instrument.minNotionalAtoms, 1_050_000, 'ceil');
  if (priceTicks === 0) return byNotional;
  return Math.max(byNotional, minEntryLots(instrument, priceTicks) * priceTicks * instrument.quoteAtomsPerTickLot);
}

/** The investment that pays the whole ladder; null when its sum cannot be counted. */
export function ladderNeedAtoms(instrument: Instrument, params: DcaParams): Atoms | null {
  const amounts = ladderAmounts(params);
  if (amounts === null) return null;
  return tiedUpAtoms(
    instrument,
    params,
    amounts.reduce((sum, amount) => sum + amount, 0),
  );
}

/** Spot pays the amount and its fee; a contract its margin, which may be nine tenths of the investment. */
function tiedUpAtoms(instrument: Instrument, params: DcaParams, amountAtoms: Atoms): Atoms {
  if (instrument.market === 'spot') return amountAtoms + applyPpm(amountAtoms, instrument.takerPpm, 'ceil');
  return mulDiv(amountAtoms, PPM, params.leverage * MARGIN_USE_PPM, 'ceil');
}
