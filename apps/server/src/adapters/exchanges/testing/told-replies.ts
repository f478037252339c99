// Replies of exchanges that stand in files, and the adapters read on them as on a wire: each file names what is asked for, what the
// exchange says then, and what that must be read as. The exchange's own text is kept raw, because its digits are figures.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { NewOrder, OrderName, PositionMode, PositionSide, Timeframe } from '../../../ports/venue.ts';
import { probeCardOf } from '../check-keys.ts';
import { wireOf } from '../exchange-adapters.ts';
import { ExchangeBudgets } from '../exchange-budgets.ts';
import { cardOf } from '../exchange-profiles.ts';
import { OrderNumbers } from '../shared/order-ids.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import type { CcxtClient } from '../transport/ccxt-client.ts';
import {
  type ExchangeReply,
  type ExchangeRequest,
  readOf,
  replyOf,
  type SignedRequests,
} from '../transport/signed-requests.ts';

const header = z.strictObject({
  /** The page of the exchange's documentation, or when and how it was recorded. */
  source: z.string().min(1),
  says: z.string().min(1),
  /** ccxt's name of the call it answers; a message of a stream answers none. */
  call: z.string().optional(),
  /** Of which of its calls: as far as the parameters are named. */
  params: z.record(z.string(), z.string()).default({}),
  status: z.int().default(200),
  /** Other replies of the folder that reading it takes besides. */
  with: z.array(z.string()).default([]),
  /** There for every reading, as the lists of markets are. */
  base: z.boolean().default(false),
  /** The exchange's clock while it is read: when it was recorded. */
  at: z.int().optional(),
  /** What is asked of the adapters; absent = it serves others. */
  read: z.array(z.unknown()).min(1).optional(),
  /** What it must be read as; absent = it only must be read. */
  is: z.unknown().optional(),
});

export interface ToldReply extends z.infer<typeof header> {
  readonly name: string;
  readonly body: string;
}

/** What its codes mean stands in a table of its own. */
export const CODES = 'codes.json';
const REPLY = '\n  "reply": ';

/** In order of their names; none where there is no such folder. */
export function repliesIn(folder: string): ToldReply[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== CODES);
  return files.sort().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const { reply, ...told } = JSON.parse(text) as { reply: unknown };
    const at = text.indexOf(REPLY);
    if (at < 0) throw new Error(`${file}: no reply at its end`);
    // What is no JSON stands there as a text.
    const body = typeof reply === 'string' ? reply : text.slice(at + REPLY.length, text.lastIndexOf('}')).trim();
    return { ...header.parse(told), name: file.slice(0, -'.json'.length), body };
  });
}

/** The exchange's clock while its replies are read. */
export const READ_AT_MS = 1_700_000_600_000;
const ACCOUNT = '1/900';
const BACK_MS = 3_600_000;
const MOST = 100;

export type Heard = { readonly value: unknown } | { readonly unreadable: true };

/** Reads one of them over the adapters of its exchange, which know what the others say. */
export async function hearReply(exchange: string, reply: ToldReply, all: readonly ToldReply[]): Promise<Heard> {
  const named = all.filter(({ name }) => reply.with.includes(name));
  // What it names comes before what is there for all.
  const others = [...named, ...all.filter((one) => one.base && one.name !== reply.name && !named.includes(one))];
  try {
    const value = await readerOf(exchange, [reply, ...others])(reply);
    // As it would be told on: what is undefined is not there.
    return { value: value === undefined ? null : JSON.parse(JSON.stringify(value)) };
  } catch (error) {
    if (error instanceof ExchangeUnreadable || error instanceof z.ZodError) return { unreadable: true };
    throw error;
  }
}

