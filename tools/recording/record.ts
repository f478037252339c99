// Asks an exchange, by a key, for everything our adapters read of an account and of two markets, and keeps each answer as it came. It
// changes nothing: a call that is no reading is not made, whoever asks for it.
import { setTimeout as sleep } from 'node:timers/promises';
import { wireOf } from '../../apps/server/src/adapters/exchanges/exchange-adapters.ts';
import { ExchangeBudgets } from '../../apps/server/src/adapters/exchanges/exchange-budgets.ts';
import { cardOf } from '../../apps/server/src/adapters/exchanges/exchange-profiles.ts';
import { OrderNumbers } from '../../apps/server/src/adapters/exchanges/shared/order-ids.ts';
import type { ExchangeHosts } from '../../apps/server/src/adapters/exchanges/transport/hosts.ts';
import {
  type ExchangeRequest,
  SignedRequests,
} from '../../apps/server/src/adapters/exchanges/transport/signed-requests.ts';
import type { PlainKeys } from '../../apps/server/src/ports/key-vault.ts';
import { Disguise, readExactly, writeExactly } from './disguise.ts';
import { shortened } from './shorten.ts';

export interface RecordingTerms {
  readonly exchange: string;
  readonly hosts: ExchangeHosts;
  readonly keys: PlainKeys;
  readonly spot: string;
  readonly contract: string;
  /** From when on trades and settlements are asked for. */
  readonly sinceMs: number;
  readonly nowMs: () => number;
  readonly say: (line: string) => void;
}

export interface RecordedReply {
  readonly name: string;
  readonly text: string;
}

interface Answer {
  readonly request: ExchangeRequest;
  readonly status: number;
  readonly body: string;
  /** What was asked of the adapters. */
  readonly read: readonly (string | number)[];
}

const ACCOUNT = 'recorded';
const READ = { family: 'spot', weight: 1, share: 'reads', patienceMs: 15_000 } as const;
/** Answers of one call that one question keeps. */
const MOST_OF_A_CALL = 2;
const MOST_ORDERS = 5;
const OK = 200;
const MOST_TRADES = 100;
/** The calls that tell what a key may: the check of keys reads them, too. */
const KEY_CALLS = new Set([
  ...['privateGetAccountConfig', 'privateGetV5UserQueryApi', 'privateSpotGetV2SpotAccountInfo'],
  'sapiGetAccountApiRestrictions',
]);
/** What the check of a key reads there and none of our other adapters does. */
const KEY_READS: Readonly<Record<string, string>> = { gate: 'privateAccountGetDetail' };
/** By which parameters the answers of one call are told apart. */
const TELLING = [
  'category',
  'instType',
  'businessType',
  'type',
  'symbol',
  'instId',
  'orderLinkId',
  'clOrdId',
  'clientOid',
  'currency_pair',
  'contract',
  'status',
  'order_id',
];
const IDS = new Set(['orderLinkId', 'clOrdId', 'clientOid', 'origClientOrderId', 'orderId', 'order_id']);
const READING = /^(public|private|sapi|fapiPublic|fapiPrivate)(V\d)?(Spot|Mix|Common|Futures|Account)?Get[A-Z]/;

/** Of ccxt's names of calls: it says itself how it is made. */
export function isReading(call: string): boolean {
  return READING.test(call);
}

/** Throws where anything of the account is left in what would be written. */
export async function record(terms: RecordingTerms): Promise<RecordedReply[]> {
  const answers = await asked(terms);
  const { apiKey, passphrase, secretKey } = terms.keys;
  const disguise = new Disguise([apiKey, secretKey, passphrase].map((secret) => secret?.reveal() ?? ''));
  const said = answers.map((answer) => ({ ...answer, value: readExactly(answer.body) }));
  for (const { request, value } of said) {
    disguise.look(value);
    disguise.look(request.params);
  }
  const replies = filesOf(terms, said, disguise);
  for (const { name, text } of replies) {
    const found = disguise.foundIn(text);
    if (found.length > 0)
      throw new Error(`${name}: ${found.length} things of the account are left in it; nothing was written`);
  }
  return replies;
}

