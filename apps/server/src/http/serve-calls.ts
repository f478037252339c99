// Makes one route of every call of the contract, each with the same path from request to envelope: caller, limits,
// parse, once, handler, check of the answer. A call without a handler, or a handler without a call, stops the boot.

import { Readable } from 'node:stream';
import { type Call, codesOf, rateClassOf } from '@cormorant/contract/call.ts';
import { catalogue } from '@cormorant/contract/catalogue.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { type Envelope, envelopeSchema, langOf } from '@cormorant/contract/envelope.ts';
import { parseRequest } from '@cormorant/contract/refusal.ts';
import type { SuccessKey } from '@cormorant/contract/texts.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod';
import type { BoundCall, CallContext, FileAnswer } from '../features/handler.ts';
import type { Clock } from '../ports/clock.ts';
import { Refusal } from '../ports/refusal.ts';
import { Unreadable } from '../ports/unreadable.ts';
import { type Caller, type CheckToken, judge } from './bearer.ts';
import { errorOf, fieldErrorOf, refusedOf, successOf } from './envelope.ts';
import { untilEven } from './even-times.ts';
import { readSignalBodies } from './json-bodies.ts';
import type { Limiter } from './limits.ts';
import { type Once, requestIdOf } from './once.ts';

export interface ServeCallsDeps {
  readonly calls: readonly BoundCall[];
  readonly callList: readonly Call[];
  readonly checkToken: CheckToken;
  readonly limiter: Limiter;
  readonly once: Once;
  readonly clock: Clock;
  readonly isMaintenance: () => boolean;
  /** Answers at the doors of identity leave at the ends of steps of this length: longer than a slow hash takes. */
  readonly doorStepMs: number;
}

/** Each call with its handler, in the contract's order. */
export function pairCalls(callList: readonly Call[], bound: readonly BoundCall[]): BoundCall[] {
  const handlers = new Map<string, BoundCall>();
  for (const one of bound) {
    if (handlers.has(one.call.name)) throw new Error(`two handlers for the call ${one.call.name}`);
    handlers.set(one.call.name, one);
  }
  const missing = callList.filter((call) => !handlers.has(call.name)).map((call) => call.name);
  if (missing.length > 0) throw new Error(`calls without a handler: ${missing.join(', ')}`);
  const known = new Set(callList.map((call) => call.name));
  const stray = [...handlers.keys()].filter((name) => !known.has(name));
  if (stray.length > 0) throw new Error(`handlers without a call: ${stray.join(', ')}`);
  return callList.map((call) => handlers.get(call.name) as BoundCall);
}

/** A page that makes the browser fetch an acting GET (an image, a frame, a link) is not our client. */
function fetchedByPage(call: Call, request: FastifyRequest): boolean {
  const dest = request.headers['sec-fetch-dest'];
  return call.acts && call.method === 'GET' && dest !== undefined && dest !== '' && dest !== 'empty';
}

/** The data as its schema has it (undeclared fields gone); an answer outside its schema is our own fault. */
function checked(call: Call, data: unknown): unknown {
  const result = call.data.safeParse(data);
  if (result.success) return result.data;
  throw new Error(`the answer of ${call.name} is outside its schema: ${JSON.stringify(result.error.issues[0])}`);
}

function tellToWait(reply: FastifyReply, waitMs: number): void {
  reply.status(429).header('retry-after', Math.ceil(waitMs / 1000));
}

/** How OpenAPI has the answer: an envelope, or a file beside the envelope of its refusals. */
function responseOf(call: Call) {
  const envelope = envelopeSchema(call.data);
  if (call.produces === undefined) return envelope;
  return {
    description: `The file; a refusal is an envelope`,
    content: { [call.produces]: { schema: call.data }, 'application/json': { schema: envelope } },
  };
}

