// Orders of spot that wait for a price before they enter the book, by symbol. Which of them a print reaches is asked once the
// print has matched, oldest first.
import type { Ticks } from '@cormorant/core/money/units.ts';
import { isReached } from '@cormorant/core/venue/trigger.ts';
import type { OrderRecord } from '../store/records.ts';

/** Of spot: it has not entered the book. */
export function isWaitingStop({ trigger, workingAtMs, status }: OrderRecord): boolean {
  return trigger !== null && workingAtMs === null && status === 'open';
}

/** The other order of its pair: the stop has the number of the pair, its limit order the next one. */
export function partnerIdOf({ id, listId }: OrderRecord): number | null {
  if (listId === null) return null;
  return id === listId ? id + 1 : listId;
}

/** The stop of a pair keeps nothing of its own while it waits: the pair's funds lie with its limit order. */
export function keepsFunds(order: OrderRecord): boolean {
  return order.listId === null || order.workingAtMs !== null;
}

export class WaitingStops {
  readonly #bySymbol = new Map<string, Set<OrderRecord>>();

  add(order: OrderRecord): void {
    const waiting = this.#bySymbol.get(order.symbol) ?? new Set();
    this.#bySymbol.set(order.symbol, waiting.add(order));
  }

  remove(order: OrderRecord): void {
    this.#bySymbol.get(order.symbol)?.delete(order);
  }

  reached(symbol: string, lastTicks: Ticks): OrderRecord[] {
    return [...(this.#bySymbol.get(symbol) ?? [])].filter(
      ({ side, trigger }) => trigger !== null && isReached(trigger, side, lastTicks),
    );
  }
}
