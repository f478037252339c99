// What the trading adapter has to know of one exchange: which ids it takes, what its own codes prove about an order, in which
// units it counts, and how much it may be asked. A card is written down from documentation; only one whose wire was walked
// by the conformance suite trades.
import * as codes from '@cormorant/contract/codes.ts';
import type { RefusalReason } from '@cormorant/core/strategy/strategy.ts';
import type { ReplyGrammar } from './reply-grammar.ts';

/** What a code of an exchange proves: nothing was done, and why. */
export interface Proof {
  readonly code: number;
  readonly reason: RefusalReason;
}

/**
 * `unknown` = proves nothing. `absent` = no such order. `same` = it is so already. `clock` = not done because of our clock.
 * `auth` = not done; which part of the right is missing has to be asked for. `away` = it does not serve at present: what is read
 * is not told, and of a change that goes down with it nobody says whether it was made before.
 */
export type Meaning = Proof | 'unknown' | 'absent' | 'same' | 'clock' | 'auth' | 'away';

/** The first row whose words are in the message; without words the code alone says it. A code without a row proves nothing. */
export interface MeaningRow {
  readonly words?: RegExp;
  readonly meaning: Meaning;
}

export interface WeightLimit {
  /** Requests (or their weight) an address may use in a minute. */
  readonly perMinute: number;
}

export interface OrderLimit {
  readonly orders: number;
  readonly withinMs: number;
}

export type Family = 'spot' | 'wallet' | 'futures';

/** What one that does not trade needs none of. */
export const NO_STREAMS = { spot: '', futures: '', spotUser: '', futuresUser: '' } as const;

/** In whose calls and words it is spoken to. */
export type WireName = 'binance' | 'okx' | 'bybit' | 'bitget' | 'gate';

/** How often one call may be made: of an account, or of everybody where it is public. */
export interface CallLimit {
  readonly requests: number;
  readonly withinMs: number;
}

export interface TradingCard {
  readonly exchange: string;
  readonly wire: WireName;
  /** False = written from documentation: nobody trades there, and only what an account holds is read. */
  readonly trades: boolean;
  /** ccxt's classes, an instance a market kind. */
  readonly ccxt: { readonly spot: string; readonly futures: string };
  /** Ids of ours that it takes (reliability A16); what does not fit is refused before it is sent. */
  readonly clientId: RegExp;
  /** A client id names one order among the open ones only, or for ever. */
  readonly clientIdUnique: 'open' | 'ever';
  /** In what a market buy of spot is counted, unless a parameter says otherwise; orders of ours are always in coin (B9). */
  readonly marketBuyIn: 'coin' | 'quote' | 'coin-by-parameter';
  /** In what contracts are counted: coins, or contracts of a size told per symbol (B8). */
  readonly contractsIn: 'coin' | 'contracts';
  /** What names a side of a position in hedge mode. */
  readonly hedge: { readonly parameter: string; readonly long: string; readonly short: string; readonly net: string };
  /** Where positions may be held: set per account, per symbol, or per product. */
  readonly positionModePer: 'account' | 'symbol' | 'product';
  /** What an order says that shall not trade with others of its account; absent = nothing is said. */
  readonly prevention?: { readonly parameter: string; readonly endsTaker: string; readonly endsMaker: string };
  /** How its answers are taken apart, before a code is looked up among the meanings. */
  readonly grammar: ReplyGrammar;
  readonly meanings: Readonly<Record<string, readonly MeaningRow[]>>;
  /** Where one code has several reasons (`auth`): the call that tells the rights of a key. */
  readonly rightsCall?: string;
  /** The code that says that an account placed too often, where others say that an address asked too often. */
  readonly orderLimitCode?: string;
  /** In which headers an answer tells what was used of the weights, and of the orders in how many milliseconds. */
  readonly usage?: {
    readonly weight: Readonly<Record<Family, string>>;
    readonly orders: readonly { readonly header: string; readonly withinMs: number }[];
  };
  /** Until the exchange has told its own. */
  readonly weights: Readonly<Partial<Record<Family, WeightLimit>>>;
  readonly orderLimits: Readonly<Partial<Record<Family, readonly OrderLimit[]>>>;
  /** Beside the weights: of calls that are counted each for itself. */
  readonly callLimits?: Readonly<Record<string, CallLimit>>;
  /** How long to stay away when it says "too often" and not for how long; by its status where it is absent. */
  readonly limitedMs?: number;
  /** By which status an address is shut out, and for how long where it does not say so itself. */
  readonly ban?: { readonly status: number; readonly ms: number };
  /**
   * Public trades are said to be numbered without gaps, so that a missing number is a missing trade. It is believed of a market
   * whose stream has shown it.
   */
  readonly denseTrades: boolean;
  /** Fractions: what it takes where it does not tell. */
  readonly fees: Readonly<Record<'spot' | 'futures', { readonly maker: string; readonly taker: string }>>;
  /** Where it pushes: public trades and, by account, orders and trades. */
  readonly streams: {
    readonly spot: string;
    readonly futures: string;
    readonly spotUser: string;
    readonly futuresUser: string;
  };
  /** It has the call /v1/time of our own wire, which tells market time and books. */
  readonly ownClock: boolean;
}

/** What an exchange's code and words prove about a request. */
export function meaningOf(card: TradingCard, code: string | null, message: string): Meaning {
  const rows = code !== null && Object.hasOwn(card.meanings, code) ? card.meanings[code] : undefined;
  return rows?.find(({ words }) => words === undefined || words.test(message))?.meaning ?? 'unknown';
}

export function isProof(meaning: Meaning): meaning is Proof {
  return typeof meaning === 'object';
}

/** A code that means one thing whatever the words. */
export function means(meaning: Meaning): readonly MeaningRow[] {
  return [{ meaning }];
}

export const proofs = {
  failed: { code: codes.order_failed, reason: 'unknown' },
  notOpen: { code: codes.order_not_found, reason: 'unknown' },
  symbol: { code: codes.pair_invalid, reason: 'market_closed' },
  tick: { code: codes.price_range, reason: 'price_filter' },
  priceRange: { code: codes.price_range, reason: 'price_range' },
  step: { code: codes.amount_small, reason: 'lot_size' },
  small: { code: codes.amount_small, reason: 'qty_small' },
  notional: { code: codes.amount_small, reason: 'notional_small' },
  large: { code: codes.amount_large, reason: 'qty_large' },
  closed: { code: codes.market_closed, reason: 'market_closed' },
  funds: { code: codes.funds_insufficient, reason: 'funds' },
  leverage: { code: codes.funds_insufficient, reason: 'leverage' },
  orders: { code: codes.order_failed, reason: 'too_many_orders' },
  postOnly: { code: codes.order_failed, reason: 'post_only' },
  key: { code: codes.api_invalid, reason: 'unknown' },
  limited: { code: codes.api_rate_limited, reason: 'unknown' },
  away: { code: codes.exchange_busy, reason: 'unknown' },
} as const satisfies Readonly<Record<string, Proof>>;
