// For tests: a sink that keeps what a venue said, in order, as plain rows: to be taken after the venue has finished a
// print or a placement.
import type { Atoms, Lots, Ticks } from '../src/money/units.ts';
import type { Side } from '../src/strategy/strategy.ts';
import type { VenueSink } from '../src/venue/sink.ts';

export interface FillRow {
  readonly kind: 'fill';
  readonly handle: number;
  readonly account: number;
  readonly ref: number;
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly leftLots: Lots;
  readonly feeAtoms: Atoms;
  readonly feeInBase: boolean;
  readonly maker: boolean;
}

export interface ExpiredRow {
  readonly kind: 'expired';
  readonly handle: number;
  readonly account: number;
  readonly ref: number;
  readonly side: Side;
  readonly leftLots: Lots;
}

export type VenueRow = FillRow | ExpiredRow;

export class VenueRecorder implements VenueSink {
  private rows: VenueRow[] = [];

  fill(
    handle: number,
    account: number,
    ref: number,
    side: Side,
    priceTicks: Ticks,
    qtyLots: Lots,
    leftLots: Lots,
    feeAtoms: Atoms,
    feeInBase: boolean,
    maker: boolean,
  ): void {
    const row: FillRow = {
      kind: 'fill',
      handle,
      account,
      ref,
      side,
      priceTicks,
      qtyLots,
      leftLots,
      feeAtoms,
      feeInBase,
      maker,
    };
    this.rows.push(row);
  }

  expired(handle: number, account: number, ref: number, side: Side, leftLots: Lots): void {
    this.rows.push({ kind: 'expired', handle, account, ref, side, leftLots });
  }

  /** The rows since the last call, oldest first. */
  take(): VenueRow[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }
}
