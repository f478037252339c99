// Which of many orders go first, and how many of them now: those nearest to the price, as many as the exchange takes of an
// account and has room for.
import type { NewOrder, Wave } from '../../../ports/venue.ts';
import { compareDecimals, distance } from '../shared/exact-json.ts';
import type { Family } from '../shared/exchange-profile.ts';
import type { ExchangeBudget } from './exchange-budget.ts';

export interface WaveDeps {
  readonly budget: ExchangeBudget;
  /** The last price that was heard of a market. */
  readonly lastPrice: (symbol: string) => string | null;
}

/** Nearest price first: which of them may be placed now, and when the others. */
export function waveOf(
  { budget, lastPrice }: WaveDeps,
  account: string,
  orders: readonly NewOrder[],
  familyOf: (symbol: string) => Family,
): Wave {
  const [now, later]: [NewOrder[], NewOrder[]] = [[], []];
  let waitMs = 0;
  for (const family of ['spot', 'futures'] as const) {
    const mine = nearestFirst(
      lastPrice,
      orders.filter(({ symbol }) => familyOf(symbol) === family),
    );
    if (mine.length === 0) continue;
    const count = budget.ordersOf(account, family);
    const room = count.room();
    const weights = budget.of(family);
    const fitting = Math.min(room.orders, weights.room(1, 'open'), mine.length);
    now.push(...mine.slice(0, fitting));
    later.push(...mine.slice(fitting));
    if (fitting === mine.length) continue;
    const untilMs = Math.max(room.waitMs, weights.waitMs(1, 'open'));
    waitMs = Math.max(waitMs, untilMs > 0 ? untilMs : count.nextMs());
  }
  return { now, later, waitMs };
}

export function nearestFirst(lastPrice: WaveDeps['lastPrice'], orders: readonly NewOrder[]): NewOrder[] {
  const far = (order: NewOrder): string => {
    const last = lastPrice(order.symbol);
    const price = order.trigger?.price ?? order.price;
    return last === null || price === '0' ? '0' : distance(price, last);
  };
  const ranked = orders.map((order) => ({ order, far: far(order) }));
  return ranked.sort((a, b) => compareDecimals(a.far, b.far)).map(({ order }) => order);
}
