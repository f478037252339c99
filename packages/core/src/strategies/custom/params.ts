// The parameters of a custom bot, read strictly: sizes of its orders, its condition trees, its stop. What passes fits the
// investment in the worst case, and its stop comes before liquidation.
import { formatQuote, notionalAtoms } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Ppm } from '../../money/units.ts';
import { type ConditionGroup, hasTicks } from '../../strategy/conditions.ts';
import type { FieldSpec, ParamsContext, ParamsResult, RawParams } from '../../strategy/field.ts';
import { FieldReader } from '../../strategy/field-reader.ts';
import { bracketIssue } from '../../strategy/ladder-leverage.ts';
import { tooLarge } from '../../strategy/order-largest.ts';
import { minEntryLots } from '../../strategy/order-minimums.ts';
import { parseConditions } from '../../strategy/parse-conditions.ts';
import { customFields } from './fields.ts';

const PPM = 1_000_000;
/** Beyond this a ladder is not counted: its sums with fees, and an order three times the one before, stay exact. */
const MOST_COUNTED_ATOMS: Atoms = Math.floor(Number.MAX_SAFE_INTEGER / 16);
/** Of a contract's investment, what orders may use as margin: the rest pays fees and funding. */
export const MARGIN_SHARE_PPM: Ppm = 900_000;

export interface CustomParams {
  readonly direction: 'long' | 'short';
  /** 0 on spot. */
  readonly leverage: number;
  /** Of the first order; on a contract its notional. */
  readonly amountAtoms: Atoms;
  /** Orders of a position, the first included. */
  readonly maxPositions: number;
  /** Each order's size over the one before. */
  readonly multiplierPpm: Ppm;
  /** 0 = none. */
  readonly takeProfitPpm: Ppm;
  readonly tpCallbackPpm: Ppm;
  readonly stopLossPpm: Ppm;
  readonly cooldownMs: number;
  /** null only when signals come by webhook. */
  readonly open: ConditionGroup | null;
  readonly add: ConditionGroup | null;
  readonly close: ConditionGroup | null;
  /** Some condition looks at the last price between candles. */
  readonly ticks: boolean;
  readonly webhook: boolean;
  readonly oppositeCloses: boolean;
}

export function customFieldsOf(market: 'spot' | 'futures'): readonly FieldSpec[] {
  return customFields.filter((spec) => (spec.market ?? market) === market);
}

/** All issues at once, in the order of the fields. */
export function parseCustomParams(raw: RawParams, context: ParamsContext): ParamsResult<CustomParams> {
  const { instrument } = context;
  const futures = instrument.market === 'futures';
  const reader = new FieldReader(raw, customFieldsOf(instrument.market), instrument);
  const tree = (key: 'open' | 'add' | 'close') => readTree(raw, key, instrument.market, reader);
  const direction = futures ? reader.choice<'long' | 'short'>('direction') : readSpotDirection(raw, reader);
  const leverage = futures ? reader.int('leverage') : 0;
  const amountAtoms = reader.amount('amount', true);
  const open = tree('open');
  const add = tree('add');
  const maxPositions = reader.int('max_positions');
  const multiplierPpm = reader.factor('multiplier');
  const close = tree('close');
  const takeProfitPpm = reader.percent('take_profit');
  const tpCallbackPpm = reader.percent('tp_callback');
  const stopLossPpm = reader.percent('stop_loss', true);
  const cooldownMs = reader.int('cooldown_s') * 1000;
  const webhook = reader.flag('webhook');
  reader.flag('webhook_signed');
  const oppositeCloses = futures && reader.flag('opposite_close');
  const ticks = [open, add, close].some((group) => group !== null && hasTicks(group));
  const params: CustomParams = {
    direction,
    leverage,
    amountAtoms,
    maxPositions,
    multiplierPpm,
    takeProfitPpm,
    tpCallbackPpm,
    stopLossPpm,
    cooldownMs,
    open,
    add,
    close,
    ticks,
    webhook,
    oppositeCloses,
  };
  if (reader.issues.length === 0) checkTogether(params, context, reader);
  return reader.issues.length === 0 ? { ok: true, params } : { ok: false, issues: reader.issues };
}

/** Size of the order number `step` (0 = the first) in quote. */
export function orderAtoms(params: CustomParams, step: number): Atoms {
  let atoms = params.amountAtoms;
  for (let k = 0; k < step; k++) atoms = applyPpm(atoms, params.multiplierPpm, 'floor');
  return atoms;
}

/** What all orders of a position tie up at most: their cost with fees on spot, their margin on a contract. */
export function needAtoms(params: CustomParams, instrument: Instrument): Atoms {
  let sum = 0;
  for (let step = 0; step < params.maxPositions; step++) sum += orderAtoms(params, step);
  return params.leverage > 0 ? Math.ceil(sum / params.leverage) : applyPpm(sum, PPM + instrument.takerPpm, 'ceil');
}

