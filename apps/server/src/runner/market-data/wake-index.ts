// The bots that wait in one market, filed under what would wake them: a print costs what the bots that wake cost, not
// what the bots that wait cost.
import { type Bot, type Market, NEVER_AT, NEVER_BELOW, type WakePoints } from '@cormorant/core/engine/bot.ts';
import { TouchIndex } from '@cormorant/core/engine/touch-index.ts';

/** Whoever steps a bot: all bots of one user have one. */
export interface Owner {
  /** True while something one of its bots was told has not had all its effects. */
  isBusy(): boolean;
  whenQuiet(): Promise<void>;
  /** Its bots that wait in a market. */
  sleepersIn(symbol: string): Iterable<Sleeper>;
}

export interface Sleeper {
  readonly botId: number;
  readonly bot: Bot;
  /** Called when a print meets what the bot waits for. */
  wake(): void;
}

/** Whatever the price is. */
export const EVERY_PRINT: WakePoints = { aboveTicks: 1, belowTicks: NEVER_BELOW, atMs: NEVER_AT };

export class WakeIndex {
  private readonly index = new TouchIndex();
  private readonly taken: (Sleeper | undefined)[] = [];
  private readonly free: number[] = [];

  /** The number of the seat. */
  take(sleeper: Sleeper): number {
    const seat = this.free.pop() ?? this.taken.length;
    this.taken[seat] = sleeper;
    this.index.file(seat, sleeper.bot.wake);
    return seat;
  }

  leave(seat: number): void {
    this.index.remove(seat);
    this.taken[seat] = undefined;
    this.free.push(seat);
  }

  /** To be called whenever a bot's wake points may have changed. */
  file(seat: number, wake: WakePoints): void {
    this.index.file(seat, wake);
  }

  due(market: Market): Sleeper[] {
    const seats: number[] = [];
    this.index.due(market.lastTicks, market.nowMs, seats);
    return seats.flatMap((seat) => this.taken[seat] ?? []);
  }
}
