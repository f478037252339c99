// One leg's market in a backtest of a convoy: SimVenue for spot, the margin book for a contract, and the outcomes of the
// leg's orders as events of its engine. Nothing is placed from inside the venue: the desk sends what waits afterwards.
import type { HostEvent } from '../engine/bot.ts';
import type { LegBot } from '../engine/convoy-leg.ts';
import type { Candles } from '../market/candles.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Ppm, Ticks, TimeMs } from '../money/units.ts';
import { SimVenue } from '../venue/sim-venue.ts';
import { refusalOf } from '../venue/sink.ts';
import { ContractMarket, type FundingColumn } from './contract-market.ts';
import { MarkTrack } from './mark-track.ts';

export interface ConvoyTape {
  readonly instrument: Instrument;
  readonly candles: Candles;
  /** Contracts: settled rates, oldest first; those before the tape are known at its beginning. */
  readonly funding?: FundingColumn;
  /** Contracts: candles of the mark price; the last price when absent. */
  readonly mark?: Candles;
}

export class ConvoyVenue {
  private readonly bot: LegBot;
  private readonly tell: (event: HostEvent) => void;
  private readonly spot: SimVenue;
  private readonly contract: ContractMarket | null;
  private readonly handles: number[] = [];

  constructor(tape: ConvoyTape, bot: LegBot, slippagePpm: Ppm, tell: (event: HostEvent) => void) {
    const { instrument, candles, mark, funding } = tape;
    this.bot = bot;
    this.tell = tell;
    this.spot = new SimVenue(
      instrument,
      { law: 'candle', slippagePpm },
      {
        fill: (_handle, _account, slot, _side, priceTicks, qtyLots, _left, feeAtoms, feeInBase, maker) =>
          this.venueFill(slot, priceTicks, qtyLots, feeAtoms, feeInBase, maker),
        expired: (_handle, _account, slot) => this.venueExpired(slot),
      },
    );
    const marks = mark === undefined ? null : new MarkTrack(candles, mark);
    this.contract =
      instrument.contract === null
        ? null
        : new ContractMarket(instrument, bot.books.investmentAtoms, slippagePpm, marks, funding, this);
  }

  use(): void {
    this.contract?.use(this.bot.margin);
  }

  /** What the venue does at a print; answers the mark. */
  print(row: number, k: number, lastTicks: Ticks, nowMs: TimeMs): Ticks {
    if (this.contract === null) {
      this.spot.print(lastTicks, nowMs);
      return lastTicks;
    }
    const markTicks = this.contract.marks?.at(row, k) ?? lastTicks;
    this.contract.print(lastTicks, markTicks, nowMs);
    return markTicks;
  }

  /** Sends an order that is still wished for. */
  place(slot: number, cycle: number): void {
    const order = this.bot.orders[slot];
    if (order === null || order === undefined || order.status === 'done' || order.cycle !== cycle) return;
    const { side, type, tif, priceTicks, qtyLots } = order;
    const handle =
      this.contract === null
        ? this.spot.place(0, slot, side, type, tif, priceTicks, qtyLots)
        : this.contract.place(this.bot, slot);
    if (handle < 0) {
      this.tell({ type: 'refused', slot, cycle, reason: refusalOf(handle) });
      return;
    }
    this.handles[slot] = handle;
    this.tell({ type: 'accepted', slot, cycle });
  }

  cancel(slot: number, cycle: number): void {
    const order = this.bot.orders[slot];
    if (order === null || order === undefined || order.status === 'done' || order.cycle !== cycle) return;
    const handle = this.handles[slot]!;
    if (this.contract === null ? this.spot.cancel(handle) : this.contract.cancel(handle)) {
      this.tell({ type: 'cancelled', slot, cycle, filledLots: order.filledLots });
    }
  }

  venueFill(slot: number, priceTicks: Ticks, qtyLots: number, feeAtoms: number, feeInBase: boolean, maker: boolean) {
    const { cycle } = this.bot.orders[slot]!;
    this.tell({ type: 'fill', slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker });
  }

  venueExpired(slot: number): void {
    const { cycle, filledLots } = this.bot.orders[slot]!;
    this.tell({ type: 'cancelled', slot, cycle, filledLots });
  }

  venueLiquidated(event: { side: 'buy' | 'sell'; qtyLots: number; priceTicks: Ticks; feeAtoms: number }): void {
    const { side, qtyLots, priceTicks, feeAtoms } = event;
    this.tell({ type: 'liquidated', side, qtyLots, priceTicks, feeAtoms });
  }

  venueFunded({ amountAtoms, rateE8 }: { amountAtoms: number; rateE8: number }): void {
    this.tell({ type: 'funding', amountAtoms, rateE8 });
  }
}
