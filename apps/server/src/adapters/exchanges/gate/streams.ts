// How Gate's streams are spoken with: trades and marks by channel and market; an account without a login, each of its two channels signed
// for itself. The later names of spot's channels leave out fees: trades are asked for by the older. A trade of contracts does not say
// which side of a hedged position it is of: that of its order is, which may be told after it. What cannot be read, or is of a market that
// nobody attends, is no event.
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { PositionSide, VenueEvent } from '../../../ports/venue.ts';
import { exactJson, trimmed } from '../shared/exact-json.ts';
import type { MarketName } from '../shared/market-names.ts';
import { timeMs } from '../shared/row-fields.ts';
import type { MarketNews, UserNews } from '../shared/stream-news.ts';
import type { MarketSpeech, Speech, UserSpeech } from '../shared/stream-protocol.ts';
import { heard } from '../shared/unreadable.ts';
import type { SignedRequests } from '../transport/signed-requests.ts';
import type { GateAccount } from './account.ts';
import type { GateSizes } from './contract-sizes.ts';
import {
  type ContractFillRow,
  contractFillOf,
  contractFillRow,
  contractOrderOf,
  contractOrderRow,
  contractTradeNews,
  markNews,
  orderSideOf,
  spotFillOf,
  spotFillRow,
  spotOrderOf,
  spotOrderRow,
  spotTradeNews,
} from './rows.ts';
import { gateNameOf } from './symbols.ts';

const MARKETS_A_MESSAGE = 50;
const SECOND_MS = 1_000;
const EVERYTHING = '!all';
const DECIMALS = { 'X-Gate-Size-Decimal': '1' };
/** Orders of which the side is kept, and trades that wait for one. */
const MOST_KEPT = 2_000;

/** How a channel that is followed is told, beside an error that is null. */
const followed = z.object({ status: z.literal('success') });
const frame = z.object({
  ...{ id: z.string().optional(), channel: z.string(), event: z.string(), time_ms: timeMs.optional() },
  error: z.object({ code: z.string().optional(), message: z.string().optional() }).nullish(),
  result: z.unknown().optional(),
});
type Frame = z.infer<typeof frame>;

export function gateSpeech(line: SignedRequests, accounts: GateAccount, sizes: GateSizes): Speech {
  return {
    market: marketSpeech,
    user: (account, kind, url) => userSpeech({ line, accounts, sizes, account, kind, url }),
  };
}

function marketSpeech(kind: 'spot' | 'futures'): MarketSpeech {
  const channels = kind === 'spot' ? ['spot.trades'] : ['futures.trades', 'futures.tickers'];
  let asked = 0;
  const said = (event: 'subscribe' | 'unsubscribe', ids: readonly string[]) => {
    const groups = Array.from({ length: Math.ceil(ids.length / MARKETS_A_MESSAGE) }, (_, at) =>
      ids.slice(at * MARKETS_A_MESSAGE, (at + 1) * MARKETS_A_MESSAGE),
    );
    return groups.flatMap((payload) =>
      channels.map((channel) => ({ time: seconds(Date.now()), id: ++asked, channel, event, payload })),
    );
  };
  return {
    nameOf: gateNameOf,
    follow: (ids) => {
      const messages = said('subscribe', ids);
      const answers = messages.map(({ id }) => String(id));
      return { messages, awaited: answers.at(-1) ?? '', answers };
    },
    leave: (ids) => said('unsubscribe', ids),
    hear: (text) => {
      const told = frameOf(text);
      return told === null ? [] : marketNews(told);
    },
  };
}

/** One market that it does not know costs all of a message, and is named. */
const REFUSED = /unknown (?:currency pair:?|contract) (\S+)/;

function isFollowed(error: Frame['error'], result: unknown): boolean {
  return (error === null || error === undefined) && followed.safeParse(result).success;
}

