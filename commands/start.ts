// `npm start`: the database, the local exchange, the local chain, the web app and the server, in this order, and back in
// the reverse one.
// Invariant: whatever ends, by fault or by kill -9, is either started again or takes everything with it; no part runs on
// alone. `--dev` serves the web app through Vite and restarts the server and the exchange when their sources change.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { LOCAL_MAIL_MARK } from '../apps/server/src/adapters/mail/local-sender.ts';
import { type EmbeddedPostgres, launchPostgres } from '../apps/server/src/adapters/postgres/server/launcher.ts';
import { newMasterKeyLine } from '../apps/server/src/adapters/system/vault/master-keys.ts';
import { isLoopback, whatIsNotLocal } from '../apps/server/src/config.ts';
import { DEMO_ACCOUNT } from '../apps/server/src/features/identity/entry/reserved-accounts.ts';
import { tokenOfFolder } from '../apps/venue/src/wire/service-token.ts';
import { findAnvil, startChain } from './chain-process.ts';
import { pinnedFirstBlock } from './chain-state.ts';
import { lastingPort, portOn, type RunningChild, startChild } from './child-process.ts';
import { chooseDataDir, claimDataDir, DEFAULT_MARKET, type Market, readMarket, StartRefused } from './installation.ts';
import { keepBlocksComing, LOCAL_CHAIN_ARGS, openLocalMoney } from './local-money.ts';
import { buildWeb } from './web-build.ts';
import { welcome } from './welcome.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const callerFolder = process.env.INIT_CWD ?? process.cwd();
const dev = process.argv.includes('--dev');
const RESTARTS_A_MINUTE = 5;
/** The server is started again before it takes more; RSS_LIMIT_MB says another limit. */
const RSS_LIMIT_MB = 1_024;
/** How the server ends that outgrew its limit and has handed everything over. */
const RECYCLED = 'status 75';
const LOOPBACK = '127.0.0.1';

interface Setup {
  readonly market: Market;
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly venueToken: string;
  readonly demoPassword: string | undefined;
  readonly publicUrl: string | undefined;
}

/** What is running, in the order it was started. */
interface House {
  postgres?: EmbeddedPostgres;
  venue?: RunningChild;
  chain?: RunningChild;
  server?: RunningChild;
  vite?: RunningChild;
  endBlocks?: () => void;
}

const house: House = {};
let claim: { release(): void } | undefined;
let stopping = false;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const started = performance.now();
  const setup = await claimPlace();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(setup, 0));
  process.on('disconnect', () => void stopAll(setup, 0));
  // Whoever reads our lines may go away (`npm start | head`): that is no reason to fall.
  process.stdout.on('error', () => undefined);
  try {
    const webDist = dev ? undefined : buildWeb(root, setup.dataDir, say);
    webDist?.catch(() => undefined);
    const databaseUrl = await startDatabase(setup);
    const [venueUrl, chain] = await Promise.all([startVenue(setup), openChain(setup, databaseUrl)]);
    await startServer(setup, { databaseUrl, venueUrl, chain, webDist: await webDist });
    if (stopping) return;
    const inviteCode = setup.demoPassword ? await inviteCodeOfDemo(databaseUrl) : undefined;
    say(
      welcome({
        ...setup,
        inviteCode,
        mailPage: hasMailPage(setup),
        faucet: chain.CUSTODY_SEED_FILE !== undefined,
        seconds: (performance.now() - started) / 1000,
        dev,
      }),
    );
  } catch (error) {
    if (!stopping) process.stderr.write(`${(error as Error).message}\n`);
    await stopAll(setup, 1);
  }
}

