// One request to an exchange through ccxt, and how it ended: with an answer, with a refusal that its own code proves, without
// anything that could be believed, or never sent at all. ccxt signs and addresses; what came back is read here, figure by
// figure, because its parser makes floats of them. Nothing is tried again but a read that our clock had spoiled.

import { AsyncLocalStorage } from 'node:async_hooks';
import * as codes from '@cormorant/contract/codes.ts';
import type { PlainKeys } from '../../../ports/key-vault.ts';
import { exactJson } from '../shared/exact-json.ts';
import { type Family, isProof, type Meaning, meaningOf, proofs, type TradingCard } from '../shared/exchange-profile.ts';
import { textUnder } from '../shared/reply-grammar.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { type CallParams, type CcxtClient, clientOf } from './ccxt-client.ts';
import type { ExchangeBudget } from './exchange-budget.ts';
import { awayMsOf, type GuardedFetch, guardedFetch, LONG_ANSWER_BYTES, type SendRequest } from './guarded-fetch.ts';
import type { ExchangeHosts } from './hosts.ts';
import type { Share } from './request-budget.ts';

export type ExchangeReply =
  | { kind: 'answer'; value: unknown }
  | { kind: 'refusal'; meaning: Meaning; code: string; detail: string }
  | { kind: 'nothing'; detail: string }
  /** It did not leave this process: `code` of the catalogue says why. */
  | { kind: 'unsent'; code: number; detail: string };

export interface ExchangeRequest {
  readonly family: Family;
  /** ccxt's name of the call. */
  readonly call: string;
  readonly params?: CallParams;
  readonly weight: number;
  readonly share: Share;
  /** Signed by the keys of this account; public without. */
  readonly account?: string;
  /** How many orders it places. */
  readonly orders?: number;
  /** Asked just before it leaves, when all waiting is over: false keeps it here, with nothing to be said of it. */
  readonly mayAct?: (() => boolean) | undefined;
  /** How long it may wait for room in the budget. */
  readonly patienceMs: number;
  /** Changes nothing, so that it may be asked twice. */
  readonly isRead: boolean;
}

/** Whose change it is, and whether it may still leave when all waiting is over. */
export type Sender = Readonly<Required<Pick<ExchangeRequest, 'account'>> & Pick<ExchangeRequest, 'mayAct'>>;

export interface SignedRequestsDeps {
  readonly card: TradingCard;
  readonly hosts: ExchangeHosts;
  readonly credentials: (account: string) => Promise<PlainKeys | null>;
  readonly contractAccounts: () => Promise<readonly string[]>;
  readonly budget: ExchangeBudget;
  readonly timeoutMs?: number;
  /** As of guardedFetch. */
  readonly send?: SendRequest | undefined;
  /** Told of each answer as it came, before anything of it is believed: for what developers record. */
  readonly recorded?: (request: ExchangeRequest, answer: { readonly status: number; readonly body: string }) => void;
}

const TIMEOUT_MS = 10_000;
const BROKE_AT_ONCE_MS = 1_000;
/** A client unused for so long is let go, with the keys it holds. */
const IDLE_MS = 600_000;
const CLOCK_MS = 600_000;
interface KeptClient {
  readonly client: CcxtClient;
  readonly keys: PlainKeys | null;
  usedAtMs: number;
}

function areSame(a: PlainKeys | null, b: PlainKeys | null): boolean {
  return a?.apiKey.reveal() === b?.apiKey.reveal() && a?.secretKey.reveal() === b?.secretKey.reveal();
}

export class SignedRequests {
  readonly #deps: SignedRequestsDeps;
  readonly #out = new AsyncLocalStorage<GuardedFetch>();
  readonly #clients = new Map<string, KeptClient>();
  #measuring: Promise<void> | null = null;
  #measuredAtMs = 0;

  constructor(deps: SignedRequestsDeps) {
    this.#deps = deps;
  }

  /** Any of them may ask what the exchange tells to keys only. */
  contractAccounts(): Promise<readonly string[]> {
    return this.#deps.contractAccounts();
  }

