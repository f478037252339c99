// One person, one exchange on a tape, one server, one database; and afterwards the comparison of what the server has
// booked with what the exchange says and with what the backtest makes of the same tape.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { openMigratedDatabase } from '../../tools/test-database.ts';
import { allFills, allFundings } from './exchange.ts';
import { Person } from './person.ts';
import { type Running, runServer, runVenue } from './processes.ts';
import { FIRST_OPEN_MS, type TapeOptions, writeTape } from './tape.ts';

const exec = promisify(execFile);
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export interface SceneOptions extends TapeOptions {
  readonly speed: number;
  /** The tape is that of a perpetual, with funding of this rate at these distances. */
  readonly perpetual?: { readonly everyMs: number; readonly rates: readonly string[] };
  /** Writes the files of several markets into the folder; answers them in the order the exchange is to list them. */
  readonly markets?: (folder: string) => readonly string[];
  /** What the database calls the server's connections. */
  readonly serverName?: string;
  /** Puts something between server and exchange; answers the address the server is to use. */
  readonly between?: (venueUrl: string) => Promise<string>;
}

export interface BookedFill {
  readonly id: string;
  readonly cid: string;
  readonly side: string;
  readonly price: string;
  readonly qty: string;
  readonly fee: string;
  readonly fee_coin: string;
  readonly maker: number;
  readonly t: number;
}

export class Scene {
  readonly folder = mkdtempSync(join(tmpdir(), 'cormorant-scene-'));
  tape = join(this.folder, 'BTCUSDT-1m.csv');
  venue!: Running;
  server!: Running;
  person!: Person;
  database!: pg.Pool;
  private speed = 1;
  private databaseUrl = '';
  private serverSees = '';
  private readonly endings: (() => Promise<unknown> | unknown)[] = [];

  async open({ speed, between, perpetual, markets, serverName, ...tape }: SceneOptions): Promise<void> {
    this.endings.push(() => rmSync(this.folder, { recursive: true, force: true }));
    if (perpetual !== undefined) this.writeFunding(perpetual, tape.candles);
    if (markets === undefined) writeTape(this.tape, tape);
    else this.tape = markets(this.folder).join(',');
    const database = await openMigratedDatabase();
    this.databaseUrl = database.url;
    this.endings.push(() => database.close());
    this.database = new pg.Pool({ connectionString: database.url, max: 2 });
    this.database.on('error', () => {});
    this.endings.push(() => this.database.end());
    this.speed = speed;
    this.venue = await this.runVenue();
    this.endings.push(() => this.venue.kill());
    this.serverSees = between === undefined ? this.venue.url : await between(this.venue.url);
    const name = serverName === undefined ? '' : `?application_name=${serverName}`;
    this.server = await runServer(this.databaseUrl + name, this.serverSees);
    this.endings.push(() => this.server.kill());
    this.person = new Person(this.server.url);
    await this.person.register('cormorant_keeper');
  }

  get fundingFile(): string {
    return join(this.folder, 'binance-usdm-BTCUSDT-funding-x.csv');
  }

  private writeFunding({ everyMs, rates }: NonNullable<SceneOptions['perpetual']>, candles: number): void {
    this.tape = join(this.folder, 'binance-usdm-BTCUSDT-1m.csv');
    const rows: string[] = [];
    const endMs = FIRST_OPEN_MS + candles * 60_000;
    for (let atMs = FIRST_OPEN_MS + everyMs; atMs < endMs; atMs += everyMs) {
      rows.push(`${atMs},${rates[rows.length % rates.length]}`);
    }
    writeFileSync(this.fundingFile, `${rows.join('\n')}\n`);
  }

  private runVenue(): Promise<Running> {
    return runVenue({ tape: this.tape, speed: this.speed, lockstep: true, folder: join(this.folder, 'books') });
  }

  /** kill -9 of the exchange, and a new one on the same books; answers where it is found now. */
  async killVenue(): Promise<string> {
    await this.venue.kill();
    this.venue = await this.runVenue();
    return this.venue.url;
  }

  /** kill -9, and a new server on the same database. */
  async killServer(): Promise<void> {
    await this.server.kill();
    await this.startServerAgain();
  }

