// What the orders of a ladder must satisfy together: every trigger above zero, no liquidation before the last add, and
// a stop loss that comes before the liquidation. Percentages only: none of it depends on the price.
import type { Instrument } from '../../market/instrument.ts';
import { formatPercent } from '../../money/decimal-text.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Ppm } from '../../money/units.ts';
import type { FieldIssue } from '../../strategy/field.ts';
import type { FieldReader } from '../../strategy/field-reader.ts';
import type { PositionSide } from '../../strategy/round/side.ts';
import { type AddBase, E9, liquidationDistancePpm, PPM, totalDropE9 } from './ladder-plan.ts';

/** Defaults of a contract's stop: the lesser of 15 % and 70 % of the way to liquidation. */
const DEFAULT_STOP_PPM: Ppm = 150_000;
const STOP_OF_DISTANCE_PPM = 700_000;
const MIN_STOP_PPM: Ppm = 10_000;

/** The part of the parameters that these rules are about. */
export interface Ladder {
  readonly direction: 'long' | 'short';
  readonly leverage: number;
  readonly maxOrders: number;
  readonly amountsAtoms: readonly Atoms[];
  readonly dropsE9: readonly number[];
  readonly addBase: AddBase;
  readonly stopLossPpm: Ppm;
}

/** A long's triggers must all be above zero; the answer names the largest drop (or scale) that keeps them there. */
export function checkTrigger(params: Ladder, bySteps: boolean, issues: FieldIssue[]): void {
  const { direction, maxOrders, dropsE9, addBase } = params;
  if (direction === 'short') return;
  const own = dropsE9.slice(1, maxOrders);
  const worst = addBase === 'first' ? totalDropE9(dropsE9, maxOrders - 1) : Math.max(0, ...own);
  if (worst < E9) return;
  const first = own[0] ?? 0;
  if (bySteps) {
    issues.push({ field: 'steps', rule: 'range', max: '100' });
    return;
  }
  // The drops are proportional to add_drop: this share of it brings the deepest trigger just above zero.
  const most = Math.floor(mulDiv(first, E9 - 1, worst, 'floor') / 1000) - 1;
  if (most >= 3000) issues.push({ field: 'add_drop', rule: 'range', min: '0.3', max: formatPercent(most) });
  else issues.push({ field: 'drop_scale', rule: 'range', min: '0.5', max: '1' });
}

/** Contracts: liquidation and stop. Answers the stop that is in force. */
export function checkContract(params: Ladder, instrument: Instrument, reader: FieldReader): Ppm {
  if (instrument.contract === null) return params.stopLossPpm;
  const { leverage } = params;
  const distance = nearestLiquidationPpm(params, instrument, leverage);
  if (distance === null) {
    let most = leverage - 1;
    while (most > 0 && nearestLiquidationPpm(params, instrument, most) === null) most--;
    if (most > 0) reader.issues.push({ field: 'leverage', rule: 'range', min: '1', max: String(most) });
    else reader.issues.push({ field: 'add_drop', rule: 'range', min: '0.3' });
    return params.stopLossPpm;
  }
  if (params.stopLossPpm === 0) return defaultStopPpm(distance);
  reader.percentWithin('stop_loss', params.stopLossPpm, MIN_STOP_PPM, Math.max(MIN_STOP_PPM, distance - 1));
  return params.stopLossPpm;
}

export function defaultStopPpm(distancePpm: Ppm): Ppm {
  return Math.min(DEFAULT_STOP_PPM, mulDiv(distancePpm, STOP_OF_DISTANCE_PPM, PPM, 'floor'));
}

/**
 * The shortest way from the average to the liquidation over all stages of the ladder, in millionths of the average; null
 * when at some stage the liquidation comes before the next add.
 */
export function nearestLiquidationPpm(params: Ladder, instrument: Instrument, leverage: number): Ppm | null {
  const side: PositionSide = params.direction;
  let nearest = PPM;
  for (const stage of ladderStages(params, side)) {
    const distance = liquidationDistancePpm(instrument, side, stage.valueAtoms, leverage);
    if (stage.nextPpm !== null && stage.nextPpm >= distance && distance < PPM) return null;
    nearest = Math.min(nearest, distance);
  }
  return nearest;
}

/** After each order: the notional, and how far from its average the next add is (in millionths of it; null = none). */
function ladderStages(params: Ladder, side: PositionSide): { valueAtoms: number; nextPpm: Ppm | null }[] {
  const { maxOrders, amountsAtoms, dropsE9, addBase } = params;
  const stages: { valueAtoms: number; nextPpm: Ppm | null }[] = [];
  const sign = side === 'long' ? -1 : 1;
  // Ratios of prices to the first fill: shares of a picture, not money.
  let price = 1;
  let value = 0;
  let coin = 0;
  for (let index = 0; index < maxOrders; index++) {
    value += amountsAtoms[index]!;
    coin += amountsAtoms[index]! / price;
    const average = value / coin;
    if (index + 1 === maxOrders) {
      stages.push({ valueAtoms: value, nextPpm: null });
      break;
    }
    const drop = dropsE9[index + 1]! / E9;
    const total = totalDropE9(dropsE9, index + 1) / E9;
    const ref = addBase === 'avg' ? average : price;
    const next = addBase === 'first' ? 1 + sign * total : ref * (1 + sign * drop);
    stages.push({ valueAtoms: value, nextPpm: Math.ceil((Math.abs(average - next) / average) * PPM) });
    price = next;
  }
  return stages;
}
