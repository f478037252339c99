// A perpetual contract in a backtest: the venue's margin book and matching over the tape, its mark prices and its funding
// times. At one print the venue acts before the bot hears: fills, then the mark (which may liquidate), then funding.
import type { Bot } from '../engine/bot.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Atoms, Lots, Ppm, Ticks, TimeMs } from '../money/units.ts';
import type { MarginTerms, Side } from '../strategy/strategy.ts';
import { ContractVenue } from '../venue/contract-venue.ts';
import type { Liquidation } from '../venue/liquidation.ts';
import { type FundingPayment, MarginBook } from '../venue/margin-book.ts';
import type { MarkTrack } from './mark-track.ts';

/** Settled rates, oldest first. */
export interface FundingColumn {
  readonly timeMs: readonly TimeMs[];
  readonly rateE8: readonly number[];
}

/** What happens to the bot. */
export interface ContractHost {
  venueFill(slot: number, priceTicks: Ticks, qtyLots: Lots, feeAtoms: Atoms, feeInBase: boolean, maker: boolean): void;
  venueExpired(slot: number): void;
  venueLiquidated(liquidation: Liquidation): void;
  venueFunded(payment: FundingPayment): void;
}

const ACCOUNT = 0;
const NO_FUNDING: FundingColumn = { timeMs: [], rateE8: [] };

export class ContractMarket {
  readonly venue: ContractVenue;
  readonly marks: MarkTrack | null;
  private readonly symbol: string;
  private readonly book: MarginBook;
  private readonly host: ContractHost;
  private readonly funding: FundingColumn;
  private nextFunding = 0;
  private reserveAtoms: Atoms = 0;
  /** Sign of the position that the reserve was last put behind. */
  private reservedFor = 0;
  /** Orders that ended while the mark moved: a liquidation takes them away without a word. */
  private readonly expired: number[] = [];
  private marking = false;

  constructor(
    instrument: Instrument,
    investmentAtoms: Atoms,
    slippagePpm: Ppm,
    marks: MarkTrack | null,
    funding: FundingColumn = NO_FUNDING,
    host: ContractHost,
  ) {
    this.symbol = instrument.symbol;
    this.marks = marks;
    this.funding = funding;
    this.host = host;
    this.book = new MarginBook([instrument]);
    this.book.deposit(ACCOUNT, investmentAtoms);
    this.venue = new ContractVenue(
      instrument,
      this.book,
      { slippagePpm },
      {
        fill: (_handle, _account, slot, _side, priceTicks, qtyLots, _left, feeAtoms, feeInBase, maker) =>
          host.venueFill(slot, priceTicks, qtyLots, feeAtoms, feeInBase, maker),
        expired: (_handle, _account, slot) => {
          if (this.marking) this.expired.push(slot);
          else host.venueExpired(slot);
        },
        liquidated: (liquidation) => {
          this.expired.length = 0;
          host.venueLiquidated(liquidation);
        },
        funded: (payment) => host.venueFunded(payment),
      },
    );
  }

  /** How the bot uses margin; before its first order. */
  use(terms: MarginTerms | null): void {
    if (terms === null) return;
    const refused = this.book.setLeverage(ACCOUNT, this.symbol, terms.leverage, terms.mode);
    if (refused !== null) throw new RangeError(`leverage ${terms.leverage} ${terms.mode}: ${refused}`);
    this.reserveAtoms = terms.mode === 'isolated' ? terms.reserveAtoms : 0;
  }

  /** Everything the venue does at a print. */
  print(lastTicks: Ticks, markTicks: Ticks, nowMs: TimeMs): void {
    this.venue.print(lastTicks, nowMs);
    this.putReserve();
    this.marking = true;
    this.venue.mark(markTicks, nowMs);
    this.marking = false;
    for (const slot of this.expired) this.host.venueExpired(slot);
    this.expired.length = 0;
    const { timeMs, rateE8 } = this.funding;
    for (; this.nextFunding < timeMs.length && timeMs[this.nextFunding]! <= nowMs; this.nextFunding++) {
      this.venue.fund(rateE8[this.nextFunding]!, nowMs);
    }
  }

  place(bot: Bot, slot: number): number {
    const { side, type, tif, priceTicks, qtyLots, reduceOnly } = bot.orders[slot]!;
    const order = { side, type, tif, priceTicks, qtyLots, positionSide: 'net', reduceOnly } as const;
    const handle = this.venue.place(ACCOUNT, slot, order);
    this.putReserve();
    return handle;
  }

  cancel(handle: number): boolean {
    return this.venue.cancel(handle);
  }

  /** When funding is settled next; Infinity = never again. */
  get nextFundingMs(): TimeMs {
    return this.funding.timeMs[this.nextFunding] ?? Number.POSITIVE_INFINITY;
  }

  /** The mark that liquidates from above (a long) or from below (a short); 0 and Infinity = none. */
  liquidationTicks(side: Side): Ticks {
    const position = this.book.position(ACCOUNT, this.symbol, 'net');
    const none = side === 'buy' ? 0 : Number.POSITIVE_INFINITY;
    if (position === undefined || position.qtyLots > 0 !== (side === 'buy')) return none;
    return this.book.liquidationTicksOf(ACCOUNT, this.symbol, 'net') || none;
  }

  /** A reserve goes behind each position when it opens. */
  private putReserve(): void {
    if (this.reserveAtoms === 0) return;
    const sign = Math.sign(this.book.position(ACCOUNT, this.symbol, 'net')?.qtyLots ?? 0);
    if (sign !== 0 && sign !== this.reservedFor) this.book.addMargin(ACCOUNT, this.symbol, 'net', this.reserveAtoms);
    this.reservedFor = sign;
  }
}
