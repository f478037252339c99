// The rows an exchange keeps: what was ordered and what traded. Prices in ticks, quantities in lots, fees in atoms of the
// symbol's own scale.
import type { Atoms, Lots, Ticks, TimeMs } from '@cormorant/core/money/units.ts';
import type { OrderType, Side, TimeInForce } from '@cormorant/core/strategy/strategy.ts';
import type { PositionSide } from '@cormorant/core/venue/margin-account.ts';
import type { Prevention } from '@cormorant/core/venue/sink.ts';
import type { OrderTrigger } from '@cormorant/core/venue/trigger.ts';

/** How a client of an exchange's wire asked for an order, where our own words say less. */
export interface OrderForm {
  readonly type:
    | 'LIMIT'
    | 'LIMIT_MAKER'
    | 'MARKET'
    | 'STOP_MARKET'
    | 'TAKE_PROFIT_MARKET'
    | 'STOP_LOSS'
    | 'TAKE_PROFIT'
    | 'STOP_LOSS_LIMIT'
    | 'TAKE_PROFIT_LIMIT';
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK' | 'GTX';
  /** A market order by its cost; '' = by its quantity. */
  readonly quoteOrderQty: string;
  /** Contracts: a stop that closes whatever the position then is. */
  readonly closePosition?: true;
  /** Taken, and ended at once: it was to wait for takers only, and would have taken. */
  readonly wouldTake?: true;
  /** Of an order of a pair: the client's id of the pair. */
  readonly listClientId?: string;
  /** Which of two orders of its account ends where it would trade with another one; absent = they trade. */
  readonly prevention?: Prevention;
}

export interface OrderRecord {
  /** Ascends over the venue: age, and so priority within a price. */
  readonly id: number;
  readonly accountId: number;
  /** Amending it may give it another one. */
  cid: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly priceTicks: Ticks;
  /** Amending it may make it less. */
  qtyLots: Lots;
  filledLots: Lots;
  /** Contracts; 'net' on spot. */
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  readonly trigger: OrderTrigger | null;
  /** The price its funds are locked at: the worst it can trade at. Its own price when it rests. */
  readonly lockTicks: Ticks;
  status: 'open' | 'filled' | 'cancelled';
  readonly createdAtMs: TimeMs;
  /** Its last fill or its end. */
  updatedAtMs: TimeMs;
  /** Ticks x lots of its fills: what it cost or brought. */
  spentTickLots: number;
  /** It ended because of this other order of its account: before it would have traded with it, or as the other of its pair. */
  preventedBy: number | null;
  /** When it began to stand in the book or to trade; null = it waits for its trigger, or ended waiting. */
  workingAtMs: TimeMs | null;
  /** One of two orders of spot of which one ends the other: the number of the pair, which is that of its stop; null = alone. */
  readonly listId: number | null;
  /** null when it came by the server's own wire. */
  readonly form: OrderForm | null;
  /** Its handle in the matching engine; -1 when it is not in the book. */
  handle: number;
}

export interface FillRecord {
  readonly id: number;
  /** The number both sides of a trade know it by, ascending within a symbol; null under the candle law. */
  readonly tradeId: number | null;
  readonly orderId: number;
  readonly accountId: number;
  readonly cid: string;
  readonly symbol: string;
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly feeAtoms: Atoms;
  readonly feeInBase: boolean;
  readonly maker: boolean;
  readonly lastTicks: Ticks;
  readonly atMs: TimeMs;
  readonly positionSide: PositionSide;
  /** The venue closed the position by force. */
  readonly liquidation: boolean;
  /** Contracts: what the trade realised, before its fee. */
  readonly realisedAtoms: Atoms;
}

/** Margin that a client moved behind a position (negative: from it). */
export interface MarginAddRecord {
  readonly accountId: number;
  /** The client's own id; null = it gave none. */
  readonly ref: string | null;
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly amountAtoms: Atoms;
  readonly atMs: TimeMs;
}

export interface FundingRecord {
  readonly id: number;
  readonly accountId: number;
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly rateE8: number;
  readonly markTicks: Ticks;
  /** What came (positive) or went. */
  readonly amountAtoms: Atoms;
  readonly atMs: TimeMs;
}

/** A trade as everybody sees it. The order number of the house is 0. */
export interface PublicTrade {
  readonly id: number;
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly buyerIsMaker: boolean;
  readonly buyOrderId: number;
  readonly sellOrderId: number;
  readonly atMs: TimeMs;
}

/** An order that stood was made smaller, in its place. */
export interface AmendmentRecord {
  /** Of the same running number as trades. */
  readonly id: number;
  readonly accountId: number;
  readonly orderId: number;
  readonly oldCid: string;
  readonly newCid: string;
  readonly oldLots: Lots;
  readonly newLots: Lots;
  readonly atMs: TimeMs;
}
