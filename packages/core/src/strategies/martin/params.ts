// The parameters of a martingale, read into integers: the ladder's sizes and drops are drawn here once, so that machine,
// preview and calculator use the same. What was entered is refused field by field, with the range that would be allowed.

import type { CandleTimeframe } from '../../market/candles.ts';
import { formatQuote } from '../../market/conversions.ts';
import type { Instrument, MarketKind } from '../../market/instrument.ts';
import { applyPpm } from '../../money/mul-div.ts';
import { MoneyError } from '../../money/safe-integer.ts';
import type { Atoms, Ppm, Ticks, TimeMs } from '../../money/units.ts';
import type { ConditionGroup } from '../../strategy/conditions.ts';
import type { FieldIssue, ParamsContext, ParamsResult, RawParams } from '../../strategy/field.ts';
import { FieldReader } from '../../strategy/field-reader.ts';
import { bracketIssue } from '../../strategy/ladder-leverage.ts';
import { tooLarge } from '../../strategy/order-largest.ts';
import { ENTRY_HEADROOM_PPM } from '../../strategy/order-minimums.ts';
import { parseConditions } from '../../strategy/parse-conditions.ts';
import { checkContract, checkTrigger } from './check-ladder.ts';
import { martinFields } from './fields.ts';
import { type AddBase, EXTRA_ADDS, needAtoms, orderAmount, orderDropE9, PPM } from './ladder-plan.ts';
import { simulate } from './simulate.ts';
import { readSteps, type Step } from './steps.ts';

/** product.md `cfg.sim_slippage`: what an order at market may cost beyond the last price. */
const SLIPPAGE_PPM: Ppm = 200;
const MIN_FIRST = 5;
const DEFAULT_MAX_LEVERAGE = 10;

export interface MartinParams {
  readonly market: MarketKind;
  readonly direction: 'long' | 'short';
  /** 1 on spot. */
  readonly leverage: number;
  /** Orders in the ladder, the first included. */
  readonly maxOrders: number;
  /** Size in quote, drop from its basis in 1e-9 and callback of each order from 0; as many more as manual adds may be. */
  readonly amountsAtoms: readonly Atoms[];
  readonly dropsE9: readonly number[];
  readonly callbacksPpm: readonly Ppm[];
  readonly addBase: AddBase;
  readonly takeProfitPpm: Ppm;
  readonly tpCallbackPpm: Ppm;
  /** From this many orders on only the last lot is sold; 0 = always everything. */
  readonly tailFrom: number;
  /** Of the average cost; 0 = off (spot only). */
  readonly stopLossPpm: Ppm;
  readonly loop: boolean;
  /** 0 = without end. */
  readonly loopCount: number;
  readonly loopIntervalMs: TimeMs;
  readonly guardDropPpm: Ppm;
  readonly guardMinutes: number;
  readonly entry: 'now' | 'price' | 'conditions';
  readonly entryTicks: Ticks;
  readonly entryConditions: ConditionGroup | null;
  /** '' = no trend gate. */
  readonly trendTf: CandleTimeframe | '';
  readonly volSpacing: boolean;
  /** How much of its own realised profit may pay for closing the deepest lots; 0 = none. */
  readonly unstuckPpm: Ppm;
  readonly slippagePpm: Ppm;
}

