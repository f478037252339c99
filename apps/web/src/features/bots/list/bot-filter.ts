// Which bots a list shows: by exchange, kind and state. Waiting is a state of its own for the person, though the bot runs.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { pillOf } from '../../../ui/bot-status.ts';

export type StateFilter = 'all' | 'running' | 'waiting' | 'paused' | 'stopped';

export interface BotFilter {
  readonly exchange: string;
  readonly kind: Bot['type'] | 'all';
  readonly state: StateFilter;
}

export const noFilter: BotFilter = { exchange: 'all', kind: 'all', state: 'all' };

/** A bot in trouble still runs: it is found under running. */
export function stateOf(bot: Pick<Bot, 'status' | 'phase'>): Exclude<StateFilter, 'all'> {
  const pill = pillOf(bot.status, bot.phase);
  return pill === 'error' ? 'running' : pill;
}

function matchesPlace(bot: Bot, { exchange, kind }: BotFilter): boolean {
  return (exchange === 'all' || bot.exchange === exchange) && (kind === 'all' || bot.type === kind);
}

export function filterBots(bots: readonly Bot[], filter: BotFilter): Bot[] {
  return bots.filter((bot) => matchesPlace(bot, filter) && (filter.state === 'all' || stateOf(bot) === filter.state));
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
