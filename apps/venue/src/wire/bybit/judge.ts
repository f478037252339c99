// Who makes a request and whether it may be made: key, signature, clock, address, right, and how often. The signature is the hex of
// HMAC-SHA256 over timestamp, key, window and what was sent (query or body).
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type ApiKey, isUsableFrom } from '../../store/api-key.ts';
import { CallCounts } from '../call-counts.ts';
import type { JsonFields } from '../json-fields.ts';
import { type BybitCall, type Caller, type GuardedCall, kindOrContracts } from './call.ts';
import { words } from './errors.ts';

const SECOND_MS = 1_000;
const ADDRESS_WINDOW_MS = 5_000;
const ADDRESS_REQUESTS = 600;
const STANDARD_WINDOW_MS = 5_000;
const MOST_AHEAD_MS = 1_000;

export interface Credentials {
  readonly key: string | undefined;
  readonly sign: string | undefined;
  readonly timestamp: string | undefined;
  readonly window: string | undefined;
}

export interface Asked {
  readonly fields: JsonFields;
  readonly ip: string;
  readonly credentials: Credentials;
  /** Query or body as it was sent. */
  readonly sent: string;
}

/** What the headers of an answer tell. */
export interface Allowance {
  readonly limit: number;
  readonly left: number;
}

export class Judge {
  readonly #exchange: Exchange;
  readonly #now: () => number;
  readonly #addresses: CallCounts;
  readonly #calls: CallCounts;

  /** `now` is the exchange's clock as clients see it. */
  constructor(exchange: Exchange, now: () => number) {
    this.#exchange = exchange;
    this.#now = now;
    this.#addresses = new CallCounts(ADDRESS_WINDOW_MS, now);
    this.#calls = new CallCounts(SECOND_MS, now);
  }

  /** `allowed` hears what is left of what the account may ask. */
  async make(name: string, call: BybitCall, asked: Asked, allowed: (allowance: Allowance) => void): Promise<object> {
    const { fields, ip } = asked;
    if (this.#addresses.take(ip, 1, ADDRESS_REQUESTS) < 0) throw words.addressLimit();
    if (call.guard === 'none') return call.run(fields);
    const caller = this.#caller(asked);
    const kind = kindOrContracts(fields);
    allowed(this.#charge(name, call, kind, caller));
    if (!mayDo(caller.key, call.guard, kind)) throw words.mayNot();
    return call.run(fields, caller);
  }

  /** The sockets sign a text of their own; null = who it is cannot be told, or the time is over. */
  login(key: string, expires: string, sign: string, ip: string): Caller | null {
    if (!(Number(expires) > this.#now())) return null;
    const known = this.#exchange.keys.get(key);
    const account = this.#exchange.accountOfKey(key);
    if (known === undefined || account === undefined || !isOfBybit(known)) return null;
    if (!isUsableFrom(known, ip)) return null;
    return isSignedBy(known, `GET/realtime${expires}`, sign) ? { account, key: known } : null;
  }

  /** Asked again for as long as a socket speaks for the account. */
  isGood({ key }: Caller, ip: string): boolean {
    const { keys } = this.#exchange;
    return keys.mayRead(key.key) && keys.isUsableFrom(key.key, ip);
  }

  #caller({ ip, credentials, sent }: Asked): Caller {
    const { key: text = '', sign = '', timestamp = '', window = String(STANDARD_WINDOW_MS) } = credentials;
    const [atMs, windowMs, nowMs] = [Number(timestamp || Number.NaN), Number(window), this.#now()];
    if (!(nowMs - windowMs <= atMs && atMs < nowMs + MOST_AHEAD_MS)) throw words.clock(atMs, nowMs, windowMs);
    const key = this.#exchange.keys.get(text);
    const account = this.#exchange.accountOfKey(text);
    if (key === undefined || account === undefined || !isOfBybit(key)) throw words.key();
    if (!isUsableFrom(key, ip)) throw words.address(ip);
    if (!isSignedBy(key, timestamp + text + window + sent, sign)) throw words.signature();
    return { account, key };
  }

  #charge(name: string, { limit, spotLimit }: GuardedCall, kind: MarketKind, { account }: Caller): Allowance {
    const most = kind === 'spot' ? (spotLimit ?? limit) : limit;
    const left = this.#calls.take(`${name} ${kind} ${account.id}`, 1, most);
    if (left < 0) throw words.tooMany();
    return { limit: most, left };
  }
}

/** One with a passphrase is as OKX and Bitget make them, one with a public key as Binance does. */
function isOfBybit({ passphrase, publicKey }: ApiKey): boolean {
  return passphrase === '' && publicKey === '';
}

function isSignedBy({ secret }: ApiKey, text: string, sign: string): boolean {
  const sent = Buffer.from(sign, 'hex');
  const right = createHmac('sha256', secret).update(text).digest();
  return sent.length === right.length && timingSafeEqual(sent, right);
}

function mayDo({ permissions }: ApiKey, guard: 'read' | 'trade', kind: MarketKind): boolean {
  if (guard === 'trade') return permissions.includes(kind);
  return permissions.some((permission) => permission !== 'withdraw');
}
