// What stands behind a position on a contract and where it would be liquidated, as the bot's own books say it.
import { marginedPosition } from '@cormorant/core/engine/margin-use.ts';
import { formatPrice, formatQuote } from '@cormorant/core/market/conversions.ts';
import { liquidationTicks } from '@cormorant/core/market/margin.ts';
import type { LiveBot } from './live-bot.ts';

export interface MarginFigures {
  readonly margin: string | null;
  readonly liqPrice: string | null;
}

/** Both null on spot. */
export function marginFigures({ bot, botMarket }: Pick<LiveBot, 'bot' | 'botMarket'>): MarginFigures {
  const { instrument } = botMarket;
  if (instrument.contract === null) return { margin: null, liqPrice: null };
  const position = marginedPosition(bot, instrument);
  const ticks = liquidationTicks(instrument, position);
  return {
    margin: formatQuote(instrument, position.marginAtoms),
    liqPrice: ticks > 0 ? formatPrice(instrument, ticks) : null,
  };
}
