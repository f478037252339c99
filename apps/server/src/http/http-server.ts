// The HTTP door: one fastify instance with the contract's routes, push, health, docs and the web app's files. It knows
// use cases only as bound calls.
import { randomBytes } from 'node:crypto';
import type { Call } from '@cormorant/contract/call.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { BoundCall } from '../features/handler.ts';
import type { Clock } from '../ports/clock.ts';
import type { IdempotencyStore } from '../ports/idempotency-store.ts';
import type { GiveTestCoin } from '../ports/money-chain.ts';
import { describeApi } from './api-docs.ts';
import type { CheckToken } from './bearer.ts';
import { compressAnswers } from './compress-answers.ts';
import { showFaucet } from './faucet-page.ts';
import { answerFaults, BODY_LIMIT_BYTES, unknownPath } from './faults.ts';
import { answerHealth, type Health } from './health.ts';
import { readJsonBodies } from './json-bodies.ts';
import { createLimiter, unlimited } from './limits.ts';
import { type LocalMailPage, showLocalMails } from './local-mail-page.ts';
import { createOnce } from './once.ts';
import { openPushDoor } from './push/push-door.ts';
import type { PushHub } from './push/push-hub.ts';
import { bareHeaders, setSecurityHeaders } from './security-headers.ts';
import { serveCalls } from './serve-calls.ts';
import { answerUnreadable, HEAD_LIMIT_BYTES } from './unreadable.ts';
import { serveWeb } from './web-files.ts';

/** For a whole request, its body included, and for its head alone; clients give up after 15 s themselves. */
const REQUEST_MS = 20_000;
const HEAD_MS = 10_000;
const LOOK_MS = 5_000;
const KEEP_ALIVE_MS = 65_000;

export interface HttpServerDeps {
  readonly logger: FastifyBaseLogger;
  readonly calls: readonly BoundCall[];
  readonly callList: readonly Call[];
  readonly checkToken: CheckToken;
  readonly idempotency: IdempotencyStore;
  readonly pepper: Uint8Array;
  readonly clock: Clock;
  readonly isMaintenance: () => boolean;
  readonly hub: PushHub;
  /** Null: there is no local page of mails. */
  readonly localMails: LocalMailPage | null;
  /** Null: the chain is a real one, or none, or not known yet. */
  readonly faucet: () => GiveTestCoin;
  readonly health: () => Promise<Health>;
  readonly version: string;
  readonly rateLimits: boolean;
  readonly doorStepMs: number;
  readonly trustedProxies: number;
  readonly https: boolean;
  readonly ownOrigins: readonly string[];
  readonly shellOrigins: readonly string[];
  readonly ossOrigin: string | null;
  readonly webDist: string | null;
}

export async function createHttpServer(deps: HttpServerDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: (_address: string, hop: number) => hop < deps.trustedProxies,
    genReqId: () => randomBytes(8).toString('hex'),
    requestIdHeader: false,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEAD_MS, connectionsCheckingInterval: LOOK_MS, maxHeaderSize: HEAD_LIMIT_BYTES },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (_error, request, reply) => {
      // An address that is no address. The reply is typed by a route, and this one has none.
      void (reply as unknown as FastifyReply).status(404).headers(bareHeaders).send(unknownPath(request));
    },
    // What stands in a path is judged by its call, however long it is.
    routerOptions: { maxParamLength: HEAD_LIMIT_BYTES },
    forceCloseConnections: true,
    exposeHeadRoutes: false,
  });
  // The contract parses requests and checks answers (serve-calls); the schemas of routes only describe them.
  app.setValidatorCompiler(() => (data) => ({ value: data }));
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  answerFaults(app);
  readJsonBodies(app);
  await setSecurityHeaders(app, deps);
  await describeApi(app, deps.version);
  await openPushDoor(app, deps.hub, [...deps.ownOrigins, ...deps.shellOrigins]);
  await app.register(async (scope) => {
    compressAnswers(scope);
    serveCalls(scope, {
      calls: deps.calls,
      callList: deps.callList,
      checkToken: deps.checkToken,
      limiter: deps.rateLimits ? createLimiter() : unlimited,
      once: createOnce(deps.idempotency, deps.pepper),
      clock: deps.clock,
      doorStepMs: deps.doorStepMs,
      isMaintenance: deps.isMaintenance,
    });
  });
  showLocalMails(app, deps.localMails);
  await showFaucet(app, deps.faucet);
  answerHealth(app, deps.health);
  await serveWeb(app, deps.webDist);
  return app;
}
