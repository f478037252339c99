// How Bybit's streams are spoken with: trades and marks by topic; an account by a proof of its key, then its orders and executions of
// one kind. What cannot be read, or is of a market that nobody attends, is no event.
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { exactJson, trimmed } from '../shared/exact-json.ts';
import { type MarketName, nameOf } from '../shared/market-names.ts';
import { decimal, timeMs, wholeNumber } from '../shared/row-fields.ts';
import type { MarketNews, UserNews } from '../shared/stream-news.ts';
import type { MarketSpeech, Speech, UserSpeech } from '../shared/stream-protocol.ts';
import { heard } from '../shared/unreadable.ts';
import type { SignedRequests } from '../transport/signed-requests.ts';
import type { BybitAccount } from './account.ts';
import { categoryOf, tradeNumber } from './market-data.ts';
import { executionRow, fillOf, fundingOf, isTrade, orderOf, orderRow } from './rows.ts';

/** Of spot; of contracts there is none. */
const ARGS_A_MESSAGE = 10;
const PULSE = JSON.stringify({ op: 'ping' });
/** How long a proof of a key is good: on its way, and by a clock that is off. */
const PROOF_MS = 10_000;

const frame = z.object({
  ...{ op: z.string().optional(), success: z.boolean().optional(), ret_msg: z.string().optional() },
  ...{
    req_id: z.string().optional(),
    topic: z.string().optional(),
    ts: timeMs.optional(),
    data: z.unknown().optional(),
  },
});
type Frame = z.infer<typeof frame>;
const publicTrade = z.object({ p: decimal, T: timeMs, seq: wholeNumber });
const ticker = z.object({ markPrice: decimal });

export function bybitSpeech(line: SignedRequests, accounts: BybitAccount): Speech {
  return { market: marketSpeech, user: (account, kind, url) => userSpeech(line, accounts, account, kind, url) };
}

function marketSpeech(kind: 'spot' | 'futures'): MarketSpeech {
  const topics = kind === 'spot' ? ['publicTrade'] : ['publicTrade', 'tickers'];
  let asked = 0;
  const said = (op: 'subscribe' | 'unsubscribe', ids: readonly string[]) => {
    const args = ids.flatMap((id) => topics.map((topic) => `${topic}.${id}`));
    return Array.from({ length: Math.ceil(args.length / ARGS_A_MESSAGE) }, (_, at) => ({
      ...{ op, req_id: String(++asked), args: args.slice(at * ARGS_A_MESSAGE, (at + 1) * ARGS_A_MESSAGE) },
    }));
  };
  return {
    nameOf,
    follow: (ids) => {
      const messages = said('subscribe', ids);
      return { messages, awaited: messages.at(-1)?.req_id ?? '', answers: messages.map(({ req_id }) => req_id) };
    },
    leave: (ids) => said('unsubscribe', ids),
    hear: (text) => {
      const told = frameOf(text);
      return told === null ? [] : marketNews(told);
    },
    pulse: PULSE,
  };
}

/** It refuses a whole message for one topic, and says in words which. */
const REFUSED_TOPIC = /topic:\w+\.([^\s,]+)/;
const FOLLOWED_ALREADY = /already subscribed/i;

function marketNews({ op, req_id = '', ret_msg = '', success, topic = '', ts, data }: Frame): readonly MarketNews[] {
  if (op === 'subscribe') {
    const isGood = success === true || FOLLOWED_ALREADY.test(ret_msg);
    const refused = isGood ? undefined : REFUSED_TOPIC.exec(ret_msg)?.[1];
    return [{ kind: 'answer', id: req_id, isGood, ...(refused !== undefined && { market: refused }) }];
  }
  const [name, market = ''] = topic.split('.');
  if (name === 'tickers') {
    // A change tells only what has changed.
    const row = ticker.safeParse(data);
    return row.success && ts !== undefined
      ? [{ kind: 'mark', market, price: trimmed(row.data.markPrice), atMs: ts }]
      : [];
  }
  if (name !== 'publicTrade' || !Array.isArray(data)) return [];
  const counts = new Map<string, number>();
  return data.flatMap((row): MarketNews[] => {
    const one = publicTrade.safeParse(row);
    if (!one.success) return [];
    const { p, T, seq } = one.data;
    const at = counts.get(seq) ?? 0;
    counts.set(seq, at + 1);
    return [{ kind: 'trade', market, trade: { id: tradeNumber(seq, at), price: trimmed(p), atMs: T } }];
  });
}

