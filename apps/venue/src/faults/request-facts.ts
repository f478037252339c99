// Whom and what a request is about, as far as the switches can be narrowed: its account and its symbols.
import type { FastifyRequest } from 'fastify';
import type { Exchange } from '../exchange/exchange.ts';
import type { Wire } from './calls.ts';
import type { Occasion } from './fault-plan.ts';

type Facts = Required<Omit<Occasion, 'call'>>;
type Fields = Readonly<Record<string, unknown>>;

export function requestFacts(exchange: Exchange): (wire: Wire, request: FastifyRequest) => Facts {
  return (_wire, request) => ownFacts(exchange, request);
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

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