/** Of one side; both are read by dual-params.ts. All issues at once, in the order of the fields. `investment` is an issue's field when the money does not reach. */
export function parseMartinParams(raw: RawParams, context: ParamsContext): ParamsResult<MartinParams> {
  const { instrument } = context;
  const { market } = instrument;
  const fields = martinFields.filter((spec) => (spec.market ?? market) === market);
  const reader = new FieldReader(raw, fields, instrument);
  const futures = market === 'futures';
  const direction = futures ? reader.choice<MartinParams['direction']>('direction') : spotDirection(raw, reader.issues);
  if ((direction as string) === 'dual')
    reader.issues.push({ field: 'direction', rule: 'option', options: ['long', 'short'] });
  const leverage = futures ? reader.int('leverage') : 1;
  if (futures) reader.choice('margin_mode');
  const firstAtoms = reader.amount('first_amount', true);
  const maxOrders = reader.int('max_positions');
  const entry = reader.choice<MartinParams['entry']>('entry');
  const entryTicks = reader.price('entry_price', direction === 'short' ? 'ceil' : 'floor', entry === 'price');
  const entryConditions = entry === 'conditions' ? readConditions(raw, reader.issues) : null;
  const multiplierPpm = reader.factor('multiplier');
  const addDropPpm = reader.percent('add_drop', true);
  const dropScalePpm = reader.factor('drop_scale');
  const addBase = reader.choice<AddBase>('add_base');
  const addCallbackPpm = reader.percent('add_callback');
  const steps = readSteps(raw['steps'], maxOrders, reader.issues);
  const takeProfitPpm = reader.percent('take_profit', true);
  const tpCallbackPpm = reader.percent('tp_callback');
  const tail = reader.choice('tp_mode') === 'tail';
  const tailFrom = reader.int('tail_from');
  const loop = reader.choice('cycle') === 'loop';
  const loopCount = reader.int('loop_count');
  const loopIntervalMs = reader.int('loop_interval') * 1000;
  const stopOff = !futures && reader.flag('stop_off');
  const stopPpm = reader.percent('stop_loss', futures ? reader.text('stop_loss') !== null : !stopOff);
  const { issues } = reader;
  const rest = {
    guardDropPpm: reader.percent('guard_drop', true),
    guardMinutes: reader.int('guard_minutes'),
    trendTf: reader.flag('trend_gate') ? reader.choice<CandleTimeframe>('trend_tf') : readTrendTf(reader),
    volSpacing: reader.flag('vol_spacing'),
    unstuckPpm: reader.percent('unstuck_budget'),
    slippagePpm: SLIPPAGE_PPM,
  };
  if (issues.length > 0) return { ok: false, issues };
  const drawn = drawLadder({ firstAtoms, multiplierPpm, addDropPpm, dropScalePpm, addCallbackPpm, maxOrders }, steps);
  if (drawn === null) {
    return { ok: false, issues: [{ field: 'multiplier', rule: 'range', min: '1', max: '3' }] };
  }
  const params: MartinParams = {
    ...{ market, direction, leverage, maxOrders, ...drawn, addBase, takeProfitPpm, tpCallbackPpm },
    tailFrom: tail ? tailFrom : 0,
    stopLossPpm: stopOff ? 0 : stopPpm,
    ...{ loop, loopCount, loopIntervalMs, entry, entryTicks, entryConditions, ...rest },
  };
  const stop = checkTogether(params, steps.length > 0, reader, context);
  return issues.length === 0 ? { ok: true, params: { ...params, stopLossPpm: stop } } : { ok: false, issues };
}

/** Rules between fields. Answers the stop loss, which a contract has even when none was entered. */
function checkTogether(params: MartinParams, bySteps: boolean, reader: FieldReader, context: ParamsContext): Ppm {
  const { instrument, investmentAtoms } = context;
  const { market, leverage, amountsAtoms, maxOrders, takeProfitPpm, tpCallbackPpm, tailFrom } = params;
  const { issues } = reader;
  const maxLeverage = Math.min(
    context.maxLeverage ?? DEFAULT_MAX_LEVERAGE,
    instrument.contract?.brackets[0]?.maxLeverage ?? 1,
  );
  if (market === 'futures' && leverage > maxLeverage) {
    issues.push({ field: 'leverage', rule: 'range', min: '1', max: String(maxLeverage) });
  }
  const minFirst = minFirstAtoms(instrument);
  reader.amountWithin('first_amount', amountsAtoms[0]!, minFirst);
  if (bySteps && amountsAtoms.slice(0, maxOrders).some((atoms) => atoms < minFirst)) {
    issues.push({ field: 'steps', rule: 'range', min: formatQuote(instrument, minFirst) });
  }
  if (tpCallbackPpm >= takeProfitPpm) reader.percentWithin('tp_callback', tpCallbackPpm, 0, takeProfitPpm - 1);
  if (tailFrom > maxOrders) {
    const tail: FieldIssue = { field: 'tail_from', rule: 'range', min: '2', max: String(maxOrders) };
    issues.push(maxOrders < 2 ? { field: 'max_positions', rule: 'range', min: '2' } : tail);
  }
  checkTrigger(params, bySteps, issues);
  const stopLossPpm = issues.length > 0 ? params.stopLossPpm : checkContract(params, instrument, reader);
  if (issues.length > 0) return stopLossPpm;
  const total = amountsAtoms.slice(0, maxOrders).reduce((sum, atoms) => sum + atoms, 0);
  const bracket = bracketIssue(instrument, leverage, total);
  if (bracket !== null) issues.push(bracket);
  reader.amountWithin('investment', investmentAtoms, needAtoms(instrument, market, total, leverage));
  const large = tooLargeOrders(params, context, minFirst);
  if (large !== null) issues.push(large);
  return stopLossPpm;
}

