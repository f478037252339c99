// How Bitget's streams are spoken with: trades and marks by channel and market; an account by a login, then its orders of one kind, each
// step of which may carry a trade. What cannot be read, or is of a market that nobody attends, is no event.
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { VenueEvent } from '../../../ports/venue.ts';
import { exactJson, trimmed } from '../shared/exact-json.ts';
import { type MarketName, nameOf } from '../shared/market-names.ts';
import { decimal, timeMs } from '../shared/row-fields.ts';
import type { MarketNews, UserNews } from '../shared/stream-news.ts';
import type { MarketSpeech, Speech, UserSpeech } from '../shared/stream-protocol.ts';
import { heard } from '../shared/unreadable.ts';
import type { SignedRequests } from '../transport/signed-requests.ts';
import { PRODUCT } from './market-data.ts';
import { eventOrderOf, eventTraded, fillOf, orderEvent, tradeEvent, tradeRow } from './rows.ts';

const ARGS_A_MESSAGE = 50;
const PULSE = 'ping';
const EVERYTHING = 'default';

const frame = z.object({
  ...{ event: z.string().optional(), code: z.string().optional(), msg: z.string().optional() },
  arg: z.object({ channel: z.string(), instId: z.string().optional() }).optional(),
  ...{ action: z.string().optional(), data: z.array(z.unknown()).optional() },
});
type Frame = z.infer<typeof frame>;
const ticker = z.object({ instId: z.string().min(1), markPrice: decimal, ts: timeMs });
const ACTIONS = new Set(['snapshot', 'update']);

export function bitgetSpeech(line: SignedRequests): Speech {
  return { market: marketSpeech, user: (account, kind, url) => userSpeech(line, account, kind, url) };
}

function instTypeOf(kind: 'spot' | 'futures'): string {
  return kind === 'spot' ? 'SPOT' : PRODUCT;
}

function marketSpeech(kind: 'spot' | 'futures'): MarketSpeech {
  const channels = kind === 'spot' ? ['trade'] : ['trade', 'ticker'];
  const said = (op: 'subscribe' | 'unsubscribe', ids: readonly string[]) => {
    const args = ids.flatMap((instId) => channels.map((channel) => ({ instType: instTypeOf(kind), channel, instId })));
    return Array.from({ length: Math.ceil(args.length / ARGS_A_MESSAGE) }, (_, at) => ({
      ...{ op, args: args.slice(at * ARGS_A_MESSAGE, (at + 1) * ARGS_A_MESSAGE) },
    }));
  };
  return {
    nameOf,
    follow: (ids) => ({ messages: said('subscribe', ids), awaited: answerId(channels.at(-1) ?? '', ids.at(-1) ?? '') }),
    leave: (ids) => said('unsubscribe', ids),
    hear: (text) => {
      const told = frameOf(text);
      return told === null ? [] : marketNews(told);
    },
    pulse: PULSE,
  };
}

function answerId(channel: string, instId: string): string {
  return `${channel} ${instId}`;
}

function marketNews({ action = '', arg, data = [], event }: Frame): readonly MarketNews[] {
  if (event === 'error')
    return [{ kind: 'answer', id: '', isGood: false, ...(arg?.instId !== undefined && { market: arg.instId }) }];
  if (event === 'subscribe')
    return [{ kind: 'answer', id: answerId(arg?.channel ?? '', arg?.instId ?? ''), isGood: true }];
  if (arg?.channel === 'ticker')
    return data.flatMap((row): MarketNews[] => {
      const one = ticker.safeParse(row);
      if (!one.success) return [];
      return [{ kind: 'mark', market: one.data.instId, price: trimmed(one.data.markPrice), atMs: one.data.ts }];
    });
  if (arg?.channel !== 'trade' || !ACTIONS.has(action)) return [];
  const market = arg.instId ?? '';
  const trades = data.flatMap((row) => tradeRow.safeParse(row).data ?? []);
  trades.sort((a, b) => (BigInt(a.tradeId) < BigInt(b.tradeId) ? -1 : 1));
  // What is told first are trades of the past: where the price stands is all that they say.
  const news = action === 'snapshot' ? trades.slice(-1) : trades;
  return news.map(({ price, tradeId: id, ts: atMs }) => ({
    ...{ kind: 'trade', market, trade: { id, price: trimmed(price), atMs } },
  }));
}

function userSpeech(line: SignedRequests, account: string, kind: 'spot' | 'futures', url: string): UserSpeech {
  return {
    address: async () => url,
    hello: async () => {
      const keys = await line.keysOf(account);
      if (keys === null) throw new Error('no keys of this account');
      const timestamp = String(Math.floor((await line.exchangeNowMs()) / 1_000));
      const sign = createHmac('sha256', keys.secretKey.reveal()).update(`${timestamp}GET/user/verify`).digest('base64');
      const passphrase = keys.passphrase?.reveal() ?? '';
      return { op: 'login', args: [{ apiKey: keys.apiKey.reveal(), passphrase, timestamp, sign }] };
    },
    hear: (text, nameOfMarket) => {
      const told = frameOf(text);
      return told === null ? [] : userNews(told, account, kind, nameOfMarket);
    },
    pulse: PULSE,
  };
}

function userNews(
  { arg, code = '', data = [], event, msg = '' }: Frame,
  account: string,
  kind: 'spot' | 'futures',
  nameOfMarket: (id: string) => MarketName | undefined,
): readonly UserNews[] {
  if (event === 'login' && code === '0') {
    const args = [{ instType: instTypeOf(kind), channel: 'orders', instId: EVERYTHING }];
    return [{ kind: 'next', message: { op: 'subscribe', args } }];
  }
  if (event === 'login' || event === 'error')
    return [{ kind: 'answer', isGood: false, detail: `${code} ${msg}`.slice(0, 200) }];
  if (event === 'subscribe') return [{ kind: 'answer', isGood: true, detail: '' }];
  if (arg?.channel !== 'orders') return [];
  return data.flatMap((row) => orderNews(row, account, nameOfMarket) ?? []);
}

function orderNews(
  row: unknown,
  account: string,
  nameOfMarket: (id: string) => MarketName | undefined,
): UserNews | null {
  const told = orderEvent.safeParse(row);
  const name = told.success ? nameOfMarket(told.data.instId) : undefined;
  if (!told.success || name === undefined) return null;
  const order = heard(() => eventOrderOf(name, told.data));
  if (order === null) return null;
  const events: VenueEvent[] = [{ type: 'order', account, order }];
  const trade = tradeEvent.safeParse(row);
  const fill = trade.success ? heard(() => fillOf(name, eventTraded(name, told.data, trade.data), order.cid)) : null;
  if (fill !== null) events.unshift({ type: 'fill', account, fill });
  return { kind: 'events', events, orderId: told.data.orderId, cid: order.cid, isStop: false };
}

function frameOf(text: string): Frame | null {
  try {
    const told = frame.safeParse(exactJson(text));
    return told.success ? told.data : null;
  } catch {
    return null; // 'pong', or nothing that we know
  }
}
