// 10,000 production grid bots on one simulated market: venue, engine, risk, books and journal, as in a backtest, but
// stepped as a fleet. The bots differ in range and so in lines; all start at the first tick.
import { Journal } from '@cormorant/core/backtest/journal.ts';
import { type Bot, type Effects, openBot } from '@cormorant/core/engine/bot.ts';
import { Fleet } from '@cormorant/core/engine/fleet.ts';
import type { BotHead } from '@cormorant/core/engine/sleep.ts';
import { Engine } from '@cormorant/core/engine/step.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { grid } from '@cormorant/core/strategies/grid/machine.ts';
import type { GridParams } from '@cormorant/core/strategies/grid/params.ts';
import type { GridState } from '@cormorant/core/strategies/grid/state.ts';
import { SimVenue } from '@cormorant/core/venue/sim-venue.ts';
import { refusalOf } from '@cormorant/core/venue/sink.ts';
import { REFERENCE_INSTRUMENT } from '../reference/walk.ts';

const INVESTMENT_ATOMS = 10_000 * 1e8;
/** Slots of one bot: more than any grid here uses. */
const SLOTS = 64;
const TICK_MS = 10;

export class SimFleet {
  readonly journal = new Journal();
  private readonly fleet: Fleet<GridParams, GridState>;
  private readonly venue: SimVenue;
  private readonly handles: number[] = [];
  private readonly queue: number[] = [];
  private queued = 0;
  private tick = 0;

  constructor(params: readonly GridParams[], firstTicks: number) {
    const engine = new Engine(grid, REFERENCE_INSTRUMENT, defaultRiskLimits());
    this.fleet = new Fleet(engine, this.effects());
    this.venue = new SimVenue(
      REFERENCE_INSTRUMENT,
      { law: 'candle', slippagePpm: 200 },
      {
        fill: (_handle, number, slot, _side, priceTicks, qtyLots, _left, feeAtoms, feeInBase, maker) => {
          const { cycle } = this.fleet.bot(number).orders[slot]!;
          this.fleet.fill(number, slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker);
        },
        expired: () => {
          throw new Error('nothing expires under the candle law');
        },
      },
    );
    params.forEach((one, number) => {
      const opening = { id: number, kind: 'grid', symbol: REFERENCE_INSTRUMENT.symbol, params: one } as const;
      this.fleet.add(openBot({ ...opening, investmentAtoms: INVESTMENT_ATOMS }));
    });
    this.print(firstTicks);
    for (let number = 0; number < params.length; number++) {
      this.fleet.command(number, { name: 'start' });
      this.send();
    }
  }

  /** Wakes it. */
  bot(number: number): Bot<GridParams, GridState> {
    return this.fleet.bot(number);
  }

  get heads(): readonly BotHead[] {
    return this.fleet.heads;
  }

  print(priceTicks: number): void {
    const nowMs = this.tick++ * TICK_MS;
    this.fleet.move(priceTicks, nowMs);
    this.venue.print(priceTicks, nowMs);
    this.fleet.wake();
    if (this.queued > 0) this.send();
  }

  private send(): void {
    const { queue, fleet, venue, handles } = this;
    for (let at = 0; at < this.queued; at += 3) {
      const number = queue[at]!;
      const slot = queue[at + 1]!;
      const cycle = queue[at + 2]!;
      const order = fleet.bot(number).orders[slot < 0 ? ~slot : slot]!;
      if (slot < 0) {
        if (order.cycle === cycle && venue.cancel(handles[number * SLOTS + ~slot]!)) {
          fleet.cancelled(number, ~slot, cycle, order.filledLots);
        }
        continue;
      }
      const handle = venue.place(number, slot, order.side, order.type, order.tif, order.priceTicks, order.qtyLots);
      if (handle < 0) {
        fleet.refused(number, slot, cycle, refusalOf(handle));
      } else {
        handles[number * SLOTS + slot] = handle;
        fleet.accepted(number, slot, cycle);
      }
    }
    this.queued = 0;
  }

  private enqueue(number: number, slot: number, cycle: number): void {
    this.queue[this.queued++] = number;
    this.queue[this.queued++] = slot;
    this.queue[this.queued++] = cycle;
  }

  private effects(): Effects {
    return {
      order: (bot, order) => this.enqueue(bot.id, order.slot, order.cycle),
      cancel: (bot, order) => this.enqueue(bot.id, ~order.slot, order.cycle),
      fill: (_bot, order, priceTicks, qtyLots, _notional, feeAtoms, feeInBase, _feeQuote, maker) => {
        const { slot, side, purpose } = order;
        this.journal.addFill(this.tick, slot, side, purpose, priceTicks, qtyLots, feeAtoms, feeInBase, maker);
      },
      settlement: (_bot, pairId, slot, qtyLots, grossAtoms, feeAtoms, fundingAtoms) =>
        this.journal.addSettlement(this.tick, pairId, slot, qtyLots, grossAtoms, feeAtoms, fundingAtoms),
      refused: () => {},
      changed: () => {},
      log: () => {},
    };
  }
}
