// How OKX's streams are spoken with: trades and marks by channel and instrument; an account by a login, then its orders of one
// kind, each row of which may carry a trade. What cannot be read, or is of a market that nobody attends, is no event.
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { VenueEvent } from '../../../ports/venue.ts';
import { exactJson, trimmed } from '../shared/exact-json.ts';
import type { MarketName } from '../shared/market-names.ts';
import type { MarketNews, UserNews } from '../shared/stream-news.ts';
import type { MarketSpeech, Speech, UserSpeech } from '../shared/stream-protocol.ts';
import { heard } from '../shared/unreadable.ts';
import type { SignedRequests } from '../transport/signed-requests.ts';
import { coins, type OkxSizes } from './contract-sizes.ts';
import { heardFillRow, markRows, okxFillOf, okxOrderOf, orderRow, tradeRow } from './rows.ts';
import { okxNameOf } from './symbols.ts';

const ARGS_A_MESSAGE = 100;
const PULSE = 'ping';

const frame = z.object({
  event: z.string().optional(),
  code: z.string().optional(),
  msg: z.string().optional(),
  arg: z.object({ channel: z.string(), instId: z.string().optional() }).optional(),
  data: z.array(z.unknown()).optional(),
});
type Frame = z.infer<typeof frame>;

export function okxSpeech(line: SignedRequests, sizes: OkxSizes): Speech {
  return { market: marketSpeech, user: (account, kind, url) => userSpeech(line, sizes, account, kind, url) };
}

function marketSpeech(kind: 'spot' | 'futures'): MarketSpeech {
  const channels = kind === 'spot' ? ['trades'] : ['trades', 'mark-price'];
  const said = (op: 'subscribe' | 'unsubscribe', ids: readonly string[]) => {
    const args = ids.flatMap((instId) => channels.map((channel) => ({ channel, instId })));
    return Array.from({ length: Math.ceil(args.length / ARGS_A_MESSAGE) }, (_, at) => ({
      ...{ op, args: args.slice(at * ARGS_A_MESSAGE, (at + 1) * ARGS_A_MESSAGE) },
    }));
  };
  return {
    nameOf: okxNameOf,
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

/** Its refusal says in words what it is about: `channel:trades,instId:BTC-USDT`. */
const REFUSED_ID = /instId["']?\s*:\s*["']?([^\s,"'}]+)/;

function marketNews({ event, arg, data = [], msg = '' }: Frame): readonly MarketNews[] {
  const refused = REFUSED_ID.exec(msg)?.[1];
  if (event === 'error')
    return [{ kind: 'answer', id: '', isGood: false, ...(refused !== undefined && { market: refused }) }];
  if (event === 'subscribe')
    return [{ kind: 'answer', id: answerId(arg?.channel ?? '', arg?.instId ?? ''), isGood: true }];
  if (arg?.channel === 'mark-price') {
    const rows = markRows.safeParse(data);
    const marks = rows.success ? rows.data : [];
    return marks.map(({ instId, markPx, ts }) => ({ kind: 'mark', market: instId, price: trimmed(markPx), atMs: ts }));
  }
  return data.flatMap((row): MarketNews[] => {
    const one = tradeRow.safeParse(row);
    if (arg?.channel !== 'trades' || !one.success) return [];
    const { instId, tradeId, px, ts } = one.data;
    return [{ kind: 'trade', market: instId, trade: { id: tradeId, price: trimmed(px), atMs: ts } }];
  });
}

function userSpeech(
  line: SignedRequests,
  sizes: OkxSizes,
  account: string,
  kind: 'spot' | 'futures',
  url: string,
): UserSpeech {
  return {
    address: async () => url,
    hello: async () => {
      const keys = await line.keysOf(account);
      if (keys === null) throw new Error('no keys of this account');
      const timestamp = String(Math.floor((await line.exchangeNowMs()) / 1_000));
      const sign = createHmac('sha256', keys.secretKey.reveal())
        .update(`${timestamp}GET/users/self/verify`)
        .digest('base64');
      const passphrase = keys.passphrase?.reveal() ?? '';
      return { op: 'login', args: [{ apiKey: keys.apiKey.reveal(), passphrase, timestamp, sign }] };
    },
    hear: (text, nameOfMarket) => {
      const told = frameOf(text);
      return told === null ? [] : userNews(told, account, kind, sizes, nameOfMarket);
    },
    pulse: PULSE,
  };
}

function userNews(
  { event, code = '', msg = '', arg, data = [] }: Frame,
  account: string,
  kind: 'spot' | 'futures',
  sizes: OkxSizes,
  nameOfMarket: (id: string) => MarketName | undefined,
): readonly UserNews[] {
  if (event === 'login' && code === '0')
    return [{ kind: 'next', message: { op: 'subscribe', args: [{ channel: 'orders', instType: instTypeOf(kind) }] } }];
  if (event === 'login' || event === 'error')
    return [{ kind: 'answer', isGood: false, detail: `${code} ${msg}`.slice(0, 200) }];
  if (event === 'subscribe') return [{ kind: 'answer', isGood: true, detail: '' }];
  if (event === 'notice') return [{ kind: 'over', reason: msg.slice(0, 200) }];
  if (arg?.channel !== 'orders') return [];
  return data.flatMap((row) => orderNews(row, account, sizes, nameOfMarket) ?? []);
}

function orderNews(
  row: unknown,
  account: string,
  sizes: OkxSizes,
  nameOfMarket: (id: string) => MarketName | undefined,
): UserNews | null {
  const told = orderRow.safeParse(row);
  const name = told.success ? nameOfMarket(told.data.instId) : undefined;
  const value = name === undefined ? undefined : sizes.valueOf(name.symbol);
  if (!told.success || name === undefined || value === undefined) return null;
  const inCoins = (size: string) => coins(size, value);
  const order = heard(() => okxOrderOf(name.symbol, told.data, inCoins));
  if (order === null) return null;
  const events: VenueEvent[] = [{ type: 'order', account, order }];
  const trade = heardFillRow.safeParse(withFee(row));
  const fill = trade.success ? heard(() => okxFillOf(name.symbol, trade.data, inCoins)) : null;
  if (fill !== null) events.unshift({ type: 'fill', account, fill });
  return { kind: 'events', events, orderId: null, cid: order.cid, isStop: false };
}

/** `fee` is the order's here, and the trade's has a name of its own. */
function withFee(row: unknown): unknown {
  const told = row as Readonly<Record<string, unknown>>;
  return { ...told, fee: told.fillFee, feeCcy: told.fillFeeCcy };
}

function instTypeOf(kind: 'spot' | 'futures'): string {
  return kind === 'spot' ? 'SPOT' : 'SWAP';
}

function frameOf(text: string): Frame | null {
  try {
    const told = frame.safeParse(exactJson(text));
    return told.success ? told.data : null;
  } catch {
    return null; // 'pong', or nothing that we know
  }
}
