// The only place that knows every part: reads the environment, opens the database, builds adapters, hands them to the
// features, and starts the roles this process plays. Stopping undoes it in reverse.
import { randomBytes } from 'node:crypto';
import { callList } from '@cormorant/contract/calls.ts';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { createInProcessBus } from './adapters/bus/in-process-bus.ts';
import { createLocalVenue } from './adapters/exchanges/local-venue.ts';
import { createAccountStore } from './adapters/postgres/account-store.ts';
import { createBotSummary } from './adapters/postgres/bot-summary.ts';
import { createIdempotencyStore } from './adapters/postgres/idempotency-store.ts';
import { createLoginGuard } from './adapters/postgres/login-guard.ts';
import { migrate } from './adapters/postgres/migrate.ts';
import { openPool } from './adapters/postgres/pool.ts';
import { createSessionStore } from './adapters/postgres/session-store.ts';
import { loadSettings } from './adapters/postgres/settings-store.ts';
import { createUserStore } from './adapters/postgres/user-store.ts';
import { cheapCost, createHasher, productionCost } from './adapters/system/argon2-hasher.ts';
import { type Repeating, repeat } from './adapters/system/repeat.ts';
import { systemClock } from './adapters/system/system-clock.ts';
import { systemRandom } from './adapters/system/system-random.ts';
import { type Config, readConfig, serverVersion } from './config.ts';
import { assetCalls } from './features/assets/asset-calls.ts';
import { announceMaintenance } from './features/content/announce-maintenance.ts';
import { contentCalls } from './features/content/content-calls.ts';
import { termsVersion } from './features/content/legal-texts.ts';
import { riskTip } from './features/content/risk.ts';
import { homeCalls } from './features/home/home-calls.ts';
import { checkSession } from './features/identity/check-session.ts';
import { identityCalls } from './features/identity/identity-calls.ts';
import { keepDemoUser } from './features/identity/keep-demo-user.ts';
import { openAccountsOfUser, openPendingAccounts } from './features/identity/open-exchange-accounts.ts';
import { DEMO_ACCOUNT } from './features/identity/reserved-accounts.ts';
import { readProfile } from './features/identity/show-profile.ts';
import { cachedCandles } from './features/market/candle-cache.ts';
import { readExchanges } from './features/market/list-exchanges.ts';
import { createMarketBoard } from './features/market/market-board.ts';
import { marketCalls } from './features/market/market-calls.ts';
import { createHttpServer } from './http/http-server.ts';
import { createPushHub } from './http/push/push-hub.ts';
import { sweepStores } from './jobs/sweep-stores.ts';
import type { Clock } from './ports/clock.ts';

const VENUE_TIMEOUT_MS = 5_000;
const BOARD_PAUSE_MS = 500;
const NEWS_PAUSE_MS = 1_000;
const ACCOUNTS_PAUSE_MS = 2_000;
const SWEEP_PAUSE_MS = 600_000;

export interface RunningServer {
  /** Where it listens; '' when this process serves no API. */
  readonly url: string;
  stop(): Promise<void>;
}

function createLogger(config: Config): Logger {
  return pino({
    level: config.logLevel,
    redact: { paths: ['*.password', '*.token', '*.authorization', 'req.headers.authorization'], censor: '***' },
  });
}

