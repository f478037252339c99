// The only place that knows every part: reads the environment, opens the database, builds adapters, hands them to the
// features, and starts the roles this process plays. Stopping undoes it in reverse.
import { randomBytes } from 'node:crypto';
import { callList } from '@cormorant/contract/calls.ts';
import type { Logger } from 'pino';
import { absentRunner } from './adapters/bus/absent-runner.ts';
import { createInProcessBus } from './adapters/bus/in-process-bus.ts';
import { createChain } from './adapters/chain/chain.ts';
import { createLocalStream } from './adapters/exchanges/local-stream.ts';
import { createLocalVenue } from './adapters/exchanges/local-venue.ts';
import { createLocalSender } from './adapters/mail/local-sender.ts';
import { createSmtpSender } from './adapters/mail/smtp-sender.ts';
import { createAccountStore } from './adapters/postgres/account-store.ts';
import { createBotStore } from './adapters/postgres/bot-store.ts';
import { createBotSummary } from './adapters/postgres/bot-summary.ts';
import { createCredentialStore } from './adapters/postgres/credential-store.ts';
import { createEmailCodes } from './adapters/postgres/email-codes.ts';
import { createIdempotencyStore } from './adapters/postgres/idempotency-store.ts';
import { createLoginGuard } from './adapters/postgres/login-guard.ts';
import { createMailOutbox } from './adapters/postgres/mail-outbox.ts';
import { migrate } from './adapters/postgres/migrate.ts';
import { createNonceStore } from './adapters/postgres/nonce-store.ts';
import { createPaymentGuard } from './adapters/postgres/payment-guard.ts';
import { openPool } from './adapters/postgres/pool.ts';
import { createProfileStore } from './adapters/postgres/profile-store.ts';
import { createReferralStore } from './adapters/postgres/referral-store.ts';
import { createRunnerStore } from './adapters/postgres/runner-store.ts';
import { createSessionStore } from './adapters/postgres/session-store.ts';
import { loadSettings } from './adapters/postgres/settings-store.ts';
import { createUserStore } from './adapters/postgres/user-store.ts';
import { cheapCost, createHasher, productionCost } from './adapters/system/argon2-hasher.ts';
import { describeDevice } from './adapters/system/describe-device.ts';
import { createLog } from './adapters/system/log.ts';
import { repeat } from './adapters/system/repeat.ts';
import { systemClock } from './adapters/system/system-clock.ts';
import { systemRandom } from './adapters/system/system-random.ts';
import { type Config, readConfig, serverVersion } from './config.ts';
import { assetCalls } from './features/assets/asset-calls.ts';
import { botCalls } from './features/bots/bot-calls.ts';
import type { Markets } from './features/bots/bot-deps.ts';
import { presentBotEvent } from './features/bots/present-bot-event.ts';
import { announceMaintenance } from './features/content/announce-maintenance.ts';
import { contentCalls } from './features/content/content-calls.ts';
import { termsVersion } from './features/content/legal-texts.ts';
import { riskTip } from './features/content/risk.ts';
import type { BoundCall } from './features/handler.ts';
import { homeCalls } from './features/home/home-calls.ts';
import { keepDemoUser } from './features/identity/entry/keep-demo-user.ts';
import { openAccountsOfUser, openPendingAccounts } from './features/identity/entry/open-exchange-accounts.ts';
import { DEMO_ACCOUNT } from './features/identity/entry/reserved-accounts.ts';
import { type IdentityDeps, identityCalls } from './features/identity/identity-calls.ts';
import { readProfile } from './features/identity/profile/show-profile.ts';
import { checkSession } from './features/identity/sessions/check-session.ts';
import { cachedCandles } from './features/market/candle-cache.ts';
import { readExchanges } from './features/market/list-exchanges.ts';
import { changePercent, createMarketBoard, type MarketBoard } from './features/market/market-board.ts';
import { marketCalls } from './features/market/market-calls.ts';
import { createHttpServer } from './http/http-server.ts';
import { createPushHub } from './http/push/push-hub.ts';
import { sendMail } from './jobs/send-mail.ts';
import { sweepStores } from './jobs/sweep-stores.ts';
import type { BotRunner } from './ports/bot-runner.ts';
import type { Bus } from './ports/bus.ts';
import type { Clock } from './ports/clock.ts';
import type { MailSender } from './ports/mail-sender.ts';
import type { MarketData, TradingVenue } from './ports/venue.ts';
import { startRunner } from './runner/start-runner.ts';

