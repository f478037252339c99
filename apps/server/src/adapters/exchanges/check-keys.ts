// Tries key sets by ccxt. What an exchange means is read from its own codes, because ccxt chooses its classes of errors by
// host names. A clock that differs is set once; nothing else is tried again, and after eight seconds all of it ends.
import type { KeyProbe, ProbeOutcome, UnknownReason } from '../../ports/key-probe.ts';
import { PROBE_WITHIN_MS } from '../../ports/key-probe.ts';
import type { PlainKeys } from '../../ports/key-vault.ts';
import { binanceCard } from './binance/key-check.ts';
import { bitgetCard } from './bitget/key-check.ts';
import { bybitCard } from './bybit/key-check.ts';
import type { ExchangeBudgets } from './exchange-budgets.ts';
import { cardOf } from './exchange-profiles.ts';
import { gateCard } from './gate/key-check.ts';
import { okxCard } from './okx/key-check.ts';
import { textUnder } from './shared/reply-grammar.ts';
import { type CcxtClient, clientOf } from './transport/ccxt-client.ts';
import { awayMsOf, type GuardedFetch, guardedFetch } from './transport/guarded-fetch.ts';
import type { ExchangeHosts } from './transport/hosts.ts';
import type { CodeMeaning, ProbeCard } from './transport/key-check.ts';

const cards: Readonly<Record<string, ProbeCard>> = {
  local: binanceCard,
  binance: binanceCard,
  okx: okxCard,
  bybit: bybitCard,
  bitget: bitgetCard,
  gate: gateCard,
};

export function probeCardOf(exchange: string): ProbeCard | undefined {
  return cards[exchange];
}

const UNKNOWN: ReadonlySet<CodeMeaning> = new Set<UnknownReason>(['limited', 'away', 'clock', 'strange']);

/** Codes of Node for what is between us and an exchange, and for the end of our time. */
const NETWORK = /^(ECONN[A-Z]+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|ABORT_ERR)$/;
const NUMBER = /^-?\d{1,6}$/;

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** By its status alone, where an answer holds no code we know. */
function meaningOfStatus(status: number): UnknownReason {
  if (status === 429 || status === 418) return 'limited';
  return status >= 500 || status === 403 || status === 451 ? 'away' : 'strange';
}

/** Without an answer the exchange is away only where the network says so; a request that could not be sent tells nothing. */
function explainSilence(out: GuardedFetch): ProbeOutcome {
  const code = textUnder(out.failure(), 'code') ?? '';
  return { outcome: 'unknown', reason: NETWORK.test(code) ? 'away' : 'strange', detail: `no answer ${code}`.trim() };
}

/** What the last answer says of the error that the client made of it. */
function explain(card: ProbeCard, out: GuardedFetch): ProbeOutcome {
  const answer = out.last();
  if (answer === null) return explainSilence(out);
  const code = card.codeOf(jsonOf(answer.body));
  const known = code !== null && Object.hasOwn(card.meanings, code) ? card.meanings[code] : undefined;
  const meaning = known ?? meaningOfStatus(answer.status);
  // What stands under the name of a code may be anything, the key itself too; the log is told codes only.
  const named = code === null ? 'none' : known !== undefined || NUMBER.test(code) ? code : 'unknown';
  const detail = `HTTP ${answer.status}, code ${named}`;
  return UNKNOWN.has(meaning)
    ? { outcome: 'unknown', reason: meaning as UnknownReason, detail }
    : { outcome: 'refused', part: meaning as Exclude<CodeMeaning, UnknownReason>, detail };
}

export interface KeyProbeDeps {
  readonly hosts: ReadonlyMap<string, ExchangeHosts>;
  readonly withinMs?: number;
  /** What may be asked of the exchanges, shared with whoever else asks them. */
  readonly budgets?: ExchangeBudgets;
}

/** Of Binance's two calls, the clock, and both again. */
const WEIGHT = 43;

export function createKeyProbe({ hosts, withinMs = PROBE_WITHIN_MS, budgets }: KeyProbeDeps): KeyProbe {
  async function readOnce(card: ProbeCard, client: CcxtClient, out: GuardedFetch, key: string): Promise<ProbeOutcome> {
    try {
      return { outcome: 'good', ...(await card.read(client, key)) };
    } catch {
      return explain(card, out);
    }
  }

  async function askWith(card: ProbeCard, client: CcxtClient, out: GuardedFetch, key: string): Promise<ProbeOutcome> {
    const outcome = await readOnce(card, client, out, key);
    if (outcome.outcome !== 'unknown' || outcome.reason !== 'clock') return outcome;
    try {
      await client.loadTimeDifference();
    } catch {
      return explain(card, out);
    }
    return readOnce(card, client, out, key);
  }

  async function probe(exchange: string, keys: PlainKeys): Promise<ProbeOutcome> {
    const card = probeCardOf(exchange);
    const row = hosts.get(exchange);
    if (card === undefined || row === undefined) {
      return { outcome: 'unknown', reason: 'strange', detail: `${exchange} has no hosts` };
    }
    await import('ccxt'); // before the time runs
    const budget = budgets?.of(exchange);
    const ticket = await budget?.of('spot').take(card.weight ?? WEIGHT, 'kept', withinMs);
    if (ticket === null) return { outcome: 'unknown', reason: 'limited', detail: 'no room left in what may be asked' };
    const out = guardedFetch(row.allowed, AbortSignal.timeout(withinMs));
    try {
      const client = await clientOf(card.ccxtId, keys, row, { fetch: out.fetch, timeoutMs: withinMs });
      return await askWith(card, client, out, keys.apiKey.reveal());
    } finally {
      const answer = out.last();
      if (answer === null && out.failure() === null) ticket?.unsent();
      else ticket?.done(null);
      if (answer !== null) budget?.stayAway('spot', awayMsOf(answer, cardOf(exchange)));
    }
  }

  return { probe };
}