/**
 * How far the price may run against a position before it is liquidated, in millionths of its average: isolated margin,
 * the maintenance of the bracket its whole size falls into, whose reduction is left out (liquidation is never later).
 */
export function liquidationDistancePpm(params: CustomParams, instrument: Instrument): Ppm {
  const { contract } = instrument;
  if (contract === null) return PPM;
  const fullAtoms = needAtoms(params, instrument) * params.leverage;
  const bracket = contract.brackets.findLast(({ floorAtoms }) => floorAtoms <= fullAtoms) ?? contract.brackets[0];
  const maintenancePpm = bracket?.maintenancePpm ?? 0;
  const marginPpm = Math.floor(PPM / params.leverage);
  if (params.direction === 'long') return PPM - mulDiv(PPM - marginPpm, PPM, PPM - maintenancePpm, 'ceil');
  return mulDiv(PPM + marginPpm, PPM, PPM + maintenancePpm, 'floor') - PPM;
}

/** Whether all sums of the ladder stay exact. What does not is more than anybody has. */
function isCountable(params: CustomParams): boolean {
  let [atoms, sum] = [params.amountAtoms, 0];
  for (let step = 0; step < params.maxPositions; step++) {
    sum += atoms;
    if (sum > MOST_COUNTED_ATOMS) return false;
    atoms = applyPpm(atoms, params.multiplierPpm, 'floor');
  }
  return true;
}

function checkTogether(params: CustomParams, context: ParamsContext, reader: FieldReader): void {
  const { instrument, lastTicks, investmentAtoms } = context;
  const { issues } = reader;
  if (!isCountable(params)) {
    const least = Math.floor(MOST_COUNTED_ATOMS / Math.max(1, params.leverage));
    issues.push({ field: 'investment', rule: 'range', min: formatQuote(instrument, least) });
    return;
  }
  if (params.open === null && !params.webhook) issues.push({ field: 'open', rule: 'required' });
  const most = context.maxLeverage ?? 10;
  if (params.leverage > most) issues.push({ field: 'leverage', rule: 'range', min: '1', max: String(most) });
  const least = lastTicks > 0 ? notionalAtoms(instrument, lastTicks, minEntryLots(instrument, lastTicks)) : 0;
  reader.amountWithin('amount', params.amountAtoms, least);
  if (params.tpCallbackPpm > 0 && (params.takeProfitPpm === 0 || params.tpCallbackPpm >= params.takeProfitPpm)) {
    if (params.takeProfitPpm === 0) issues.push({ field: 'take_profit', rule: 'required', min: '0.2', max: '50' });
    else reader.percentWithin('tp_callback', params.tpCallbackPpm, 500, params.takeProfitPpm - 1);
  }
  if (issues.length > 0) return;
  if (params.leverage > 0) {
    const reachPpm = liquidationDistancePpm(params, instrument);
    reader.percentWithin('stop_loss', params.stopLossPpm, 10_000, reachPpm - (reachPpm % 1000) - 1000);
  }
  const needed = needAtoms(params, instrument);
  const floorAtoms = params.leverage > 0 ? mulDiv(needed, PPM, MARGIN_SHARE_PPM, 'ceil') : needed;
  reader.amountWithin('investment', investmentAtoms, floorAtoms);
  let wholeAtoms = 0;
  for (let step = 0; step < params.maxPositions; step++) wholeAtoms += orderAtoms(params, step);
  const bracket = bracketIssue(instrument, params.leverage, wholeAtoms);
  if (bracket !== null) issues.push(bracket);
  if (issues.length > 0 || lastTicks === 0) return;
  // Where later orders will lie is not known: they are judged at the present price.
  const lotAtoms = lastTicks * instrument.quoteAtomsPerTickLot;
  const orders = Array.from({ length: params.maxPositions }, (_, step) => ({
    priceTicks: lastTicks,
    qtyLots: Math.floor(orderAtoms(params, step) / lotAtoms),
  }));
  const large = tooLarge(instrument, 'amount', params.amountAtoms, least, orders);
  if (large !== null) issues.push(large);
}

function readTree(
  raw: RawParams,
  key: string,
  market: Instrument['market'],
  reader: FieldReader,
): ConditionGroup | null {
  const value = raw[key];
  if (value === undefined || value === null || value === '') return null;
  const result = parseConditions(value, key, market);
  if (result.ok) return result.tree;
  reader.issues.push(...result.issues);
  return null;
}

/** Spot buys and sells what it bought: a short is said to be impossible instead of ignored. */
function readSpotDirection(raw: RawParams, reader: FieldReader): 'long' {
  const value = raw['direction'] ?? 'long';
  if (value !== 'long' && value !== '') reader.issues.push({ field: 'direction', rule: 'option', options: ['long'] });
  return 'long';
}
