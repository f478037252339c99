// What the signed calls stand on.
import type { Exchange } from '../../exchange/exchange.ts';
import type { TradingFloor } from '../../exchange/trading-floor.ts';
import type { Pairs } from './pairs.ts';

export interface BybitDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  readonly pairs: Pairs;
}
