// Steps a bot of several legs: what happens on one leg, a print that its legs waited for, a command. All that follows on
// every leg and on the bot itself belongs to the turn; afterwards each leg's seat, round and rows are in step.
import type { HostEvent } from '@cormorant/core/engine/bot.ts';
import { wakes } from '@cormorant/core/engine/step.ts';
import type { Command } from '@cormorant/core/strategy/strategy.ts';
import type { Actor } from '../../ports/bot-record.ts';
import type { VenueFill } from '../../ports/venue.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import { withTimersHeld } from '../bots/stale-timers.ts';
import { followRound, heldSide } from './positions.ts';
import { MultiLegRecord } from './record-multi-leg.ts';
import type { Turn } from './turn.ts';

export class MultiLegStepper {
  private readonly salt: number;
  private readonly onRound: (live: LiveBot) => void;

  constructor(salt: number, onRound: (live: LiveBot) => void) {
    this.salt = salt;
    this.onRound = onRound;
  }

  /** False when the event names an order or a position that the leg does not have. */
  leg(
    turn: Turn,
    convoy: LiveMultiLegBot,
    live: LiveBot,
    event: HostEvent,
    actor: Actor,
    trades: readonly VenueFill[],
  ): boolean {
    const trading = event.type === 'fill' || event.type === 'liquidated' || event.type === 'funding';
    const step = () => convoy.engine.step(live.record.leg ?? 0, event);
    const known = this.step(turn, convoy, actor, step, live, trades, trading);
    if (known) turn.convoys.add(convoy);
    return known;
  }

  /**
   * The markets of all legs have shown their moment: those that wait for it hear of it, one after the other. Legs that decide
   * for themselves are in one market and wait for nobody: the leg that was woken hears alone.
   */
  print(turn: Turn, convoy: LiveMultiLegBot, live: LiveBot): void {
    this.step(turn, convoy, 'system', () => {
      if (convoy.own !== null) {
        const leg = live.record.leg ?? 0;
        withTimersHeld(live, () => convoy.engine.print(leg));
        return true;
      }
      for (const [leg, { bot, botMarket }] of convoy.legs.entries())
        if (wakes(bot, botMarket.market)) convoy.engine.print(leg);
      return true;
    });
    convoy.dirty = true;
  }

  command(turn: Turn, convoy: LiveMultiLegBot, command: Command, actor: Actor): void {
    this.step(turn, convoy, actor, () => {
      convoy.engine.command(command);
      return true;
    });
    turn.convoys.add(convoy);
  }

  halt(turn: Turn, convoy: LiveMultiLegBot, type: 'halt' | 'release', actor: Actor): void {
    this.step(turn, convoy, actor, () => {
      convoy.engine[type]();
      return true;
    });
    turn.convoys.add(convoy);
  }

  private step(
    turn: Turn,
    convoy: LiveMultiLegBot,
    actor: Actor,
    run: () => boolean,
    live: LiveBot | null = null,
    trades: readonly VenueFill[] = [],
    trading = false,
  ): boolean {
    const [actions, orders] = [turn.actions.length, turn.orders.size];
    const before = convoy.legs.map(({ bot }) => bot.books.baseAtoms);
    convoy.hearer = new MultiLegRecord(turn, convoy, this.salt, actor, live, trades);
    const known = run();
    convoy.hearer = null;
    for (const leg of convoy.legs) leg.refile();
    if (!known) return false;
    for (const [at, leg] of convoy.legs.entries()) {
      const isOver = leg.round?.open === true && heldSide(leg) === null;
      const moved = before[at] !== leg.bot.books.baseAtoms || (trading && leg === live);
      if (moved || isOver) this.follow(turn, leg, actions);
    }
    if (turn.actions.length > actions || turn.orders.size > orders) turn.convoys.add(convoy);
    convoy.equityAtoms();
    return true;
  }

  private follow(turn: Turn, leg: LiveBot, actionsBefore: number): void {
    const before = leg.round;
    const ended = followRound(turn, leg, leg.lastTrade);
    if (leg.record.market === 'futures' && (ended !== null || leg.round !== before)) {
      turn.after.push(() => this.onRound(leg));
    }
    const round = ended ?? (leg.round?.open === true ? leg.round : null);
    for (const { live, draft } of turn.actions.slice(actionsBefore)) {
      if (live === leg) draft.round = round?.round ?? null;
    }
  }
}
