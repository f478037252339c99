// Who makes a request and whether it may be made: key, signature, passphrase, clock, address, right, and how often. The signature is
// the base64 of HMAC-SHA256 over timestamp, method, path with its query, and body.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import { type ApiKey, isUsableFrom } from '../../store/api-key.ts';
import { CallCounts } from '../call-counts.ts';
import type { JsonFields } from '../json-fields.ts';
import type { BitgetCall, Caller, GuardedCall } from './call.ts';
import { words } from './errors.ts';

const SECOND_MS = 1_000;
const OLDEST_MS = 30_000;
/** No time in seconds is so late. */
const FIRST_IN_MS = 100_000_000_000;

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
    this.#counts = new CallCounts(SECOND_MS, now);
  }

  async make(name: string, call: BitgetCall, asked: Asked): Promise<unknown> {
    const { fields, ip } = asked;
    if (call.guard === 'none') {
      this.#charge(`${name} ${ip}`, call.limit);
      return call.run(fields);
    }
    const caller = this.#caller(asked);
    this.#charge(`${name} ${caller.account.id}`, call.limit);
    if (!mayDo(caller.key, call.guard)) throw words.mayNot();
    return call.run(fields, caller);
  }

  /** The sockets sign a text of their own, with a time in seconds or in milliseconds; null = it does not fit. */
  login({ key = '', sign = '', timestamp = '', passphrase = '' }: Credentials, ip: string): Caller | null {
    const told = Number(timestamp || Number.NaN);
    const atMs = told < FIRST_IN_MS ? told * SECOND_MS : told;
    if (!(Math.abs(this.#now() - atMs) <= OLDEST_MS)) return null;
    const known = this.#exchange.keys.get(key);
    const account = this.#exchange.accountOfKey(key);
    if (known === undefined || account === undefined || known.passphrase === '' || !isUsableFrom(known, ip))
      return null;
    if (known.passphrase !== passphrase || !isSignedBy(known, `${timestamp}GET/user/verify`, sign)) return null;
    return { account, key: known };
  }

  /** Asked again for as long as a socket speaks for the account. */
  isGood({ key }: Caller, ip: string): boolean {
    const { keys } = this.#exchange;
    return keys.mayRead(key.key) && keys.isUsableFrom(key.key, ip);
  }

  #caller({ ip, credentials, signedText }: Asked): Caller {
    const { key: text = '', sign = '', timestamp = '', passphrase = '' } = credentials;
    if (!(Math.abs(this.#now() - Number(timestamp || Number.NaN)) <= OLDEST_MS)) throw words.expired();
    const key = this.#exchange.keys.get(text);
    const account = this.#exchange.accountOfKey(text);
    // A key without a passphrase speaks for its account on other wires only.
    if (key === undefined || account === undefined || key.passphrase === '') throw words.key();
    if (!isUsableFrom(key, ip)) throw words.address(ip);
    if (passphrase !== key.passphrase) throw words.passphrase();
    if (!isSignedBy(key, timestamp + signedText, sign)) throw words.signature();
    return { account, key };
  }

  #charge(key: string, limit: number): void {
    if (this.#counts.take(key, 1, limit) < 0) throw words.tooMany();
  }
}

function isSignedBy({ secret }: ApiKey, text: string, sign: string): boolean {
  const sent = Buffer.from(sign, 'base64');
  const right = createHmac('sha256', secret).update(text).digest();
  return sent.length === right.length && timingSafeEqual(sent, right);
}

function mayDo({ permissions }: ApiKey, guard: GuardedCall['guard']): boolean {
  if (guard !== 'read') return permissions.includes(guard);
  return permissions.some((permission) => permission !== 'withdraw');
}
