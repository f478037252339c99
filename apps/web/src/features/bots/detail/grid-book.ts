// The grid's lines as its book shows them: resting buys and sells, nearest first, and how many of those that should rest do.
import type { GridLine } from '@cormorant/contract/entities/bot.ts';

export interface GridBook {
  readonly buys: readonly GridLine[];
  readonly sells: readonly GridLine[];
  /** All lines, highest first. */
  readonly all: readonly GridLine[];
  readonly live: number;
  /** Lines that should hold an order: all but the empty one at the price. */
  readonly due: number;
}

function rests(line: GridLine): boolean {
  return line.state === 'live' || line.state === 'pending';
}

export function gridBook(lines: readonly GridLine[]): GridBook {
  const rising = [...lines].sort((a, b) => Number(a.price) - Number(b.price));
  const falling = rising.toReversed();
  return {
    buys: falling.filter((line) => line.side === 'buy' && rests(line)),
    sells: rising.filter((line) => line.side === 'sell' && rests(line)),
    all: falling,
    live: lines.filter(rests).length,
    due: lines.filter((line) => line.state !== 'empty').length,
  };
}

/** How far a line is from the price, in percent; null without a price. */
export function distancePercent(linePrice: string, price: string | null): number | null {
  const now = Number(price);
  if (price === null || !(now > 0)) return null;
  return ((Number(linePrice) - now) / now) * 100;
}
