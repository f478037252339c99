// The frames of `/ws` in both directions. A push is a hint, the REST answer is the truth: a client that missed frames
// fetches its open screen again. Tokens travel in the auth frame only, never in the address.
import { pairName } from '@cormorant/core/market/coin-name.ts';
import * as z from 'zod';
import { account } from './entities/account.ts';
import { action } from './entities/action.ts';
import { batch } from './entities/batch.ts';
import { bot } from './entities/bot.ts';
import { deposit, withdrawal } from './entities/custody.ts';
import { position } from './entities/position.ts';
import { decimal, decimalOrNull, flag, id, timeMs } from './wire.ts';

export const pushPath = '/ws';
/** Seconds without a ping after which the server closes. */
export const pingTimeoutMs = 60_000;
export const pingEveryMs = 20_000;
/** An unauthenticated socket that wants private channels must authenticate within this. */
export const authWithinMs = 10_000;
/** WebSocket close code of a session that is over. */
export const sessionOverCloseCode = 4401;
export const maxTickerSubscriptions = 60;

const LONGEST_CHANNEL = 80;
const tickerChannel = /^ticker:[a-z0-9]{1,20}:(spot|futures):(.+)$/s;
function isTickerChannel(name: string): boolean {
  return name.length <= LONGEST_CHANNEL && pairName.test(tickerChannel.exec(name)?.[2] ?? '');
}

/** Names that are none are left out, and cost the others of their frame nothing; a frame of nothing else is refused. */
const channels = z
  .array(z.string())
  .min(1)
  .max(maxTickerSubscriptions)
  .transform((names) => names.filter(isTickerChannel))
  .pipe(z.array(z.string()).min(1));

export function tickerChannelOf(exchange: string, market: 'spot' | 'futures', symbol: string): string {
  return `ticker:${exchange}:${market}:${symbol}`;
}

export const clientFrame = z.discriminatedUnion('op', [
  z.object({ op: z.literal('auth'), token: z.string().min(1).max(200) }),
  z.object({ op: z.literal('sub'), ch: channels }),
  z.object({ op: z.literal('unsub'), ch: channels }),
  z.object({ op: z.literal('ping'), t: z.number() }),
]);
export type ClientFrame = z.output<typeof clientFrame>;

const operationFrame = z.discriminatedUnion('op', [
  z.object({ op: z.literal('auth'), ok: z.literal(1) }),
  z.object({ op: z.literal('pong'), t: z.number() }),
  z.object({ op: z.literal('error'), code: z.int(), msg: z.string() }),
]);

/** `id` counts per channel and socket from 1: a gap means that frames were missed. */
const heading = { id: z.int().min(1), ts: timeMs };

export const ticker = z.object({ last: decimal, change_24h: decimalOrNull, at: timeMs });
export const systemNews = z.object({ maintenance: flag, message: z.string(), version: z.string() });
/** Only what changed, and always the id. */
export const botChange = bot.partial().extend({ id });
export const positionChange = position.partial().extend({ id });

export const tickerFrame = z.object({ ch: z.string().refine(isTickerChannel), ...heading, data: ticker });
const privateFrame = z.discriminatedUnion('ch', [
  z.object({ ch: z.literal('bot'), ...heading, data: botChange }),
  z.object({ ch: z.literal('position'), ...heading, data: positionChange }),
  z.object({ ch: z.literal('action'), ...heading, data: action }),
  z.object({ ch: z.literal('account'), ...heading, data: account }),
  z.object({ ch: z.literal('batch'), ...heading, data: batch }),
  z.object({ ch: z.literal('deposit'), ...heading, data: deposit }),
  z.object({ ch: z.literal('withdraw'), ...heading, data: withdrawal }),
  z.object({ ch: z.literal('system'), ...heading, data: systemNews }),
]);

export const serverFrame = z.union([operationFrame, privateFrame, tickerFrame]);
export type PushChannel = z.output<typeof privateFrame>['ch'];
/** The data of a private channel, or of `system`. */
export type PushData<Channel extends PushChannel> = Extract<z.output<typeof privateFrame>, { ch: Channel }>['data'];
export type Ticker = z.output<typeof ticker>;
