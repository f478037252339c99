// What an account asks to be placed, in ticks and lots, and the answer to it when it was taken.
import type { Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { OrderType, Side, TimeInForce } from '@cormorant/core/strategy/strategy.ts';
import type { PositionSide } from '@cormorant/core/venue/margin-account.ts';
import type { OrderTrigger } from '@cormorant/core/venue/trigger.ts';
import type { FillRecord, OrderForm, OrderRecord } from '../store/records.ts';

export interface PlaceRequest {
  readonly cid: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  /** Contracts only, as is the next. */
  readonly positionSide?: PositionSide;
  readonly reduceOnly?: boolean;
  /** On spot the order waits for it outside the book. */
  readonly trigger?: OrderTrigger;
  /** As a client of an exchange's wire asked for it. */
  readonly form?: OrderForm;
}

export type Placed = { readonly ok: 1; readonly order: OrderRecord; readonly fills: readonly FillRecord[] };

export interface PlacedPair {
  readonly ok: 1;
  readonly stop: OrderRecord;
  readonly limit: OrderRecord;
}
