// The faults of the trading floor: portions instead of whole fills, orders and fills that reads do not show yet, forced
// closes, symbols taken off the list, filters that change. Windows are looked at before each turn of the floor.

import type { Lots } from '@cormorant/core/money/units.ts';
import type { Account } from '../exchange/account.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { changedFilters, filtersOf } from '../exchange/filters.ts';
import type { Mischance } from '../exchange/mischance.ts';
import type { SymbolDesk } from '../exchange/symbol-desk.ts';
import type { ExchangeEvent } from '../exchange/unsaved.ts';
import type { FaultPlan } from './fault-plan.ts';

const PPM = 1_000_000;

export class FloorFaults implements Mischance {
  readonly #plan: FaultPlan;
  readonly #wallNow: () => number;
  /** Wall time from which reads show it, by order and by fill. */
  readonly #orders = new Map<number, number>();
  readonly #fills = new Map<number, number>();
  #newestOrderId: number;

  constructor(plan: FaultPlan, wallNow: () => number, newestOrderId: number) {
    this.#plan = plan;
    this.#wallNow = wallNow;
    this.#newestOrderId = newestOrderId;
  }

  portion(account: Account, desk: SymbolDesk, leftLots: Lots): Lots {
    const fault = this.#plan.draw('partial_fills', { account, symbols: [desk.symbol] });
    return fault === null ? leftLots : Math.max(1, Math.floor((leftLots / PPM) * fault.ppm));
  }

  hidesOrder(orderId: number): boolean {
    return this.#hides(this.#orders, orderId);
  }

  hidesFill(fillId: number): boolean {
    return this.#hides(this.#fills, fillId);
  }

  hiddenFrom(): number {
    // Kept in the order in which they traded.
    for (const id of [...this.#fills.keys()]) if (this.hidesFill(id)) return id;
    return Number.POSITIVE_INFINITY;
  }

  /** Draws, for what has just been committed, how long reads do not show it. */
  committed(events: readonly ExchangeEvent[]): void {
    for (const event of events) {
      if (event.type === 'fill') this.#delay('fills', this.#fills, event.fill.id, event);
      else if (event.type === 'order' && event.order.id > this.#newestOrderId) {
        this.#newestOrderId = event.order.id;
        this.#delay('orders', this.#orders, event.order.id, event);
      }
    }
  }

  /** Puts the symbols as the faults of this moment have them. */
  apply(exchange: Pick<Exchange, 'desks' | 'setHalted'>): void {
    for (const desk of exchange.desks) {
      const occasion = { symbols: [desk.symbol] };
      const isHalted = this.#plan.standing('delisting', occasion) !== null;
      if (isHalted !== desk.isHalted) exchange.setHalted(desk, isHalted);
      const change = this.#plan.standing('filter_change', occasion);
      desk.filters = change === null ? filtersOf(desk.instrument) : changedFilters(desk.instrument, change);
    }
  }

  /** A symbol has printed: the forced closes that are drawn for its holders. */
  printed(desk: SymbolDesk, exchange: Pick<Exchange, 'accounts' | 'contracts'>): void {
    if (desk.contract === null || !this.#plan.has('liquidation')) return;
    const { contracts } = exchange;
    for (const account of exchange.accounts()) {
      if (contracts.book.seatOf(account.id, desk.instrument.symbol).positions.size === 0) continue;
      if (this.#plan.draw('liquidation', { account, symbols: [desk.symbol] }) !== null)
        contracts.liquidate(account, desk);
    }
  }

  clear(): void {
    this.#orders.clear();
    this.#fills.clear();
  }

  #delay(
    of: 'orders' | 'fills',
    delays: Map<number, number>,
    id: number,
    { account, desk }: { account: Account; desk: SymbolDesk },
  ): void {
    const occasion = { account, symbols: [desk.symbol] };
    const fault = this.#plan.draw('delayed_reads', occasion, (delayed) => delayed.of.includes(of));
    if (fault !== null) delays.set(id, this.#wallNow() + fault.ms);
  }

  #hides(delays: Map<number, number>, id: number): boolean {
    const fromMs = delays.get(id);
    if (fromMs === undefined) return false;
    if (this.#wallNow() < fromMs) return true;
    delays.delete(id);
    return false;
  }
}
