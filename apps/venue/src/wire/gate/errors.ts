// What the Gate wire refuses with: a label and a sentence under an HTTP status (API v4, labels). Spot and contracts say the same thing
// with labels of their own.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { RefusalCode } from '../../exchange/refusals.ts';
import { WireRefusal } from '../wire-refusal.ts';

const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const TOO_MANY = 429;

export class GateError extends WireRefusal {
  readonly label: string;
  readonly status: number;

  constructor(label: string, message: string, status = BAD_REQUEST) {
    super(message);
    this.label = label;
    this.status = status;
  }
}

const refusal =
  (label: string, message: string, status = BAD_REQUEST) =>
  () =>
    new GateError(label, message, status);

export const words = {
  malformed: refusal('INVALID_REQUEST_BODY', 'Invalid request body'),
  empty: (name: string) => new GateError('MISSING_REQUIRED_PARAM', `Missing required parameter: ${name}`),
  parameter: (name: string) => new GateError('INVALID_PARAM_VALUE', `Invalid request parameter \`${name}\` value`),
  header: (name: string) => new GateError('MISSING_REQUIRED_HEADER', `Missing required header: ${name}`),
  key: refusal('INVALID_KEY', 'Invalid key provided', UNAUTHORIZED),
  signature: refusal('INVALID_SIGNATURE', 'Signature mismatch', UNAUTHORIZED),
  expired: refusal('REQUEST_EXPIRED', 'gap between request Timestamp and server time exceeds 60', FORBIDDEN),
  address: (ip: string) => new GateError('IP_FORBIDDEN', `IP ${ip} is not in the whitelist of the key`, FORBIDDEN),
  mayNot: refusal('FORBIDDEN', 'Request forbidden. No permission', FORBIDDEN),
  tooMany: refusal('TOO_MANY_REQUESTS', 'Request Rate limit Exceeded', TOO_MANY),
  pair: (name: string) => new GateError('INVALID_CURRENCY_PAIR', `Invalid currency pair ${name}`),
  contract: refusal('CONTRACT_NOT_FOUND', 'contract not found', NOT_FOUND),
  noOrder: refusal('ORDER_NOT_FOUND', 'Order not found', NOT_FOUND),
  notOpen: (isFilled: boolean) =>
    isFilled
      ? new GateError('ORDER_CLOSED', 'Order already closed')
      : new GateError('ORDER_CANCELLED', 'Order already cancelled'),
  finished: refusal('ORDER_FINISHED', 'order finished'),
  small: (cost: string, least: string, coin: string) =>
    new GateError(
      'INVALID_PARAM_VALUE',
      `Your order size ${cost} ${coin} is too small. The minimum is ${least} ${coin}`,
    ),
  contractSize: (told: string) =>
    new GateError('INVALID_PARAM_VALUE', `Invalid request parameter \`size\` value: ${told}`),
  noGroup: refusal('INVALID_PARAM_VALUE', 'stp_act: the user is in no STP group'),
  noPosition: refusal('POSITION_EMPTY', 'empty position'),
  inTheWay: refusal('POSITION_HOLDING', 'position or pending orders exist'),
  sameMode: refusal('NO_CHANGE', 'no change'),
  leverage: refusal('LEVERAGE_TOO_HIGH', 'leverage too high'),
  cross: refusal('POSITION_CROSS_MARGIN', 'position is in cross margin'),
  removed: refusal('REMOVE_TOO_MUCH', 'remove too much margin'),
  funds: refusal('INSUFFICIENT_AVAILABLE', 'balance not enough'),
} as const;

const OF_SPOT: Partial<Record<RefusalCode, readonly [string, string]>> = {
  MARKET_CLOSED: ['INVALID_CURRENCY_PAIR', 'The currency pair is not tradable'],
  PRICE_FILTER: ['INVALID_PRECISION', 'Invalid price precision'],
  PRICE_RANGE: ['PRICE_THRESHOLD_EXCEEDED', 'Order price exceeds the allowed range'],
  LOT_SIZE: ['INVALID_PRECISION', 'Invalid amount precision'],
  QTY_SMALL: ['AMOUNT_TOO_LITTLE', 'Order amount is below the minimum'],
  QTY_LARGE: ['AMOUNT_TOO_MUCH', 'Order amount exceeds the maximum'],
  NOTIONAL_LARGE: ['AMOUNT_TOO_MUCH', 'Order amount exceeds the maximum'],
  INSUFFICIENT_FUNDS: ['BALANCE_NOT_ENOUGH', 'Not enough balance'],
  TOO_MANY_ORDERS: ['TOO_MANY_ORDERS', 'Too many open orders'],
  POST_ONLY_WOULD_TAKE: ['POC_FILL_IMMEDIATELY', 'Order would match and take immediately so its cancelled'],
  DUPLICATE_CID: ['REPEATED_CREATION', 'An open order has the same text'],
};

const OF_CONTRACTS: Partial<Record<RefusalCode, readonly [string, string]>> = {
  MARKET_CLOSED: ['CONTRACT_IN_DELISTING', 'contract in delisting'],
  PRICE_FILTER: ['INVALID_PARAM_VALUE', 'invalid argument: price is not an integer multiple of a price unit'],
  PRICE_RANGE: ['PRICE_TOO_DEVIATED', 'order price deviates too much from the mark price'],
  LOT_SIZE: ['INVALID_PARAM_VALUE', 'Invalid request parameter `size` value'],
  QTY_SMALL: ['SIZE_TOO_SMALL', 'order size too small'],
  QTY_LARGE: ['SIZE_TOO_LARGE', 'order size too large'],
  NOTIONAL_SMALL: ['SIZE_TOO_SMALL', 'order size too small'],
  INSUFFICIENT_FUNDS: ['INSUFFICIENT_AVAILABLE', 'balance not enough'],
  TOO_MANY_ORDERS: ['TOO_MANY_ORDERS', 'too many open orders'],
  POST_ONLY_WOULD_TAKE: ['ORDER_POC_IMMEDIATE', 'order price would fill immediately'],
  DUPLICATE_CID: ['REPEATED_CREATION', 'an open order has the same text'],
};

/** A refusal of the exchange in the wire's words. */
export function errorOf(code: RefusalCode, market: MarketKind): GateError {
  const known = (market === 'spot' ? OF_SPOT : OF_CONTRACTS)[code];
  return known === undefined ? new GateError('INVALID_PARAM_VALUE', `refused: ${code}`) : new GateError(...known);
}