/** The folder and the port, waiting a moment for those of an earlier start that is just being stopped. */
async function claimPlace(): Promise<Setup> {
  const market = readMarket(process.env.MARKET || DEFAULT_MARKET, callerFolder);
  const dataDir = chooseDataDir(root, process.env.DATA_DIR, market, callerFolder);
  const host = process.env.HOST || LOOPBACK;
  const wanted = Number(process.env.PORT || 3000);
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535)
    throw new StartRefused(`PORT is not a port: ${process.env.PORT}`);
  for (const deadline = performance.now() + 3_000; ; await sleep(250)) {
    const late = performance.now() > deadline;
    try {
      claim = claimDataDir(dataDir, market);
    } catch (error) {
      if (late || !/already runs/.test((error as Error).message)) throw error;
      continue;
    }
    const port = await portOn(host, wanted);
    if (port !== undefined) {
      const publicUrl = publicUrlOf(host, port);
      const demoPassword = keepDemoPassword(dataDir, host, publicUrl);
      const venueToken = process.env.VENUE_TOKEN || tokenOfFolder(join(dataDir, 'venue')).token;
      return { market, dataDir, host, port, venueToken, demoPassword, publicUrl };
    }
    claim.release();
    if (late) throw new StartRefused(`Port ${wanted} is in use by another program: try PORT=${wanted + 1} npm start`);
  }
}

/** What wallets are shown as our name, and what invite links begin with. */
function publicUrlOf(host: string, port: number): string | undefined {
  return process.env.PUBLIC_URL || (isLoopback(host) ? `http://localhost:${port}` : undefined);
}

