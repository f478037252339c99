// A fleet without a venue, so that what is measured is the bots' own: orders to market are filled at the last price as
// soon as they are wished for, all others rest and are never reached.
import { type Bot, type Effects, openBot } from '@cormorant/core/engine/bot.ts';
import { Fleet } from '@cormorant/core/engine/fleet.ts';
import { MinuteWindow } from '@cormorant/core/engine/price-window.ts';
import { AWAKE_FOR_MS } from '@cormorant/core/engine/sleep.ts';
import { Engine } from '@cormorant/core/engine/step.ts';
import { feeAtoms } from '@cormorant/core/market/conversions.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { parseParams, strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { RawParams } from '@cormorant/core/strategy/field.ts';
import type { BotKind } from '@cormorant/core/strategy/strategy.ts';
import { REFERENCE_INSTRUMENT as instrument } from '../reference/walk.ts';

export const INVESTMENT_ATOMS = 10_000 * 1e8;
export const START_TICKS = 6_000_000;
const START_MS = Date.UTC(2024, 0, 1);

export class QuietFleet {
  readonly fleet: Fleet<unknown, unknown>;
  readonly window = new MinuteWindow();
  private readonly kind: BotKind;
  private readonly queue: { readonly number: number; readonly slot: number; readonly cancel: boolean }[] = [];
  private nowMs = START_MS;

  constructor(kind: BotKind) {
    this.kind = kind;
    const engine = new Engine(strategyOf(kind), instrument, defaultRiskLimits());
    this.fleet = new Fleet(engine, this.effects());
    this.fleet.market.window = this.window;
    this.print(START_TICKS);
  }

  get fills(): number {
    return this.fleet.heads.reduce((sum, { fills }) => sum + fills, 0);
  }

  /** Params of its own for each bot, as in life. */
  add(count: number, raw: (at: number) => RawParams): void {
    for (let at = 0; at < count; at++) {
      const context = { instrument, lastTicks: START_TICKS, investmentAtoms: INVESTMENT_ATOMS };
      const parsed = parseParams(this.kind, raw(at), context);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
      const opening = {
        id: this.fleet.heads.length,
        kind: this.kind,
        symbol: instrument.symbol,
        params: parsed.params,
      };
      const number = this.fleet.add(openBot({ ...opening, investmentAtoms: INVESTMENT_ATOMS }));
      this.fleet.command(number, { name: 'start' });
      this.send();
    }
  }

  print(priceTicks: number, stepMs = 1): void {
    this.nowMs += stepMs;
    this.window.print(priceTicks, this.nowMs);
    this.fleet.move(priceTicks, this.nowMs);
    this.fleet.wake();
    if (this.queue.length > 0) this.send();
  }

  /** Nothing happens for so long that all of them sleep. */
  lull(): void {
    this.print(START_TICKS, AWAKE_FOR_MS);
    while (this.fleet.awakeCount > 0) this.print(START_TICKS);
  }

  private send(): void {
    const { fleet, queue } = this;
    for (let at = 0; at < queue.length; at++) {
      const { number, slot, cancel } = queue[at]!;
      const order = fleet.bot(number).orders[slot]!;
      const { cycle, side, type, qtyLots, filledLots } = order;
      if (cancel) fleet.cancelled(number, slot, cycle, filledLots);
      else if (type === 'market') {
        const { lastTicks } = fleet.market;
        const fee = feeAtoms(instrument, side, lastTicks, qtyLots, instrument.takerPpm);
        fleet.fill(number, slot, cycle, lastTicks, qtyLots, fee, false, false);
      } else fleet.accepted(number, slot, cycle);
    }
    queue.length = 0;
  }

  private effects(): Effects {
    const wish = (cancel: boolean) => (bot: Bot, order: { slot: number }) => {
      this.queue.push({ number: bot.id, slot: order.slot, cancel });
    };
    const none = () => {};
    return {
      order: wish(false),
      cancel: wish(true),
      fill: none,
      settlement: none,
      refused: none,
      changed: none,
      log: none,
    };
  }
}

/** Twenty lines within some ten percent of the price. */
export const gridParams = (at: number): RawParams => ({
  lower: String(53_000 + (at % 1_000)),
  upper: String(65_000 + (at % 997)),
  grid_levels: '19',
});

/** Seven orders; nothing of it is near the price once the first has been bought. */
export const martinParams = (at: number): RawParams => ({
  ...{ first_amount: '60', max_positions: '7', multiplier: '2', guard_drop: '2' },
  ...{ add_drop: String(3 + (at % 20) / 10), take_profit: String(2 + (at % 30) / 10) },
});
