// What an account holds of its contracts, side by side as its position mode has them: the rows that every wire tells of in its
// own words.
import { notionalAtoms } from '@cormorant/core/market/conversions.ts';
import { initialMarginAtoms } from '@cormorant/core/market/margin.ts';
import {
  type ContractPosition,
  heldAtoms,
  maintenanceOf,
  type PositionSide,
  type Seat,
  unrealisedOf,
} from '@cormorant/core/venue/margin-account.ts';
import type { Account } from '../exchange/account.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { SymbolDesk } from '../exchange/symbol-desk.ts';

/** One side of one symbol of one account, with a position or without. */
export interface Holding {
  readonly desk: SymbolDesk;
  readonly seat: Seat;
  readonly side: PositionSide;
  readonly position: ContractPosition | undefined;
  readonly liquidationTicks: number;
}

/** All sides that the account's mode has, of these symbols. */
export function holdingsOf(exchange: Exchange, account: Account, desks: readonly SymbolDesk[]): Holding[] {
  const { book } = exchange.contracts;
  const sides: readonly PositionSide[] = book.positionMode(account.id) === 'one_way' ? ['net'] : ['long', 'short'];
  return desks.flatMap((desk) => {
    const { symbol } = desk.instrument;
    const seat = book.seatOf(account.id, symbol);
    return sides.map((side) => ({
      ...{ desk, seat, side, position: seat.positions.get(side) },
      liquidationTicks: book.liquidationTicksOf(account.id, symbol, side),
    }));
  });
}

/** Something stands there: what version 3 of the calls tells of. */
export function isHeld({ seat, position }: Holding): boolean {
  return position !== undefined || seat.openOrders > 0;
}

/** Figures of a holding in quote atoms. */
export function amountsOf({ seat, position }: Holding) {
  const { instrument, markTicks } = seat;
  const openOrder = heldAtoms(seat);
  if (position === undefined)
    return { notional: 0, unrealised: 0, initial: 0, maintenance: 0, openOrder, wallet: 0, isShort: false };
  const notional = notionalAtoms(instrument, markTicks, Math.abs(position.qtyLots));
  return {
    ...{ notional, unrealised: unrealisedOf(seat, position), openOrder, wallet: position.marginAtoms },
    initial: initialMarginAtoms(notional, seat.leverage),
    maintenance: maintenanceOf(seat, position),
    isShort: position.qtyLots < 0,
  };
}
