// The facts of a backtest in typed columns: fills and settlements without an object each, because one object per fill
// costs three times the run. Log rows are rare and stay objects.
import type { Atoms, Lots, Ticks, TimeMs } from '../money/units.ts';
import type { LogAction, Purpose, Side } from '../strategy/strategy.ts';

export const PURPOSES = ['entry', 'grid', 'add', 'close', 'take_profit', 'stop_loss', 'trail', 'dust'] as const;
const PURPOSE_CODES: Readonly<Record<Purpose, number>> = {
  entry: 0,
  grid: 1,
  add: 2,
  close: 3,
  take_profit: 4,
  stop_loss: 5,
  trail: 6,
  dust: 7,
};
const SELL = 1;
const MAKER = 2;
const FEE_IN_BASE = 4;

/** One fill, for edges where an object is kinder than columns. */
export interface JournalFill {
  /** Number of the print it happened at, from 1: 4 x candle + k + 1. */
  readonly print: number;
  readonly timeMs: TimeMs;
  readonly slot: number;
  readonly side: Side;
  readonly purpose: Purpose;
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly feeAtoms: Atoms;
  readonly feeInBase: boolean;
  readonly maker: boolean;
}

export interface JournalSettlement {
  readonly print: number;
  readonly pairId: number;
  readonly slot: number;
  readonly qtyLots: Lots;
  readonly grossAtoms: Atoms;
  readonly feeAtoms: Atoms;
}

export interface JournalLog {
  readonly print: number;
  readonly timeMs: TimeMs;
  readonly action: LogAction;
  readonly why: string;
  readonly data: Readonly<Record<string, string | number>>;
}

const FIRST_ROWS = 1024;

export class Journal {
  fillCount = 0;
  settlementCount = 0;
  readonly logs: JournalLog[] = [];
  private fillPrint = new Float64Array(FIRST_ROWS);
  private fillTime = new Float64Array(FIRST_ROWS);
  private fillPrice = new Float64Array(FIRST_ROWS);
  private fillQty = new Float64Array(FIRST_ROWS);
  private fillFee = new Float64Array(FIRST_ROWS);
  private fillSlot = new Int32Array(FIRST_ROWS);
  private fillFlags = new Uint8Array(FIRST_ROWS);
  private fillPurpose = new Uint8Array(FIRST_ROWS);
  private settlePrint = new Float64Array(FIRST_ROWS);
  private settlePair = new Float64Array(FIRST_ROWS);
  private settleQty = new Float64Array(FIRST_ROWS);
  private settleGross = new Float64Array(FIRST_ROWS);
  private settleFee = new Float64Array(FIRST_ROWS);
  private settleSlot = new Int32Array(FIRST_ROWS);

  addFill(
    print: number,
    timeMs: TimeMs,
    slot: number,
    side: Side,
    purpose: Purpose,
    priceTicks: Ticks,
    qtyLots: Lots,
    feeAtoms: Atoms,
    feeInBase: boolean,
    maker: boolean,
  ): void {
    const row = this.fillCount++;
    if (row === this.fillPrint.length) this.growFills();
    this.fillPrint[row] = print;
    this.fillTime[row] = timeMs;
    this.fillPrice[row] = priceTicks;
    this.fillQty[row] = qtyLots;
    this.fillFee[row] = feeAtoms;
    this.fillSlot[row] = slot;
    this.fillFlags[row] = (side === 'sell' ? SELL : 0) | (maker ? MAKER : 0) | (feeInBase ? FEE_IN_BASE : 0);
    this.fillPurpose[row] = PURPOSE_CODES[purpose];
  }

  addSettlement(print: number, pairId: number, slot: number, qtyLots: Lots, grossAtoms: Atoms, feeAtoms: Atoms): void {
    const row = this.settlementCount++;
    if (row === this.settlePrint.length) this.growSettlements();
    this.settlePrint[row] = print;
    this.settlePair[row] = pairId;
    this.settleSlot[row] = slot;
    this.settleQty[row] = qtyLots;
    this.settleGross[row] = grossAtoms;
    this.settleFee[row] = feeAtoms;
  }

  fillAt(row: number): JournalFill {
    if (row < 0 || row >= this.fillCount) throw new RangeError(`no fill ${row} of ${this.fillCount}`);
    const flags = this.fillFlags[row]!;
    return {
      print: this.fillPrint[row]!,
      timeMs: this.fillTime[row]!,
      slot: this.fillSlot[row]!,
      side: flags & SELL ? 'sell' : 'buy',
      purpose: PURPOSES[this.fillPurpose[row]!]!,
      priceTicks: this.fillPrice[row]!,
      qtyLots: this.fillQty[row]!,
      feeAtoms: this.fillFee[row]!,
      feeInBase: (flags & FEE_IN_BASE) !== 0,
      maker: (flags & MAKER) !== 0,
    };
  }

  settlementAt(row: number): JournalSettlement {
    if (row < 0 || row >= this.settlementCount) throw new RangeError(`no settlement ${row} of ${this.settlementCount}`);
    return {
      print: this.settlePrint[row]!,
      pairId: this.settlePair[row]!,
      slot: this.settleSlot[row]!,
      qtyLots: this.settleQty[row]!,
      grossAtoms: this.settleGross[row]!,
      feeAtoms: this.settleFee[row]!,
    };
  }

  private growFills(): void {
    this.fillPrint = widenedFloats(this.fillPrint);
    this.fillTime = widenedFloats(this.fillTime);
    this.fillPrice = widenedFloats(this.fillPrice);
    this.fillQty = widenedFloats(this.fillQty);
    this.fillFee = widenedFloats(this.fillFee);
    this.fillSlot = widenedInts(this.fillSlot);
    this.fillFlags = widenedBytes(this.fillFlags);
    this.fillPurpose = widenedBytes(this.fillPurpose);
  }

  private growSettlements(): void {
    this.settlePrint = widenedFloats(this.settlePrint);
    this.settlePair = widenedFloats(this.settlePair);
    this.settleQty = widenedFloats(this.settleQty);
    this.settleGross = widenedFloats(this.settleGross);
    this.settleFee = widenedFloats(this.settleFee);
    this.settleSlot = widenedInts(this.settleSlot);
  }
}

function widenedFloats(from: Float64Array): Float64Array<ArrayBuffer> {
  const to = new Float64Array(from.length * 2);
  to.set(from);
  return to;
}

function widenedInts(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}

function widenedBytes(from: Uint8Array): Uint8Array<ArrayBuffer> {
  const to = new Uint8Array(from.length * 2);
  to.set(from);
  return to;
}