function sendFile(reply: FastifyReply, call: Call, { name, chunks }: FileAnswer): FastifyReply {
  return reply
    .header('content-type', `${call.produces}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(chunks));
}

/** The query with the field that came in the path, which no field behind it replaces. */
function queryOf({ inPath }: Call, { query, params }: FastifyRequest): unknown {
  if (inPath === undefined) return query;
  return { ...(query as object), [inPath]: (params as Readonly<Record<string, unknown>>)[inPath] };
}

/** Where OpenAPI has the fields of the query. */
function addressSchemas({ inPath, query }: Call) {
  if (query === undefined) return {};
  if (inPath === undefined || !(query instanceof z.ZodObject)) return { querystring: query };
  const { [inPath]: field, ...rest } = query.shape;
  return { params: z.object({ [inPath]: field }), querystring: z.object(rest) };
}

function doorOf(request: FastifyRequest): NonNullable<CallContext['door']> {
  const { token = '' } = request.params as { token?: string };
  const signature = request.headers['x-signature'];
  return { token, signature: typeof signature === 'string' ? signature : '', body: request.rawBody };
}

/** What was made; `undo` is called when that is null or an error. */
async function unlessNull<Made>(make: () => Promise<Made | null>, undo: () => void): Promise<Made | null> {
  let made: Made | null = null;
  try {
    made = await make();
    return made;
  } finally {
    if (made === null) undo();
  }
}

export function serveCalls(app: FastifyInstance, deps: ServeCallsDeps): void {
  const { checkToken, limiter, once, clock, isMaintenance } = deps;

  async function callerOf(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<Caller | Envelope> {
    const lang = langOf(request.headers['x-lang']);
    const nowMs = clock.nowMs();
    if (fetchedByPage(call, request)) {
      reply.status(403);
      return errorOf(codes.forbidden, lang, null, call);
    }
    const judged = await judge(request.headers.authorization, call.access, checkToken, nowMs);
    if ('malformed' in judged) {
      reply.status(401);
      return errorOf(codes.unauthorized, lang, null, call);
    }
    const userId = 'caller' in judged ? judged.caller.userId : 0;
    const waitMs = limiter.take(rateClassOf(call, request.query), request.ip, userId, nowMs);
    if (waitMs > 0) {
      tellToWait(reply, waitMs);
      return errorOf(codes.too_many_requests, lang, null, call);
    }
    return 'code' in judged ? errorOf(judged.code, lang, null, call) : judged.caller;
  }

  async function answer(
    { call, handle, onMalformed }: BoundCall,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Envelope | FileAnswer> {
    const lang = langOf(request.headers['x-lang']);
    if (request.url.includes('%00')) return errorOf(codes.parse_error, lang, null, call);
    const inVain = async (code: number, field: string | null) =>
      onMalformed?.({ code, field, door: doorOf(request), ip: request.ip, nowMs: clock.nowMs() });
    if (request.isUnread) {
      await inVain(codes.parse_error, null);
      return errorOf(codes.parse_error, lang, null, call);
    }
    const parsed = parseRequest(call, { query: queryOf(call, request), body: request.body ?? {} });
    if (!parsed.ok) {
      await inVain(parsed.refusal.code, parsed.refusal.data.field ?? null);
      return fieldErrorOf(parsed.refusal.code, parsed.refusal.data, lang, call);
    }
    if (call.acts && call.judgesMaintenance !== true && isMaintenance()) {
      return errorOf(codes.maintenance, lang, null, call);
    }
    let said: SuccessKey | null = null;
    const context: CallContext = {
      ...caller,
      lang,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      requestId: requestIdOf(parsed.request),
      nowMs: clock.nowMs(),
      say: (key) => {
        said = key;
      },
      newUser: async (make) => {
        const place = limiter.takeNewUser(request.ip, context.nowMs);
        if (place.waitMs === 0) return unlessNull(make, place.giveBack);
        tellToWait(reply, place.waitMs);
        throw new Refusal(codes.too_many_requests);
      },
      ...(call.byToken !== undefined && { door: doorOf(request) }),
      log: (level, message, detail) => request.log[level]({ err: detail, call: call.name }, message),
    };
    try {
      if (call.produces !== undefined) return (await handle(parsed.request, context)) as FileAnswer;
      const work = async () => ({ data: checked(call, await handle(parsed.request, context)), said });
      const done = await once.run(call, caller.userId, parsed.request, context.nowMs, work);
      return successOf(call, lang, done.data, done.said);
    } catch (error) {
      if (error instanceof Unreadable && call.errors.includes(codes.exchange_busy)) {
        context.log('warn', 'an exchange could not be read', error);
        return errorOf(codes.exchange_busy, lang, null, call);
      }
      if (!(error instanceof Refusal)) throw error;
      if (error.detail.waitMs !== undefined) tellToWait(reply, error.detail.waitMs);
      return refusedOf(error, lang, call);
    }
  }

  const callers = new WeakMap<FastifyRequest, Caller>();
  for (const bound of pairCalls(deps.callList, deps.calls)) {
    const { call } = bound;
    const route: RouteOptions = {
      method: call.method,
      url: call.path,
      ...(call.byToken !== undefined && { bodyLimit: call.byToken.bodyBytes }),
      schema: {
        operationId: call.name,
        summary: call.summary,
        description: `Answers: ${codesOf(call)
          .map((code) => `${code} ${catalogue.get(code)?.key}`)
          .join(', ')}`,
        tags: [call.path.split('/')[2] ?? 'api'],
        ...addressSchemas(call),
        ...(call.body && { body: call.body }),
        ...(call.access !== 'public' && { security: [{ bearer: [] }] }),
        response: { 200: responseOf(call) },
      },
      // Before the body is read: strangers do not get to send one.
      onRequest: async (request, reply) => {
        const caller = await callerOf(call, request, reply);
        if ('code' in caller) return reply.send(caller);
        callers.set(request, caller);
      },
      handler: async (request, reply) => {
        const startMs = performance.now();
        const answered = await answer(bound, callers.get(request) as Caller, request, reply);
        if (call.rateClass === 'login') await untilEven(startMs, deps.doorStepMs);
        return 'chunks' in answered ? sendFile(reply, call, answered) : answered;
      },
    };
    if (call.byToken === undefined) app.route(route);
    else
      void app.register(async (scope) => {
        readSignalBodies(scope);
        scope.route(route);
      });
  }
}
