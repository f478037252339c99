// An exchange in memory with a spot wallet and a futures wallet, on as many markets as a test wants: orders trade at once
// against the last price or are gone, as takers' orders do. It keeps its own books, to the unit of 1e-18, and may be told
// to answer wrongly, late or not at all.
import type {
  MarketData,
  NewOrder,
  Outcome,
  TradingVenue,
  VenueFill,
  VenueFunding,
  VenueOrder,
  VenuePosition,
  VenueSymbol,
} from '../../apps/server/src/ports/venue.ts';
import { format18, parse18 } from '../../packages/core/src/money/amount-e18.ts';

const UNIT = 10n ** 18n;

export type Placed = Outcome<{ order: VenueOrder; fills: VenueFill[] }>;
export type Answer = (order: NewOrder, honest: () => Placed) => Placed | Promise<Placed>;

export class SmallVenue {
  readonly rules: readonly VenueSymbol[];
  readonly prices = new Map<string, string>();
  /** By asset. */
  readonly spot = new Map<string, bigint>([['USDT', 10_000n * UNIT]]);
  futures = 10_000n * UNIT;
  readonly positions = new Map<string, bigint>();
  readonly orders = new Map<string, VenueOrder>();
  readonly fills: VenueFill[] = [];
  readonly fundings: VenueFunding[] = [];
  readonly rates: { rate: string; atMs: number }[] = [];
  /** Every placement that arrived, by client id. */
  readonly arrived: string[] = [];
  /** What was set: 'BTC/USDT:USDT 2 cross'. */
  readonly leverage: string[] = [];
  nowMs: number;
  ratesFail = false;
  answer: Answer = (_order, honest) => honest();
  /** Markets that it does not list any more: whatever is asked for there is refused. */
  readonly delisted = new Set<string>();
  /** Before a cancel is heard. */
  beforeCancel: (cid: string) => void | Promise<void> = () => {};

  constructor(rules: readonly VenueSymbol[], nowMs: number) {
    this.rules = rules;
    this.nowMs = nowMs;
  }

  private rulesOf(symbol: string): VenueSymbol {
    const found = this.rules.find((row) => row.symbol === symbol);
    if (found === undefined) throw new Error(`no market ${symbol}`);
    return found;
  }

  private hold(asset: string, change: bigint): void {
    this.spot.set(asset, (this.spot.get(asset) ?? 0n) + change);
  }

  /** The settlement of a funding rate on what the account holds; null = it holds nothing. */
  settle(symbol: string, rate: string): VenueFunding | null {
    this.rates.push({ rate, atMs: this.nowMs });
    const qty = this.positions.get(symbol) ?? 0n;
    if (qty === 0n) return null;
    const mark = this.prices.get(symbol) ?? '0';
    const exact = (-qty * parse18(mark) * parse18(rate)) / UNIT / UNIT;
    const part = 10n ** 10n;
    const amount = exact < 0n ? -((-exact + part - 1n) / part) * part : (exact / part) * part;
    this.futures += amount;
    const funding: VenueFunding = {
      ...{ id: String(this.fundings.length + 1), symbol, positionSide: 'net', rate, mark },
      ...{ amount: format18(amount), atMs: this.nowMs },
    };
    this.fundings.push(funding);
    return funding;
  }

  /** A taker's order that its answer left open: it stands until it is cancelled. */
  leaveOpen(order: NewOrder): Placed {
    this.arrived.push(order.cid);
    const open: VenueOrder = { ...order, filled: '0', status: 'open', createdAtMs: this.nowMs };
    this.orders.set(order.cid, open);
    return { outcome: 'accepted', value: { order: open, fills: [] } };
  }

  /** A taker's order that trades so much and ends. */
  leaveRest(order: NewOrder, qty: string): Placed {
    const placed = this.take({ ...order, qty });
    if (placed.outcome !== 'accepted') return placed;
    const ended: VenueOrder = { ...placed.value.order, qty: order.qty, status: 'cancelled' };
    this.orders.set(order.cid, ended);
    return { outcome: 'accepted', value: { order: ended, fills: placed.value.fills } };
  }

  private async cancelled(cid: string): Promise<Outcome<VenueOrder>> {
    await this.beforeCancel(cid);
    const order = this.orders.get(cid);
    if (order?.status !== 'open')
      return { outcome: 'refused', code: 3002, reason: 'unknown', detail: 'ORDER_NOT_OPEN' };
    const gone: VenueOrder = { ...order, status: 'cancelled' };
    this.orders.set(cid, gone);
    return { outcome: 'accepted', value: gone };
  }

