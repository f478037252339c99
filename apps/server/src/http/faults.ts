// What leaves when something outside a use case goes wrong: unreadable bodies, unknown paths, a database that is down,
// our own errors. The log gets the cause and a trace id; the caller gets the id alone.
import * as codes from '@cormorant/contract/codes.ts';
import { langOf } from '@cormorant/contract/envelope.ts';
import { clientTexts } from '@cormorant/contract/texts.ts';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { errorOf, fieldErrorOf } from './envelope.ts';

export const BODY_LIMIT_BYTES = 64 * 1024;

const connectionFaults: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
]);

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const own = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return own !== '' || !('cause' in error) ? own : codeOf(error.cause);
}

/** PostgreSQL's class 08 (connection), 53 (resources), 57P (shutting down), or no connection at all. */
export function isDatabaseDown(error: unknown): boolean {
  const code = codeOf(error);
  if (connectionFaults.has(code) || /^(08|53|57P)/.test(code)) return true;
  return error instanceof Error && /connect.*timeout|timeout.*connect|Connection terminated/i.test(error.message);
}

export function unknownPath(request: Pick<FastifyRequest, 'headers'>) {
  const lang = langOf(request.headers['x-lang']);
  return { ...errorOf(codes.not_found, lang), msg: clientTexts.http_404[lang] };
}

export function answerFaults(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const lang = langOf(request.headers['x-lang']);
    const status = error.statusCode ?? 500;
    if (status === 413) {
      return reply
        .status(413)
        .send(
          fieldErrorOf(
            codes.field_range,
            { field: 'body', max: request.routeOptions.bodyLimit ?? BODY_LIMIT_BYTES },
            lang,
          ),
        );
    }
    // Files refuse an address that is no path, and a body may be broken where nobody reads it.
    const isCall = request.routeOptions.schema?.operationId !== undefined;
    if (status === 404 || (status < 500 && !isCall)) return reply.status(404).send(unknownPath(request));
    if (status >= 400 && status < 500) return reply.status(200).send(errorOf(codes.parse_error, lang));
    const trace = { trace: request.id };
    request.log.error({ err: error, trace: request.id, url: request.routeOptions.url }, 'request failed');
    if (isDatabaseDown(error)) return reply.status(503).send(errorOf(codes.database, lang, trace));
    return reply.status(500).send(errorOf(codes.server, lang, trace));
  });
}
