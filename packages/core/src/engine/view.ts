// What a machine may read while it decides: the bot that is being stepped and its market. One instance per engine, moved
// from bot to bot, so that a step makes no object.

import type { IndicatorRead } from '../indicators/read.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Atoms, Ticks, TimeMs } from '../money/units.ts';
import type { RiskLimits } from '../risk/limits.ts';
import type { Books, OwnOrder, Strategy, View } from '../strategy/strategy.ts';
import type { Bot, Effects, Market } from './bot.ts';
import { freeMarginAtoms, unclaimedAtoms } from './margin-use.ts';

export class BotView<Params, State> implements View {
  readonly instrument: Instrument;
  readonly limits: RiskLimits;
  protected readonly strategy: Strategy<Params, State>;
  /** True on a perpetual contract. */
  protected readonly contract: boolean;
  protected bot!: Bot<Params, State>;
  protected market!: Market;
  protected effects!: Effects;
  /** Slot of the order that the present event is about; -1 = none. */
  protected slotNow = -1;

  constructor(strategy: Strategy<Params, State>, instrument: Instrument, limits: RiskLimits) {
    this.strategy = strategy;
    this.instrument = instrument;
    this.limits = limits;
    this.contract = instrument.contract !== null;
  }

  get lastTicks(): Ticks {
    return this.market.lastTicks;
  }

  get nowMs(): TimeMs {
    return this.market.nowMs;
  }

  get markTicks(): Ticks {
    return this.market.markTicks ?? this.market.lastTicks;
  }

  highWithin(minutes: number): Ticks {
    return this.market.window?.highWithin(minutes) ?? this.market.lastTicks;
  }

  lowWithin(minutes: number): Ticks {
    return this.market.window?.lowWithin(minutes) ?? this.market.lastTicks;
  }

  indicator(read: IndicatorRead, back: 0 | 1 = 0): number {
    const { indicators } = this.market;
    return indicators === undefined ? Number.NaN : indicators.value(read, back);
  }

  get books(): Books {
    return this.bot.books;
  }

  get freeQuoteAtoms(): Atoms {
    const { bot } = this;
    if (!this.contract) return bot.books.quoteAtoms - bot.lockedQuoteAtoms;
    return Math.min(freeMarginAtoms(bot, this.instrument, 'buy'), freeMarginAtoms(bot, this.instrument, 'sell'));
  }

  get freeBaseAtoms(): Atoms {
    const { bot } = this;
    return this.contract ? unclaimedAtoms(bot) : bot.books.baseAtoms - bot.lockedBaseAtoms;
  }

  /** Coin of the position, whichever its side. */
  get heldAtoms(): Atoms {
    return Math.abs(this.bot.books.baseAtoms);
  }

  get openOrders(): number {
    return this.bot.openOrders;
  }

  order(slot: number): OwnOrder | undefined {
    const { orders } = this.bot;
    if (slot >= orders.length) return undefined;
    const order = orders[slot];
    return order === null || order === undefined || order.status === 'done' ? undefined : order;
  }

  protected enter(bot: Bot<Params, State>, market: Market, effects: Effects, slot: number): void {
    this.bot = bot;
    this.market = market;
    this.effects = effects;
    this.slotNow = slot;
  }
}