/** A database that is only just starting is waited for; one that refuses us is an error. */
async function migrateWhenUp(pool: ReturnType<typeof openPool>): Promise<void> {
  const giveUpAtMs = Date.now() + 30_000;
  for (;;) {
    try {
      await migrate(pool);
      return;
    } catch (error) {
      const starting = ['ECONNREFUSED', '57P03'].includes(String((error as { code?: unknown }).code));
      if (!starting || Date.now() > giveUpAtMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

export async function startServer(config: Config, clock: Clock = systemClock): Promise<RunningServer> {
  const logger = createLogger(config);
  const report = (error: unknown): void => logger.error({ err: error }, 'background work failed');
  const stops: (() => Promise<unknown> | unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const undo of stops.splice(0).reverse()) await undo();
  };
  const keepDoing = (pauseMs: number, task: () => Promise<unknown>): Repeating => {
    const repeating = repeat(pauseMs, task, report);
    stops.push(() => repeating.stop());
    return repeating;
  };

  try {
    const pool = openPool(config.databaseUrl, config.databaseConnections, report);
    stops.push(() => pool.end());
    await migrateWhenUp(pool);
    const settings = await loadSettings(pool, (message) => logger.warn(message));
    stops.push(() => settings.stop());

    const users = createUserStore(pool);
    const sessions = createSessionStore(pool);
    const accounts = createAccountStore(pool);
    const guard = createLoginGuard(pool);
    const idempotency = createIdempotencyStore(pool);
    const bots = createBotSummary(pool);
    const hasher = await createHasher(config.cheapPasswords ? cheapCost : productionCost);
    const bus = createInProcessBus(report);
    const venue = createLocalVenue({ url: config.venueUrl, token: config.venueToken, timeoutMs: VENUE_TIMEOUT_MS });
    const board = createMarketBoard({ exchange: 'local', market: venue, bus, clock });
    const random = systemRandom;

    let url = '';
    if (config.roles.has('api')) {
      const identity = { users, sessions, hasher, random, settings, guard, termsVersion };
      await keepDemoUser(identity, config.demoPassword, clock.nowMs());
      const publicUrl = (): string => config.publicUrl ?? url;
      const checkToken = checkSession({ sessions, settings });
      const hub = createPushHub({ bus, clock, sessions, checkToken, report });
      const market = { board, accounts, candles: cachedCandles(venue, clock) };
      const app: FastifyInstance = await createHttpServer({
        logger,
        calls: [
          ...identityCalls({ ...identity, publicUrl, openAccounts: openAccountsOfUser({ accounts, venue }, report) }),
          ...homeCalls({
            profileOf: readProfile({ users, publicUrl }),
            exchangesOf: readExchanges(market),
            bots,
            marketNowMs: board.marketNowMs,
            settings,
            riskTip,
          }),
          ...assetCalls({
            accounts,
            venue,
            bots,
            marketNowMs: board.marketNowMs,
            priceOf: (coin) => board.ticker(`${coin}/USDT`)?.last,
          }),
          ...marketCalls(market),
          ...contentCalls({ settings, version: serverVersion }),
        ],
        callList: callList.filter((call) => !call.path.startsWith('/api/user/bot')),
        checkToken,
        idempotency,
        clock,
        hub,
        health: async () => ({
          database: await pool.query('select 1').then(
            () => true,
            () => false,
          ),
          venue: board.fresh(),
        }),
        version: serverVersion,
        rateLimits: config.rateLimits,
        trustedProxies: config.trustedProxies,
        https: config.publicUrl?.startsWith('https:') ?? false,
        ownOrigins: config.publicUrl === null ? [] : [new URL(config.publicUrl).origin],
        shellOrigins: config.shellOrigins,
        webDist: config.webDist,
      });
      stops.push(() => app.close());
      stops.push(() => hub.stop()); // first, so that clients hear why
      keepDoing(BOARD_PAUSE_MS, board.refresh);
      keepDoing(NEWS_PAUSE_MS, announceMaintenance({ settings, bus, version: serverVersion }));
      url = await app.listen({ host: config.host, port: config.port });
    }
    if (config.roles.has('jobs')) {
      keepDoing(ACCOUNTS_PAUSE_MS, openPendingAccounts({ accounts, venue }));
      keepDoing(SWEEP_PAUSE_MS, sweepStores({ sessions, idempotency, guard, clock }));
    }
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A demo password for this start only, when none was given. */
function withDemoPassword(config: Config): Config {
  return config.demoPassword === '' ? { ...config, demoPassword: randomBytes(9).toString('base64url') } : config;
}

async function run(): Promise<void> {
  const config = withDemoPassword(readConfig(process.env));
  const server = await startServer(config);
  let stopping = false;
  const stopOnce = (): void => {
    if (stopping) return;
    stopping = true;
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stopOnce);
  process.on('SIGINT', stopOnce);
  process.on('disconnect', stopOnce);
  if (server.url !== '') process.stdout.write(`listening on ${server.url}\n`);
  if (config.demoPassword !== null && server.url !== '') {
    process.stdout.write(`demo login: ${DEMO_ACCOUNT} / ${config.demoPassword}\n`);
  }
  process.send?.({ ready: true, url: server.url });
}

if (import.meta.main) {
  run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}