function marketNews({ channel, error, event, id = '', result, time_ms }: Frame): readonly MarketNews[] {
  if (event === 'subscribe') {
    const market = REFUSED.exec(error?.message ?? '')?.[1];
    const isGood = isFollowed(error, result);
    return [{ kind: 'answer', id, isGood, ...(!isGood && market !== undefined && { market }) }];
  }
  if (event !== 'update') return [];
  if (channel === 'spot.trades') {
    const trade = spotTradeNews.safeParse(result);
    return trade.success ? [tradeNews(trade.data.currency_pair, trade.data)] : [];
  }
  if (!Array.isArray(result)) return [];
  if (channel === 'futures.trades') {
    const trades = result.flatMap((row) => contractTradeNews.safeParse(row).data ?? []);
    trades.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    return trades.map((trade) => tradeNews(trade.contract, trade));
  }
  if (channel !== 'futures.tickers' || time_ms === undefined) return [];
  return result.flatMap((row): MarketNews[] => {
    const one = markNews.safeParse(row);
    if (!one.success) return [];
    return [{ kind: 'mark', market: one.data.contract, price: trimmed(one.data.mark_price), atMs: time_ms }];
  });
}

function tradeNews(market: string, trade: { id: string; price: string; create_time_ms: number }): MarketNews {
  const { create_time_ms: atMs, id, price } = trade;
  return { kind: 'trade', market, trade: { id, price: trimmed(price), atMs } };
}

interface UserDeps {
  readonly line: SignedRequests;
  readonly accounts: GateAccount;
  readonly sizes: GateSizes;
  readonly account: string;
  readonly kind: 'spot' | 'futures';
  readonly url: string;
}

function userSpeech(deps: UserDeps): UserSpeech {
  const { line, accounts, account, kind, url } = deps;
  const channels = kind === 'spot' ? ['spot.orders_v2', 'spot.usertrades'] : ['futures.orders', 'futures.usertrades'];
  let ear = new Ear(deps);
  let next: object | null = null;
  return {
    ...{ address: async () => url, headers: DECIMALS },
    hello: async () => {
      const keys = await line.keysOf(account);
      if (keys === null) throw new Error('no keys of this account');
      let payload = [EVERYTHING];
      if (kind === 'futures') {
        payload = [await accounts.userOf(account), EVERYTHING];
        // Neither an order nor a trade says in which mode it was made.
        await accounts.positionMode(account);
      }
      const time = seconds(await line.exchangeNowMs());
      const [orders, trades] = channels.map((channel, at) => {
        const text = `channel=${channel}&event=subscribe&time=${time}`;
        const SIGN = createHmac('sha512', keys.secretKey.reveal()).update(text).digest('hex');
        const auth = { method: 'api_key', KEY: keys.apiKey.reveal(), SIGN };
        return { time, id: at, channel, event: 'subscribe', payload, auth };
      });
      ear = new Ear(deps);
      next = trades ?? null;
      return orders ?? null;
    },
    hear: (text, nameOfMarket) => {
      const told = frameOf(text);
      if (told === null) return [];
      const { channel, error, event } = told;
      if (event === 'subscribe') {
        if (!isFollowed(error, told.result))
          return [{ kind: 'answer', isGood: false, detail: `${error?.code} ${error?.message}`.slice(0, 200) }];
        if (channel === channels[0] && next !== null) return [{ kind: 'next', message: next }];
        return channel === channels[1] ? [{ kind: 'answer', isGood: true, detail: '' }] : [];
      }
      return event === 'update' && Array.isArray(told.result)
        ? told.result.flatMap((row) => heard(() => ear.hear(channel, row, nameOfMarket)) ?? [])
        : [];
    },
  };
}

type Names = (id: string) => MarketName | undefined;

/** What is heard on one line. */
class Ear {
  readonly #deps: UserDeps;
  /** Of orders in dual mode, by their number. */
  readonly #sides = new Map<string, PositionSide>();
  readonly #waiting = new Map<string, ContractFillRow[]>();