  async ask(request: ExchangeRequest): Promise<ExchangeReply> {
    const reply = await this.#once(request);
    if (reply.kind !== 'refusal') return reply;
    if (reply.meaning === 'clock') {
      await this.#measureClock(true);
      return request.isRead ? this.#once(request) : reply;
    }
    if (request.account === undefined) return reply;
    if (reply.meaning === 'auth') return { ...reply, meaning: await this.#whichRight(request.account) };
    if (isProof(reply.meaning) && reply.meaning.code === proofs.key.code) this.#forget(request.account);
    return reply;
  }

  /**
   * Throws ExchangeUnreadable, but for what `absent` may answer with null. A connection that broke at once is tried once more:
   * an account is read by some twenty requests, and one that is lost would throw all of them away.
   */
  async read(request: Omit<ExchangeRequest, 'isRead'>): Promise<unknown> {
    const { budget } = this.#deps;
    const beganMs = budget.nowMs();
    let reply = await this.ask({ ...request, isRead: true });
    if (reply.kind === 'nothing' && budget.nowMs() - beganMs < BROKE_AT_ONCE_MS)
      reply = await this.ask({ ...request, isRead: true });
    return readOf(reply);
  }

  /** The keys of an account, for what is signed elsewhere (streams). */
  keysOf(account: string): Promise<PlainKeys | null> {
    return this.#deps.credentials(account);
  }

  /** The exchange's clock, for what is signed elsewhere. */
  async exchangeNowMs(): Promise<number> {
    await this.#measureClock(false);
    return this.#deps.budget.nowMs() + (this.#deps.budget.offsetMs ?? 0);
  }

  /** A public call of our own wire, outside ccxt. */
  async own(path: string): Promise<unknown> {
    const { hosts, send, timeoutMs = TIMEOUT_MS } = this.#deps;
    const out = guardedFetch(hosts.allowed, AbortSignal.timeout(timeoutMs), { send });
    try {
      const answer = await out.fetch(`${hosts.instead ?? ''}${path}`);
      if (answer.status === 200) return JSON.parse(await answer.text());
      throw new Error(`HTTP ${answer.status}`);
    } catch (error) {
      throw new ExchangeUnreadable(String((error as Error).message), null);
    }
  }

  close(): void {
    this.#clients.clear();
  }

  async #once(request: ExchangeRequest): Promise<ExchangeReply> {
    const { budget } = this.#deps;
    const client = await this.#client(request);
    if (client === null) return { kind: 'unsent', code: codes.api_not_bound, detail: 'no keys of this account' };
    if (request.account !== undefined) await this.#measureClock(false);
    const orders = request.orders ?? 0;
    const count = orders > 0 ? budget.ordersOf(request.account ?? '', request.family) : null;
    const noRoom = { kind: 'unsent', code: proofs.limited.code, detail: 'no room left in what may be asked' } as const;
    if (count !== null && count.room().orders < orders) return noRoom;
    const ticket = await budget.of(request.family).take(request.weight, request.share, request.patienceMs);
    if (ticket === null) return noRoom;
    if (!((await budget.paceOf(request.call, request.account ?? '')?.turn(request.patienceMs)) ?? true)) {
      ticket.unsent();
      return noRoom;
    }
    if (request.mayAct?.() === false) {
      ticket.unsent();
      return { kind: 'nothing', detail: 'its sender may not act any more' };
    }
    // Others of the account may have taken the places while this one waited: from here on nothing comes between.
    if (count !== null && count.room().orders < orders) {
      ticket.unsent();
      return noRoom;
    }
    count?.count(orders);
    client.options.timeDifference = -(budget.offsetMs ?? 0);
    const { hosts, send, timeoutMs = TIMEOUT_MS } = this.#deps;
    const terms = { mostBytes: LONG_ANSWER_BYTES, send };
    const out = guardedFetch(hosts.allowed, AbortSignal.timeout(timeoutMs), terms);
    let failure: unknown = null;
    try {
      await this.#out.run(out, () => client.call(request.call, copyOf(request.params)));
    } catch (error) {
      failure = error;
    }
    const answer = out.last();
    if (answer === null) {
      const silent = silence(out, failure);
      if (silent.kind !== 'unsent') ticket.done(null);
      else {
        ticket.unsent();
        count?.count(-orders);
      }
      return silent;
    }
    const { card } = this.#deps;
    ticket.done(countIn(answer.headers, card.usage?.weight[request.family]));
    this.#deps.recorded?.(request, answer);
    const reply = replyOf(card, answer);
    this.#heed(request, answer, reply);
    if (count !== null) count.count(0, orderCountsIn(card, answer.headers));
    return reply;
  }