function readerOf(exchange: string, said: readonly ToldReply[]): (reply: ToldReply) => Promise<unknown> {
  const card = cardOf(exchange);
  if (card === undefined) throw new Error(`${exchange} has no card`);
  const atMs = said[0]?.at ?? READ_AT_MS;
  const clock = { nowMs: () => atMs };
  const told = (request: Pick<ExchangeRequest, 'call' | 'params'>): ToldReply => {
    const one = said.find(({ call, params }) => call === request.call && areAmong(params, request.params));
    if (one === undefined) throw new Error(`${exchange}: nothing is said to ${request.call}`);
    return one;
  };
  const ask = async (request: ExchangeRequest): Promise<ExchangeReply> => replyOf(card, told(request));
  const line = {
    ask,
    read: async (request: ExchangeRequest) => readOf(await ask(request)),
    exchangeNowMs: async () => atMs,
    contractAccounts: async () => [ACCOUNT],
    keysOf: async () => null,
  } as unknown as SignedRequests;
  const wire = wireOf({
    ...{ card, line, budget: new ExchangeBudgets(clock).of(exchange), numbers: new OrderNumbers() },
    ...{ nowMs: clock.nowMs, lastPrice: () => null },
  });
  const client: CcxtClient = {
    call: async (name, params) => JSON.parse(told({ call: name, ...(params && { params }) }).body),
    loadTimeDifference: async () => 0,
    options: {},
  };
  const { accounts, data, fills, orders, speech } = wire;
  const nameOfMarket = (kind: 'spot' | 'futures') => {
    const markets = ['BTC/USDT', 'ETH/USDT', 'BTC/USDT:USDT', 'ETH/USDT:USDT'].map((symbol) =>
      speech.market(kind).nameOf(symbol),
    );
    return (id: string) => markets.find((name) => name.id === id && name.kind === kind);
  };
  /** How long ago what is asked for begins. */
  const since = (backMs: unknown) => atMs - Number(backMs ?? BACK_MS);
  type Args = readonly unknown[];
  const verbs: Readonly<Record<string, (args: Args, body: string) => unknown>> = {
    symbols: () => data.symbols(),
    tickers: () => data.tickers(),
    candles: ([symbol, timeframe]) => data.candles(String(symbol), timeframe as Timeframe, 3),
    fundingRates: ([symbol]) => data.fundingRates(String(symbol), 2),
    book: ([symbol]) => data.book(String(symbol)),
    lastTradeIds: async ([symbol]) => [...(await data.lastTradeIds([String(symbol)]))],
    order: ([symbol, cid]) => orders.order(ACCOUNT, String(symbol), String(cid)),
    openOrders: () => orders.openOrders(ACCOUNT),
    place: ([order]) => orders.place(ACCOUNT, [{ ...PLACED, ...(order as Partial<NewOrder>) }]),
    placeTwo: ([symbol]) =>
      orders.place(
        ACCOUNT,
        ['q1', 'q2'].map((cid) => ({ ...PLACED, symbol: String(symbol), cid })),
      ),
    cancel: ([symbol, cid]) => orders.cancel(ACCOUNT, [{ symbol, cid } as OrderName]),
    balances: ([kind]) => accounts.balances(ACCOUNT, kind as 'spot' | 'futures'),
    positions: () => accounts.positions(ACCOUNT),
    positionMode: () => accounts.positionMode(ACCOUNT),
    mayFutures: () => accounts.mayFutures(ACCOUNT),
    setPositionMode: ([mode]) => accounts.setPositionMode(ACCOUNT, mode as PositionMode),
    setLeverage: ([symbol, leverage]) => accounts.setLeverage(ACCOUNT, String(symbol), Number(leverage), 'isolated'),
    addMargin: ([symbol, side, amount]) =>
      accounts.addMargin(ACCOUNT, String(symbol), side as PositionSide, String(amount), 'r1'),
    marginAdds: ([symbol, backMs]) => accounts.marginAdds(ACCOUNT, String(symbol), since(backMs)),
    fills: ([symbol, backMs]) => fills.fills(ACCOUNT, String(symbol), '', MOST, since(backMs)),
    fundings: ([symbol, backMs]) => fills.fundings(ACCOUNT, String(symbol), '', MOST, since(backMs)),
    key: () => probeCardOf(exchange)?.read(client, 'its-key'),
    market: ([kind], body) => speech.market(kind as 'spot').hear(body),
    user: async ([kind], body) => {
      // What a contract is worth is known from the lists.
      if (kind === 'futures') await data.symbols();
      return speech.user(ACCOUNT, kind as 'spot', '').hear(body, nameOfMarket(kind as 'spot'));
    },
    /** Of an account whose mode was read before, which its stream does not tell. */
    userInMode: async (_, body) => {
      await Promise.all([data.symbols(), accounts.positionMode(ACCOUNT)]);
      return speech.user(ACCOUNT, 'futures', '').hear(body, nameOfMarket('futures'));
    },
    clock: async (_, body) => {
      const reply = replyOf(card, { status: 200, body });
      const toldMs = reply.kind === 'answer' ? card.grammar.clockMs(reply.value) : Number.NaN;
      if (!Number.isFinite(toldMs)) throw new ExchangeUnreadable('no time', null);
      return toldMs;
    },
  };
  return async ({ body, name, read = [] }) => {
    const [verb, ...args] = read;
    const asked = verbs[String(verb)];
    if (asked === undefined) throw new Error(`${name}: nobody here reads ${String(verb)}`);
    return asked(args, body);
  };
}

const PLACED: NewOrder = {
  ...{ cid: 'q1', symbol: 'BTC/USDT', side: 'buy', type: 'limit', tif: 'gtc', price: '50000', qty: '0.1' },
  ...{ positionSide: 'net', reduceOnly: false },
};

function areAmong(params: Readonly<Record<string, string>>, asked: ExchangeRequest['params']): boolean {
  const given = (Array.isArray(asked) ? {} : (asked ?? {})) as Readonly<Record<string, unknown>>;
  return Object.entries(params).every(([name, value]) => String(given[name]) === value);
}

/** Streams are hints, and so are numbers of last trades: what they do not tell is read, or not known. */
const HINTS = new Set(['market', 'user', 'userInMode', 'lastTradeIds']);

/** Of an outcome or of news that an adapter makes of nothing it could read: it is told as not known. An empty list is no such thing. */
export function isUnsure({ read = [] }: ToldReply, heard: Heard): boolean {
  if ('unreadable' in heard) return true;
  const { value } = heard;
  if (!Array.isArray(value)) return isUnknown(value);
  return (value.length > 0 || HINTS.has(String(read[0]))) && value.every(isUnknown);
}

const unknown = z.union([
  z.looseObject({ outcome: z.literal('unknown') }),
  z.looseObject({ kind: z.literal('answer'), isGood: z.literal(false) }),
]);

function isUnknown(value: unknown): boolean {
  return unknown.safeParse(value).success;
}
