// The facts of a backtest in typed blocks: fills and settlements without an object each, because one object per fill
// costs three times the run. Log rows, funding and liquidations are rare and stay objects.
import type { Atoms, Lots, Ticks, TimeMs } from '../money/units.ts';
import type { LogAction, Purpose, Side } from '../strategy/strategy.ts';

export const PURPOSES = [
  'entry',
  'grid',
  'add',
  'close',
  'take_profit',
  'stop_loss',
  'trail',
  'dust',
  'manual_add',
  'unstuck',
  'leg',
  'unwind',
] as const;
const PURPOSE_CODES: Readonly<Record<Purpose, number>> = {
  entry: 0,
  grid: 1,
  add: 2,
  close: 3,
  take_profit: 4,
  stop_loss: 5,
  trail: 6,
  dust: 7,
  manual_add: 8,
  unstuck: 9,
  leg: 10,
  unwind: 11,
};
/** Nearly every fill's; looking a name up costs more than writing the row. */
const GRID_CODE = PURPOSE_CODES.grid;
const SELL = 1;
const MAKER = 2;
const FEE_IN_BASE = 4;
const FLAGS = 8;
const KINDS = FLAGS * PURPOSES.length;

/** One fill, for edges where an object is kinder than columns. */
export interface JournalFill {
  /** Number of the print it happened at, from 1: 4 x candle + k + 1. */
  readonly print: number;
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
  readonly fundingAtoms: Atoms;
}

export interface JournalFunding {
  readonly print: number;
  readonly amountAtoms: Atoms;
  readonly rateE8: number;
}

export interface JournalLiquidation {
  readonly print: number;
  readonly side: Side;
  readonly qtyLots: Lots;
  readonly priceTicks: Ticks;
  readonly feeAtoms: Atoms;
  readonly markTicks: Ticks;
}

export interface JournalLog {
  readonly print: number;
  readonly timeMs: TimeMs;
  readonly action: LogAction;
  readonly why: string;
  readonly data: Readonly<Record<string, string | number>>;
}

/** Rows of one block: blocks are filled one after another and never copied. */
const BLOCK_ROWS = 1024;
const FILL_COLUMNS = 5;
const SETTLE_COLUMNS = 7;

export class Journal {
  fillCount = 0;
  settlementCount = 0;
  readonly logs: JournalLog[] = [];
  readonly fundings: JournalFunding[] = [];
  readonly liquidations: JournalLiquidation[] = [];
  private readonly fillBlocks: Float64Array[] = [];
  private fillBlock = new Float64Array(0);
  private fillAtColumn = 0;
  private readonly settleBlocks: Float64Array[] = [];
  private settleBlock = new Float64Array(0);
  private settleAtColumn = 0;

  addFill(
    print: number,
    slot: number,
    side: Side,
    purpose: Purpose,
    priceTicks: Ticks,
    qtyLots: Lots,
    feeAtoms: Atoms,
    feeInBase: boolean,
    maker: boolean,
  ): void {
    if (this.fillAtColumn === this.fillBlock.length) this.openFillBlock();
    const block = this.fillBlock;
    const at = this.fillAtColumn;
    const flags = (side === 'sell' ? SELL : 0) | (maker ? MAKER : 0) | (feeInBase ? FEE_IN_BASE : 0);
    block[at] = print;
    block[at + 1] = priceTicks;
    block[at + 2] = qtyLots;
    block[at + 3] = feeAtoms;
    block[at + 4] = slot * KINDS + (purpose === 'grid' ? GRID_CODE : PURPOSE_CODES[purpose]) * FLAGS + flags;
    this.fillAtColumn = at + FILL_COLUMNS;
    this.fillCount++;
  }

  addSettlement(
    print: number,
    pairId: number,
    slot: number,
    qtyLots: Lots,
    grossAtoms: Atoms,
    feeAtoms: Atoms,
    fundingAtoms: Atoms,
  ): void {
    if (this.settleAtColumn === this.settleBlock.length) this.openSettleBlock();
    const block = this.settleBlock;
    const at = this.settleAtColumn;
    block[at] = print;
    block[at + 1] = pairId;
    block[at + 2] = slot;
    block[at + 3] = qtyLots;
    block[at + 4] = grossAtoms;
    block[at + 5] = feeAtoms;
    block[at + 6] = fundingAtoms;
    this.settleAtColumn = at + SETTLE_COLUMNS;
    this.settlementCount++;
  }

  fillAt(row: number): JournalFill {
    if (row < 0 || row >= this.fillCount) throw new RangeError(`no fill ${row} of ${this.fillCount}`);
    const block = this.fillBlocks[Math.floor(row / BLOCK_ROWS)]!;
    const at = (row % BLOCK_ROWS) * FILL_COLUMNS;
    const packed = block[at + 4]!;
    const flags = packed % FLAGS;
    return {
      print: block[at]!,
      slot: Math.floor(packed / KINDS),
      side: flags & SELL ? 'sell' : 'buy',
      purpose: PURPOSES[Math.floor((packed % KINDS) / FLAGS)]!,
      priceTicks: block[at + 1]!,
      qtyLots: block[at + 2]!,
      feeAtoms: block[at + 3]!,
      feeInBase: (flags & FEE_IN_BASE) !== 0,
      maker: (flags & MAKER) !== 0,
    };
  }

  settlementAt(row: number): JournalSettlement {
    if (row < 0 || row >= this.settlementCount) throw new RangeError(`no settlement ${row} of ${this.settlementCount}`);
    const block = this.settleBlocks[Math.floor(row / BLOCK_ROWS)]!;
    const at = (row % BLOCK_ROWS) * SETTLE_COLUMNS;
    return {
      print: block[at]!,
      pairId: block[at + 1]!,
      slot: block[at + 2]!,
      qtyLots: block[at + 3]!,
      grossAtoms: block[at + 4]!,
      feeAtoms: block[at + 5]!,
      fundingAtoms: block[at + 6]!,
    };
  }

  private openFillBlock(): void {
    this.fillBlock = new Float64Array(BLOCK_ROWS * FILL_COLUMNS);
    this.fillBlocks.push(this.fillBlock);
    this.fillAtColumn = 0;
  }

  private openSettleBlock(): void {
    this.settleBlock = new Float64Array(BLOCK_ROWS * SETTLE_COLUMNS);
    this.settleBlocks.push(this.settleBlock);
    this.settleAtColumn = 0;
  }
}
