// Margin of a linear contract: what a position must have behind it, and the two prices that end it. Everything is exact:
// a position is liquidated when margin + unrealised <= maintenance, and the maintenance rate's product is floored, which
// for whole atoms is that very comparison without rounding.

import { applyPpm } from '../money/mul-div.ts';
import { assertSafe } from '../money/safe-integer.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import { notionalAtoms } from './conversions.ts';
import type { ContractTerms, Instrument, LeverageBracket } from './instrument.ts';

/** A position with the margin that stands behind it alone. */
export interface MarginedPosition {
  /** Signed: negative = short. */
  readonly qtyLots: Lots;
  /** What it cost (long) or brought (short), without fees: average entry x quantity, never negative. */
  readonly entryAtoms: Atoms;
  readonly marginAtoms: Atoms;
}

const PPM = 1_000_000n;

/** The terms of a perpetual; asking them of a spot pair is a fault. */
export function termsOf(instrument: Instrument): ContractTerms {
  if (instrument.contract === null) throw new RangeError(`${instrument.symbol} is not a contract`);
  return instrument.contract;
}

export function bracketOf(terms: ContractTerms, notional: Atoms): LeverageBracket {
  const { brackets } = terms;
  let at = brackets.length - 1;
  while (at > 0 && (brackets[at] as LeverageBracket).floorAtoms > notional) at--;
  return brackets[at] as LeverageBracket;
}

/** The most leverage a position of this notional may have. */
export function maxLeverageFor(terms: ContractTerms, notional: Atoms): number {
  return bracketOf(terms, notional).maxLeverage;
}

/** What an order of this notional must find free: rounded up. */
export function initialMarginAtoms(notional: Atoms, leverage: number): Atoms {
  return Math.ceil(notional / leverage);
}

/** What must stay behind a position of this notional; at this much and below it is liquidated. */
export function maintenanceAtoms(terms: ContractTerms, notional: Atoms): Atoms {
  const { maintenancePpm, cumAtoms } = bracketOf(terms, notional);
  return Math.max(0, applyPpm(notional, maintenancePpm, 'floor') - cumAtoms);
}

/** Profit or loss of closing at this price, without fees. */
export function unrealisedAtoms(instrument: Instrument, position: MarginedPosition, ticks: Ticks): Atoms {
  const notional = notionalAtoms(instrument, ticks, Math.abs(position.qtyLots));
  return position.qtyLots >= 0 ? notional - position.entryAtoms : position.entryAtoms - notional;
}

export function isLiquidated(instrument: Instrument, position: MarginedPosition, markTicks: Ticks): boolean {
  if (position.qtyLots === 0) return false;
  const notional = notionalAtoms(instrument, markTicks, Math.abs(position.qtyLots));
  const left = position.marginAtoms + unrealisedAtoms(instrument, position, markTicks);
  return left <= maintenanceAtoms(termsOf(instrument), notional);
}

/**
 * The mark that liquidates, where one tick better does not; 0 = no price does. Long: LP = (E - M - cum) / (Q (1 - mmr)),
 * rounded down; short: (E + M + cum) / (Q (1 + mmr)), rounded up; E = entry notional, in the bracket that the notional
 * at LP lies in.
 */
export function liquidationTicks(instrument: Instrument, position: MarginedPosition): Ticks {
  if (position.qtyLots === 0) return 0;
  return position.qtyLots > 0 ? longLiquidation(instrument, position) : shortLiquidation(instrument, position);
}

/** Each bracket holds for a range of prices; the answer is the highest one that liquidates inside its own. */
function longLiquidation(instrument: Instrument, { qtyLots, entryAtoms, marginAtoms }: MarginedPosition): Ticks {
  const { brackets } = termsOf(instrument);
  const perTick = BigInt(qtyLots) * BigInt(instrument.quoteAtomsPerTickLot);
  for (let at = brackets.length - 1; at >= 0; at--) {
    const { floorAtoms, maintenancePpm, cumAtoms } = brackets[at] as LeverageBracket;
    const lowest = ceilDiv(BigInt(floorAtoms), perTick);
    const need = BigInt(entryAtoms) - BigInt(marginAtoms) - BigInt(cumAtoms);
    let ticks = floorDiv(need * PPM, perTick * (PPM - BigInt(maintenancePpm)));
    const next = brackets[at + 1];
    const highest = next === undefined ? ticks : ceilDiv(BigInt(next.floorAtoms), perTick) - 1n;
    if (ticks > highest) ticks = highest;
    if (ticks >= lowest && ticks > 0n) return Number(ticks);
  }
  return 0;
}

function shortLiquidation(instrument: Instrument, { qtyLots, entryAtoms, marginAtoms }: MarginedPosition): Ticks {
  const { brackets } = termsOf(instrument);
  const perTick = BigInt(-qtyLots) * BigInt(instrument.quoteAtomsPerTickLot);
  for (const [at, { floorAtoms, maintenancePpm, cumAtoms }] of brackets.entries()) {
    const lowest = ceilDiv(BigInt(floorAtoms), perTick);
    const need = BigInt(entryAtoms) + BigInt(marginAtoms) + BigInt(cumAtoms);
    let ticks = ceilDiv(need * PPM, perTick * (PPM + BigInt(maintenancePpm)));
    if (ticks < lowest) ticks = lowest;
    const next = brackets[at + 1];
    const fits = next === undefined || ticks < ceilDiv(BigInt(next.floorAtoms), perTick);
    if (fits) return ticks <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(ticks) : 0;
  }
  return 0;
}

/**
 * The price at which closing leaves nothing of the margin: rounded up for a long and down for a short, so that a forced
 * close there never leaves less than nothing. 0 = none: the margin covers everything.
 */
export function bankruptcyTicks(instrument: Instrument, position: MarginedPosition): Ticks {
  const { qtyLots, entryAtoms, marginAtoms } = position;
  if (qtyLots === 0) return 0;
  const perTick = assertSafe(Math.abs(qtyLots) * instrument.quoteAtomsPerTickLot, 'price of the position');
  if (qtyLots > 0) return Math.max(0, Math.ceil((entryAtoms - marginAtoms) / perTick));
  return Math.max(0, Math.floor(assertSafe(entryAtoms + marginAtoms, 'bankruptcy') / perTick));
}

/** For a positive divisor. */
function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && a % b !== 0n ? quotient - 1n : quotient;
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return -floorDiv(-a, b);
}
