// The protective stop of a bot (strategy/guard.ts) as an order: what it should be for the position as it stands, and how it
// is kept beside the machine's own orders. It ties nothing up and is none of the machine's orders, until a part of it has
// traded: then whatever closes the rest waits for its end.
import type { Instrument } from '../market/instrument.ts';
import type { Atoms, Lots, Ticks, TimeMs } from '../money/units.ts';
import { GUARD_SLOT, guardTicks } from '../strategy/guard.ts';
import { mostLots } from '../strategy/order-minimums.ts';
import { exitSideOf, isPast, type PositionSide } from '../strategy/round/side.ts';
import type { Side, Strategy } from '../strategy/strategy.ts';
import type { Bot, Guard, Market } from './bot.ts';
import { isHalted } from './halt.ts';
import { newOrder } from './orders.ts';

/** Tried again so long after the venue has refused one. */
export const GUARD_RETRY_MS: TimeMs = 15 * 60_000;

/** While one is wanted and none stands, it is looked again so soon whether it may. */
export const GUARD_LOOK_MS: TimeMs = 60_000;

/** From here on the bot keeps one. Called as it is started: bots that run without one go on as they are. */
export function keepGuard(bot: Bot): void {
  bot.guard ??= { ...newOrder(GUARD_SLOT), type: 'market', purpose: 'stop_loss', reduceOnly: true, retryAtMs: 0 };
}

interface Wanted {
  readonly position: PositionSide;
  readonly side: Side;
  readonly triggerTicks: Ticks;
  /** As much of what is held as the venue takes in one order. */
  readonly qtyLots: Lots;
  readonly heldLots: Lots;
}

/** The guard for what is held now; null = none. */
export function wantedGuard<Params, State>(
  bot: Bot<Params, State>,
  strategy: Strategy<Params, State>,
  instrument: Instrument,
): Wanted | null {
  const { baseAtoms } = bot.books;
  if (baseAtoms === 0 || bot.state === null || bot.status === 'stopped' || isHalted(bot)) return null;
  const position = baseAtoms > 0 ? 'long' : 'short';
  const stopTicks = strategy.guardStop?.(bot.params, bot.state, position) ?? 0;
  const triggerTicks = guardTicks(position, stopTicks);
  const heldLots = Math.abs(baseAtoms) / instrument.baseAtomsPerLot;
  if (triggerTicks === 0) return null;
  const qtyLots = Math.min(heldLots, mostLots(instrument, 'market', triggerTicks));
  return { position, side: exitSideOf(position), triggerTicks, qtyLots, heldLots };
}

/**
 * It stands where it should, and is of what is held: one of more would close what is somebody else's on the same contract.
 * One that has begun to trade is called back, so that its end is known soon.
 */
export function guards(guard: Guard, wanted: Wanted | null): boolean {
  if (wanted === null || guard.filledLots > 0) return false;
  if (guard.side !== wanted.side || guard.priceTicks !== wanted.triggerTicks) return false;
  // One of all that is held was taken while the venue took larger ones: none of less is better.
  return guard.qtyLots === wanted.qtyLots || guard.qtyLots === wanted.heldLots;
}

/** What of the position no stop at the venue would close, where one stands; one order is of the venue's maximum at most. */
export function unguardedLots({ books, guard }: Pick<Bot, 'books' | 'guard'>, { baseAtomsPerLot }: Instrument): Lots {
  if (guard?.status !== 'open') return 0;
  return Math.max(0, Math.floor(Math.abs(books.baseAtoms) / baseAtomsPerLot) - (guard.qtyLots - guard.filledLots));
}

/** What an order of this side could close. */
export function heldAgainst({ books }: Pick<Bot, 'books'>, side: Side): Atoms {
  return side === 'sell' ? books.baseAtoms : -books.baseAtoms;
}

/** The venue would take it, and it would not trade at once: where the price is past it, the engine itself is closing. */
export function mayStand(guard: Guard, { position, triggerTicks }: Wanted, market: Market): boolean {
  const atTicks = market.markTicks ?? market.lastTicks;
  return market.nowMs >= guard.retryAtMs && atTicks > 0 && !isPast(position, atTicks, triggerTicks);
}