  #heed(
    { call, family, account, orders = 0 }: ExchangeRequest,
    answer: { status: number; body: string; headers: Headers },
    reply: ExchangeReply,
  ): void {
    const { budget, card } = this.#deps;
    // Some say "too often" by their code alone.
    const isLimited = reply.kind === 'refusal' && reply.meaning === proofs.limited;
    const awayMs = awayMsOf(answer, { isLimited, limitedMs: card.limitedMs, ban: card.ban });
    if (awayMs === 0) return;
    const isShutOut = answer.headers.has('retry-after') || answer.status === card.ban?.status;
    // What an exchange counts for each account is that account's own matter, unless it names a ban.
    const pace = account === undefined || isShutOut ? null : budget.paceOf(call, account);
    if (pace !== null) {
      pace.rest(awayMs);
      return;
    }
    if (orders > 0 && reply.kind === 'refusal' && reply.code === card.orderLimitCode)
      budget.ordersOf(account ?? '', family).stayAway(awayMs);
    else budget.stayAway(family, awayMs);
  }

  async #client({ account, family }: ExchangeRequest): Promise<CcxtClient | null> {
    const { card, budget } = this.#deps;
    const nowMs = budget.nowMs();
    for (const [key, { usedAtMs }] of this.#clients) if (nowMs - usedAtMs > IDLE_MS) this.#clients.delete(key);
    const id = family === 'futures' ? card.ccxt.futures : card.ccxt.spot;
    const key = account === undefined ? 'public' : `${id} ${account}`;
    const kept = this.#clients.get(key);
    if (kept !== undefined && account === undefined) {
      kept.usedAtMs = nowMs;
      return kept.client;
    }
    const keys = account === undefined ? null : await this.keysOf(account);
    if (account !== undefined && keys === null) {
      this.#forget(account);
      return null;
    }
    // Two that began together share the first one's client; exchanged keys, which each request asks for, get a new one.
    const known = this.#clients.get(key);
    const isKnown = known !== undefined && areSame(known.keys, keys);
    const client = isKnown ? known.client : await this.#newClient(id, keys);
    this.#clients.set(key, { client, keys, usedAtMs: nowMs });
    return client;
  }

  #newClient(id: string, keys: PlainKeys | null): Promise<CcxtClient> {
    const { hosts, budget, timeoutMs = TIMEOUT_MS } = this.#deps;
    const fetchOut: GuardedFetch['fetch'] = (url, init) => {
      const out = this.#out.getStore();
      if (out === undefined) throw new Error('a request outside of any call');
      return out.fetch(url, init);
    };
    return clientOf(id, keys, hosts, { fetch: fetchOut, timeoutMs, nowMs: () => budget.nowMs() });
  }

  #forget(account: string): void {
    for (const key of this.#clients.keys()) if (key.endsWith(` ${account}`)) this.#clients.delete(key);
  }

  /** One at a time, and seldom; where it fails, the clock that was known goes on. */
  #measureClock(again: boolean): Promise<void> {
    const { budget } = this.#deps;
    const isFresh = budget.offsetMs !== null && budget.nowMs() - this.#measuredAtMs < CLOCK_MS;
    if (isFresh && !again) return Promise.resolve();
    this.#measuring ??= this.#readClock().finally(() => {
      this.#measuring = null;
    });
    return this.#measuring;
  }

  async #readClock(): Promise<void> {
    const { budget, card } = this.#deps;
    const { clockCall, clockMs } = card.grammar;
    const beforeMs = budget.nowMs();
    const reply = await this.#once({
      ...{ family: 'spot', call: clockCall, weight: 1, share: 'kept', patienceMs: TIMEOUT_MS, isRead: true },
    });
    if (reply.kind !== 'answer') return;
    const serverMs = clockMs(reply.value);
    if (!Number.isSafeInteger(serverMs)) return;
    budget.offsetMs = serverMs - Math.round((beforeMs + budget.nowMs()) / 2);
    this.#measuredAtMs = budget.nowMs();
  }

  /** One code of the exchange has three reasons: what its key may do tells which it is. */
  async #whichRight(account: string): Promise<Meaning> {
    const { rightsCall } = this.#deps.card;
    if (rightsCall === undefined) return proofs.key;
    const reply = await this.#once({
      ...{ family: 'wallet', call: rightsCall, weight: 1, share: 'kept', account },
      ...{ patienceMs: TIMEOUT_MS, isRead: true },
    });
    if (reply.kind === 'answer') return { code: codes.api_permission, reason: 'unknown' };
    if (reply.kind === 'refusal' && reply.meaning === 'auth') return { code: codes.api_ip, reason: 'unknown' };
    return proofs.key;
  }
}

