// What the people of a simulated world run: one draft per kind and market, fit for the prices of sim-market.ts.
import type { BotDraft } from '../../apps/server/src/ports/bot-runner.ts';
import type { VenueSymbol } from '../../apps/server/src/ports/venue.ts';
import type { BotKind } from '../../packages/core/src/strategy/strategy.ts';

interface Recipe {
  readonly kind: BotKind;
  readonly typeId: number;
  /** As the exchange names it. */
  readonly market: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const martin = {
  ...{ first_amount: '60', max_positions: '4', multiplier: '1.5', add_drop: '0.5', cycle: 'loop', take_profit: '0.5' },
  ...{ stop_loss: '12', loop_interval: '0', entry: 'now', guard_drop: '20', guard_minutes: '1' },
};
const ladder = {
  ...{ mode: 'ladder', base_amount: '60', safety_amount: '60', max_safety: '4', active_safety: '2', step: '0.4' },
  ...{ step_mult: '1.2', vol_mult: '1.5', take_profit: '0.5', stop_loss: '10', cooldown: '60' },
};
/** On contracts a stop is met now and then, by the protective one at the exchange first where the price jumps. */
const tight = { stop_loss: '1' };
const grid = { grid_levels: '12', grid_mode: 'arithmetic' };

const recipes: readonly Recipe[] = [
  { kind: 'grid', typeId: 3, market: 'BTC/USDT', params: { ...grid, lower: '58500', upper: '61500' } },
  { kind: 'grid', typeId: 3, market: 'ETH/USDT', params: { ...grid, lower: '2920', upper: '3080' } },
  { kind: 'martin', typeId: 1, market: 'ETH/USDT', params: { ...martin, add_callback: '0', tp_callback: '0.1' } },
  { kind: 'dca', typeId: 5, market: 'BTC/USDT', params: ladder },
  {
    ...{ kind: 'grid', typeId: 4, market: 'BTC/USDT:USDT' },
    params: { ...grid, lower: '58500', upper: '61500', leverage: '3', direction: 'neutral' },
  },
  {
    ...{ kind: 'martin', typeId: 2, market: 'BTC/USDT:USDT' },
    params: { ...martin, ...tight, direction: 'short', leverage: '3', add_callback: '0.1', tp_callback: '0' },
  },
  {
    kind: 'dca',
    typeId: 6,
    market: 'BTC/USDT:USDT',
    params: { ...ladder, ...tight, direction: 'long', leverage: '2' },
  },
];

/** Bots of several legs, as rough worlds have them too. */
const convoys: readonly Recipe[] = [
  {
    ...{ kind: 'arbitrage', typeId: 7, market: 'ETH/USDT' },
    params: { kind: 'triangular', via: ['BTC'], min_profit: '2', max_order: '0' },
  },
  {
    ...{ kind: 'arbitrage', typeId: 8, market: 'BTC/USDT:USDT' },
    params: {
      ...{ kind: 'funding', leverage: '2', exit_rate: '0', max_breakeven_days: '15', basis_target: '0' },
      margin_guard: '10',
    },
  },
  // Its sides stand in hedge mode, each with stops of its own now and then.
  {
    ...{ kind: 'martin', typeId: 2, market: 'BTC/USDT:USDT' },
    params: {
      ...{ ...martin, ...tight, direction: 'dual', leverage: '3', add_callback: '0', tp_callback: '0.1' },
    },
  },
];
const all = [...recipes, ...convoys];

export const RECIPES = recipes.length;
export const ROUGH_RECIPES = all.length;

function directionOf(kind: BotKind, params: Recipe['params']): string {
  return kind === 'arbitrage' ? 'neutral' : String(params['direction'] ?? 'long');
}

/** The draft of one of the recipes, as a feature would hand it to the runner. */
export function draftOf(recipe: number, userId: number, requestId: string, rules: readonly VenueSymbol[]): BotDraft {
  const { kind, market, params, typeId } = all[recipe % ROUGH_RECIPES] as Recipe;
  const symbolRules = rules.find(({ symbol }) => symbol === market);
  if (symbolRules === undefined) throw new Error(`the simulated exchange does not list ${market}`);
  return {
    ...{ userId, requestId, exchange: 'local', market: symbolRules.market, typeId, kind, simulate: false },
    ...{ symbol: `${symbolRules.base}/${symbolRules.quote}`, sourceId: null, name: `${kind} of ${userId}` },
    ...{
      direction: directionOf(kind, params),
      params,
      investment: kind === 'arbitrage' ? '3000' : '1000',
      isPublic: false,
      symbolRules,
    },
  };
}
