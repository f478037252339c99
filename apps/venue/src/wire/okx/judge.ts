// Who makes a request and whether it may be made: key, signature, passphrase, clock, address, right, and how often. The
// signature is the base64 of HMAC-SHA256 over timestamp, method, path and body, each as it was sent.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import { type ApiKey, isUsableFrom } from '../../store/api-key.ts';
import { CallCounts } from '../call-counts.ts';
import type { JsonFields } from '../json-fields.ts';
import { type Caller, envelope, type OkxCall } from './call.ts';
import { type OkxError, words } from './errors.ts';

const WINDOW_MS = 2_000;
const OLDEST_MS = 30_000;

export interface Credentials {
  readonly key: string | undefined;
  readonly sign: string | undefined;
  readonly timestamp: string | undefined;
  readonly passphrase: string | undefined;
}

export interface Asked {
  readonly fields: JsonFields;
  readonly ip: string;
  readonly credentials: Credentials;
  /** What was signed, without its timestamp. */
  readonly signedText: string;
}

export class Judge {
  readonly #exchange: Exchange;
  readonly #now: () => number;
  readonly #counts: CallCounts;

  /** `now` is the exchange's clock as clients see it. */
  constructor(exchange: Exchange, now: () => number) {
    this.#exchange = exchange;
    this.#now = now;
    this.#counts = new CallCounts(WINDOW_MS, now);
  }

  async make(name: string, call: OkxCall, asked: Asked) {
    const { fields, ip } = asked;
    if (call.guard === 'none') {
      this.#charge(`${name} ${ip}`, 1, call.limit);
      return envelope(call.run(fields));
    }
    const caller = this.caller(call.guard, asked);
    this.charge(name, call, fields, caller);
    return envelope(await call.run(fields, caller));
  }

  charge(
    name: string,
    { limit, orders }: Extract<OkxCall, { guard: 'read' | 'trade' }>,
    fields: JsonFields,
    by: Caller,
  ) {
    this.#charge(`${name} ${by.account.id}`, orders?.(fields) ?? 1, limit);
  }

  caller(guard: 'read' | 'trade', { ip, credentials, signedText }: Asked): Caller {
    const { sign, timestamp, passphrase } = credentials;
    if (credentials.key === undefined) throw words.noHeader(0, 'OK-ACCESS-KEY');
    if (passphrase === undefined) throw words.noHeader(1, 'OK-ACCESS-PASSPHRASE');
    if (sign === undefined) throw words.noHeader(3, 'OK-ACCESS-SIGN');
    if (timestamp === undefined) throw words.timestamp();
    const atMs = Date.parse(timestamp);
    if (Number.isNaN(atMs)) throw words.timestamp();
    if (Math.abs(this.#now() - atMs) > OLDEST_MS) throw words.expired();
    const caller = this.#callerOf(credentials.key, ip);
    this.#prove(caller.key, timestamp + signedText, sign, passphrase, words);
    this.mayMake({ guard }, caller);
    return caller;
  }

  mayMake({ guard }: { readonly guard: 'read' | 'trade' }, { key }: Caller): void {
    if (!mayDo(key, guard)) throw words.mayNot();
  }

  /** The sockets sign a text of their own and have codes of their own. */
  login(
    { key, sign, timestamp, passphrase }: Credentials,
    ip: string,
    own: Record<'key' | 'signature' | 'passphrase' | 'expired', () => OkxError>,
  ): Caller {
    const seconds = Number(timestamp);
    if (!(Math.abs(this.#now() - seconds * 1_000) <= OLDEST_MS)) throw own.expired();
    const caller = this.#callerOf(key ?? '', ip, own.key);
    this.#prove(caller.key, `${timestamp}GET/users/self/verify`, sign ?? '', passphrase ?? '', own);
    return caller;
  }

  /** Who has logged in once, with the rights that his key has now. */
  again({ key }: Caller, ip: string): Caller {
    return this.#callerOf(key.key, ip);
  }

  /** Asked again for as long as a socket speaks for the account. */
  isGood({ key }: Caller, ip: string): boolean {
    const { keys } = this.#exchange;
    return keys.mayRead(key.key) && keys.isUsableFrom(key.key, ip);
  }

  #callerOf(text: string, ip: string, unknown = words.key): Caller {
    const key = this.#exchange.keys.get(text);
    const account = this.#exchange.accountOfKey(text);
    // A key without a passphrase speaks for its account on other wires only.
    if (key === undefined || account === undefined || key.passphrase === '') throw unknown();
    if (!isUsableFrom(key, ip)) throw words.address(ip);
    return { account, key };
  }

  #prove(
    key: ApiKey,
    text: string,
    sign: string,
    passphrase: string,
    own: Record<'signature' | 'passphrase', () => OkxError>,
  ): void {
    if (passphrase !== key.passphrase) throw own.passphrase();
    const sent = Buffer.from(sign, 'base64');
    const right = createHmac('sha256', key.secret).update(text).digest();
    if (sent.length !== right.length || !timingSafeEqual(sent, right)) throw own.signature();
  }

  #charge(key: string, weight: number, limit: number): void {
    if (this.#counts.take(key, weight, limit) < 0) throw words.tooMany();
  }
}

/** One right to trade is all there is: either box of the key page means it. */
export function mayTrade({ permissions }: ApiKey): boolean {
  return permissions.includes('spot') || permissions.includes('futures');
}

function mayDo(key: ApiKey, guard: 'read' | 'trade'): boolean {
  return guard === 'trade' ? mayTrade(key) : key.permissions.includes('read') || mayTrade(key);
}