/** Every order of the ladder is in proportion to the first one. Without a price nothing is known of their coin. */
function tooLargeOrders(params: MartinParams, { instrument, lastTicks }: ParamsContext, leastAtoms: Atoms) {
  const firstTicks = params.entry === 'price' ? params.entryTicks : lastTicks;
  const start = { index: 0, nextTicks: firstTicks, firstTicks, depthE9: 0, held: null };
  const rows = firstTicks === 0 ? [] : simulate(instrument, params, params.direction, start);
  const orders = rows.map(({ triggerTicks, qtyLots }) => ({ priceTicks: triggerTicks, qtyLots }));
  return tooLarge(instrument, 'first_amount', params.amountsAtoms[0]!, leastAtoms, orders);
}

/** max(min_amount x 1.05, 5) in quote. */
export function minFirstAtoms(instrument: Instrument): Atoms {
  const byVenue = applyPpm(instrument.minNotionalAtoms, PPM + ENTRY_HEADROOM_PPM, 'ceil');
  return Math.max(byVenue, MIN_FIRST * 10 ** instrument.quoteScale);
}

export interface LadderRule {
  readonly firstAtoms: Atoms;
  readonly multiplierPpm: Ppm;
  readonly addDropPpm: Ppm;
  readonly dropScalePpm: Ppm;
  readonly addCallbackPpm: Ppm;
  readonly maxOrders: number;
}

/** Every order by the rule, or by its own step where one was given; null when a figure leaves the exact range. */
export function drawLadder(
  rule: LadderRule,
  steps: readonly Step[],
): Pick<MartinParams, 'amountsAtoms' | 'dropsE9' | 'callbacksPpm'> | null {
  const amountsAtoms: Atoms[] = [];
  const dropsE9: number[] = [];
  const callbacksPpm: Ppm[] = [];
  try {
    for (let index = 0; index < rule.maxOrders + EXTRA_ADDS; index++) {
      const step = steps[index - 1];
      amountsAtoms.push(
        step?.multiplePpm === undefined
          ? orderAmount(rule.firstAtoms, rule.multiplierPpm, index)
          : orderAmount(rule.firstAtoms, step.multiplePpm, 1),
      );
      dropsE9.push(
        step?.dropPpm === undefined
          ? orderDropE9(rule.addDropPpm, rule.dropScalePpm, index)
          : orderDropE9(step.dropPpm, PPM, index),
      );
      callbacksPpm.push(step?.callbackPpm ?? rule.addCallbackPpm);
    }
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    return null;
  }
  return { amountsAtoms, dropsE9, callbacksPpm };
}

function spotDirection(raw: RawParams, issues: FieldIssue[]): 'long' {
  const given = raw['direction'];
  const absent = given === undefined || given === null || given === '';
  if (!absent && given !== 'long') issues.push({ field: 'direction', rule: 'option', options: ['long'] });
  return 'long';
}

/** A gate that is off needs no timeframe, but one that was entered must be one. */
function readTrendTf(reader: FieldReader): '' {
  reader.choice('trend_tf');
  return '';
}

function readConditions(raw: RawParams, issues: FieldIssue[]): ConditionGroup | null {
  const given = raw['entry_conditions'];
  if (given === undefined || given === null || given === '') {
    issues.push({ field: 'entry_conditions', rule: 'required' });
    return null;
  }
  let tree: unknown = given;
  if (typeof given === 'string') {
    try {
      tree = JSON.parse(given);
    } catch {
      tree = null;
    }
  }
  const result = parseConditions(tree, 'entry_conditions');
  if (result.ok) return result.tree;
  issues.push(...result.issues);
  return null;
}