/** What was read; null only on the exchange's word that it is not there: an answer that holds nothing says no such thing. */
export function readOf(reply: ExchangeReply): unknown {
  if (reply.kind === 'answer') {
    if (reply.value === null || reply.value === undefined) throw new ExchangeUnreadable('an answer without data', null);
    return reply.value;
  }
  if (reply.kind === 'refusal' && reply.meaning === 'absent') return null;
  throw unreadable(reply);
}

export function unreadable(reply: Exclude<ExchangeReply, { kind: 'answer' }>): ExchangeUnreadable {
  if (reply.kind === 'refusal') {
    const meaning = reply.meaning === 'away' ? proofs.away : reply.meaning;
    return new ExchangeUnreadable(reply.detail, isProof(meaning) ? meaning.code : null);
  }
  return new ExchangeUnreadable(reply.detail, reply.kind === 'unsent' ? reply.code : null);
}

function silence(out: GuardedFetch, failure: unknown): ExchangeReply {
  const cause = out.failure();
  // ccxt itself would not send it.
  if (cause === null) return { kind: 'unsent', code: proofs.failed.code, detail: `not sent: ${nameOf(failure)}` };
  return { kind: 'nothing', detail: `no answer ${textUnder(cause, 'code') ?? nameOf(cause)}` };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'error';
}

const OK = 200;
const NOT_OK = 300;
const SERVER_FAULT = 500;

/** What an answer of the exchange proves. */
export function replyOf(card: TradingCard, { status, body }: { status: number; body: string }): ExchangeReply {
  let value: unknown;
  try {
    value = exactJson(body);
  } catch {
    return { kind: 'nothing', detail: `HTTP ${status} without an answer that can be read` };
  }
  const isGood = status >= OK && status < NOT_OK;
  const read = isGood ? card.grammar.read(value) : card.grammar.words(value);
  if ('value' in read) return { kind: 'answer', value: read.value };
  const { code, message } = read;
  const meaning = meaningOf(card, code, message);
  // A gateway's own fault proves nothing, whatever it repeats; only "away", which proves no refusal, is said that way.
  if (code === null || (status >= SERVER_FAULT && meaning !== 'away'))
    return { kind: 'nothing', detail: `HTTP ${status}, code ${code ?? 'none'}` };
  return { kind: 'refusal', meaning, code, detail: `${code} ${message}` };
}

/** A client may write into what it is given. */
function copyOf(params: CallParams = {}): CallParams {
  if (!Array.isArray(params)) return { ...params };
  return params.map((row: unknown) => (typeof row === 'object' ? { ...row } : row));
}

function countIn(headers: Headers, name: string | undefined): number | null {
  const text = name === undefined ? null : headers.get(name);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function orderCountsIn({ usage }: TradingCard, headers: Headers): Map<number, number> {
  const told = new Map<number, number>();
  for (const { header, withinMs } of usage?.orders ?? []) {
    const count = countIn(headers, header);
    if (count !== null) told.set(withinMs, count);
  }
  return told;
}