const VENUE_TIMEOUT_MS = 5_000;
/** The local exchange shows an order as soon as it has answered; this leaves room for a slow machine. */
const VENUE_GRACE_MS = 2_000;
const CHAIN_TIMEOUT_MS = 2_000;
/** Some slow hashes long, so that the answers of a door tell nothing by their time. */
const DOOR_STEP_MS = 100;
const CHEAP_DOOR_STEP_MS = 5;
const BOARD_PAUSE_MS = 500;
const NEWS_PAUSE_MS = 1_000;
const ACCOUNTS_PAUSE_MS = 2_000;
const MAIL_PAUSE_MS = 500;
const SMTP_TIMEOUT_MS = 15_000;
/** How many mails the local page shows. */
const LOCAL_MAILS = 50;
const DAY_MS = 86_400_000;
const SWEEP_PAUSE_MS = 600_000;

export interface RunningServer {
  /** Where it listens; '' when this process serves no API. */
  readonly url: string;
  stop(): Promise<void>;
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

/** What this process undoes when it stops, last thing first. */
class Undoing {
  readonly #steps: (() => Promise<unknown> | unknown)[] = [];

  add(step: () => Promise<unknown> | unknown): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step();
  }
}

interface House {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly report: (error: unknown) => void;
  readonly undoing: Undoing;
  readonly bus: Bus;
  readonly venue: TradingVenue & MarketData;
  readonly stores: Stores;
}

async function openStores({
  config,
  logger,
  report,
  undoing,
}: Pick<House, 'config' | 'logger' | 'report' | 'undoing'>) {
  const pool = openPool(config.databaseUrl, config.databaseConnections, report);
  undoing.add(() => pool.end());
  await migrateWhenUp(pool);
  const settings = await loadSettings(pool, (message) => logger.warn(message));
  undoing.add(() => settings.stop());
  return {
    pool,
    settings,
    users: createUserStore(pool),
    sessions: createSessionStore(pool),
    accounts: createAccountStore(pool),
    guard: createLoginGuard(pool),
    emailCodes: createEmailCodes(pool),
    outbox: createMailOutbox(pool),
    nonces: createNonceStore(pool),
    credentials: createCredentialStore(pool),
    payments: createPaymentGuard(pool),
    profiles: createProfileStore(pool),
    referrals: createReferralStore(pool),
    idempotency: createIdempotencyStore(pool),
    bots: createBotStore(pool),
    botSummary: createBotSummary(pool),
    runner: createRunnerStore(pool),
  };
}

type Stores = Awaited<ReturnType<typeof openStores>>;

function keepDoing({ report, undoing }: House, pauseMs: number, task: () => Promise<unknown>): void {
  const repeating = repeat(pauseMs, task, report);
  undoing.add(() => repeating.stop());
}

async function startRunnerRole({ config, clock, logger, undoing, bus, venue, stores }: House): Promise<BotRunner> {
  const log = (level: 'warn' | 'error', message: string, detail?: unknown): void =>
    logger[level]({ err: detail }, message);
  const runner = await startRunner({
    exchange: 'local',
    store: stores.runner,
    accounts: stores.accounts,
    venue,
    stream: createLocalStream({
      url: config.venueUrl,
      token: config.venueToken,
      jitter: () => systemRandom.integer(0, 1_000) / 1_000,
      onBroken: (detail) => log('warn', detail),
    }),
    clock,
    random: systemRandom,
    announce: (event) => bus.publish(presentBotEvent(event)),
    graceMs: VENUE_GRACE_MS,
    isMaintenance: () => stores.settings.get('maintenance') === 1,
    log,
  });
  undoing.add(() => runner.stop());
  return runner.bots;
}

/** The local exchange's markets as the use cases of bots ask for them. */
function marketsOf(board: MarketBoard): Markets {
  const here = (exchange: string): boolean => exchange === board.exchange;
  return {
    exchange: (code) => (here(code) ? { simSpot: false, open: board.fresh() } : undefined),
    symbol: (exchange, symbol) => (here(exchange) ? board.symbol(symbol) : undefined),
    quote: (exchange, symbol) => {
      const ticker = here(exchange) ? board.ticker(symbol) : undefined;
      if (ticker === undefined) return undefined;
      return { last: ticker.last, atMs: ticker.atMs, change24h: changePercent(ticker.open24h, ticker.last) };
    },
    nowMs: () => board.marketNowMs(),
  };
}

function bindAllCalls(house: House, board: MarketBoard, runner: BotRunner, identity: IdentityDeps): BoundCall[] {
  const { clock, stores, venue } = house;
  const { accounts, botSummary, settings, users } = stores;
  const { publicUrl, chain } = identity;
  const { marketNowMs } = board;
  const market = { board, accounts, candles: cachedCandles(venue, clock) };
  const priceOf = (coin: string): string | undefined => board.ticker(`${coin}/USDT`)?.last;
  return [
    ...identityCalls(identity),
    ...homeCalls({
      profileOf: readProfile({ users, publicUrl, chain }),
      exchangesOf: readExchanges(market),
      bots: botSummary,
      marketNowMs,
      settings,
      riskTip,
    }),
    ...assetCalls({ accounts, venue, bots: botSummary, marketNowMs, priceOf }),
    ...marketCalls(market),
    ...botCalls({ store: stores.bots, runner, markets: marketsOf(board), settings }),
    ...contentCalls({ settings, version: serverVersion }),
  ];
}

