// How the opening trade of a grid is shared among its lines, as the log tells of it: by the closing orders that follow it.
import { formatQty } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { OwnOrder } from '@cormorant/core/strategy/strategy.ts';

export type Share = Pick<OwnOrder, 'side' | 'priceTicks' | 'qtyLots'>;

/** Nothing when no closing order followed: a part of the opening is still to trade, or the bot is no grid. */
export function sharesOf(instrument: Instrument, shares: readonly Share[]): Record<string, string | number> {
  const fromNearest = shares.toSorted((a, b) => (a.priceTicks - b.priceTicks) * (a.side === 'sell' ? 1 : -1));
  const [nearest, farthest] = [fromNearest[0], fromNearest.at(-1)];
  if (nearest === undefined || farthest === undefined) return {};
  return {
    lines: shares.length,
    line_qty: formatQty(instrument, nearest.qtyLots),
    ...(farthest.qtyLots !== nearest.qtyLots && { line_rest: formatQty(instrument, farthest.qtyLots) }),
  };
}
