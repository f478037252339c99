// Indicators without a meaning: the same candle always gives the same value, some are not known, and prices lie around
// the market. A machine's money must add up whatever its indicators say.
import type { IndicatorSource, Market } from '@cormorant/core/engine/bot.ts';
import { type IndicatorRead, readKey } from '@cormorant/core/indicators/read.ts';
import { TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';

export class WildIndicators implements IndicatorSource {
  private readonly market: Market;

  constructor(market: Market) {
    this.market = market;
  }

  value(read: IndicatorRead, back: 0 | 1): number {
    const candle = Math.floor(this.market.nowMs / TIMEFRAME_MS[read.tf]) - back;
    let hash = candle % 1_000_003;
    for (const letter of readKey(read)) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_003;
    const share = hash % 1000;
    if (share < 30) return Number.NaN;
    // Half of them look like a percentage, half like a price within five percent.
    return hash % 2 === 0 ? share / 10 : (this.market.lastTicks / 100) * (0.95 + share / 10_000);
  }
}
