// The processes of a storm: PostgreSQL, the local exchange with its faults, a server (all roles) and a second runner beside
// it that takes over what the first one loses. Each can be killed (SIGKILL) and comes back on what it left. One that ends
// by itself is told: nothing but us may end a process. The exchange's market goes on while others are down.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, launchPostgres } from '../../apps/server/src/adapters/postgres/server/launcher.ts';
import { type Running, runServer, runVenue, TOKEN } from '../../tests/trading/processes.ts';
import { writeTape } from '../../tests/trading/tape.ts';
import { type Brake, holdBrake } from './brake.ts';
import { COINS } from './people.ts';
import { type Relay, startRelay } from './relay.ts';

export const VICTIMS = ['server', 'runner', 'database', 'exchange'] as const;
export type Victim = (typeof VICTIMS)[number];

export interface WorldOptions {
  readonly seed: number;
  /** Market seconds per second. */
  readonly speed: number;
  readonly candles: number;
  /** More of the environment of exchange and server. */
  readonly more?: Readonly<Record<string, string>>;
}

const FAULTS = [
  { id: 'lost-requests', fault: 'lose_request', probability: 0.03 },
  { id: 'lost-replies', fault: 'lose_reply', probability: 0.03 },
  // Shorter than the runner's grace, as its rule demands.
  { id: 'delayed-reads', fault: 'delayed_reads', probability: 0.2, ms: 1_500 },
] as const;

/** Candles from one settlement of funding to the next: a storm of minutes sees many. */
const FUNDING_EVERY = 60;
const MINUTE_MS = 60_000;

/**
 * A process that comes back reads all of its accounts, which an exchange's own limits allow a few times an hour and not every
 * few seconds. Both sides hold to these as they would to the real ones.
 */
const LIMITS = { VENUE_WEIGHT_LIMIT: '60000' };