async function asked({
  contract,
  exchange,
  hosts,
  keys,
  nowMs,
  say,
  sinceMs,
  spot,
}: RecordingTerms): Promise<Answer[]> {
  const card = cardOf(exchange);
  if (card === undefined || !card.trades) throw new Error(`${exchange} is not traded on`);
  const answers: Answer[] = [];
  let read: Answer['read'] = [];
  const clock = { nowMs };
  const budget = new ExchangeBudgets(clock).of(exchange);
  const line = new SignedRequests({
    ...{ card, hosts, budget, credentials: async () => keys, contractAccounts: async () => [ACCOUNT] },
    recorded: (request, { body, status }) => answers.push({ request, status, body, read }),
  });
  const refuse = async () => ({ kind: 'unsent', code: 0, detail: 'recording changes nothing' }) as const;
  const readingOnly = new Proxy(line, {
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name, target);
      if (typeof own !== 'function') return own;
      return (request: unknown) => {
        const isAsking = name === 'ask' || name === 'read';
        if (isAsking && !isReading((request as ExchangeRequest).call))
          return name === 'ask' ? refuse() : Promise.reject(new Error('no reading'));
        return own.call(target, request);
      };
    },
  });
  const wire = wireOf({
    ...{ card, line: readingOnly, budget, numbers: new OrderNumbers(), nowMs, lastPrice: () => null },
  });
  const { accounts, data, fills, orders } = wire;
  const own = new Map<string, string>();
  const keep = <T extends { readonly cid: string; readonly symbol: string }>(rows: T[]): T[] => {
    for (const { cid, symbol } of rows) if (card.clientId.test(cid) && own.size < MOST_ORDERS) own.set(cid, symbol);
    return rows;
  };
  const both = [spot, contract] as const;
  const backMs = nowMs() - sinceMs;
  const questions: [Answer['read'], () => Promise<unknown>][] = [
    [['clock'], () => line.exchangeNowMs()],
    [['symbols'], () => data.symbols()],
    [['tickers'], () => data.tickers()],
    ...both.flatMap((symbol): [Answer['read'], () => Promise<unknown>][] => [
      [['candles', symbol, '1h'], () => data.candles(symbol, '1h', 3)],
      [['book', symbol], () => data.book(symbol)],
      [['lastTradeIds', symbol], () => data.lastTradeIds([symbol])],
    ]),
    [['fundingRates', contract], () => data.fundingRates(contract, 2)],
    ...Object.entries(KEY_READS).flatMap(([at, call]): [Answer['read'], () => Promise<unknown>][] =>
      at === exchange ? [[['key'], () => line.read({ ...READ, call, account: ACCOUNT })]] : [],
    ),
    [['mayFutures'], () => accounts.mayFutures(ACCOUNT)],
    [['positionMode'], () => accounts.positionMode(ACCOUNT)],
    [['balances', 'spot'], () => accounts.balances(ACCOUNT, 'spot')],
    [['balances', 'futures'], () => accounts.balances(ACCOUNT, 'futures')],
    [['positions'], () => accounts.positions(ACCOUNT)],
    [['openOrders'], async () => keep(await orders.openOrders(ACCOUNT))],
    ...both.map((symbol): [Answer['read'], () => Promise<unknown>] => [
      ['fills', symbol, backMs],
      async () => keep(await fills.fills(ACCOUNT, symbol, '', MOST_TRADES, sinceMs)),
    ]),
    [['fundings', contract, backMs], () => fills.fundings(ACCOUNT, contract, '', MOST_TRADES, sinceMs)],
    [['marginAdds', contract, backMs], () => accounts.marginAdds(ACCOUNT, contract, sinceMs)],
  ];
  const ask = async (what: Answer['read'], question: () => Promise<unknown>): Promise<void> => {
    read = what;
    const before = answers.length;
    const told = await question().then(
      () => 'read',
      (error: unknown) => `not read (${String((error as Error).message).slice(0, 120)})`,
    );
    say(`${what.join(' ')}: ${told}, ${answers.length - before} answers`);
    // Nobody is in a hurry here.
    await sleep(hosts.instead === null ? 500 : 0);
  };
  for (const [what, question] of questions) await ask(what, question);
  for (const [cid, symbol] of own) await ask(['order', symbol, cid], () => orders.order(ACCOUNT, symbol, cid));
  line.close();
  return answers;
}

function filesOf(
  { exchange, nowMs, spot, contract }: RecordingTerms,
  said: readonly (Answer & { readonly value: unknown })[],
  disguise: Disguise,
): RecordedReply[] {
  const wanted = new Set([spot, contract].flatMap(namesOf));
  const counts = new Map<string, number>();
  const read = new Set<string>();
  return said.flatMap(({ request, status, body, read: what, value }): RecordedReply[] => {
    const question = what.map((one) => (typeof one === 'string' ? disguise.nameOf(one) : one));
    const of = `${question.join(' ')} ${request.call}`;
    const count = (counts.get(of) ?? 0) + 1;
    counts.set(of, count);
    if (count > MOST_OF_A_CALL) return [];
    const isFirst = !read.has(question.join(' '));
    // What was refused answers nothing: the next of them may.
    if (status === OK) read.add(question.join(' '));
    const asks = KEY_CALLS.has(request.call) && !read.has('key') ? ['key'] : isFirst ? question : undefined;
    if (asks?.[0] === 'key') read.add('key');
    const params = paramsOf(request, disguise);
    const header = {
      source: `recorded at ${exchange} by tools/record-replies`,
      says: `What was told when this was asked for: ${question.join(' ')}.`,
      call: request.call,
      ...(Object.keys(params).length > 0 && { params }),
      ...(status !== OK && { status }),
      ...{ base: true, at: nowMs() },
      ...(asks !== undefined && status === OK && { read: asks }),
    };
    const reply =
      value === undefined
        ? JSON.stringify(body.slice(0, 2_000))
        : writeExactly(disguise.replaced(shortened(value, wanted)));
    const name = `${question
      .join('-')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .toLowerCase()}-${counts.size}-${count}`;
    const text = `${JSON.stringify(header, null, 2).slice(0, -2)},\n  "reply": ${reply.replaceAll('\n', '\n  ')}\n}\n`;
    return [{ name, text }];
  });
}

function paramsOf({ params }: ExchangeRequest, disguise: Disguise): Record<string, string> {
  const given = (Array.isArray(params) ? {} : (params ?? {})) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => TELLING.includes(name))
      .map(([name, value]) => [name, IDS.has(name) ? disguise.nameOf(String(value)) : String(value)]),
  );
}

/** Of a market of ours: as any of the exchanges names it. */
function namesOf(symbol: string): string[] {
  const [pair = '', settle] = symbol.split(':');
  const [base = '', quote = ''] = pair.split('/');
  return settle === undefined
    ? [base + quote, `${base}-${quote}`, `${base}_${quote}`, base, quote]
    : [base + quote, `${base}-${quote}-SWAP`, `${base}-${quote}`, `${base}_${quote}`];
}
