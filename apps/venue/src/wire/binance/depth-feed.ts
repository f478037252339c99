// The depth of each symbol as its followers keep it: every event carries all levels that differ from what was said before and
// the numbers that chain it to the last one. Whoever takes a snapshot sees exactly what has been said, so that snapshot and
// events fit.
import type { BookLevel } from '@cormorant/core/venue/open-book.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';

export interface DepthChange {
  readonly desk: SymbolDesk;
  readonly firstId: number;
  readonly lastId: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

interface Said {
  updateId: number;
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
}

export class DepthFeed {
  readonly #said = new Map<number, Said>();
  readonly #tell: (change: DepthChange) => void;

  constructor(tell: (change: DepthChange) => void) {
    this.#tell = tell;
  }

  /** Says what has changed since the last time; the first time there is nothing to differ from. */
  flush(desk: SymbolDesk): void {
    const { strangers } = desk;
    const before = this.#said.get(desk.index);
    if (before?.updateId === strangers.updateId) return;
    const now: Said = { updateId: strangers.updateId, ...strangers.book.depth() };
    this.#said.set(desk.index, now);
    if (before === undefined) return;
    const [bids, asks] = [changed(before.bids, now.bids), changed(before.asks, now.asks)];
    this.#tell({ desk, firstId: before.updateId + 1, lastId: now.updateId, bids, asks });
  }

  snapshot(desk: SymbolDesk): Readonly<Said> {
    this.flush(desk);
    return this.#said.get(desk.index) as Said;
  }
}

/** A level that has gone has the quantity 0. */
function changed(before: readonly BookLevel[], now: readonly BookLevel[]): BookLevel[] {
  const stood = new Map(before.map(({ priceTicks, qtyLots }) => [priceTicks, qtyLots]));
  const changes = now.filter(({ priceTicks, qtyLots }) => stood.get(priceTicks) !== qtyLots);
  const stands = new Set(now.map(({ priceTicks }) => priceTicks));
  const gone = before.filter(({ priceTicks }) => !stands.has(priceTicks));
  return [...changes, ...gone.map(({ priceTicks }) => ({ priceTicks, qtyLots: 0 }))];
}