/** Returns where it listens. */
async function startApiRole(house: House, runner: BotRunner): Promise<string> {
  const { bus, clock, config, logger, report, stores, undoing, venue } = house;
  const { accounts, pool, sessions, settings } = stores;
  let url = '';
  const board = createMarketBoard({ exchange: 'local', market: venue, bus, clock });
  const identity: IdentityDeps = {
    ...stores,
    hasher: await createHasher(config.cheapPasswords ? cheapCost : productionCost),
    random: systemRandom,
    describeDevice,
    termsVersion,
    pepper: config.pepper,
    mailLeaves: config.mail.by !== 'nothing',
    chain: createChain({ rpcUrl: config.chainRpcUrl, timeoutMs: CHAIN_TIMEOUT_MS, report }),
    publicUrl: () => config.publicUrl ?? url,
    openAccounts: openAccountsOfUser({ accounts, venue }, report),
  };
  await keepDemoUser(identity, config.demoPassword, clock.nowMs());
  const checkToken = checkSession({ sessions, settings });
  const hub = createPushHub({ bus, clock, sessions, checkToken, report });
  const databaseAnswers = (): Promise<boolean> =>
    pool.query('select 1').then(
      () => true,
      () => false,
    );
  const app = await createHttpServer({
    logger,
    calls: bindAllCalls(house, board, runner, identity),
    callList,
    checkToken,
    idempotency: stores.idempotency,
    clock,
    isMaintenance: () => settings.get('maintenance') === 1,
    hub,
    localMails: config.mail.by === 'local' ? () => stores.outbox.listLocal(LOCAL_MAILS, clock.nowMs() - DAY_MS) : null,
    health: async () => ({ database: await databaseAnswers(), venue: board.fresh() }),
    version: serverVersion,
    rateLimits: config.rateLimits,
    doorStepMs: config.cheapPasswords ? CHEAP_DOOR_STEP_MS : DOOR_STEP_MS,
    trustedProxies: config.trustedProxies,
    https: config.publicUrl?.startsWith('https:') ?? false,
    ownOrigins: config.publicUrl === null ? [] : [new URL(config.publicUrl).origin],
    shellOrigins: config.shellOrigins,
    ossOrigin: config.ossOrigin,
    webDist: config.webDist,
  });
  undoing.add(() => app.close());
  undoing.add(() => hub.stop()); // before the doors close, so that clients hear why
  keepDoing(house, BOARD_PAUSE_MS, board.refresh);
  keepDoing(house, NEWS_PAUSE_MS, announceMaintenance({ settings, bus, version: serverVersion }));
  url = await app.listen({ host: config.host, port: config.port });
  return url;
}

/** Null where no mail leaves: what is queued waits for a start with a mail server. */
function createMailSender({ config }: House): MailSender | null {
  const { mail } = config;
  if (mail.by === 'smtp') return createSmtpSender({ ...mail, timeoutMs: SMTP_TIMEOUT_MS });
  if (mail.by === 'nothing') return null;
  return createLocalSender((line) => {
    if (config.logLevel !== 'silent') process.stdout.write(`${line}\n`);
  });
}

function startMail(house: House): void {
  const { clock, logger, stores, undoing } = house;
  const sender = createMailSender(house);
  if (sender === null) return;
  const log = (level: 'warn' | 'error', text: string): void => logger[level](text);
  keepDoing(house, MAIL_PAUSE_MS, sendMail({ outbox: stores.outbox, sender, clock, log }));
  undoing.add(() => sender.close()); // first, so that nobody waits for a slow mail server
}

function startJobsRole(house: House): void {
  const { clock, stores, venue } = house;
  keepDoing(house, ACCOUNTS_PAUSE_MS, openPendingAccounts({ accounts: stores.accounts, venue }));
  startMail(house);
  keepDoing(house, SWEEP_PAUSE_MS, sweepStores({ ...stores, clock }));
}

export async function startServer(config: Config, clock: Clock = systemClock): Promise<RunningServer> {
  const logger = createLog(config.logLevel);
  const report = (error: unknown): void => logger.error({ err: error }, 'background work failed');
  const undoing = new Undoing();
  try {
    const stores = await openStores({ config, logger, report, undoing });
    const venue = createLocalVenue({ url: config.venueUrl, token: config.venueToken, timeoutMs: VENUE_TIMEOUT_MS });
    const house: House = { config, clock, logger, report, undoing, bus: createInProcessBus(report), venue, stores };
    const runner = config.roles.has('runner') ? await startRunnerRole(house) : absentRunner;
    const url = config.roles.has('api') ? await startApiRole(house, runner) : '';
    if (config.roles.has('jobs')) startJobsRole(house);
    return { url, stop: () => undoing.run() };
  } catch (error) {
    await undoing.run();
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
