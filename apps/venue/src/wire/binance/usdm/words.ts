// What the USD-M wire refuses with, where it differs from spot: Binance's own codes and sentences for contracts.
import type { RefusalCode } from '../../../exchange/refusals.ts';
import { BinanceError, words } from '../errors.ts';

const refusal = (code: number, message: string) => () => new BinanceError(code, message);

export const usdmWords = {
  margin: refusal(-2019, 'Margin is insufficient.'),
  immediateTrigger: refusal(-2021, 'Order would immediately trigger.'),
  reduceOnly: refusal(-2022, 'ReduceOnly Order is rejected.'),
  openOrders: refusal(-2025, 'Reach max open order limit.'),
  maxPosition: refusal(-2027, 'Exceeded the maximum allowable position at current leverage.'),
  priceZero: refusal(-4001, 'Price less than 0.'),
  priceHigh: refusal(-4002, 'Price greater than max price.'),
  qtyZero: refusal(-4003, 'Quantity less than or equal to zero.'),
  qtyLow: refusal(-4004, 'Quantity less than min quantity.'),
  qtyHigh: refusal(-4005, 'Quantity greater than max quantity.'),
  priceLow: refusal(-4013, 'Price less than min price.'),
  tick: refusal(-4014, 'Price not increased by tick size.'),
  clientIdLength: refusal(-4015, 'Client order id is not valid.'),
  aboveBand: (most: string) => new BinanceError(-4016, `Limit price can't be higher than ${most}.`),
  belowBand: (least: string) => new BinanceError(-4024, `Limit price can't be lower than ${least}.`),
  step: refusal(-4023, 'Qty not increased by step size.'),
  leverage: (leverage: number) => new BinanceError(-4028, `Leverage ${leverage} is not valid`),
  sameMarginType: refusal(-4046, 'No need to change margin type.'),
  marginTypeOrders: refusal(-4047, 'Margin type cannot be changed if there exists open orders.'),
  marginTypePosition: refusal(-4048, 'Margin type cannot be changed if there exists position.'),
  isolatedOnly: refusal(-4049, 'Add margin only support for isolated position.'),
  crossBalance: refusal(-4050, 'Cross balance insufficient.'),
  isolatedBalance: refusal(-4051, 'Isolated balance insufficient.'),
  noPosition: refusal(-4054, 'Cannot add position margin: position is 0.'),
  amountZero: refusal(-4055, 'Amount must be positive.'),
  sameSide: refusal(-4059, 'No need to change position side.'),
  positionSide: refusal(-4060, 'Invalid position side.'),
  sideMismatch: refusal(-4061, "Order's position side does not match user's setting."),
  sideOrders: refusal(-4067, 'Position side cannot be changed if there exists open orders.'),
  sidePosition: refusal(-4068, 'Position side cannot be changed if there exists position.'),
  duplicate: refusal(-4116, 'ClientOrderId is duplicated.'),
  algoOnly: refusal(
    -4120,
    'Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.',
  ),
  closePosition: refusal(-4136, 'Target strategy invalid for orderType'),
  symbolStatus: refusal(-4140, 'Invalid symbol status for opening position.'),
  sameAssetsMode: refusal(-4171, 'No need to change multi-assets mode.'),
  lessLeverage: refusal(-4161, 'Leverage reduction is not supported in Isolated Margin Mode with open positions.'),
  notional: (least: string) =>
    new BinanceError(-4164, `Order's notional must be no smaller than ${least} (unless you choose reduce only).`),
  maker: refusal(
    -5022,
    'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history',
  ),
  precision: refusal(-1111, 'Precision is over the maximum defined for this asset.'),
};

const OF_REFUSAL: Partial<Record<RefusalCode, () => BinanceError>> = {
  MARKET_CLOSED: usdmWords.symbolStatus,
  PRICE_FILTER: usdmWords.tick,
  LOT_SIZE: usdmWords.step,
  QTY_SMALL: usdmWords.qtyLow,
  INSUFFICIENT_FUNDS: usdmWords.margin,
  TOO_MANY_ORDERS: usdmWords.openOrders,
  POST_ONLY_WOULD_TAKE: usdmWords.maker,
  DUPLICATE_CID: usdmWords.duplicate,
  ORDER_NOT_OPEN: words.notCancelled,
  POSITION_SIDE: usdmWords.sideMismatch,
};

/** A refusal of the exchange in the wire's words; what one word of ours says for two of theirs is told by the order. */
export function usdmErrorOf(
  code: RefusalCode,
  order: { isTooMuch: boolean; isTooHigh: boolean; leastNotional: string },
): BinanceError {
  if (code === 'QTY_LARGE') return order.isTooMuch ? usdmWords.qtyHigh() : usdmWords.maxPosition();
  if (code === 'PRICE_RANGE') return order.isTooHigh ? usdmWords.priceHigh() : usdmWords.priceLow();
  if (code === 'NOTIONAL_SMALL') return usdmWords.notional(order.leastNotional);
  return OF_REFUSAL[code]?.() ?? new BinanceError(-1013, code);
}
