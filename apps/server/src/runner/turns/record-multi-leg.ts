// What a convoy's engine says of one step, written into a turn: each leg's orders, trades and results by that leg's facts,
// the convoy's own words as rows of the bot. For one step only.
import type { Bot, Effects } from '@cormorant/core/engine/bot.ts';
import type { ConvoyEffects } from '@cormorant/core/engine/convoy.ts';
import type { LogAction } from '@cormorant/core/strategy/strategy.ts';
import type { Actor } from '../../ports/bot-record.ts';
import type { VenueFill } from '../../ports/venue.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import { logOfEngine } from './record-log.ts';
import { StepRecord } from './record-step.ts';
import type { Turn } from './turn.ts';

const ofTheBot: ReadonlySet<LogAction> = new Set(['start', 'pause', 'resume', 'stop', 'update']);

export class MultiLegRecord implements ConvoyEffects {
  readonly legs: Effects;
  private readonly turn: Turn;
  private readonly live: LiveMultiLegBot;
  private readonly actor: Actor;

  /** `trades` are the venue's trades of the leg `of` that the step is made for. */
  constructor(
    turn: Turn,
    live: LiveMultiLegBot,
    salt: number,
    actor: Actor,
    of: LiveBot | null,
    trades: readonly VenueFill[],
  ) {
    this.turn = turn;
    this.live = live;
    this.actor = actor;
    const facts = new Map(
      live.legs.map((leg) => [leg.id, new StepRecord(turn, leg, salt, actor, leg === of ? trades : [])]),
    );
    const by = ({ id }: Pick<Bot, 'id'>): StepRecord => {
      const found = facts.get(id);
      if (found === undefined) throw new Error(`bot ${live.id} has no leg ${id}`);
      return found;
    };
    const remember = (id: number) => {
      const leg = live.legs.find((one) => one.id === id);
      if (leg !== undefined) leg.lastTrade = facts.get(id)?.trade ?? leg.lastTrade;
    };
    this.legs = {
      order: (bot, order) => by(bot).order(bot, order),
      cancel: (bot, order) => by(bot).cancel(bot, order),
      fill: (bot, ...rest) => {
        by(bot).fill(bot, ...rest);
        remember(bot.id);
      },
      settlement: (bot, ...rest) => by(bot).settlement(bot, ...rest),
      liquidated: (bot, ...rest) => {
        by(bot).liquidated(bot, ...rest);
        remember(bot.id);
      },
      refused: (bot, ...rest) => by(bot).refused(bot, ...rest),
      changed: (bot) => by(bot).changed(),
      // That a leg starts and stops is its convoy's to tell; what a machine of its own decides is not.
      log: (bot, action, why, data) => {
        if (live.own !== null && !ofTheBot.has(action)) by(bot).log(bot, action, why, data);
      },
    };
  }

  changed(): void {
    this.turn.touch(this.live);
  }

  log(...[, action, why, data]: Parameters<ConvoyEffects['log']>): void {
    logOfEngine(this.turn, this.live, this.actor, action, why, data);
  }
}
