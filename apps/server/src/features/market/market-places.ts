// The exchanges where bots trade, each with its board, its candles and what is computed from them. An exchange that is away
// says so by itself and keeps nobody else from answering.
import * as codes from '@cormorant/contract/codes.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { MarketData } from '../../ports/venue.ts';
import { cachedCandles, type ReadCandles } from './candle-cache.ts';
import { createMarketBoard, type MarketBoard } from './market-board.ts';
import { type ReadIndicators, symbolIndicators } from './symbol-indicators.ts';
import { type ReadChances, triangleChances } from './triangle-chances.ts';
import { type ReadWorst, worstOfYear } from './worst-of-year.ts';

const HISTORY_MS = 15_000;

export interface MarketPlace {
  readonly board: MarketBoard;
  readonly candles: ReadCandles;
  /** The same a little older, for the small lines beside a name. */
  readonly histories: ReadCandles;
  readonly indicators: ReadIndicators;
  readonly chances: ReadChances;
  readonly worst: ReadWorst;
}

/** By the code of the exchange. */
export type MarketPlaces = ReadonlyMap<string, MarketPlace>;

export interface MarketPlaceDeps {
  readonly exchange: string;
  readonly market: MarketData;
  readonly bus: Bus;
  readonly clock: Clock;
}

export function openMarketPlace({ bus, clock, exchange, market }: MarketPlaceDeps): MarketPlace {
  const candles = cachedCandles(market, clock);
  return {
    board: createMarketBoard({ exchange, market, bus, clock }),
    candles,
    histories: cachedCandles(market, clock, HISTORY_MS),
    indicators: symbolIndicators(candles, clock),
    chances: triangleChances(candles),
    worst: worstOfYear(market, clock),
  };
}

/** 2005 for an exchange where no bot trades here, 2015 for one that does not answer. */
export function placeOf(places: MarketPlaces, exchange: string): MarketPlace {
  const place = places.get(exchange);
  if (place === undefined) throw new Refusal(codes.exchange_unsupported);
  if (!place.board.fresh()) throw new Refusal(codes.exchange_busy);
  return place;
}
