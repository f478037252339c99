// The HTTP door of the Binance wire: every call of a family becomes a route; bodies stay the text that was signed.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { addressOf } from '../address.ts';
import { BinanceError } from './errors.ts';
import type { Asked, Family, Judge } from './family.ts';
import { Params } from './params.ts';
import { signedText } from './signing.ts';

const FORM = 'application/x-www-form-urlencoded';

export function addFamilies(door: FastifyInstance, judge: Judge, families: readonly Family[]): void {
  door.register(async (scope) => {
    for (const type of [FORM, 'application/json', 'text/plain']) {
      scope.removeContentTypeParser(type);
      scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    }
    scope.setErrorHandler(answerError);
    for (const family of families) addCalls(scope, judge, family);
  });
}

function addCalls(scope: FastifyInstance, judge: Judge, family: Family): void {
  for (const [name, call] of Object.entries(family.calls)) {
    const [method, url] = name.split(' ') as [HTTPMethods, string];
    scope.route({
      method,
      url,
      handler: async (request, reply) => {
        const asked = askedBy(request);
        try {
          return await judge.make(family, call, asked, ({ inTenSeconds, inDay }) => {
            reply.header('x-mbx-order-count-10s', inTenSeconds);
            reply.header('x-mbx-order-count-1d', inDay);
          });
        } finally {
          for (const header of family.usedHeaders) reply.header(header, family.weights.used(asked.ip));
        }
      },
    });
  }
}

function askedBy(request: FastifyRequest): Asked {
  const query = (request.raw.url ?? '').split('?')[1] ?? '';
  const isForm = String(request.headers['content-type'] ?? '').startsWith(FORM);
  const body = isForm && typeof request.body === 'string' ? request.body : '';
  const apiKey = request.headers['x-mbx-apikey'];
  return {
    params: Params.ofUrlencoded(query, body),
    ip: addressOf(request.ip),
    apiKey: apiKey === undefined ? undefined : String(apiKey),
    signedText: signedText(query, body),
  };
}

function answerError(error: Error & { statusCode?: number }, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof BinanceError) {
    if (error.retryAfterSeconds !== null) reply.header('retry-after', error.retryAfterSeconds);
    return reply.status(error.status).send(error.body);
  }
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.status(status).send({ code: -1100, msg: error.message });
  return reply.status(500).send({ code: -1000, msg: 'An unknown error occurred while processing the request.' });
}
