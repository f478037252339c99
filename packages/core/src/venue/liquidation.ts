// Forced closing. A position goes to the insurance fund at its bankruptcy price, the price that leaves nothing of what
// stood behind it, and the fund sells it at the mark: it keeps what lies between, or pays it. What rounding to a tick
// leaves is the liquidation fee, as far as it reaches. Cross: all cross positions of the account at once, the equity
// shared among them by what each had to maintain.
import { notionalAtoms } from '../market/conversions.ts';
import { bankruptcyTicks, liquidationTicks, termsOf, unrealisedAtoms } from '../market/margin.ts';
import { applyPpm, mulDiv } from '../money/mul-div.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';
import {
  type ContractPosition,
  crossEquityAtoms,
  crossPositions,
  type MarginAccount,
  maintenanceOf,
  type PositionSide,
  type Seat,
  unrealisedOf,
} from './margin-account.ts';

export interface Liquidation {
  readonly account: number;
  readonly symbol: string;
  readonly positionSide: PositionSide;
  /** Of the forced trade: sell for a long. */
  readonly side: Side;
  /** The bankruptcy price. */
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly feeAtoms: Atoms;
  /** What the account realised at that price. */
  readonly realisedAtoms: Atoms;
  /** The mark that did it. */
  readonly markTicks: Ticks;
}

/** What a book tells the market of a symbol when it liquidates there. */
export interface LiquidationDesk {
  /** The account's orders of this symbol go, before its position does. */
  expireOrders(account: number): void;
  liquidated(liquidation: Liquidation): void;
}

export interface ForcedClose {
  readonly liquidation: Liquidation;
  /** What the same close would have realised at the mark. */
  readonly atMarkAtoms: Atoms;
}

type Seated = { readonly seat: Seat; readonly position: ContractPosition };

/** True when the mark has reached the price at which an isolated position is liquidated. */
export function isolatedLiquidation({ qtyLots, liquidationTicks: at }: ContractPosition, markTicks: Ticks): boolean {
  return at > 0 && (qtyLots > 0 ? markTicks <= at : markTicks >= at);
}

/** True when the equity behind the account's cross positions is down to what they must maintain. */
export function crossLiquidation(account: MarginAccount): boolean {
  let maintenance = 0;
  const positions = crossPositions(account);
  for (const { seat, position } of positions) maintenance += maintenanceOf(seat, position);
  return positions.length > 0 && crossEquityAtoms(account) <= maintenance;
}

/** Of one cross position, while the marks of all others stand still; 0 = none. */
export function crossLiquidationTicks(account: MarginAccount, seat: Seat, position: ContractPosition): Ticks {
  let behind = crossEquityAtoms(account) - unrealisedOf(seat, position);
  for (const other of crossPositions(account))
    if (other.position !== position) behind -= maintenanceOf(other.seat, other.position);
  return liquidationTicks(seat.instrument, { ...position, marginAtoms: behind });
}

/** One close for each position, all isolated (one) or all the cross positions of the account. */
export function forcedClose(account: MarginAccount, positions: readonly Seated[]): ForcedClose[] {
  const behind = positions.map(({ position }) => position.marginAtoms);
  if (positions[0]?.seat.marginMode === 'cross') shareEquity(account, positions, behind);
  return positions.map(({ seat, position }, at) => closeAt(account.id, seat, position, behind[at] as Atoms));
}

function shareEquity(account: MarginAccount, positions: readonly Seated[], behind: Atoms[]): void {
  const equity = crossEquityAtoms(account);
  const needs = positions.map(({ seat, position }) => maintenanceOf(seat, position) + 1);
  let needed = needs.reduce((sum, need) => sum + need, 0);
  let left = equity;
  for (const [at, { seat, position }] of positions.entries()) {
    const need = needs[at] as number;
    const share = mulDiv(left, need, needed, 'floor');
    left -= share;
    needed -= need;
    behind[at] = share - unrealisedOf(seat, position);
  }
}

function closeAt(account: number, seat: Seat, position: ContractPosition, marginAtoms: Atoms): ForcedClose {
  const { instrument, markTicks } = seat;
  const qtyLots: Lots = Math.abs(position.qtyLots);
  const priceTicks = Math.max(1, bankruptcyTicks(instrument, { ...position, marginAtoms }));
  const realisedAtoms = unrealisedAtoms(instrument, position, priceTicks);
  const nominal = applyPpm(
    notionalAtoms(instrument, priceTicks, qtyLots),
    termsOf(instrument).liquidationFeePpm,
    'floor',
  );
  const feeAtoms = Math.max(0, Math.min(nominal, marginAtoms + realisedAtoms));
  return {
    liquidation: {
      account,
      symbol: instrument.symbol,
      positionSide: position.side,
      side: position.qtyLots > 0 ? 'sell' : 'buy',
      priceTicks,
      qtyLots,
      feeAtoms,
      realisedAtoms,
      markTicks,
    },
    atMarkAtoms: unrealisedAtoms(instrument, position, markTicks),
  };
}
