// What the Binance wire refuses with: its codes, its words, its HTTP status. Clients map orders by these, so the words are
// Binance's own (errors.md of its specification).
import type { RefusalCode } from '../../exchange/refusals.ts';
import { WireRefusal } from '../wire-refusal.ts';

const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
export const TOO_MANY = 429;
export const BANNED = 418;

export class BinanceError extends WireRefusal {
  readonly code: number;
  readonly status: number;
  /** Seconds until it makes sense to come back. */
  readonly retryAfterSeconds: number | null;

  constructor(code: number, message: string, status = BAD_REQUEST, retryAfterSeconds: number | null = null) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get body() {
    return { code: this.code, msg: this.message };
  }
}

export const words = {
  missing: (name: string) =>
    new BinanceError(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`),
  illegal: (name: string, range: string) =>
    new BinanceError(-1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`),
  empty: (name: string) => new BinanceError(-1105, `Parameter '${name}' was empty.`),
  notRequired: (name: string) => new BinanceError(-1106, `Parameter '${name}' sent when not required.`),
  precision: (name: string) => new BinanceError(-1111, `Parameter '${name}' has too much precision.`),
  timeInForce: () => new BinanceError(-1115, 'Invalid timeInForce.'),
  orderType: () => new BinanceError(-1116, 'Invalid orderType.'),
  side: () => new BinanceError(-1117, 'Invalid side.'),
  interval: () => new BinanceError(-1120, 'Invalid interval.'),
  symbol: () => new BinanceError(-1121, 'Invalid symbol.'),
  combination: () => new BinanceError(-1128, 'Combination of optional parameters invalid.'),
  value: (name: string) => new BinanceError(-1130, `Data sent for parameter '${name}' is not valid.`),
  recvWindow: () => new BinanceError(-1131, 'recvWindow must be less than 60000.'),
  ahead: () => new BinanceError(-1021, "Timestamp for this request was 1000ms ahead of the server's time."),
  outside: () => new BinanceError(-1021, 'Timestamp for this request is outside of the recvWindow.'),
  signature: () => new BinanceError(-1022, 'Signature for this request is not valid.'),
  keyFormat: () => new BinanceError(-2014, 'API-key format invalid.', UNAUTHORIZED),
  keyUnknown: () => new BinanceError(-2008, 'Invalid Api-Key ID.', UNAUTHORIZED),
  keyMayNot: () => new BinanceError(-2015, 'Invalid API-key, IP, or permissions for action.', UNAUTHORIZED),
  filter: (name: string) => new BinanceError(-1013, `Filter failure: ${name}`),
  rejected: (message: string) => new BinanceError(-2010, message),
  notCancelled: () => new BinanceError(-2011, 'Unknown order sent.'),
  notAmended: (message = 'Unknown order sent.') => new BinanceError(-2038, message),
  noOrder: () => new BinanceError(-2013, 'Order does not exist.'),
  noList: () => new BinanceError(-2018, 'Order list does not exist.'),
  notLoggedOn: () => new BinanceError(-1193, 'Not logged in.', UNAUTHORIZED),
  logonKey: () => new BinanceError(-4056, 'HMAC_SHA256 API key is not supported.', UNAUTHORIZED),
  listenKey: () => new BinanceError(-1125, 'This listenKey does not exist.'),
};

const OF_REFUSAL: Partial<Record<RefusalCode, () => BinanceError>> = {
  MARKET_CLOSED: () => new BinanceError(-1013, 'Market is closed.'),
  PRICE_FILTER: () => words.filter('PRICE_FILTER'),
  PRICE_RANGE: () => words.filter('PRICE_FILTER'),
  LOT_SIZE: () => words.filter('LOT_SIZE'),
  QTY_SMALL: () => words.filter('LOT_SIZE'),
  QTY_LARGE: () => words.filter('LOT_SIZE'),
  NOTIONAL_SMALL: () => words.filter('NOTIONAL'),
  NOTIONAL_LARGE: () => words.filter('NOTIONAL'),
  TOO_MANY_ORDERS: () => words.filter('MAX_NUM_ORDERS'),
  INSUFFICIENT_FUNDS: () => words.rejected('Account has insufficient balance for requested action.'),
  POST_ONLY_WOULD_TAKE: () => words.rejected('Order would immediately match and take.'),
  DUPLICATE_CID: () => words.rejected('Duplicate order sent.'),
  ORDER_NOT_OPEN: words.notCancelled,
  UNKNOWN_SYMBOL: words.symbol,
};

/** A refusal of the exchange in the wire's words. */
export function errorOf(code: RefusalCode): BinanceError {
  return OF_REFUSAL[code]?.() ?? new BinanceError(-1013, code);
}
