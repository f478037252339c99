// Where a process begins: reads the environment, opens the stores, builds adapters, hands them to the features, and starts
// the roles this process plays, with wiring/, the one other room that knows every part. Stopping undoes it in reverse.
import { randomBytes } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { callList } from '@cormorant/contract/calls.ts';
import { LOCAL_EXCHANGE } from '@cormorant/contract/labels/exchanges.ts';
import pino from 'pino';
import { absentKeyDesk, unconfiguredKeyDesk } from './adapters/bus/absent-key-desk.ts';
import { absentRunner } from './adapters/bus/absent-runner.ts';
import { createInProcessBus } from './adapters/bus/in-process-bus.ts';
import { createChain } from './adapters/chain/chain.ts';
import { ExchangeBudgets } from './adapters/exchanges/exchange-budgets.ts';
import { createLocalStream } from './adapters/exchanges/local/stream.ts';
import { createLocalVenue } from './adapters/exchanges/local/venue.ts';
import { joinAskingProcesses } from './adapters/postgres/runner/asking-processes.ts';
import { cheapCost, createHasher, productionCost } from './adapters/system/argon2-hasher.ts';
import { describeDevice } from './adapters/system/describe-device.ts';
import { readHelpFiles } from './adapters/system/help-files.ts';
import { createLog } from './adapters/system/log.ts';
import { createMemoryWatch } from './adapters/system/memory-watch.ts';
import { steadyClock } from './adapters/system/steady-clock.ts';
import { systemClock } from './adapters/system/system-clock.ts';
import { systemRandom } from './adapters/system/system-random.ts';
import { type Config, readConfig, serverVersion } from './config.ts';
import { watchAccounts } from './features/assets/watch-accounts.ts';
import { presentBotEvent } from './features/bots/present-bot-event.ts';
import { announceMaintenance } from './features/content/announce-maintenance.ts';
import { termsVersion } from './features/content/legal-texts.ts';
import { keyNoticeOf } from './features/exchanges/key-notice.ts';
import { keepDemoUser } from './features/identity/entry/keep-demo-user.ts';
import { openAccountsOfUser, openPendingAccounts } from './features/identity/entry/open-exchange-accounts.ts';
import { DEMO_ACCOUNT } from './features/identity/entry/reserved-accounts.ts';
import type { IdentityDeps } from './features/identity/identity-calls.ts';
import { checkSession } from './features/identity/sessions/check-session.ts';
import { simulatedExchanges } from './features/trading-exchanges.ts';
import { createHttpServer } from './http/http-server.ts';
import { createPushHub } from './http/push/push-hub.ts';
import { applyRates } from './jobs/apply-rates.ts';
import { chargeFuel } from './jobs/charge-fuel.ts';
import { checkKeys } from './jobs/check-keys.ts';
import { type CustodyState, custodyState } from './jobs/prove-custody.ts';
import { createLedgerProof, PROOF_PAUSE_MS } from './jobs/prove-ledger.ts';
import { sweepStores } from './jobs/sweep-stores.ts';
import type { Clock } from './ports/clock.ts';
import type { KeyDesk } from './ports/key-desk.ts';
import type { KeyVault } from './ports/key-vault.ts';
import { createBalanceDesk } from './runner/keys/balance-desk.ts';
import { createKeyDesk } from './runner/keys/key-desk.ts';
import { createKeyWatch, noKeys } from './runner/keys/key-watch.ts';
import { type Credentials, createKeyring } from './runner/keys/keyring.ts';
import { rewrapKeys } from './runner/keys/rewrap-keys.ts';
import type { ExchangeSpec } from './runner/market-data/exchange-connection.ts';
import { createFuelWatch } from './runner/market-data/fuel-watch.ts';
import { startRunner } from './runner/start-runner.ts';
import { openBalanceReaders } from './wiring/balance-readers.ts';
import { bindAllCalls, type RunnerServices } from './wiring/bind-calls.ts';
import { type CustodyDesk, openCustody, openFaucet } from './wiring/custody.ts';
import { balancesOf, houseVenueOf, keepDoing, type ServerContext } from './wiring/house.ts';
import { openKeyExchanges, pauseUnguarded } from './wiring/key-exchanges.ts';
import { openProbe, openVault } from './wiring/keys.ts';
import { readLocalMails, startMail } from './wiring/mail.ts';
import { openMarketPlaces } from './wiring/market-places.ts';
import { openStores } from './wiring/open-stores.ts';
import { createBudgetShare, heedOthers } from './wiring/share-budgets.ts';
import { Undoing } from './wiring/undoing.ts';