function userSpeech(
  line: SignedRequests,
  accounts: BybitAccount,
  account: string,
  kind: 'spot' | 'futures',
  url: string,
): UserSpeech {
  const category = categoryOf(kind);
  const topics = [`order.${category}`, `execution.${category}`];
  return {
    address: async () => url,
    hello: async () => {
      const keys = await line.keysOf(account);
      if (keys === null) throw new Error('no keys of this account');
      // A trade of a contract names no side: which mode the account has must be known when the first one is heard.
      if (kind === 'futures') await accounts.hasHedge(account);
      const expires = (await line.exchangeNowMs()) + PROOF_MS;
      const sign = createHmac('sha256', keys.secretKey.reveal()).update(`GET/realtime${expires}`).digest('hex');
      return { op: 'auth', args: [keys.apiKey.reveal(), expires, sign] };
    },
    hear: (text, nameOfMarket) => {
      const told = frameOf(text);
      return told === null ? [] : userNews(told, { account, topics, nameOfMarket, accounts });
    },
    pulse: PULSE,
  };
}

interface Ear {
  readonly account: string;
  readonly topics: readonly string[];
  readonly nameOfMarket: (id: string) => MarketName | undefined;
  readonly accounts: BybitAccount;
}

function userNews({ op, success, ret_msg = '', topic = '', data }: Frame, ear: Ear): readonly UserNews[] {
  if (op === 'auth' && success === true)
    return [{ kind: 'next', message: { op: 'subscribe', req_id: 'all', args: ear.topics } }];
  if (op === 'auth' || op === 'subscribe')
    return [{ kind: 'answer', isGood: success === true, detail: ret_msg.slice(0, 200) }];
  if (!Array.isArray(data)) return [];
  if (topic.startsWith('order')) return data.flatMap((row) => orderNews(row, ear) ?? []);
  return topic.startsWith('execution') ? data.flatMap((row) => executionNews(row, ear) ?? []) : [];
}

function orderNews(row: unknown, { account, nameOfMarket }: Ear): UserNews | null {
  const told = orderRow.safeParse(row);
  const name = told.success ? nameOfMarket(told.data.symbol) : undefined;
  if (!told.success || name === undefined) return null;
  const order = heard(() => orderOf(name, told.data));
  if (order === null) return null;
  return { kind: 'events', events: [{ type: 'order', account, order }], orderId: null, cid: order.cid, isStop: false };
}

function executionNews(row: unknown, { account, accounts, nameOfMarket }: Ear): UserNews | null {
  const told = executionRow.safeParse(row);
  const name = told.success ? nameOfMarket(told.data.symbol) : undefined;
  const isHedged = name?.kind === 'futures' ? accounts.knownHedge(account) : false;
  if (!told.success || name === undefined || isHedged === undefined) return null;
  const of = { orderId: null, isStop: false } as const;
  const isOfTrade = heard(() => isTrade(told.data));
  // Whose it was is not told: a reading waits for it.
  if (isOfTrade === null || (isHedged && !isOfTrade && told.data.feeRate === '')) return null;
  if (isOfTrade) {
    const fill = heard(() => fillOf(name, told.data, isHedged));
    if (fill === null) return null;
    return { kind: 'events', events: [{ type: 'fill', account, fill }], ...of, cid: fill.cid };
  }
  const funding = fundingOf(name, told.data, isHedged);
  return { kind: 'events', events: [{ type: 'funding', account, funding }], ...of, cid: '' };
}

function frameOf(text: string): Frame | null {
  try {
    const told = frame.safeParse(exactJson(text));
    return told.success ? told.data : null;
  } catch {
    return null;
  }
}