export class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'cormorant-storm-'));
  /** Processes that ended though nobody killed them. */
  readonly diedByThemselves: string[] = [];
  venue!: Running;
  server!: Running;
  private runner: Running | null = null;
  private postgres!: EmbeddedPostgres;
  private relay!: Relay;
  brake!: Brake;
  private readonly options: WorldOptions;
  /**
   * Gate tells the time of the wall, and what happens to its accounts bears that of the tape: the tape must not lie before it, or who
   * asks for what happened since then would be told nothing.
   */
  private readonly firstOpenMs = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;

  constructor(options: WorldOptions) {
    this.options = options;
  }

  async open(): Promise<void> {
    writeFileSync(this.vaultFile, `storm ${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    this.postgres = await launchPostgres({ dataDir: this.folder });
    this.relay = await startRelay(this.postgres.port);
    this.venue = this.watch('exchange', await this.openVenue());
    this.brake = await holdBrake(this.venue.url, TOKEN);
    this.server = this.watch('server', await this.openServer());
  }

  /** With the one that stands beside the server from now on. */
  async openRunner(): Promise<void> {
    this.runner = this.watch('runner', await this.serverOf('runner'));
  }

  /** Of the installation's one address, whatever port the database has now. */
  get databaseUrl(): string {
    const url = new URL(this.postgres.url);
    url.port = String(this.relay.port);
    return url.href;
  }

  get booksFolder(): string {
    return join(this.folder, 'books');
  }

  async armFaults(faults: readonly object[] = FAULTS): Promise<void> {
    const answer = await fetch(`${this.venue.url}/v1/faults`, {
      method: 'PUT',
      headers: { 'x-service-token': TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({ seed: this.options.seed, faults }),
    });
    if (answer.status !== 200) throw new Error(`the faults are refused: ${await answer.text()}`);
  }

  /** How often the fault of this id has struck. */
  async struck(id: string): Promise<number> {
    const answer = await fetch(`${this.venue.url}/v1/faults`, { headers: { 'x-service-token': TOKEN } });
    const { faults } = (await answer.json()) as { faults: readonly { id: string; struck: number }[] };
    return faults.find((fault) => fault.id === id)?.struck ?? 0;
  }

  async disarmFaults(): Promise<void> {
    await fetch(`${this.venue.url}/v1/faults`, { method: 'DELETE', headers: { 'x-service-token': TOKEN } });
  }

  async kill(victim: Victim): Promise<void> {
    if (victim === 'database') await this.killDatabase();
    else if (victim === 'exchange') await this.killVenue();
    else if (victim === 'server') {
      await this.end(this.server);
      this.server = this.watch('server', await this.openServer());
    } else if (this.runner !== null) {
      await this.end(this.runner);
      await this.openRunner();
    }
  }

  standStill(): Promise<void> {
    return this.brake.pull();
  }

  /** Nothing changes any more, and its books can be read from the file. */
  async stopVenue(): Promise<void> {
    this.killed.add(this.venue);
    await this.venue.stop();
  }

  async close(): Promise<void> {
    this.brake?.stop();
    for (const one of [this.runner, this.server, this.venue]) if (one) await this.end(one);
    this.relay?.stop();
    await this.postgres?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private readonly killed = new Set<Running>();

  private watch(name: Victim, running: Running): Running {
    running.child.once('exit', (code, signal) => {
      if (this.killed.has(running)) return;
      this.diedByThemselves.push(`the ${name} ended by itself (${code ?? signal}): ${running.said().slice(-2_000)}`);
    });
    return running;
  }

  private async end(running: Running): Promise<void> {
    this.killed.add(running);
    await running.kill();
  }

  private openServer(): Promise<Running> {
    return this.serverOf('all');
  }

  private serverOf(roles: string): Promise<Running> {
    const gate = { TRADE_AT: 'gate', EXCHANGE_URLS: `gate=${this.venue.url}` };
    return runServer(this.databaseUrl, this.venue.url, roles, this.vaultFile, { ...gate, ...this.options.more });
  }

  /** The master key under which the keys of people are kept. */
  private get vaultFile(): string {
    return join(this.folder, 'master-keys');
  }

  private openVenue(): Promise<Running> {
    const { candles, more, seed, speed } = this.options;
    const tapes = COINS.flatMap(({ middle, name }, at) =>
      [`${name}USDT-1m.csv`, `binance-usdm-${name}USDT-1m.csv`].map((file, law) => {
        const path = join(this.folder, file);
        writeTape(path, { seed: seed + at * 2 + law, candles, middle, firstMs: this.firstOpenMs });
        return path;
      }),
    );
    for (const { name } of COINS) {
      const rows = Array.from({ length: Math.floor(candles / FUNDING_EVERY) }, (_, at) =>
        [this.firstOpenMs + (at + 1) * FUNDING_EVERY * MINUTE_MS, at % 3 === 0 ? '-0.00005' : '0.0001'].join(','),
      );
      const path = join(this.folder, `binance-usdm-${name}USDT-funding-1.csv`);
      writeFileSync(path, ['funding_time_ms,funding_rate', ...rows].join('\n'));
    }
    return runVenue({
      ...{ tape: tapes.join(','), speed, lockstep: false, folder: this.booksFolder },
      more: { ...LIMITS, ...more },
    });
  }

  private async killVenue(): Promise<void> {
    this.brake.stop();
    await this.end(this.venue);
    const port = Number(new URL(this.venue.url).port);
    this.venue = this.watch('exchange', await this.reopenVenue(port));
    this.brake = await holdBrake(this.venue.url, TOKEN);
    await this.armFaults();
  }

  private reopenVenue(port: number): Promise<Running> {
    const { more, speed } = this.options;
    const tapes = COINS.flatMap(({ name }) => [`${name}USDT-1m.csv`, `binance-usdm-${name}USDT-1m.csv`]);
    const tape = tapes.map((file) => join(this.folder, file)).join(',');
    return runVenue({ tape, speed, lockstep: false, folder: this.booksFolder, port, more: { ...LIMITS, ...more } });
  }

  private async killDatabase(): Promise<void> {
    const [pid = ''] = readFileSync(join(this.postgres.clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    const ended = this.postgres.ended();
    process.kill(Number(pid), 'SIGKILL');
    await ended;
    this.postgres = await launchPostgres({ dataDir: this.folder });
    this.relay.leadTo(this.postgres.port);
  }
}

export function openDatabase(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {});
  return pool;
}
