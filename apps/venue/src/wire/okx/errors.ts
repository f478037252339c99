// What the OKX wire refuses with: its codes, its sentences, its HTTP status (docs-v5, error codes). A refused order is an answer
// with HTTP 200 whose row says so; what concerns the request as a whole has a status of its own.
import type { RefusalCode } from '../../exchange/refusals.ts';
import { WireRefusal } from '../wire-refusal.ts';

const OK = 200;
const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const TOO_MANY = 429;

export class OkxError extends WireRefusal {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = OK) {
    super(message);
    this.code = code;
    this.status = status;
  }

  get body() {
    return { code: this.code, data: [], msg: this.message };
  }
}

const refusal =
  (code: string, message: string, status = OK) =>
  () =>
    new OkxError(code, message, status);

export const words = {
  malformed: refusal('50002', 'JSON syntax error', BAD_REQUEST),
  tooMany: refusal('50011', 'Requests too frequent.', TOO_MANY),
  empty: (name: string) => new OkxError('50014', `Parameter ${name} cannot be empty.`, BAD_REQUEST),
  expired: refusal('50102', 'Timestamp request expired.', UNAUTHORIZED),
  noHeader: (at: 0 | 1 | 2 | 3, name: string) =>
    new OkxError(String(50103 + at), `Request header "${name}" cannot be empty.`, UNAUTHORIZED),
  passphrase: refusal('50105', 'Request header "OK-ACCESS-PASSPHRASE" incorrect.', UNAUTHORIZED),
  address: (ip: string) =>
    new OkxError('50110', `Your IP ${ip} is not included in your API key's IP whitelist.`, UNAUTHORIZED),
  key: refusal('50111', 'Invalid OK-ACCESS-KEY.', UNAUTHORIZED),
  timestamp: refusal('50112', 'Invalid OK-ACCESS-TIMESTAMP.', UNAUTHORIZED),
  signature: refusal('50113', 'Invalid signature.', UNAUTHORIZED),
  mayNot: refusal('50120', "This API key doesn't have permission to use this function.", UNAUTHORIZED),
  parameter: (name: string) => new OkxError('51000', `Parameter ${name} error.`),
  instrument: refusal('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist."),
  priceRange: refusal('51006', 'Order price is not within the price limit.'),
  priceLimit: (most: string, least: string) =>
    new OkxError(
      '51006',
      `Order price is not within the price limit (Maximum buy price: ${most}; minimum sell price: ${least})`,
    ),
  funds: refusal('51008', 'Order failed. Your available balance is insufficient.'),
  duplicate: refusal('51016', 'Client order ID already exists.'),
  small: refusal('51020', 'Your order should meet or exceed the minimum order amount.'),
  suspended: refusal('51022', 'Trading Pair is suspended.'),
  step: refusal('51121', 'Order quantity must be a multiple of the lot size.'),
  noPosition: refusal(
    '51169',
    "Order failed because you don't have any positions in this direction to reduce or close.",
  ),
  large: refusal('51202', 'Order amount exceeds the maximum amount allowed.'),
  notOpen: refusal('51400', "Cancellation failed as the order has been filled, canceled or doesn't exist."),
  noOrder: refusal('51603', 'Order does not exist.'),
  inTheWay: refusal('59000', 'Setting failed. Cancel any open orders, close positions, and stop trading bots first.'),
  leverageHigh: refusal('59102', 'Leverage exceeds the maximum limit.'),
  leverageFunds: refusal('59104', 'Insufficient margin for this leverage.'),
  marginPosition: refusal('59300', 'Margin call failed. Position does not exist.'),
  marginAmount: refusal('59301', 'Margin adjustment failed for exceeding the max limit.'),
} as const;

const OF_REFUSAL: Partial<Record<RefusalCode, () => OkxError>> = {
  MARKET_CLOSED: words.suspended,
  PRICE_FILTER: () => words.parameter('px'),
  PRICE_RANGE: words.priceRange,
  LOT_SIZE: words.step,
  QTY_SMALL: words.small,
  QTY_LARGE: words.large,
  NOTIONAL_SMALL: words.small,
  NOTIONAL_LARGE: words.large,
  INSUFFICIENT_FUNDS: words.funds,
  TOO_MANY_ORDERS: () =>
    new OkxError('51103', 'Order failed, the number of pending orders across all instIds is at its limit.'),
  DUPLICATE_CID: words.duplicate,
  ORDER_NOT_OPEN: words.notOpen,
  POSITION_SIDE: () => words.parameter('posSide'),
  UNKNOWN_SYMBOL: words.instrument,
};

/** A refusal of the exchange in the wire's words. */
export function errorOf(code: RefusalCode): OkxError {
  return OF_REFUSAL[code]?.() ?? new OkxError('51000', `Parameter error: ${code}`);
}
