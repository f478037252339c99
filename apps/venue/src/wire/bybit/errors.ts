// What the Bybit wire refuses with: its codes and sentences (docs v5, error). Every answer is HTTP 200 with a `retCode`, but for an
// address that asks too often. Spot and contracts say the same thing with codes of their own.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { RefusalCode } from '../../exchange/refusals.ts';
import { WireRefusal } from '../wire-refusal.ts';

const OK = 200;
const FORBIDDEN = 403;

export class BybitError extends WireRefusal {
  readonly code: number;
  readonly status: number;

  constructor(code: number, message: string, status = OK) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const refusal =
  (code: number, message: string, status = OK) =>
  () =>
    new BybitError(code, message, status);

const parameter = (name: string) => new BybitError(10001, `params error: ${name} invalid`);

export const words = {
  malformed: refusal(10001, 'Request parameter error.'),
  empty: parameter,
  parameter,
  clock: (reqMs: number, serverMs: number, windowMs: number) =>
    new BybitError(
      10002,
      `invalid request, please check your server timestamp or recv_window param. req_timestamp[${reqMs}],server_timestamp[${serverMs}],recv_window[${windowMs}]`,
    ),
  key: refusal(10003, 'API key is invalid.'),
  signature: refusal(10004, 'Error sign, please check your signature generation algorithm.'),
  mayNot: refusal(10005, 'Permission denied, please check your API key permissions.'),
  tooMany: refusal(10006, 'Too many visits. Exceeded the API Rate Limit.'),
  address: (ip: string) =>
    new BybitError(10010, `Unmatched IP, please check your API key's bound IP addresses: ${ip}.`),
  addressLimit: refusal(10018, 'Exceeded the IP Rate Limit.', FORBIDDEN),
  noStops: refusal(170227, 'This feature is not supported.'),
  rising: (ticks: string, at: string) =>
    new BybitError(110092, `expect Rising, but trigger_price[${ticks}] <= current[${at}]`),
  falling: (ticks: string, at: string) =>
    new BybitError(110093, `expect Falling, but trigger_price[${ticks}] >= current[${at}]`),
  buyAbove: (most: string) => new BybitError(170193, `Buy order price cannot be higher than ${most}.`),
  sellBelow: (least: string) => new BybitError(170194, `Sell order price cannot be lower than ${least}.`),
  noPosition: refusal(110017, 'current position is zero, cannot fix reduce-only order qty'),
  positionStands: refusal(110024, 'You have an existing position, so the position mode cannot be switched.'),
  orderStands: refusal(110028, 'You have existing open orders, so the position mode cannot be switched.'),
  sameMode: refusal(110025, 'Position mode has not been modified.'),
  sameLeverage: refusal(110043, 'Set leverage has not been modified.'),
  leverage: refusal(110013, 'Cannot set leverage due to risk limit level.'),
  leverageFunds: refusal(110044, 'Available margin is insufficient.'),
  marginPosition: refusal(110033, "You can't set margin without an open position"),
  marginCross: refusal(110015, 'The position is in cross margin mode.'),
  marginAmount: refusal(110014, 'Insufficient available balance to add additional margin.'),
  marginMode: refusal(3400045, 'Set margin mode failed'),
} as const;

const OF_SPOT: Partial<Record<RefusalCode, readonly [number, string]>> = {
  MARKET_CLOSED: [170151, 'The trading pair is not open yet.'],
  PRICE_FILTER: [170134, 'Order price has too many decimals.'],
  PRICE_RANGE: [170132, 'Order price too high.'],
  LOT_SIZE: [170137, 'Order quantity has too many decimals.'],
  QTY_SMALL: [170136, 'Order quantity exceeded lower limit.'],
  QTY_LARGE: [170124, 'Order amount too large.'],
  NOTIONAL_SMALL: [170140, 'Order value exceeded lower limit.'],
  NOTIONAL_LARGE: [170124, 'Order amount too large.'],
  INSUFFICIENT_FUNDS: [170131, 'Insufficient balance.'],
  TOO_MANY_ORDERS: [170810, 'Cannot exceed maximum of 500 conditional, TP/SL and active orders.'],
  DUPLICATE_CID: [170141, 'Duplicate clientOrderId.'],
  ORDER_NOT_OPEN: [170213, 'Order does not exist.'],
  UNKNOWN_SYMBOL: [170121, 'Invalid symbol.'],
};

const OF_CONTRACTS: Partial<Record<RefusalCode, readonly [number, string]>> = {
  MARKET_CLOSED: [110074, 'This contract is not live'],
  PRICE_FILTER: [10001, 'Price invalid'],
  PRICE_RANGE: [110003, 'Order price exceeds the allowable range.'],
  LOT_SIZE: [10001, 'Qty invalid'],
  QTY_SMALL: [10001, 'The number of contracts exceeds minimum limit allowed'],
  QTY_LARGE: [10001, 'The number of contracts exceeds maximum limit allowed'],
  NOTIONAL_SMALL: [110094, 'Order does not meet minimum order value'],
  INSUFFICIENT_FUNDS: [110007, 'ab not enough for new order'],
  TOO_MANY_ORDERS: [110020, 'Not allowed to have more than 500 active orders.'],
  DUPLICATE_CID: [110072, 'OrderLinkedID is duplicate'],
  ORDER_NOT_OPEN: [110001, 'order not exists or too late to cancel'],
  POSITION_SIDE: [10001, 'position idx not match position mode'],
  UNKNOWN_SYMBOL: [10001, 'params error: symbol invalid'],
};

/** A refusal of the exchange in the wire's words. */
export function errorOf(code: RefusalCode, market: MarketKind): BybitError {
  const known = (market === 'spot' ? OF_SPOT : OF_CONTRACTS)[code];
  return known === undefined ? new BybitError(10001, `Request parameter error: ${code}`) : new BybitError(...known);
}
