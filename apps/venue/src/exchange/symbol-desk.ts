// One symbol of the exchange: its tape, its matching, and how many prints it has made. It stops trading when its
// tape ends or when it is taken off the list.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { ContractVenue } from '@cormorant/core/venue/contract-venue.ts';
import type { OpenBook } from '@cormorant/core/venue/open-book.ts';
import type { SimVenue } from '@cormorant/core/venue/sim-venue.ts';
import type { ContractFeed } from '../market/contract-feed.ts';
import type { Tape } from '../market/tape.ts';
import type { Filters } from './filters.ts';

/** What a perpetual has besides: its own matching with margin, and where its marks and funding rates come from. */
export interface ContractDesk {
  readonly venue: ContractVenue;
  readonly feed: ContractFeed;
}

/** The book of strangers, and the numbers its clients follow it by. */
export interface BookDesk {
  readonly book: OpenBook;
  /** Of the last trade of strangers; a print's is its own number times TRADES_A_PRINT. */
  lastTradeId: number;
  /** Rises with every change of the book. */
  updateId: number;
}

/** Trades between two prints are numbered between the numbers of the prints, so that no counter must be kept on disk. */
export const TRADES_A_PRINT = 1_000_000;

export interface SymbolDesk {
  readonly index: number;
  /** As the wire names it: 'BTC/USDT', or 'BTC/USDT:USDT' for a perpetual. */
  readonly symbol: string;
  readonly tape: Tape;
  readonly instrument: Instrument;
  readonly venue: SimVenue | ContractVenue;
  /** null on spot. */
  readonly contract: ContractDesk | null;
  readonly strangers: BookDesk;
  /** Number of the last print, from 1 without gaps; 0 = none yet. */
  seq: number;
  /** In force now. */
  filters: Filters;
  /** Taken off the list: no orders, no prints. */
  isHalted: boolean;
}

/** The number of the last public trade, whatever the streams may have told of it. */
export function lastTradeIdOf({ seq, strangers }: SymbolDesk): number {
  return Math.max(seq * TRADES_A_PRINT, strangers.lastTradeId);
}

export function isTrading({ isHalted, tape }: SymbolDesk): boolean {
  return !isHalted && tape.nextAtMs !== Number.POSITIVE_INFINITY;
}
