// One symbol of the exchange: its tape, its matching, and how many prints it has made. A desk is over when its tape is.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { SimVenue } from '@cormorant/core/venue/sim-venue.ts';
import type { Tape } from '../market/tape.ts';

export interface SymbolDesk {
  readonly index: number;
  readonly tape: Tape;
  readonly instrument: Instrument;
  readonly venue: SimVenue;
  /** Number of the last print, from 1 without gaps; 0 = none yet. */
  seq: number;
}

export function isOver(desk: SymbolDesk): boolean {
  return desk.tape.nextAtMs === Number.POSITIVE_INFINITY;
}
