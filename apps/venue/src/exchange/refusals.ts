// The words with which the exchange refuses a request, and the sentence that goes with each.
import type { MarginRefusal } from '@cormorant/core/venue/margin-settings.ts';
import type { VenueRefusal } from '@cormorant/core/venue/sink.ts';

export type RefusalCode =
  | 'BAD_REQUEST'
  | 'UNKNOWN_SYMBOL'
  | 'MARKET_CLOSED'
  | 'PRICE_FILTER'
  | 'PRICE_RANGE'
  | 'LOT_SIZE'
  | 'QTY_SMALL'
  | 'QTY_LARGE'
  | 'NOTIONAL_SMALL'
  | 'NOTIONAL_LARGE'
  | 'INSUFFICIENT_FUNDS'
  | 'TOO_MANY_ORDERS'
  | 'POST_ONLY_WOULD_TAKE'
  | 'DUPLICATE_CID'
  | 'ORDER_NOT_OPEN'
  | 'POSITION_SIDE'
  | 'POSITION_OPEN'
  | 'NO_POSITION'
  | 'CROSS_MARGIN'
  | 'LEVERAGE';

export interface Refused {
  readonly ok: 0;
  readonly code: RefusalCode;
  readonly msg: string;
}

const CODE_OF: Record<VenueRefusal, RefusalCode> = {
  price_filter: 'PRICE_FILTER',
  price_range: 'PRICE_RANGE',
  lot_size: 'LOT_SIZE',
  qty_small: 'QTY_SMALL',
  qty_large: 'QTY_LARGE',
  notional_small: 'NOTIONAL_SMALL',
  too_many_orders: 'TOO_MANY_ORDERS',
  post_only: 'POST_ONLY_WOULD_TAKE',
  market_closed: 'MARKET_CLOSED',
  funds: 'INSUFFICIENT_FUNDS',
};

const CODE_OF_MARGIN: Record<MarginRefusal, RefusalCode> = {
  position_open: 'POSITION_OPEN',
  leverage: 'LEVERAGE',
  no_position: 'NO_POSITION',
  cross_margin: 'CROSS_MARGIN',
  funds: 'INSUFFICIENT_FUNDS',
};

const SENTENCE: Record<RefusalCode, string> = {
  BAD_REQUEST: 'the request cannot be read',
  UNKNOWN_SYMBOL: 'this exchange has no such symbol',
  MARKET_CLOSED: 'the market is not trading now',
  PRICE_FILTER: 'the price is not a multiple of the tick',
  PRICE_RANGE: 'the price is outside the allowed range',
  LOT_SIZE: 'the quantity is not a multiple of the step',
  QTY_SMALL: 'the quantity is below the minimum',
  QTY_LARGE: 'the quantity is above the maximum',
  NOTIONAL_SMALL: 'price x quantity is below the minimum notional',
  NOTIONAL_LARGE: 'price x quantity is above the maximum notional',
  INSUFFICIENT_FUNDS: 'the free balance is too small',
  TOO_MANY_ORDERS: 'too many open orders on this symbol',
  POST_ONLY_WOULD_TAKE: 'a post-only order would trade at once',
  DUPLICATE_CID: 'an open order of this account has the same cid',
  ORDER_NOT_OPEN: 'no open order has this cid',
  POSITION_SIDE: 'the position side does not fit the position mode of the account',
  POSITION_OPEN: 'a position or an open order stands in the way',
  NO_POSITION: 'there is no such position',
  CROSS_MARGIN: 'a cross position has no margin of its own',
  LEVERAGE: 'this leverage is not offered',
};

export function refused(code: RefusalCode, detail = ''): Refused {
  return { ok: 0, code, msg: detail === '' ? SENTENCE[code] : `${SENTENCE[code]}: ${detail}` };
}

export function refusedByVenue(refusal: VenueRefusal): Refused {
  return refused(CODE_OF[refusal]);
}

/** The answer to a change of margin or settings. */
export function marginAnswer(refusal: MarginRefusal | null): { readonly ok: 1 } | Refused {
  return refusal === null ? { ok: 1 } : refused(CODE_OF_MARGIN[refusal]);
}
