// What a triangle of three pairs is worth: its markets, and the chances it surely had.
import * as z from 'zod';
import { decimal } from '../wire.ts';
import { symbol } from './market.ts';

export const triangle = z.object({
  /** VIA/USDT, COIN/VIA, COIN/USDT, with their last prices; the pair between the coins is in no list. */
  legs: z.tuple([symbol, symbol, symbol]),
  /** How many days `chances` covers; a young market has fewer than seven. */
  days: z.int().min(0),
  /**
   * What each brought after three fees, in percent, best first, from 0.05 %. Counted from minute candles: a minute counts
   * when even its worst prices paid.
   */
  chances: z.array(decimal),
});
export type Triangle = z.output<typeof triangle>;

/** A symbol of a list, with what was asked for about the triangle it closes. */
export const listedSymbol = symbol.extend({
  /** Coins that a triangle of this spot pair may go through: both other pairs trade. Absent where there is none. */
  vias: z.array(z.string()).optional(),
  /** With `via` and one symbol named; null where no pair joins the two coins. */
  triangle: triangle.nullable().optional(),
});
export type ListedSymbol = z.output<typeof listedSymbol>;