const VENUE_TIMEOUT_MS = 5_000;
/** The local exchange shows an order as soon as it has answered; this leaves room for a slow machine. */
const VENUE_GRACE_MS = 2_000;
/** A request is good for five seconds there, and what it made is seen some time after. */
const KEY_GRACE_MS = 10_000;
const CHAIN_TIMEOUT_MS = 2_000;
/** Some slow hashes long, so that the answers of a door tell nothing by their time. */
const DOOR_STEP_MS = 100;
const CHEAP_DOOR_STEP_MS = 5;
const BOARD_PAUSE_MS = 500;
/** All prices of a big exchange cost a good part of what an address may ask in a minute. */
const FAR_BOARD_PAUSE_MS = 4_000;
const NEWS_PAUSE_MS = 1_000;
const ACCOUNTS_PAUSE_MS = 2_000;
const LEDGER_PAUSE_MS = 500;
const SWEEP_PAUSE_MS = 600_000;
const KEYS_PAUSE_MS = 2_000;
/** Until a process that has come or gone is counted in what each may ask of an exchange. */
const SHARE_PAUSE_MS = 3_000;
const UNGUARDED_PAUSE_MS = 10_000;
const PPM_PER_PERCENT = 10_000;
const FUEL_PAUSE_MS = 2_000;
const MEMORY_PAUSE_MS = 1_000;
/** "Start me again": commands/start.ts and other supervisors tell it from a fault by this. */
const RECYCLED_STATUS = 75;
/** Users whose process hangs in its end are taken over when their leases have run out. */
const END_WITHIN_MS = 15_000;

export interface RunningServer {
  /** Where it listens; '' when this process serves no API. */
  readonly url: string;
  /** Resolves when the process has outgrown its limit and should be stopped. */
  readonly full: Promise<void>;
  stop(): Promise<void>;
}

/** Keys are sealed and opened in the runner role alone. */
async function openKeyDesk(context: ServerContext, vault: KeyVault | null, budgets: ExchangeBudgets): Promise<KeyDesk> {
  const { config, clock, keyExchanges, logger, stores } = context;
  if (vault === null) return unconfiguredKeyDesk;
  const log = (level: 'warn' | 'error', message: string): void => logger[level](message);
  await rewrapKeys(stores.keys, vault, log);
  const desk = createKeyDesk({
    keys: stores.keys,
    vault,
    probe: openProbe(config, budgets),
    clock,
    notice: keyNoticeOf(new Set(keyExchanges.keys())),
    log,
  });
  // Here and not in the jobs role: another process could claim them and open none.
  keepDoing(context, KEYS_PAUSE_MS, checkKeys({ keys: stores.keys, desk, clock }));
  return desk;
}

