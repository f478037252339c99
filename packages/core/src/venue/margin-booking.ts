// What a trade, a payment of funding or a forced close moves between an account and the house. Each leaves the sum of
// MarginBook (wallets + insurance + fees + counterparty = deposits) as it was.
import { notionalAtoms } from '../market/conversions.ts';
import { mulDiv } from '../money/mul-div.ts';
import { assertSafe } from '../money/safe-integer.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';
import type { ForcedClose } from './liquidation.ts';
import {
  type ContractPosition,
  crossPositions,
  isolatedAtoms,
  type MarginAccount,
  type PositionSide,
  type Seat,
} from './margin-account.ts';

/** What belongs to no account. */
export interface ServerContext {
  /** May fall below zero: then the house has paid what liquidated accounts could not. */
  insuranceAtoms: Atoms;
  feesAtoms: Atoms;
  /** What the market won from the accounts: the negative of all realised results and of all funding. */
  counterpartyAtoms: Atoms;
}

export interface MarginFill {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly feeAtoms: Atoms;
}

const E8 = 100_000_000;

/** Answers what the trade realised, before its fee. */
export function bookFill(
  context: ServerContext,
  owner: MarginAccount,
  seat: Seat,
  position: ContractPosition,
  { side, priceTicks, qtyLots, feeAtoms }: MarginFill,
): Atoms {
  const direction = side === 'buy' ? 1 : -1;
  const closing = position.qtyLots * direction < 0 ? Math.min(qtyLots, Math.abs(position.qtyLots)) : 0;
  owner.walletAtoms = assertSafe(owner.walletAtoms - feeAtoms, 'wallet');
  context.feesAtoms = assertSafe(context.feesAtoms + feeAtoms, 'fees');
  const realised = closing === 0 ? 0 : reduce(owner, seat, position, priceTicks, closing);
  context.counterpartyAtoms = assertSafe(context.counterpartyAtoms - realised, 'counterparty');
  if (closing < qtyLots) grow(owner, seat, position, direction, priceTicks, qtyLots - closing);
  cover(context, owner, position);
  return realised;
}

/** Longs pay a positive rate; what is paid is rounded up, what is received down. Answers what came (positive) or went. */
export function bookFunding(
  context: ServerContext,
  owner: MarginAccount,
  seat: Seat,
  position: ContractPosition,
  rateE8: number,
  markTicks: Ticks,
): Atoms {
  const notional = notionalAtoms(seat.instrument, markTicks, Math.abs(position.qtyLots));
  const amountAtoms = mulDiv(position.qtyLots > 0 ? -notional : notional, rateE8, E8, 'floor');
  owner.walletAtoms = assertSafe(owner.walletAtoms + amountAtoms, 'wallet');
  context.counterpartyAtoms = assertSafe(context.counterpartyAtoms - amountAtoms, 'counterparty');
  return amountAtoms + cover(context, owner, position);
}

/** The insurance fund takes the position over. What it leaves behind is covered when all positions of the close are booked. */
export function bookForcedClose(
  context: ServerContext,
  owner: MarginAccount,
  position: ContractPosition,
  { liquidation: { realisedAtoms, feeAtoms }, atMarkAtoms }: ForcedClose,
): void {
  owner.walletAtoms = assertSafe(owner.walletAtoms + realisedAtoms - feeAtoms, 'wallet');
  context.counterpartyAtoms = assertSafe(context.counterpartyAtoms - atMarkAtoms, 'counterparty');
  context.insuranceAtoms = assertSafe(context.insuranceAtoms + atMarkAtoms - realisedAtoms + feeAtoms, 'fund');
  Object.assign(position, { qtyLots: 0, entryAtoms: 0, marginAtoms: 0 });
}

/** What the free wallet lacks comes from this position's own margin, then from the insurance fund: answers the fund's part. */
export function cover(context: ServerContext, owner: MarginAccount, position: ContractPosition): Atoms {
  let lacking = isolatedAtoms(owner) - owner.walletAtoms;
  if (lacking <= 0) return 0;
  const own = Math.min(lacking, position.marginAtoms);
  position.marginAtoms -= own;
  lacking -= own;
  if (lacking === 0 || crossPositions(owner).some((cross) => cross.position.qtyLots !== 0)) return 0;
  owner.walletAtoms += lacking;
  context.insuranceAtoms -= lacking;
  return lacking;
}

/** Closes part or all of a position at a price; the rest keeps what a proportional part cannot share out. */
function reduce(owner: MarginAccount, seat: Seat, position: ContractPosition, ticks: Ticks, closing: Lots): Atoms {
  const held = Math.abs(position.qtyLots);
  const entry = mulDiv(position.entryAtoms, closing, held, 'floor');
  const notional = notionalAtoms(seat.instrument, ticks, closing);
  const realised = position.qtyLots > 0 ? notional - entry : entry - notional;
  position.marginAtoms -= mulDiv(position.marginAtoms, closing, held, 'floor');
  position.entryAtoms -= entry;
  position.qtyLots -= Math.sign(position.qtyLots) * closing;
  owner.walletAtoms = assertSafe(owner.walletAtoms + realised, 'wallet');
  return realised;
}

/** Puts the initial margin behind it as far as the wallet has it. */
function grow(
  owner: MarginAccount,
  seat: Seat,
  position: ContractPosition,
  direction: 1 | -1,
  ticks: Ticks,
  qtyLots: Lots,
): void {
  const notional = notionalAtoms(seat.instrument, ticks, qtyLots);
  if (seat.marginMode === 'isolated') {
    const free = Math.max(0, owner.walletAtoms - isolatedAtoms(owner));
    position.marginAtoms += Math.min(Math.floor(notional / seat.leverage), free);
  }
  position.entryAtoms = assertSafe(position.entryAtoms + notional, 'entry');
  position.qtyLots += direction * qtyLots;
}
