// What a stream tells, whichever exchange it comes from: news of a market, and news of an account.
import type { VenueEvent } from '../../../ports/venue.ts';

export interface PublicTrade {
  readonly id: string;
  readonly price: string;
  readonly atMs: number;
}

export type MarketNews =
  | { kind: 'trade'; market: string; trade: PublicTrade }
  | { kind: 'mark'; market: string; price: string; atMs: number }
  /** `market`: which one was refused, where the exchange says it. */
  | { kind: 'answer'; id: string; isGood: boolean; market?: string };

export type UserNews =
  | { kind: 'events'; events: VenueEvent[]; orderId: string | null; cid: string; isStop: boolean }
  | { kind: 'answer'; isGood: boolean; detail: string }
  /** What has to be said now. */
  | { kind: 'next'; message: object }
  | { kind: 'over'; reason: string };
