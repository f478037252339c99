// The exchange as Bitget speaks: REST under /api/v2, sockets under /v2/ws. Everything here reads and writes that wire; what trades is
// the exchange behind it, the same for every wire.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Exchange } from '../../exchange/exchange.ts';
import type { TradingFloor } from '../../exchange/trading-floor.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import type { FaultPlan } from '../../faults/fault-plan.ts';
import { addressOf } from '../address.ts';
import { JsonFields } from '../json-fields.ts';
import { TradeLog } from '../trade-log.ts';
import { accountCalls } from './account-calls.ts';
import type { BitgetCalls } from './call.ts';
import { Channels } from './channels.ts';
import { contractCalls } from './contract-calls.ts';
import { BitgetError, words } from './errors.ts';
import { type Asked, Judge } from './judge.ts';
import { marketCalls } from './market-calls.ts';
import { orderCalls } from './order-calls.ts';
import { Pairs } from './pairs.ts';
import { Sockets } from './sockets.ts';

export interface BitgetWireDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  /** The wall clock as clients are shown it. */
  readonly wallNow: () => number;
  readonly faults: FaultPlan;
}

export class BitgetWire {
  readonly #judge: Judge;
  readonly #calls: BitgetCalls;
  readonly #trades = new TradeLog();
  readonly #channels: Channels;
  readonly #sockets: Sockets;
  readonly #wallNow: () => number;

  constructor({ exchange, floor, wallNow, faults }: BitgetWireDeps) {
    const pairs = new Pairs(exchange);
    const deps = { exchange, floor, pairs };
    this.#wallNow = wallNow;
    this.#judge = new Judge(exchange, wallNow);
    this.#calls = {
      ...marketCalls({ exchange, pairs, trades: this.#trades, wallNow }),
      ...orderCalls(deps),
      ...contractCalls(deps),
      ...accountCalls(deps),
    };
    this.#sockets = new Sockets({
      ...{ judge: this.#judge, faults, wallNow },
      opening: (arg) => this.#channels.opening(arg),
    });
    this.#channels = new Channels({ exchange, pairs, sockets: this.#sockets, trades: this.#trades });
  }

  attach(door: FastifyInstance): void {
    door.register(async (scope) => {
      scope.removeContentTypeParser('application/json');
      // It stays the text that was signed.
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => this.#refuse(error, reply));
      for (const [name, call] of Object.entries(this.#calls)) {
        const [method, url] = name.split(' ') as [HTTPMethods, string];
        scope.route({
          ...{ method, url },
          handler: async (request) =>
            this.#answer('00000', 'success', await this.#judge.make(name, call, askedBy(request))),
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

  #answer(code: string, msg: string, data: unknown) {
    return { code, msg, requestTime: this.#wallNow(), data };
  }

  #refuse(error: Error & { statusCode?: number }, reply: FastifyReply) {
    if (error instanceof BitgetError)
      return reply.status(error.status).send(this.#answer(error.code, error.message, null));
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.status(status).send(this.#answer('40017', error.message, null));
    return reply.status(500).send(this.#answer('40015', 'System is abnormal, please try again later', null));
  }
}

function askedBy(request: FastifyRequest): Asked {
  const url = request.raw.url ?? '';
  const [path = '', query = ''] = url.split('?');
  const body = typeof request.body === 'string' ? request.body : '';
  const header = (name: string) => {
    const value = request.headers[`access-${name}`];
    return value === undefined || value === '' ? undefined : String(value);
  };
  return {
    fields: JsonFields.of(query, body, words),
    ip: addressOf(request.ip),
    credentials: {
      ...{ key: header('key'), sign: header('sign') },
      ...{ timestamp: header('timestamp'), passphrase: header('passphrase') },
    },
    // The query is signed as it reads, and sent encoded.
    signedText: request.method + path + (query === '' ? '' : `?${decoded(query)}`) + body,
  };
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '));
  } catch {
    throw words.malformed();
  }
}