async function startRunnerRole(
  context: ServerContext,
  vault: KeyVault | null,
  budgets: ExchangeBudgets,
): Promise<RunnerServices> {
  const { config, clock, keyExchanges, logger, undoing, bus, venue, stores } = context;
  const desk = await openKeyDesk(context, vault, budgets);
  const log = (level: 'warn' | 'error', message: string, detail?: unknown): void =>
    logger[level]({ err: detail }, message);
  const localHouse: ExchangeSpec = {
    ...{ exchange: LOCAL_EXCHANGE, wire: 'house', venue, graceMs: VENUE_GRACE_MS, paced: true },
    stream: createLocalStream({
      url: config.venueUrl,
      token: config.venueToken,
      jitter: () => systemRandom.integer(0, 1_000) / 1_000,
      onBroken: (detail) => log('warn', detail),
    }),
    keys: noKeys,
  };
  const fuel = createFuelWatch(stores.fuel);
  const byKeys = [...keyExchanges].map(
    ([exchange, { stream, venue }]): ExchangeSpec => ({
      ...{ exchange, wire: 'key', venue, stream, graceMs: KEY_GRACE_MS, paced: false, books: exchange },
      keys: createKeyWatch({ exchange, keys: stores.keys, desk, clock, log }),
      ...(!simulatedExchanges.has(exchange) && { fuel }),
      // What the local exchange prints is true by its law.
      ...(exchange !== LOCAL_EXCHANGE &&
        config.spikePercent !== null && { spikePpm: Math.round(config.spikePercent * PPM_PER_PERCENT) }),
    }),
  );
  const exchanges = [localHouse, ...byKeys];
  const runner = await startRunner({
    exchanges,
    store: stores.runner,
    accounts: stores.accounts,
    clock,
    random: systemRandom,
    announce: (event) => bus.publish(presentBotEvent(event)),
    isMaintenance: () => stores.settings.get('maintenance') === 1,
    log,
  });
  undoing.add(() => runner.stop());
  const holds = (userId: number): boolean => runner.holds(userId);
  keepDoing(context, UNGUARDED_PAUSE_MS, pauseUnguarded({ pool: stores.pool, opened: exchanges, holds, log }));
  return { bots: runner.bots, desk, balances: createBalanceDesk((account) => balancesOf(context, account)) };
}

