// The exchange as Gate speaks: REST under /api/v4, sockets under /ws/v4/ (spot) and /v4/ws/usdt (contracts). Everything here reads and
// writes that wire; what trades is the exchange behind it, the same for every wire.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Exchange } from '../../exchange/exchange.ts';
import type { TradingFloor } from '../../exchange/trading-floor.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import type { FaultPlan } from '../../faults/fault-plan.ts';
import { addressOf } from '../address.ts';
import { JsonFields } from '../json-fields.ts';
import { TradeLog } from '../trade-log.ts';
import { accountCalls } from './account-calls.ts';
import type { GateCall, GateCalls } from './call.ts';
import { Channels } from './channels.ts';
import { contractCalls } from './contract-calls.ts';
import { GateError, words } from './errors.ts';
import { exactText } from './exact-numbers.ts';
import { type Asked, Judge } from './judge.ts';
import { marketCalls } from './market-calls.ts';
import { Pairs } from './pairs.ts';
import { Sockets } from './sockets.ts';
import { spotCalls } from './spot-calls.ts';

const OK = 200;

export interface GateWireDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  /** The wall clock as clients are shown it. */
  readonly wallNow: () => number;
  readonly faults: FaultPlan;
}

export class GateWire {
  readonly #judge: Judge;
  readonly #calls: GateCalls;
  readonly #trades = new TradeLog();
  readonly #channels: Channels;
  readonly #sockets: Sockets;

  constructor({ exchange, floor, wallNow, faults }: GateWireDeps) {
    const pairs = new Pairs(exchange);
    const deps = { exchange, floor, pairs, wallNow };
    this.#judge = new Judge(exchange, wallNow);
    this.#calls = {
      ...marketCalls({ exchange, pairs, trades: this.#trades, wallNow }),
      ...spotCalls(deps),
      ...contractCalls(deps),
      ...accountCalls(deps),
    };
    this.#sockets = new Sockets({
      ...{ judge: this.#judge, faults, wallNow },
      isOpen: (channel) => this.#channels.isOpen(channel),
      isPrivate: (channel) => this.#channels.isPrivate(channel),
      isListed: (line, market) => this.#channels.isListed(line, market),
    });
    this.#channels = new Channels({ exchange, pairs, sockets: this.#sockets });
  }

  attach(door: FastifyInstance): void {
    door.register(async (scope) => {
      scope.removeContentTypeParser('application/json');
      // It stays the text that was signed.
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      scope.setReplySerializer(exactText);
      scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => refuse(error, reply));
      for (const [name, call] of Object.entries(this.#calls)) {
        const [method, url] = name.split(' ') as [HTTPMethods, string];
        scope.route({
          ...{ method, url },
          handler: async (request, reply) => {
            const answer = await this.#judge.make(name, call, askedBy(request));
            reply.status(statusOf(call));
            return answer;
          },
        });
      }
    });
    this.#sockets.attach(door);
  }

  open(): void {
    this.#sockets.open();
  }

  /** Committed events, in order. */
  tell(events: readonly ExchangeEvent[]): void {
    this.#channels.tell(events, this.#trades.take(events));
  }

  close(): void {
    this.#sockets.close();
  }
}

function statusOf(call: GateCall): number {
  return call.guard === 'none' ? OK : (call.status ?? OK);
}

function refuse(error: Error & { statusCode?: number }, reply: FastifyReply) {
  if (error instanceof GateError)
    return reply.status(error.status).send({ label: error.label, message: error.message });
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.status(status).send({ label: 'BAD_REQUEST', message: error.message });
  return reply.status(500).send({ label: 'SERVER_ERROR', message: 'Internal server error' });
}

function askedBy(request: FastifyRequest): Asked {
  const [path = '', query = ''] = (request.raw.url ?? '').split('?');
  const body = typeof request.body === 'string' ? request.body : '';
  const header = (name: string) => {
    const value = request.headers[name];
    return value === undefined || value === '' ? undefined : String(value);
  };
  return {
    fields: fieldsOf(query, body, request.params as Readonly<Record<string, string>>),
    ip: addressOf(request.ip),
    credentials: { key: header('key'), sign: header('sign'), timestamp: header('timestamp') },
    // Path and query are signed as they read, and sent encoded.
    signedText: [
      ...[request.method, decoded(path), decoded(query.replaceAll('+', ' '))],
      createHash('sha512').update(body).digest('hex'),
    ].join('\n'),
    isDecimal: header('x-gate-size-decimal') === '1',
  };
}

/** What stands in the path is a field like any other. */
function fieldsOf(query: string, body: string, inPath: Readonly<Record<string, string>>): JsonFields {
  if (body === '') return new JsonFields({ ...Object.fromEntries(new URLSearchParams(query)), ...inPath }, words);
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    throw words.malformed();
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw words.malformed();
  return new JsonFields({ ...sent, ...inPath }, words);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw words.malformed();
  }
}
