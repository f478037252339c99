// What the Bitget wire refuses with: its codes and sentences (API v2, error codes), in answers of HTTP 400. Spot and contracts say the
// same thing with codes of their own.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { RefusalCode } from '../../exchange/refusals.ts';
import { WireRefusal } from '../wire-refusal.ts';

const BAD_REQUEST = 400;
const TOO_MANY = 429;

export class BitgetError extends WireRefusal {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = BAD_REQUEST) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const refusal =
  (code: string, message: string, status = BAD_REQUEST) =>
  () =>
    new BitgetError(code, message, status);

export const words = {
  malformed: refusal('40017', 'Parameter verification failed'),
  empty: (name: string) => new BitgetError('40019', `Parameter ${name} cannot be empty`),
  parameter: (name: string) => new BitgetError('40020', `Parameter ${name} error`),
  key: refusal('40006', 'Invalid ACCESS_KEY'),
  expired: refusal('40008', 'Request timestamp expired'),
  signature: refusal('40009', 'sign signature error'),
  passphrase: refusal('40012', 'apikey/password is incorrect'),
  mayNot: refusal('40014', 'Incorrect permissions'),
  address: (ip: string) => new BitgetError('40018', `Invalid IP ${ip}`),
  tooMany: refusal('429', 'Too Many Requests', TOO_MANY),
  symbol: (name: string) => new BitgetError('40034', `Parameter ${name} does not exist`),
  priceScale: (text: string, scale: number) =>
    new BitgetError(
      '40808',
      `Parameter verification exception price checkBDScale error value=${text} checkScale=${scale}`,
    ),
  sizeScale: (text: string, scale: number) =>
    new BitgetError(
      '40808',
      `Parameter verification exception size checkBDScale error value=${text} checkScale=${scale}`,
    ),
  aboveLimit: (market: MarketKind, most: string) =>
    market === 'spot'
      ? new BitgetError('43009', `The current order price exceeds ${most}`)
      : new BitgetError('40815', `The order price is higher than the highest bid price ${most}`),
  belowLimit: (market: MarketKind, least: string) =>
    market === 'spot'
      ? new BitgetError('43008', `The current order price cannot be less than ${least}`)
      : new BitgetError('40816', `The order price is lower than the lowest ask price ${least}`),
  duplicate: refusal('40786', 'Duplicate clientOid'),
  noOrder: refusal('40109', 'The data of the order cannot be found, please confirm the order number'),
  noPosition: refusal('22002', 'No position to close'),
  positionType: refusal('40774', 'The order type for unilateral position must also be the unilateral position type.'),
  inTheWay: refusal('40920', 'Position or order exists, the position mode cannot be switched'),
  marginInTheWay: refusal('45117', 'Currently holding positions or orders, the margin mode cannot be adjusted'),
  leverage: refusal('40797', 'Exceeded the maximum settable leverage'),
  marginFunds: refusal('40800', 'Insufficient amount of margin'),
} as const;

const OF_SPOT: Partial<Record<RefusalCode, readonly [string, string]>> = {
  MARKET_CLOSED: ['50004', 'The transaction pair is currently not supported or has been suspended'],
  PRICE_RANGE: ['43009', 'The current order price cannot exceed the limit'],
  QTY_SMALL: ['43006', 'The order quantity is less than the minimum transaction quantity'],
  QTY_LARGE: ['43007', 'The order quantity is greater than the maximum transaction quantity'],
  NOTIONAL_SMALL: ['45110', 'less than the minimum amount'],
  NOTIONAL_LARGE: ['45113', 'Maximum order value limit triggered'],
  INSUFFICIENT_FUNDS: ['43012', 'Insufficient balance'],
  TOO_MANY_ORDERS: ['43005', 'Exceed the maximum number of orders'],
  ORDER_NOT_OPEN: ['43001', 'The order does not exist'],
};

const OF_CONTRACTS: Partial<Record<RefusalCode, readonly [string, string]>> = {
  MARKET_CLOSED: ['40309', 'The contract has been removed'],
  PRICE_RANGE: ['40815', 'The order price is higher than the highest bid price'],
  QTY_SMALL: ['45111', 'less than the minimum order quantity'],
  QTY_LARGE: ['45112', 'more than the maximum order quantity'],
  NOTIONAL_SMALL: ['45110', 'less than the minimum amount'],
  INSUFFICIENT_FUNDS: ['40762', 'The order amount exceeds the balance'],
  TOO_MANY_ORDERS: ['43005', 'Exceed the maximum number of orders'],
  ORDER_NOT_OPEN: ['40768', 'Order does not exist'],
};

/** A refusal of the exchange in the wire's words; `text` is the figure that was asked for, `scale` its decimals there. */
export function errorOf(code: RefusalCode, market: MarketKind, text = '', scale = 0): BitgetError {
  if (code === 'DUPLICATE_CID') return words.duplicate();
  if (code === 'PRICE_FILTER') return words.priceScale(text, scale);
  if (code === 'LOT_SIZE') return words.sizeScale(text, scale);
  const known = (market === 'spot' ? OF_SPOT : OF_CONTRACTS)[code];
  return known === undefined
    ? new BitgetError('40017', `Parameter verification failed: ${code}`)
    : new BitgetError(...known);
}
