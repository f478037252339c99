// Who makes a request and whether it may be made: key, signature, clock, address, right, and how often. The signature is the hex of
// HMAC-SHA512 over method, path, query as it reads, hash of the body and time in seconds, a line each.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import { type ApiKey, isUsableFrom } from '../../store/api-key.ts';
import { CallCounts } from '../call-counts.ts';
import type { JsonFields } from '../json-fields.ts';
import type { Allowance, Caller, GateCall, GuardedCall } from './call.ts';
import { GateError, words } from './errors.ts';

const SECOND_MS = 1_000;
const OLDEST_MS = 60_000;

export interface Credentials {
  readonly key: string | undefined;
  readonly sign: string | undefined;
  readonly timestamp: string | undefined;
}

export interface Asked {
  readonly fields: JsonFields;
  readonly ip: string;
  readonly credentials: Credentials;
  /** What was signed, without its time. */
  readonly signedText: string;
  readonly isDecimal: boolean;
}

export class Judge {
  readonly #exchange: Exchange;
  readonly #now: () => number;
  readonly #counts = new Map<number, CallCounts>();

  /** `now` is the exchange's clock as clients see it. */
  constructor(exchange: Exchange, now: () => number) {
    this.#exchange = exchange;
    this.#now = now;
  }

  async make(name: string, call: GateCall, asked: Asked): Promise<unknown> {
    const { fields, ip, isDecimal } = asked;
    if (call.guard === 'none') {
      this.#charge(`${name} ${ip}`, call.allowance);
      return call.run(fields, isDecimal);
    }
    const { credentials, signedText } = asked;
    const caller = this.#caller(credentials, ip, (timestamp) => `${signedText}\n${timestamp}`);
    this.#charge(`${name} ${caller.account.id}`, call.allowance);
    if (!mayDo(caller.key, call.guard)) throw words.mayNot();
    return call.run(fields, caller, isDecimal);
  }

  /** The sockets sign each channel for itself. */
  speaker(credentials: Credentials, channel: string, event: string, ip: string): Caller | GateError {
    try {
      return this.#caller(credentials, ip, (timestamp) => `channel=${channel}&event=${event}&time=${timestamp}`);
    } catch (error) {
      if (error instanceof GateError) return error;
      throw error;
    }
  }

  /** Asked again for as long as a socket speaks for the account. */
  isGood({ key }: Caller, ip: string): boolean {
    const { keys } = this.#exchange;
    return keys.mayRead(key.key) && keys.isUsableFrom(key.key, ip);
  }

  #caller({ key: text, sign, timestamp }: Credentials, ip: string, signed: (timestamp: string) => string): Caller {
    if (text === undefined) throw words.header('KEY');
    if (sign === undefined) throw words.header('SIGN');
    if (timestamp === undefined) throw words.header('Timestamp');
    if (!(Math.abs(this.#now() - Number(timestamp) * SECOND_MS) <= OLDEST_MS)) throw words.expired();
    const key = this.#exchange.keys.get(text);
    const account = this.#exchange.accountOfKey(text);
    if (key === undefined || account === undefined || !isOfGate(key)) throw words.key();
    if (!isUsableFrom(key, ip)) throw words.address(ip);
    if (!isSignedBy(key, signed(timestamp), sign)) throw words.signature();
    return { account, key };
  }

  #charge(key: string, { requests, withinMs }: Allowance): void {
    const counts = this.#counts.get(withinMs) ?? new CallCounts(withinMs, this.#now);
    this.#counts.set(withinMs, counts);
    if (counts.take(key, 1, requests) < 0) throw words.tooMany();
  }
}

/** One with a passphrase is as OKX and Bitget make them, one with a public key as Binance does. */
function isOfGate({ passphrase, publicKey }: ApiKey): boolean {
  return passphrase === '' && publicKey === '';
}

function isSignedBy({ secret }: ApiKey, text: string, sign: string): boolean {
  const sent = Buffer.from(sign, 'hex');
  const right = createHmac('sha512', secret).update(text).digest();
  return sent.length === right.length && timingSafeEqual(sent, right);
}

function mayDo({ permissions }: ApiKey, guard: GuardedCall['guard']): boolean {
  if (guard !== 'read') return permissions.includes(guard);
  return permissions.some((permission) => permission !== 'withdraw');
}
