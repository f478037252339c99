// A market in one set of steps, whatever kinds of bots count in them, and how prices come into it. A price between two ticks,
// where the exchange has made its own finer, is the one below; one that is none changes nothing.
import type { LegMarket } from '@cormorant/core/engine/convoy-leg.ts';
import { priceToTicks } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { ClosedCandles } from './closed-candles.ts';

export interface Feed {
  readonly instrument: Instrument;
  readonly market: LegMarket;
  readonly candles: ClosedCandles;
}

export function isPrice(text: string): boolean {
  return /^\d{1,15}(\.\d{1,18})?$/.test(text) && /[1-9]/.test(text);
}

/** False when it is below the first tick, or beyond the exact range. */
export function quote({ candles, instrument, market }: Feed, price: string, atMs: number): boolean {
  try {
    const ticks = priceToTicks(instrument, price, 'floor');
    if (ticks <= 0) return false;
    market.lastTicks = ticks;
    market.nowMs = atMs;
    candles.print(market.lastTicks, atMs);
    return true;
  } catch {
    return false;
  }
}

/** To the tick below: what margin is counted at is no price anybody trades at. */
export function mark({ instrument, market }: Feed, price: string): void {
  const ticks = priceToTicks(instrument, price, 'floor');
  if (ticks > 0) market.markTicks = ticks;
}
