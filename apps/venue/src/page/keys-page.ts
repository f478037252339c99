// The exchange's own page at /keys: accounts with simulated funds and their API keys. It has no login, because only this
// machine reaches it; a page of somebody else in the same browser does not, neither by its forms nor by a name that points
// here. Who accepts JSON gets the same answers as JSON.
import { isIP } from 'node:net';
import { formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../exchange/account.ts';
import { publicKeyIn } from '../exchange/api-keys.ts';
import { FUNDING_ASSET } from '../exchange/deposits.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { TradingFloor } from '../exchange/trading-floor.ts';
import { type ApiKey, KEY_PERMISSIONS, type KeyTerms } from '../store/api-key.ts';
import { type AccountCard, pageHtml, STYLE } from './render.ts';
import { type Language, WORDS, type Words } from './words.ts';

export const KEYS_PATH = '/keys';
const MAX_TEXT = 40;
const MAX_IPS = 20;
const CENTS = 2;
/** What OKX takes, but for its rule about kinds of characters. */
const PASSPHRASE = /^[!-~]{8,32}$/;
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

export interface KeysPageDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  readonly wallNow: () => number;
}

/** Told to the person who filled in the form. */
class FormError extends Error {}

interface Form {
  readonly values: URLSearchParams;
  readonly words: Words;
}

export function addKeysPage(door: FastifyInstance, deps: KeysPageDeps): void {
  door.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(HEADERS);
      if (!isOfThisPage(request))
        return reply.status(403).send({ code: 'FORBIDDEN', msg: 'only from this page itself' });
    });
    scope.get('/', (_request, reply) => reply.redirect(KEYS_PATH));
    scope.get(`${KEYS_PATH}/style.css`, (_request, reply) => reply.type('text/css').send(STYLE));
    scope.get(KEYS_PATH, (request, reply) => answer(deps, request, reply, languageOf(request), {}));
    addForms(scope, deps);
  });
}

function addForms(scope: FastifyInstance, deps: KeysPageDeps): void {
  const { exchange, floor, wallNow } = deps;
  const form = (path: string, run: (form: Form) => Promise<Answer>) =>
    scope.post(`${KEYS_PATH}${path}`, async (request, reply) => {
      const values = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      const language = values.get('lang') === null ? languageOf(request) : values.get('lang') === 'zh' ? 'zh' : 'en';
      try {
        return await answer(deps, request, reply, language, await run({ values, words: WORDS[language] }));
      } catch (error) {
        if (!(error instanceof FormError)) throw error;
        return answer(deps, request, reply.status(400), language, { problem: error.message });
      }
    });
  form('/accounts', async ({ values, words }) => {
    const title = text(values.get('title'), words.badTitle);
    const amount = amountIn(exchange, null, values.get('usdt'), words);
    const account = await floor.request(() => exchange.makeAccount(title, amount, wallNow()));
    // Others may have taken the room between the look and the turn.
    if (account === null) throw amountError(exchange, null, words);
    return { account: { id: account.name, uid: account.id, title } };
  });
  form('/deposit', async ({ values, words }) => {
    const account = accountIn(exchange, values, words);
    const amount = amountIn(exchange, account, values.get('usdt'), words);
    const isPaid = await floor.request(() => exchange.deposit(account, amount, wallNow()));
    if (!isPaid) throw amountError(exchange, account, words);
    return {};
  });
  form('/new', async ({ values, words }) => {
    const account = accountIn(exchange, values, words);
    const [passphrase, publicKey] = [passphraseIn(values, words), publicKeyFrom(values, words)];
    if (passphrase !== '' && publicKey !== '') throw new FormError(words.badPublicKey);
    return { key: exchange.keys.make(account, termsIn(values, words), wallNow(), passphrase, publicKey) };
  });
  form('/edit', async ({ values, words }) => {
    if (!exchange.keys.change(values.get('key') ?? '', termsIn(values, words))) throw new FormError(words.badKey);
    return {};
  });
  form('/revoke', async ({ values, words }) => {
    if (!exchange.keys.revoke(values.get('key') ?? '')) throw new FormError(words.badKey);
    return {};
  });
}

interface Answer {
  readonly account?: { readonly id: string; readonly uid: number; readonly title: string };
  readonly key?: ApiKey;
  readonly problem?: string;
}