/** Returns where it listens. */
async function startApiRole(context: ServerContext, runner: RunnerServices, custody: CustodyDesk): Promise<string> {
  const { bus, clock, config, logger, report, stores, undoing, venue } = context;
  const { accounts, pool, sessions, settings } = stores;
  let url = '';
  const places = openMarketPlaces(context);
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
  await stores.help.seed(await readHelpFiles(), clock.nowMs());
  await keepDemoUser(identity, config.demoPassword, clock.nowMs());
  const checkToken = checkSession({ sessions, settings });
  const hub = createPushHub({ bus, clock, sessions, checkToken, report });
  const databaseAnswers = (): Promise<boolean> =>
    pool.query('select 1').then(
      () => true,
      () => false,
    );
  const startedAtMs = clock.nowMs();
  const custodyNow = async (): Promise<CustodyState> => {
    if (custody.custody() === null) return 'agrees';
    return custodyState(stores.custodyBooks, clock.nowMs(), startedAtMs).catch(() => 'uncompared');
  };
  const app = await createHttpServer({
    logger,
    calls: bindAllCalls(context, places, runner, identity, custody),
    callList,
    checkToken,
    idempotency: stores.idempotency,
    pepper: config.pepper,
    clock,
    isMaintenance: () => settings.get('maintenance') === 1,
    hub,
    localMails: readLocalMails(context),
    faucet: openFaucet(config, custody),
    health: async () => ({
      database: await databaseAnswers(),
      venue: places.get(LOCAL_EXCHANGE)?.board.fresh() ?? false,
      ledger: context.ledgerProof.holds(),
      custody: await custodyNow(),
    }),
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
  for (const [exchange, { board }] of places) {
    keepDoing(context, exchange === LOCAL_EXCHANGE ? BOARD_PAUSE_MS : FAR_BOARD_PAUSE_MS, board.refresh);
  }
  keepDoing(context, LEDGER_PAUSE_MS, watchAccounts({ ...stores, bus, clock }));
  keepDoing(context, NEWS_PAUSE_MS, announceMaintenance({ settings, bus, version: serverVersion }));
  url = await app.listen({ host: config.host, port: config.port });
  return url;
}

function startJobsRole(context: ServerContext): void {
  const { clock, stores, venue } = context;
  keepDoing(context, ACCOUNTS_PAUSE_MS, openPendingAccounts({ accounts: stores.accounts, venue }));
  startMail(context);
  keepDoing(context, FUEL_PAUSE_MS, chargeFuel(stores.fuel));
  keepDoing(context, FUEL_PAUSE_MS, applyRates(stores.teams, stores.fuel, clock));
  keepDoing(context, SWEEP_PAUSE_MS, sweepStores({ ...stores, clock }));
}

function watchMemory({ config, logger, report, undoing }: ServerContext): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (config.recycling === null) return promise;
  const look = createMemoryWatch({
    ...config.recycling,
    rssBytes: () => process.memoryUsage.rss(),
    livedMs: () => performance.now(),
    log: (message) => logger.error(message),
    onFull: resolve,
  });
  keepDoing({ report, undoing }, MEMORY_PAUSE_MS, async () => look());
  return promise;
}

/** `evenClock` never steps: what may be asked of exchanges is counted by it. */
export async function startServer(
  config: Config,
  clock: Clock = systemClock,
  evenClock: Clock = steadyClock,
): Promise<RunningServer> {
  // What a person starts shows only errors of its processes, so a fault must go there.
  const logger = createLog(config.logLevel, pino.destination(2));
  const report = (error: unknown): void => logger.error({ err: error }, 'background work failed');
  const undoing = new Undoing();
  try {
    const stores = await openStores({ config, clock, logger, report, undoing });
    const venue = createLocalVenue({ url: config.venueUrl, token: config.venueToken, timeoutMs: VENUE_TIMEOUT_MS });
    const vault = config.roles.has('runner') ? openVault(config) : null;
    const budgets = new ExchangeBudgets(evenClock);
    const log = (level: 'info' | 'warn' | 'error', message: string): void => logger[level](message);
    const credentialsAt = (exchange: string): Credentials =>
      vault === null ? async () => null : createKeyring({ exchange, keys: stores.keys, vault, clock, log });
    const { keys } = stores;
    const keyExchanges = openKeyExchanges({
      config,
      clock,
      budgets,
      hasVault: vault !== null,
      credentialsAt,
      keys,
      log,
    });
    undoing.add(async () => void (await Promise.all([...keyExchanges.values()].map((exchange) => exchange.close()))));
    const hasVault = vault !== null;
    const balanceReaders = openBalanceReaders({ config, clock, budgets, hasVault, credentialsAt, keyExchanges });
    undoing.add(async () => {
      for (const reader of balanceReaders.values()) reader.close();
    });
    const asking = joinAskingProcesses(stores.pool, systemRandom.integer, (text) => heedOthers(budgets, text));
    undoing.add(() => asking.leave());
    const shareBudgets = createBudgetShare(asking, budgets, report);
    await shareBudgets();
    keepDoing({ report, undoing }, SHARE_PAUSE_MS, shareBudgets);
    const context: ServerContext = {
      config,
      clock,
      logger,
      report,
      undoing,
      bus: createInProcessBus(report),
      venue,
      stores,
      keyExchanges,
      balanceReaders,
      ledgerProof: createLedgerProof({ ledger: stores.ledger, clock, log }),
    };
    const runner = config.roles.has('runner')
      ? await startRunnerRole(context, vault, budgets)
      : { bots: absentRunner, desk: absentKeyDesk, balances: createBalanceDesk(houseVenueOf(context)) };
    const custody = openCustody(context);
    // The api role tells what it found.
    if (config.roles.has('api') || config.roles.has('jobs'))
      keepDoing(context, PROOF_PAUSE_MS, context.ledgerProof.run);
    const url = config.roles.has('api') ? await startApiRole(context, runner, custody) : '';
    if (config.roles.has('jobs')) startJobsRole(context);
    return { url, full: watchMemory(context), stop: () => undoing.run() };
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
  const stopOnce = (status: number): void => {
    if (stopping) return;
    stopping = true;
    server.stop().then(
      () => process.exit(status),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const wish of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(wish, () => stopOnce(0));
  void server.full.then(() => {
    setTimeout(() => process.exit(RECYCLED_STATUS), END_WITHIN_MS).unref();
    stopOnce(RECYCLED_STATUS);
  });
  if (server.url !== '') process.stdout.write(`listening on ${server.url}\n`);
  if (config.demoPassword !== null && server.url !== '') {
    process.stdout.write(`demo login: ${DEMO_ACCOUNT} / ${config.demoPassword}\n`);
  }
  process.send?.({ ready: true, url: server.url });
  // Node would do it at the end, which kill -9 takes away: the next start would compile everything again.
  flushCompileCache();
}

if (import.meta.main) {
  run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}
