// How the body of a request is read: JSON only, of a call and of a signal alike.
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import { isTooDeep } from './json-depth.ts';
import { hasInexactNumber } from './json-numbers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The text of a JSON body, for signatures over it. */
    rawBody: string;
    /** A signal whose body is no document of ours. */
    isUnread: boolean;
  }
}

const unreadable = (why: string): Error => Object.assign(new Error(why), { statusCode: 400 });

type Done = (error: Error | null, body?: unknown) => void;
type Parse = (request: FastifyRequest, body: string, done: Done) => void;

/** An empty body is no body. No text of ours holds the character 0, which the database cannot store. */
function parserOf(app: FastifyInstance): Parse {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    request.rawBody = body;
    if (body === '') done(null, undefined);
    else if (/\\u0000/.test(body)) done(unreadable('a zero character'), undefined);
    else if (isTooDeep(body)) done(unreadable('a bottomless document'), undefined);
    else if (hasInexactNumber(body)) done(unreadable('a number that no float keeps'), undefined);
    else void parse(request, body, done);
  };
}

export function readJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('rawBody', '');
  app.decorateRequest('isUnread', false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    parserOf(app) as FastifyBodyParser<string>,
  );
}

/**
 * Within a scope of calls that a token in the path lets in. Senders of signals name their JSON a plain text, and one that
 * sends no JSON at all is answered by its call, which may tell the owner of the token.
 */
export function readSignalBodies(scope: FastifyInstance): void {
  const parse = parserOf(scope);
  scope.removeAllContentTypeParsers();
  const read: Parse = (request, body, done) => {
    parse(request, body, (error, document) => {
      request.isUnread = error !== null;
      done(null, document);
    });
  };
  for (const type of ['application/json', 'text/plain'])
    scope.addContentTypeParser<string>(type, { parseAs: 'string' }, read as FastifyBodyParser<string>);
}
