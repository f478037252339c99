// Which client id an order of the exchange's number has: Binance's lists of trades tell the number only. What is known comes
// from receipts, lists and streams; the rest is asked for, one order each or a page for many. Bounded, oldest first out.

const KEPT = 20_000;

export class OrderNumbers {
  readonly #cids = new Map<string, string>();
  /** Stops, by client id: they are cancelled and looked up by other calls. */
  readonly #stops = new Map<string, boolean>();

  know(account: string, market: string, orderId: string, cid: string): void {
    put(this.#cids, `${account} ${market} ${orderId}`, cid);
  }

  cidOf(account: string, market: string, orderId: string): string | undefined {
    return this.#cids.get(`${account} ${market} ${orderId}`);
  }

  knowStop(account: string, cid: string, isStop: boolean): void {
    put(this.#stops, `${account} ${cid}`, isStop);
  }

  /** Undefined = not known. */
  isStop(account: string, cid: string): boolean | undefined {
    return this.#stops.get(`${account} ${cid}`);
  }
}

function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= KEPT) return;
  const oldest = map.keys().next().value;
  if (oldest !== undefined) map.delete(oldest);
}
