// The exchange as OKX speaks: REST under /api/v5, sockets under /ws/v5. Everything here reads and writes that wire; what trades
// is the exchange behind it, the same for every wire.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Exchange } from '../../exchange/exchange.ts';
import type { TradingFloor } from '../../exchange/trading-floor.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import type { FaultPlan } from '../../faults/fault-plan.ts';
import { addressOf } from '../address.ts';
import { JsonFields } from '../json-fields.ts';
import { TradeLog } from '../trade-log.ts';
import { accountCalls } from './account-calls.ts';
import type { OkxCalls } from './call.ts';
import { Channels } from './channels.ts';
import { OkxError, words } from './errors.ts';
import { historyCalls } from './history-calls.ts';
import { Instruments } from './instruments.ts';
import { type Asked, Judge } from './judge.ts';
import { marketCalls } from './market-calls.ts';
import { orderCalls } from './order-calls.ts';
import { Sockets } from './sockets.ts';

export interface OkxWireDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  /** The wall clock as clients are shown it. */
  readonly wallNow: () => number;
  readonly faults: FaultPlan;
}

export class OkxWire {
  readonly #judge: Judge;
  readonly #calls: OkxCalls;
  readonly #trades = new TradeLog();
  readonly #channels: Channels;
  readonly #sockets: Sockets;

  constructor({ exchange, floor, wallNow, faults }: OkxWireDeps) {
    const instruments = new Instruments(exchange);
    const deps = { exchange, floor, instruments };
    this.#judge = new Judge(exchange, wallNow);
    this.#calls = {
      ...marketCalls({ instruments, trades: this.#trades, wallNow }),
      ...orderCalls(deps),
      ...historyCalls(deps),
      ...accountCalls(deps),
    };
    this.#channels = new Channels({
      ...{ exchange, instruments, now: () => floor.nowMs },
      sockets: () => this.#sockets,
    });
    this.#sockets = new Sockets({
      ...{ judge: this.#judge, calls: this.#calls, faults },
      opening: (arg, account) => this.#channels.opening(arg, account),
    });
  }

  attach(door: FastifyInstance): void {
    door.register(async (scope) => {
      for (const type of ['application/json', 'text/plain']) {
        scope.removeContentTypeParser(type);
        // It stays the text that was signed.
        scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => done(null, body));
      }
      scope.setErrorHandler(answerError);
      for (const [name, call] of Object.entries(this.#calls)) {
        const [method, url] = name.split(' ') as [HTTPMethods, string];
        scope.route({ method, url, handler: (request) => this.#judge.make(name, call, askedBy(request)) });
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

function askedBy(request: FastifyRequest): Asked {
  const url = request.raw.url ?? '';
  const body = typeof request.body === 'string' ? request.body : '';
  const header = (name: string) => {
    const value = request.headers[`ok-access-${name}`];
    return value === undefined || value === '' ? undefined : String(value);
  };
  return {
    fields: JsonFields.of(url.split('?')[1] ?? '', body, words),
    ip: addressOf(request.ip),
    credentials: {
      ...{ key: header('key'), sign: header('sign') },
      ...{ timestamp: header('timestamp'), passphrase: header('passphrase') },
    },
    signedText: request.method + url + body,
  };
}

function answerError(error: Error & { statusCode?: number }, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof OkxError) return reply.status(error.status).send(error.body);
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.status(status).send({ code: '50000', data: [], msg: error.message });
  return reply.status(500).send({ code: '50026', data: [], msg: 'System error. Try again later' });
}
