// Which bots a list shows: by exchange, market, kind and state. It begins at spot where there are bots of both markets. Waiting is a state of its own for the person, though the bot runs.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { pillOf } from '../../../ui/bot-status.ts';

export type StateFilter = 'all' | 'running' | 'waiting' | 'paused' | 'stopped';

export interface BotFilter {
  readonly exchange: string;
  readonly market: Bot['market'] | 'all';
  readonly kind: Bot['type'] | 'all';
  readonly state: StateFilter;
}

export const noFilter: BotFilter = { exchange: 'all', market: 'all', kind: 'all', state: 'all' };
export const firstFilter: BotFilter = { ...noFilter, market: 'spot' };

/** Without bots of both markets there is no choice between them, and all are shown. */
export function withKnownMarket(filter: BotFilter, bots: readonly Bot[]): BotFilter {
  const both = bots.some((bot) => bot.market === 'spot') && bots.some((bot) => bot.market === 'futures');
  return both || filter.market === 'all' ? filter : { ...filter, market: 'all' };
}

/** A bot in trouble is found under what it was doing. */
export function stateOf(bot: Pick<Bot, 'status' | 'phase'>): Exclude<StateFilter, 'all'> {
  const pill = pillOf(bot.status, bot.phase);
  return pill === 'error' ? bot.status : pill;
}

function matchesPlace(bot: Bot, { exchange, market, kind }: BotFilter): boolean {
  if (exchange !== 'all' && bot.exchange !== exchange) return false;
  return (market === 'all' || bot.market === market) && (kind === 'all' || bot.type === kind);
}

export function filterBots(bots: readonly Bot[], filter: BotFilter): Bot[] {
  return bots.filter((bot) => matchesPlace(bot, filter) && (filter.state === 'all' || stateOf(bot) === filter.state));
}

/** How many more there are beside these, but for the market that is looked at. */
export function countElsewhere(bots: readonly Bot[], filter: BotFilter): number {
  return filterBots(bots, { ...filter, market: 'all' }).length - filterBots(bots, filter).length;
}

export interface StateCount {
  readonly state: StateFilter;
  readonly count: number;
}

/** All states with their counts at this place; waiting only when somebody waits. */
export function countStates(bots: readonly Bot[], filter: BotFilter): StateCount[] {
  const placed = bots.filter((bot) => matchesPlace(bot, filter));
  const states: readonly StateFilter[] = ['all', 'running', 'waiting', 'paused', 'stopped'];
  return states
    .map((state) => ({
      state,
      count: state === 'all' ? placed.length : placed.filter((bot) => stateOf(bot) === state).length,
    }))
    .filter(({ state, count }) => state !== 'waiting' || count > 0 || filter.state === 'waiting');
}
