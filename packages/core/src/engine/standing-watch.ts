// What a bot's round waits for as far as anything still waits: a stopped bot may keep a position, but it has no orders and
// follows no price, so no level of it will be acted on.
import type { Watch } from '../strategy/strategy.ts';
import type { Bot, Market } from './bot.ts';
import type { Engine } from './step.ts';

export function standingWatch<Params, State>(
  engine: Engine<Params, State>,
  bot: Bot<Params, State>,
  market: Market,
): Watch | null {
  const watch = engine.watch(bot, market);
  if (watch === null || bot.status !== 'stopped') return watch;
  const nothing = { nextAddTicks: 0, takeProfitTicks: 0, stopLossTicks: 0, trail: null, held: [], nextAtMs: 0 };
  return { ...watch, ...nothing };
}