/** The demo login exists where the server would have it, unless it is unwanted, with one password for the data folder's life. */
function keepDemoPassword(dataDir: string, host: string, publicUrl: string | undefined): string | undefined {
  const unmet = whatIsNotLocal(host, publicUrl ?? null, process.env.CHAIN_RPC_URL || null);
  if (unmet !== null && process.env.DEMO === 'on') throw new StartRefused(`DEMO=on is allowed only when ${unmet}`);
  if (unmet !== null || process.env.DEMO === 'off') return undefined;
  if (process.env.DEMO_PASSWORD) return process.env.DEMO_PASSWORD;
  const path = join(dataDir, 'demo-password');
  // Letters and digits both, as the password rule asks.
  if (!existsSync(path)) writeFileSync(path, `bird${randomBytes(4).toString('hex')}7\n`, { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}

/** The secret beside the database, made once: who has a copy of the tables alone can guess no six digits. */
function keepPepper(dataDir: string): string {
  if (process.env.PEPPER) return process.env.PEPPER;
  const path = join(dataDir, 'pepper');
  if (!existsSync(path)) {
    // Whole or not at all: with half a pepper no payment password would ever be right again.
    writeFileSync(`${path}.new`, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
  return readFileSync(path, 'utf8').trim();
}

/** The key that wraps the keys of exchanges, in a file beside the database. A server that others reach brings its own. */
function keepVaultKey({ dataDir, host }: Setup): string | undefined {
  if (process.env.VAULT_KEY_FILE) return resolve(callerFolder, process.env.VAULT_KEY_FILE);
  if (!isLoopback(host)) return undefined;
  const path = join(dataDir, 'vault-keys');
  if (!existsSync(path)) {
    // Whole or not at all: what is sealed by half a key never opens.
    writeFileSync(`${path}.new`, `${newMasterKeyLine()}\n`, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
  return path;
}

async function startDatabase(setup: Setup): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const postgres = await launchPostgres({ dataDir: setup.dataDir });
  house.postgres = postgres;
  void postgres
    .ended()
    .then(() => endWith(setup, 'PostgreSQL ended unexpectedly; its log is postgres.log in the data folder'));
  return postgres.url;
}

async function startVenue(setup: Setup): Promise<string> {
  if (process.env.VENUE_URL) return process.env.VENUE_URL;
  const dataDir = join(setup.dataDir, 'venue');
  // People keep the address of its page and their programs that of its wire: it stays from start to start.
  const port = await lastingPort(LOOPBACK, join(dataDir, 'port'));
  const url = `http://${LOOPBACK}:${port}`;
  const start = (onSpawn: (child: RunningChild) => void) =>
    startChild({
      onSpawn,
      label: 'exchange',
      root,
      file: 'apps/venue/src/main.ts',
      args: ['--host', LOOPBACK, '--port', String(port), '--market', setup.market.full, '--data', dataDir],
      env: {},
      healthUrl: `${url}/healthz`,
      readyWithinMs: 120_000,
      quiet: !dev,
    });
  await keepRunning(setup, 'venue', start, ['apps/venue/src', 'packages/core/src']);
  return url;
}

/** What the server is told of the chain. */
type ChainSetup = Readonly<Record<string, string>>;

/** A chain of our own, for money and the signatures of contract wallets. Without one everything else works. */
async function openChain(setup: Setup, databaseUrl: string): Promise<ChainSetup> {
  const { CHAIN_RPC_URL, DEPOSIT_XPUB } = process.env;
  if (CHAIN_RPC_URL) return { CHAIN_RPC_URL };
  const anvil = findAnvil(root);
  if (anvil === undefined) {
    say(
      'No anvil here, so no local chain: no deposits, no withdrawals, and wallets that are contracts cannot sign in (CHAIN_RPC_URL names another node)',
    );
    return {};
  }
  const folder = join(setup.dataDir, 'chain');
  mkdirSync(folder, { recursive: true });
  // People's wallets keep its address.
  const port = await lastingPort(LOOPBACK, join(folder, 'port'));
  const url = `http://${LOOPBACK}:${port}`;
  // Whoever names keys of their own brings the rest, too; and test coin is for the person in front of this machine.
  const ownMoney = !DEPOSIT_XPUB && isAllLocal(setup);
  let money: ChainSetup = {};
  try {
    await keepRunning(
      setup,
      'chain',
      async (onSpawn) => {
        const firstBlock = await pinnedFirstBlock(databaseUrl);
        const child = await startChain({ onSpawn, anvil, port, folder, firstBlock, args: LOCAL_CHAIN_ARGS });
        if (ownMoney) money = await openLocalMoney(root, setup.dataDir, url);
        return child;
      },
      [],
    );
  } catch (error) {
    say((error as Error).message);
    return {};
  }
  if (ownMoney) house.endBlocks = keepBlocksComing(url);
  return { CHAIN_RPC_URL: url, ...money };
}

/** As the server decides it: whether this machine is all there is. */
function isAllLocal({ host, publicUrl }: Setup): boolean {
  const { CHAIN_RPC_URL, TRUSTED_PROXIES } = process.env;
  if (Number(TRUSTED_PROXIES) > 0) return false;
  return whatIsNotLocal(host, publicUrl ?? null, CHAIN_RPC_URL || null) === null;
}

/** And no mail server is named. */
function hasMailPage(setup: Setup): boolean {
  return !process.env.SMTP_URL && isAllLocal(setup);
}

/** What a wallet that is new here can sign in with. */
async function inviteCodeOfDemo(databaseUrl: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const found = await client.query<{ sn: string }>('select sn from users where account = $1', [DEMO_ACCOUNT]);
  await client.end();
  return found.rows[0]?.sn;
}

interface Neighbours {
  readonly databaseUrl: string;
  readonly venueUrl: string;
  readonly chain: ChainSetup;
  readonly webDist: string | undefined;
}

async function startServer(setup: Setup, neighbours: Neighbours): Promise<void> {
  const { databaseUrl, venueUrl, chain, webDist } = neighbours;
  const vaultKeyFile = keepVaultKey(setup);
  const port = dev ? (await portOn(LOOPBACK, 0))! : setup.port;
  const host = dev ? LOOPBACK : setup.host;
  const urlHost = host.includes(':') ? `[${host}]` : host.replace(/^0\.0\.0\.0$/, LOOPBACK);
  const origin = `http://${urlHost}:${port}`;
  const start = (onSpawn: (child: RunningChild) => void) =>
    startChild({
      onSpawn,
      label: 'server',
      root,
      file: 'apps/server/src/main.ts',
      env: {
        HOST: host,
        PORT: String(port),
        DATA_DIR: setup.dataDir,
        DATABASE_URL: databaseUrl,
        VENUE_URL: venueUrl,
        VENUE_TOKEN: setup.venueToken,
        PEPPER: keepPepper(setup.dataDir),
        RSS_LIMIT_MB: process.env.RSS_LIMIT_MB || String(RSS_LIMIT_MB),
        NODE_ENV: dev ? 'development' : 'production',
        DEMO: setup.demoPassword ? 'on' : 'off',
        DEMO_PASSWORD: setup.demoPassword ?? '',
        ...(vaultKeyFile ? { VAULT_KEY_FILE: vaultKeyFile } : {}),
        ...chain,
        ...(setup.publicUrl ? { PUBLIC_URL: setup.publicUrl } : {}),
        ...(webDist ? { WEB_DIST: webDist } : {}),
      },
      healthUrl: `${origin}/healthz`,
      readyWithinMs: 120_000,
      quiet: !dev,
      alwaysShown: LOCAL_MAIL_MARK,
    });
  await keepRunning(setup, 'server', start, ['apps/server/src', 'packages/core/src', 'packages/contract/src']);
  if (!dev) return;
  house.vite = await startChild({
    label: 'web',
    root,
    file: 'node_modules/vite/bin/vite.js',
    args: ['apps/web', '--host', setup.host, '--port', String(setup.port), '--strictPort'],
    env: { API_ORIGIN: origin },
    readyWithinMs: 60_000,
  });
}

/** Starts a process again when it ends by itself, unless it keeps ending; in development also when sources change. */
async function keepRunning(
  setup: Setup,
  name: 'venue' | 'chain' | 'server',
  start: (onSpawn: (child: RunningChild) => void) => Promise<RunningChild>,
  sources: readonly string[],
): Promise<void> {
  // Trading needs all of them but the chain.
  const giveUp = (sentence: string): void => (name === 'chain' ? say(sentence) : endWith(setup, sentence));
  const starts: number[] = [];
  let sourcesChanged = false;
  let alive = false;
  const run = async (): Promise<void> => {
    starts.push(performance.now());
    const child = await start((spawned) => {
      house[name] = spawned;
    });
    alive = true;
    void child.ended.then((how) => {
      alive = false;
      if (stopping) return;
      const recent = starts.filter((at) => at > performance.now() - 60_000);
      if (!sourcesChanged && recent.length > RESTARTS_A_MINUTE) return giveUp(`The ${name} keeps ending (${how})`);
      const why = how === RECYCLED ? 'has reached its limit of memory' : `ended (${how})`;
      say(sourcesChanged ? `${name}: sources changed` : `${name}: ${why}, starting it again`);
      sourcesChanged = false;
      return runAgain();
    });
  };
  // In development a fault in the sources waits for the next change.
  const runAgain = () => run().catch((error: Error) => (dev ? say(error.message) : giveUp(error.message)));
  await run();
  if (!dev) return;
  for (const folder of sources) {
    let pending: NodeJS.Timeout | undefined;
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file || file.endsWith('.test.ts')) return;
      clearTimeout(pending);
      pending = setTimeout(() => {
        sourcesChanged = alive;
        void (alive ? house[name]?.stop() : runAgain());
      }, 200);
    });
  }
}

function endWith(setup: Setup, sentence: string): void {
  if (stopping) return;
  process.stderr.write(`${sentence}\n`);
  void stopAll(setup, 1);
}

/** Server first, so that it can finish what it does; the database last, because everything else writes to it. */
async function stopAll(setup: Setup, status: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (process.stdout.isTTY) say('\nStopping …');
  await house.vite?.stop();
  await house.server?.stop();
  house.endBlocks?.();
  await house.chain?.stop();
  await house.venue?.stop();
  await house.postgres?.stop();
  claim?.release();
  say(`Stopped. Everything is kept in ${setup.dataDir}`);
  process.exit(status);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
