// Whom and what a request is about, as far as the switches can be narrowed: its account and its symbols.
import type { FastifyRequest } from 'fastify';
import type { Exchange } from '../exchange/exchange.ts';
import type { Wire } from './calls.ts';
import type { Occasion } from './fault-plan.ts';

type Facts = Required<Omit<Occasion, 'call'>>;
type Fields = Readonly<Record<string, unknown>>;

export function requestFacts(exchange: Exchange): (wire: Wire, request: FastifyRequest) => Facts {
  return (wire, request) => {
    if (wire === 'own') return ownFacts(exchange, request);
    if (wire === 'bybit') return bybitFacts(exchange, request);
    if (wire === 'bitget') return bitgetFacts(exchange, request);
    if (wire === 'gate') return gateFacts(exchange, request);
    return wire === 'okx' ? okxFacts(exchange, request) : binanceFacts(exchange, wire, request);
  };
}

function ownFacts(exchange: Exchange, request: FastifyRequest): Facts {
  const query = fieldsOf(request.query);
  const body = fieldsOf(request.body);
  const account = exchange.account(String(request.headers['x-account'] ?? ''));
  const ofCid = (cid: unknown) => account?.openByCid.get(String(cid))?.symbol;
  const named = [query.symbol, body.symbol, ...listOf(body.orders).map((order) => fieldsOf(order).symbol)];
  const ofOrders = [...listOf(body.cids), query.cid].map(ofCid);
  const symbols = [...named, ...ofOrders].filter((symbol) => typeof symbol === 'string');
  // Who opens an account is known by the reference alone.
  const opening = typeof body.ref === 'string' ? { name: body.ref, ref: body.ref } : null;
  return { account: account ?? opening, symbols };
}

/** By the key and the symbol it names; a body is still the text that was signed. */
function binanceFacts(exchange: Exchange, wire: Wire, request: FastifyRequest): Facts {
  const key = request.headers['x-mbx-apikey'];
  const account = key === undefined ? null : (exchange.accountOfKey(String(key)) ?? null);
  const body = typeof request.body === 'string' ? new URLSearchParams(request.body).get('symbol') : null;
  const name = fieldsOf(request.query).symbol ?? body;
  const market = wire === 'usdm' ? 'futures' : 'spot';
  const named = exchange.desks.filter(
    ({ instrument }) => instrument.market === market && instrument.base + instrument.quote === name,
  );
  return { account, symbols: named.map(({ symbol }) => symbol) };
}

/** By the key and the instruments it names, of which one body may name several. */
function okxFacts(exchange: Exchange, request: FastifyRequest): Facts {
  const key = request.headers['ok-access-key'];
  const account = key === undefined ? null : (exchange.accountOfKey(String(key)) ?? null);
  const body = typeof request.body === 'string' ? jsonOf(request.body) : null;
  const named = new Set([request.query, ...(Array.isArray(body) ? body : [body])].map((one) => fieldsOf(one).instId));
  const symbols = exchange.desks.filter(({ instrument, contract }) =>
    named.has(`${instrument.base}-${instrument.quote}${contract === null ? '' : '-SWAP'}`),
  );
  return { account, symbols: symbols.map(({ symbol }) => symbol) };
}

/** By the key, and by the symbol of a category that it names. */
function bybitFacts(exchange: Exchange, request: FastifyRequest): Facts {
  const key = request.headers['x-bapi-api-key'];
  const account = key === undefined ? null : (exchange.accountOfKey(String(key)) ?? null);
  const { category, symbol } = fieldsOf(typeof request.body === 'string' ? jsonOf(request.body) : request.query);
  const market = category === 'spot' ? 'spot' : 'futures';
  const named = exchange.desks.filter(
    ({ instrument }) => instrument.market === market && instrument.base + instrument.quote === symbol,
  );
  return { account, symbols: named.map((desk) => desk.symbol) };
}

/** By the key, and by the symbol that it names of the market that its path tells. */
function bitgetFacts(exchange: Exchange, request: FastifyRequest): Facts {
  const key = request.headers['access-key'];
  const account = key === undefined ? null : (exchange.accountOfKey(String(key)) ?? null);
  const { symbol } = fieldsOf(typeof request.body === 'string' ? jsonOf(request.body) : request.query);
  const market = (request.routeOptions.url ?? '').includes('/mix/') ? 'futures' : 'spot';
  const named = exchange.desks.filter(
    ({ instrument }) => instrument.market === market && instrument.base + instrument.quote === symbol,
  );
  return { account, symbols: named.map((desk) => desk.symbol) };
}

/** By the key, and by the market that path, query or body name. */
function gateFacts(exchange: Exchange, request: FastifyRequest): Facts {
  const { key } = request.headers;
  const account = key === undefined ? null : (exchange.accountOfKey(String(key)) ?? null);
  const sent = fieldsOf(typeof request.body === 'string' ? jsonOf(request.body) : request.query);
  const { contract, currency_pair: pair } = { ...sent, ...fieldsOf(request.params) };
  const market = (request.routeOptions.url ?? '').includes('/futures/') ? 'futures' : 'spot';
  const named = exchange.desks.filter(
    ({ instrument }) =>
      instrument.market === market && [contract, pair].includes(`${instrument.base}_${instrument.quote}`),
  );
  return { account, symbols: named.map((desk) => desk.symbol) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