  private take(order: NewOrder): Placed {
    this.arrived.push(order.cid);
    if (this.delisted.has(order.symbol))
      return { outcome: 'refused', code: 3009, reason: 'market_closed', detail: 'MARKET_CLOSED' };
    const { cid, price, qty, side, symbol, type } = order;
    const rules = this.rulesOf(symbol);
    const last = this.prices.get(symbol) ?? '0';
    const open: VenueOrder = { ...order, filled: '0', status: 'cancelled', createdAtMs: this.nowMs };
    const crosses =
      type === 'market' || (side === 'buy' ? parse18(price) >= parse18(last) : parse18(price) <= parse18(last));
    if (!crosses) {
      this.orders.set(cid, open);
      return { outcome: 'accepted', value: { order: open, fills: [] } };
    }
    const value = (parse18(qty) * parse18(last)) / UNIT;
    const inBase = rules.market === 'spot' && rules.feeAsset === 'received' && side === 'buy';
    const part = 10n ** 10n;
    const fee = (((inBase ? parse18(qty) : value) * parse18(rules.taker)) / UNIT / part) * part;
    const cash = (side === 'buy' ? -value : value) - (inBase ? 0n : fee);
    const coin = side === 'buy' ? parse18(qty) - (inBase ? fee : 0n) : -parse18(qty);
    if (rules.market === 'spot') {
      if ((this.spot.get(rules.quote) ?? 0n) + cash < 0n || (this.spot.get(rules.base) ?? 0n) + coin < 0n) {
        return { outcome: 'refused', code: 3010, reason: 'funds', detail: 'INSUFFICIENT_FUNDS' };
      }
      this.hold(rules.quote, cash);
      this.hold(rules.base, coin);
    } else {
      this.futures += cash;
      this.positions.set(symbol, (this.positions.get(symbol) ?? 0n) + coin);
    }
    const fill: VenueFill = {
      ...{ id: String(this.fills.length + 1), cid, symbol, side, price: last, qty, fee: format18(fee), maker: false },
      ...{ feeAsset: inBase ? rules.base : rules.quote, last, atMs: this.nowMs, positionSide: 'net' },
      liquidation: false,
    };
    this.fills.push(fill);
    const filled: VenueOrder = { ...open, filled: qty, status: 'filled' };
    this.orders.set(cid, filled);
    return { outcome: 'accepted', value: { order: filled, fills: [fill] } };
  }

  private rows(): VenuePosition[] {
    return [...this.positions].flatMap(([symbol, qty]) => {
      if (qty === 0n) return [];
      const row = { symbol, positionSide: 'net' as const, qty: format18(qty), entryPrice: '0', margin: '0' };
      const mark = this.prices.get(symbol) ?? '0';
      const leverage = Number(this.leverage.at(-1)?.split(' ')[1] ?? '1');
      return [{ ...row, marginMode: 'cross' as const, leverage, markPrice: mark, liqPrice: '0', unrealized: '0' }];
    });
  }

  readonly port: TradingVenue & MarketData = {
    openAccount: async () => 'small',
    balances: async (_account, wallet = 'spot') =>
      wallet === 'spot'
        ? [...this.spot].map(([asset, free]) => ({ asset, free: format18(free), locked: '0' }))
        : [{ asset: 'USDT', free: format18(this.equity()), locked: '0' }],
    place: async (_account, orders) => {
      const outcomes: Placed[] = [];
      for (const order of orders) outcomes.push(await this.answer(order, () => this.take(order)));
      return outcomes;
    },
    cancel: async (_account, names) => {
      const outcomes: Outcome<VenueOrder>[] = [];
      for (const { cid } of names) outcomes.push(await this.cancelled(cid));
      return outcomes;
    },
    order: async (_account, _symbol, cid) => this.orders.get(cid) ?? null,
    openOrders: async () => [...this.orders.values()].filter(({ status }) => status === 'open'),
    fills: async (_account, symbol, after, limit) =>
      this.fills.filter((fill) => fill.symbol === symbol && Number(fill.id) > Number(after)).slice(0, limit),
    fundings: async (_account, symbol, after, limit) =>
      this.fundings.filter((row) => row.symbol === symbol && Number(row.id) > Number(after)).slice(0, limit),
    positions: async () => this.rows(),
    positionMode: async () => 'one_way',
    setPositionMode: async () => ({ outcome: 'accepted', value: null }),
    setLeverage: async (_account, symbol, leverage, mode) => {
      this.leverage.push(`${symbol} ${leverage} ${mode}`);
      return { outcome: 'accepted', value: null };
    },
    addMargin: async () => ({ outcome: 'accepted', value: null }),
    marginAdds: async () => [],
    symbols: async () => this.rules.filter(({ symbol }) => !this.delisted.has(symbol)),
    tickers: async () => [],
    candles: async () => [],
    fundingRates: async () => {
      if (this.ratesFail) throw new Error('rates cannot be read');
      return this.rates;
    },
    clock: async () => ({ marketNowMs: this.nowMs, speed: 1, state: 'running', books: 'small' }),
  };

  /** Of the futures wallet: its cash, as if every position had been bought, and what that is worth. */
  equity(): bigint {
    let sum = this.futures;
    for (const [symbol, qty] of this.positions) sum += (qty * parse18(this.prices.get(symbol) ?? '0')) / UNIT;
    return sum;
  }
}
