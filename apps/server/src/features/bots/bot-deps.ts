// What the use cases of bots are given. Prices and the market's clock come from whoever watches the markets.
import type { PreviewContext } from '@cormorant/core/strategy/preview.ts';
import type { BotRunner, RunnerAnswer } from '../../ports/bot-runner.ts';
import type { BotStore } from '../../ports/bot-store.ts';
import type { Clock } from '../../ports/clock.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import type { Quote } from './bot-view.ts';
import type { BoundDeps, FuelDeps } from './start-guards.ts';

export type Outlook = Pick<PreviewContext, 'worst' | 'funding' | 'legs'>;

export interface Markets {
  /** Undefined for an exchange this installation does not have. */
  exchange(code: string): { readonly simSpot: boolean; readonly open: boolean } | undefined;
  /** By the venue's own name of the market, which tells spot from contract. */
  symbol(exchange: string, venueSymbol: string): VenueSymbol | undefined;
  quote(exchange: string, venueSymbol: string): Quote | undefined;
  /** What the market has done at worst, and what funding comes to; each null when it cannot be said now. */
  outlook(exchange: string, venueSymbol: string): Promise<Outlook>;
  /** The market's own clock. */
  nowMs(exchange: string): number;
}

export interface BotDeps extends BoundDeps, FuelDeps {
  readonly store: BotStore;
  readonly runner: BotRunner;
  readonly markets: Markets;
  readonly clock: Clock;
}

/** The runner's answer, or its refusal on the way to the caller. */
export function granted<T>(answer: RunnerAnswer<T>): T {
  if (answer.outcome === 'done') return answer.value;
  const { code, params, data } = answer;
  throw new Refusal(code, { ...(params && { params }), ...(data && { data }) });
}
