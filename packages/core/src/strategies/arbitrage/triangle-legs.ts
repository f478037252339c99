// The three legs of a triangle, as the coordinator sees them: their numbers, their quotes, what they hold.
import { formatBase } from '../../market/conversions.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms } from '../../money/units.ts';
import type { LegView } from '../../strategy/coordinator.ts';
import type { LegQuote } from '../../strategy/preview.ts';
import type { Way } from './triangle.ts';

export const VIA = 0;
export const MIDDLE = 1;
export const COIN = 2;
export type Leg = 0 | 1 | 2;

export function isQuoted(legs: readonly LegView[]): boolean {
  return legs.every(({ quote }) => quote.bidTicks > 0 && quote.askTicks > 0);
}

export function quotes(legs: readonly LegView[]): [LegQuote, LegQuote, LegQuote] {
  return legs.map(({ instrument, quote }) => ({ instrument, ...quote })) as unknown as [LegQuote, LegQuote, LegQuote];
}

/** 'USDT → BTC → ETH → USDT'. */
export function pathText(legs: readonly LegView[], way: Way): string {
  const [via, coin] = [legs[VIA]!.instrument, legs[COIN]!.instrument];
  const between = way === 'forward' ? [via.base, coin.base] : [coin.base, via.base];
  return [coin.quote, ...between, coin.quote].join(' → ');
}

export function heldText(legs: readonly LegView[]): string {
  return [VIA, COIN].map((leg) => formatBase(legs[leg]!.instrument, legs[leg]!.books.baseAtoms)).join(' / ');
}

/** The part that can be counted in the other scale without a rest. */
export function exactPart(atoms: Atoms, from: number, to: number): Atoms {
  const unit = 10 ** Math.max(0, from - to);
  return Math.max(0, atoms - (atoms % unit));
}

export function scaled(atoms: Atoms, from: number, to: number): Atoms {
  return to >= from ? atoms * 10 ** (to - from) : mulDiv(atoms, 1, 10 ** (from - to), 'floor');
}