  constructor(deps: UserDeps) {
    this.#deps = deps;
  }

  hear(channel: string, row: unknown, nameOfMarket: Names): UserNews[] {
    if (channel === 'spot.orders_v2') return this.#spotOrder(row, nameOfMarket);
    if (channel === 'spot.usertrades') return this.#spotFill(row, nameOfMarket);
    if (channel === 'futures.orders') return this.#contractOrder(row, nameOfMarket);
    return channel === 'futures.usertrades' ? this.#contractFill(row, nameOfMarket) : [];
  }

  #spotOrder(row: unknown, nameOfMarket: Names): UserNews[] {
    const told = spotOrderRow.safeParse(row);
    const name = told.success ? nameOfMarket(told.data.currency_pair) : undefined;
    if (!told.success || name === undefined) return [];
    const order = spotOrderOf(name, told.data);
    return [this.#news([{ type: 'order', account: this.#deps.account, order }], order.cid, told.data.id)];
  }

  #spotFill(row: unknown, nameOfMarket: Names): UserNews[] {
    const told = spotFillRow.safeParse(row);
    const name = told.success ? nameOfMarket(told.data.currency_pair) : undefined;
    if (!told.success || name === undefined) return [];
    const fill = spotFillOf(name, told.data);
    return [this.#news([{ type: 'fill', account: this.#deps.account, fill }], fill.cid, null)];
  }

  /** What waited for its side goes before it, as trades do. */
  #contractOrder(row: unknown, nameOfMarket: Names): UserNews[] {
    const { account, accounts, sizes } = this.#deps;
    const told = contractOrderRow.safeParse(row);
    const name = told.success ? nameOfMarket(told.data.contract) : undefined;
    const value = name === undefined ? undefined : sizes.valueOf(name.id);
    const isHedged = accounts.knownHedge(account);
    if (!told.success || name === undefined || value === undefined || isHedged === undefined) return [];
    const { id } = told.data;
    const side = orderSideOf(told.data, isHedged);
    keep(this.#sides, id, side);
    const waited = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    const order = contractOrderOf(name, told.data, value, side);
    const events = waited.map((fill) => this.#fillEvent(name, fill, value, side));
    return [this.#news([...events, { type: 'order', account, order }], order.cid, id)];
  }

  #contractFill(row: unknown, nameOfMarket: Names): UserNews[] {
    const { account, accounts, sizes } = this.#deps;
    const told = contractFillRow.safeParse(row);
    const name = told.success ? nameOfMarket(told.data.contract) : undefined;
    const value = name === undefined ? undefined : sizes.valueOf(name.id);
    const isHedged = accounts.knownHedge(account);
    if (!told.success || name === undefined || value === undefined || isHedged === undefined) return [];
    const { order_id: order } = told.data;
    const side = isHedged ? this.#sides.get(order) : 'net';
    if (side === undefined) {
      keep(this.#waiting, order, [...(this.#waiting.get(order) ?? []), told.data]);
      return [];
    }
    const event = this.#fillEvent(name, told.data, value, side);
    return [this.#news([event], event.fill.cid, null)];
  }

  #fillEvent(name: MarketName, row: ContractFillRow, value: string, side: PositionSide) {
    const { account } = this.#deps;
    return { type: 'fill' as const, account, fill: contractFillOf(name, row, value, side) };
  }

  #news(events: VenueEvent[], cid: string, orderId: string | null): UserNews {
    return { kind: 'events', events, orderId, cid, isStop: false };
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_KEPT && oldest !== undefined) map.delete(oldest);
}

function seconds(ms: number): number {
  return Math.floor(ms / SECOND_MS);
}

function frameOf(text: string): Frame | null {
  try {
    const told = frame.safeParse(exactJson(text));
    return told.success ? told.data : null;
  } catch {
    return null;
  }
}
