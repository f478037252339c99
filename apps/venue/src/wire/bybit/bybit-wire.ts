// The exchange as Bybit speaks: REST and sockets under /v5. Everything here reads and writes that wire; what trades is the exchange
// behind it, the same for every wire. Its account is unified there: the two wallets are one pot to whoever comes by this door.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Exchange } from '../../exchange/exchange.ts';
import type { TradingFloor } from '../../exchange/trading-floor.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import type { FaultPlan } from '../../faults/fault-plan.ts';
import { addressOf } from '../address.ts';
import { JsonFields } from '../json-fields.ts';
import { TradeLog } from '../trade-log.ts';
import { accountCalls } from './account-calls.ts';
import type { BybitCalls } from './call.ts';
import { BybitError, words } from './errors.ts';
import { type Allowance, type Asked, Judge } from './judge.ts';
import { marketCalls } from './market-calls.ts';
import { orderCalls } from './order-calls.ts';
import { Pairs } from './pairs.ts';
import { Sockets } from './sockets.ts';
import { Topics } from './topics.ts';

export interface BybitWireDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  /** The wall clock as clients are shown it. */
  readonly wallNow: () => number;
  readonly faults: FaultPlan;
}

export class BybitWire {
  readonly #judge: Judge;
  readonly #calls: BybitCalls;
  readonly #trades = new TradeLog();
  readonly #topics: Topics;
  readonly #sockets: Sockets;
  readonly #wallNow: () => number;

  constructor({ exchange, floor, wallNow, faults }: BybitWireDeps) {
    const pairs = new Pairs(exchange);
    const deps = { exchange, floor, pairs };
    this.#wallNow = wallNow;
    this.#judge = new Judge(exchange, wallNow);
    this.#calls = {
      ...marketCalls({ pairs, trades: this.#trades, wallNow }),
      ...orderCalls(deps),
      ...accountCalls(deps),
    };
    this.#sockets = new Sockets({
      ...{ judge: this.#judge, faults, wallNow },
      isOffered: (line, topic) => this.#topics.isOffered(line, topic),
    });
    this.#topics = new Topics({ exchange, pairs, sockets: this.#sockets });
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
          handler: async (request, reply) => {
            const allowed = (allowance: Allowance) => this.#tellAllowance(reply, allowance);
            const result = await this.#judge.make(name, call, askedBy(request), allowed);
            return this.#answer(0, 'OK', result);
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
    this.#topics.tell(events, this.#trades.take(events));
  }

  close(): void {
    this.#sockets.close();
  }

  #answer(retCode: number, retMsg: string, result: object) {
    return { retCode, retMsg, result, retExtInfo: {}, time: this.#wallNow() };
  }

  #refuse(error: Error & { statusCode?: number }, reply: FastifyReply) {
    if (error instanceof BybitError)
      return reply.status(error.status).send(this.#answer(error.code, error.message, {}));
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.status(status).send(this.#answer(10001, error.message, {}));
    return reply.status(200).send(this.#answer(10016, 'Server error.', {}));
  }

  #tellAllowance(reply: FastifyReply, { limit, left }: Allowance): void {
    reply.header('x-bapi-limit', String(limit));
    reply.header('x-bapi-limit-status', String(left));
    reply.header('x-bapi-limit-reset-timestamp', String(this.#wallNow()));
  }
}

function askedBy(request: FastifyRequest): Asked {
  const query = (request.raw.url ?? '').split('?')[1] ?? '';
  const body = typeof request.body === 'string' ? request.body : '';
  const header = (name: string) => {
    const value = request.headers[`x-bapi-${name}`];
    return value === undefined || value === '' ? undefined : String(value);
  };
  return {
    fields: JsonFields.of(query, body, words),
    ip: addressOf(request.ip),
    credentials: {
      ...{ key: header('api-key'), sign: header('sign') },
      ...{ timestamp: header('timestamp'), window: header('recv-window') },
    },
    sent: request.method === 'POST' ? body : query,
  };
}