  /** `more` of its environment than the first one had. */
  async startServerAgain(more: Readonly<Record<string, string>> = {}): Promise<void> {
    this.server = await runServer(this.databaseUrl, this.serverSees, 'all', '', more);
    this.person.url = this.server.url;
  }

  /** A second runner over the same database and exchange, with nothing between: it takes over whom the first one loses. */
  async openRunnerBeside(): Promise<Running> {
    const beside = await runServer(this.databaseUrl, this.venue.url, 'runner');
    this.endings.push(() => beside.kill());
    return beside;
  }

  async close(): Promise<void> {
    for (const end of this.endings.reverse()) await end();
  }

  async account(): Promise<string> {
    const { rows } = await this.database.query('select account from exchange_accounts');
    return rows[0].account;
  }

  async startPrint(botId: number): Promise<number> {
    const { rows } = await this.database.query('select start_seq from bots where id = $1', [botId]);
    return Number(rows[0].start_seq);
  }

  /** What the server has booked, of all bots or of one, in the order of the exchange's trade ids. */
  async booked(botId: number | null = null): Promise<BookedFill[]> {
    const { rows } = await this.database.query<BookedFill>(
      `select venue_fill_id as id, cid, side, trim_scale(price)::text as price, trim_scale(qty)::text as qty,
         trim_scale(fee)::text as fee, fee_asset as fee_coin, maker::integer as maker, market_ms::float8 as t
       from bot_fills where bot_id = coalesce($1, bot_id) order by venue_fill_id::bigint`,
      [botId],
    );
    return rows;
  }

  async ordersInState(statuses: readonly string[]): Promise<string[]> {
    const { rows } = await this.database.query(
      'select cid from bot_orders where status = any($1) order by cid collate "C"',
      [statuses],
    );
    return rows.map(({ cid }) => cid);
  }

  /**
   * Resolves when the server has handled what the exchange did on its ended tape: every trade and every funding of every
   * account is booked and no order waits for its answer, and it stays so for a while, since the tape's end only says that
   * the last print was made. What never comes is left to the test to show.
   */
  async allBooked(withinMs = 60_000): Promise<void> {
    const until = Date.now() + withinMs;
    for (let looks = 0; looks < 4 && Date.now() < until; ) {
      looks = (await this.isAllBooked()) ? looks + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  private async isAllBooked(): Promise<boolean> {
    const column = async (text: string) => (await this.database.query(text)).rows.map(({ id }) => String(id));
    const fills: string[] = [];
    const fundings: string[] = [];
    for (const account of await column('select account as id from exchange_accounts')) {
      for (const { id } of await allFills(this.venue.url, account)) fills.push(id);
      for (const { id } of await allFundings(this.venue.url, account)) fundings.push(id);
    }
    const isSame = (ours: string[], theirs: string[]) => ours.sort().join() === theirs.sort().join();
    return (
      isSame(await column('select venue_fill_id as id from bot_fills'), fills) &&
      isSame(await column('select venue_funding_id as id from bot_fundings'), fundings) &&
      (await this.ordersInState(['intended', 'unknown'])).length === 0
    );
  }

  /** The backtest of the same tape from the same print, as `npm run backtest -- --json` gives it. */
  async backtest(params: Readonly<Record<string, unknown>>, startPrint: number): Promise<Record<string, unknown>> {
    const args = [
      '--candles',
      this.tape,
      '--json',
      '--params',
      JSON.stringify(params),
      '--start-print',
      String(startPrint),
    ];
    const { stdout } = await exec(process.execPath, [file('commands/backtest.ts'), ...args], { maxBuffer: 64 << 20 });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  /** The judge's complaints; empty when runner and backtest agree and the tape allowed every trade. */
  async judge(startPrint: number, runner: readonly unknown[], backtest: readonly unknown[]): Promise<string> {
    const [ours, theirs] = [join(this.folder, 'runner.json'), join(this.folder, 'backtest.json')];
    writeFileSync(ours, JSON.stringify(runner));
    writeFileSync(theirs, JSON.stringify(backtest));
    const args = [file('tests/parity/judge.ts'), this.tape, String(startPrint), ours, theirs];
    try {
      await exec(process.execPath, args);
      return '';
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      return `${stdout ?? ''}${stderr ?? ''}` || String(error);
    }
  }
}