/** A secret is in the answer to its making and nowhere else, so that one is no redirect. */
function answer(deps: KeysPageDeps, request: FastifyRequest, reply: FastifyReply, language: Language, said: Answer) {
  const accounts = deps.exchange.bookAccounts.map((account) => cardOf(deps.exchange, account));
  if (String(request.headers.accept ?? '').includes('application/json')) {
    if (Object.keys(said).length > 0) return reply.send(said);
    const open = accounts.map((card) => ({
      ...card,
      keys: card.keys.map(({ secret: _secret, passphrase: _passphrase, ...key }) => key),
    }));
    return reply.send({ accounts: open });
  }
  const { key = null, problem = null } = said;
  if (request.method === 'POST' && key === null && problem === null)
    return reply.redirect(`${KEYS_PATH}?lang=${language}`, 303);
  const url = `http://${request.headers.host}`;
  return reply.type('text/html; charset=utf-8').send(pageHtml({ language, url, accounts, made: key, problem }));
}

function cardOf({ balances, contracts, keys }: Exchange, account: Account): AccountCard {
  const { freeAtoms, lockedAtoms } = balances.balance(account.id, FUNDING_ASSET);
  return {
    name: account.name,
    title: account.ref.slice(account.name.length + 1),
    uid: account.id,
    spot: balances.format(FUNDING_ASSET, freeAtoms + lockedAtoms),
    futures: formatScaled(contracts.book.walletAtoms(account.id), contracts.scale, true),
    keys: keys.of(account),
  };
}

function accountIn(exchange: Exchange, values: URLSearchParams, words: Words): Account {
  const account = exchange.account(values.get('account') ?? '');
  if (account?.law !== 'book') throw new FormError(words.badAccount);
  return account;
}

function termsIn(values: URLSearchParams, words: Words): KeyTerms {
  const label = text(values.get('label'), words.badLabel);
  const permissions = KEY_PERMISSIONS.filter((permission) => values.get(permission) === 'on');
  if (permissions.length === 0) throw new FormError(words.badPermissions);
  const ips = (values.get('ips') ?? '').split(/[\s,，、]+/).filter((ip) => ip !== '');
  if (ips.length > MAX_IPS || !ips.every((ip) => isIP(ip) !== 0)) throw new FormError(words.badIps);
  return { label, permissions, ips };
}

/** '' = a key as Binance makes them. */
function passphraseIn(values: URLSearchParams, words: Words): string {
  const passphrase = values.get('passphrase') ?? '';
  if (passphrase !== '' && !PASSPHRASE.test(passphrase)) throw new FormError(words.badPassphrase);
  return passphrase;
}

/** '' = the exchange makes a secret. */
function publicKeyFrom(values: URLSearchParams, words: Words): string {
  const text = (values.get('public_key') ?? '').trim();
  const publicKey = text === '' ? '' : publicKeyIn(text);
  if (publicKey === null) throw new FormError(words.badPublicKey);
  return publicKey;
}

function text(value: string | null, problem: string): string {
  const trimmed = (value ?? '').trim();
  if (trimmed.length < 1 || trimmed.length > MAX_TEXT) throw new FormError(problem);
  return trimmed;
}

/**
 * A tenth of what fits the exact range, never more than a million, and no more than there is room for: balances must be
 * able to grow.
 */
function mostUsdt(exchange: Exchange, account: Account | null): number {
  const tenth = Math.floor(Number.MAX_SAFE_INTEGER / 10 ** exchange.balances.scaleOf(FUNDING_ASSET) / 10);
  return Math.min(1_000_000, tenth, exchange.roomUsdt(account));
}

/** `account` is null for one that is still to be made. */
function amountIn(exchange: Exchange, account: Account | null, value: string | null, words: Words): string {
  try {
    const cents = parseScaled((value ?? '').trim(), CENTS);
    if (cents >= 100 && cents <= mostUsdt(exchange, account) * 100) return formatScaled(cents, CENTS, true);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
  }
  throw amountError(exchange, account, words);
}

function amountError(exchange: Exchange, account: Account | null, words: Words): FormError {
  const most = mostUsdt(exchange, account);
  return new FormError(most < 1 ? words.noRoom : words.badAmount(String(most)));
}

function languageOf(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: string };
  if (lang === 'zh' || lang === 'en') return lang;
  return /^zh/i.test(String(request.headers['accept-language'] ?? '')) ? 'zh' : 'en';
}

/** What a proxy passes on has come from somewhere else, whatever its Host says. */
const RELAYED = ['x-forwarded-for', 'forwarded', 'via'];
const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

function isOfThisPage({ headers, method, socket }: FastifyRequest): boolean {
  if (RELAYED.some((name) => headers[name] !== undefined) || !LOOPBACK.test(socket.remoteAddress ?? '')) return false;
  const host = String(headers.host ?? '');
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return false;
  if (method === 'GET' || method === 'HEAD') return true;
  const { origin } = headers;
  return origin === undefined || origin === `http://${host}`;
}
