// One simulated world: the exchange, a database in memory, runners that are killed and suspended, people who press
// buttons, and a network that loses what it can, all under one clock and one seed. The runner, its adapters and the
// exchange are the production code, unmodified; only clock, chance, network and database are the world's own.
import { createHash } from 'node:crypto';
import { keyAccountName } from '../../apps/server/src/ports/account-store.ts';
import type { RunnerOperation } from '../../apps/server/src/ports/bot-runner.ts';
import type { VenueSymbol } from '../../apps/server/src/ports/venue.ts';
import { type RunningRunner, startRunner } from '../../apps/server/src/runner/start-runner.ts';
import { binanceWire, loadClients } from './binance-wire.ts';
import { draftOf, RECIPES, ROUGH_RECIPES } from './bots.ts';
import { Chance } from './chance.ts';
import { houseWire } from './house-wire.ts';
import { type Judged, judge, watchOrders } from './invariants.ts';
import { MemoryStore } from './memory-store.ts';
import { CALM, Network, type NetworkDeps, type NetworkFaults } from './network.ts';
import { openSimExchange, type SimExchange } from './sim-exchange.ts';
import type { Person, SimWire } from './sim-wire.ts';
import { installRandom, uninstallRandom } from './virtual-random.ts';
import { type Process, VirtualTime } from './virtual-time.ts';

const START_MS = Date.UTC(2026, 0, 5, 7, 20);
const MINUTE_MS = 60_000;
const PRINT_EVERY_MS = 20_000;
const USERS = 3;
/** Faults end so long before the world does: whatever is open has to come to rest. */
const QUIET_MS = 12 * MINUTE_MS;
/** The market stands still so long before the end. */
const STILL_MS = 3 * MINUTE_MS;
const BOTS_A_USER = 3;
/** Letters; a call of the hash costs as much as some lines. */
const HASHED_AT_ONCE = 32_768;
const TOKEN = 'the service token of a simulated world';

export type WireChoice = 'house' | 'binance';

export interface WorldOptions {
  readonly seed: number;
  readonly hours?: number;
  /** Bots of several legs, too, and an exchange that is killed now and then. */
  readonly rough?: boolean;
  /** By which people trade; chance of the seed when absent. */
  readonly wire?: WireChoice;
  /** Every event, as it is hashed. */
  readonly trace?: (line: string) => void;
}

export interface WorldResult extends Judged {
  readonly seed: number;
  /** Of everything that happened: the same seed, the same hash. */
  readonly hash: string;
  readonly hours: number;
  readonly kills: number;
  readonly wire: WireChoice;
}

interface Runner extends Process {
  running: RunningRunner | null;
}

/** A share of the worlds trades by keys over Binance's wire. */
const BY_KEYS = 0.25;

function wireOf(seed: number): WireChoice {
  return new Chance(seed, 'keys').happens(BY_KEYS) ? 'binance' : 'house';
}

export async function runWorld(options: WorldOptions): Promise<WorldResult> {
  const world = new World(options);
  // Production would end on it; here it is a fault of its own.
  const onRejection = (error: unknown) => world.unhandled(error);
  process.on('unhandledRejection', onRejection);
  try {
    return await world.run();
  } finally {
    world.time.uninstall();
    uninstallRandom();
    process.off('unhandledRejection', onRejection);
  }
}

class World {
  readonly time: VirtualTime;
  private readonly seed: number;
  private readonly hours: number;
  private readonly rough: boolean;
  private readonly wireChoice: WireChoice;
  private readonly director: Process = { name: 'director', dead: false, stoppedUntilMs: 0 };
  private venueProcess: Process = { name: 'exchange', dead: false, stoppedUntilMs: 0 };
  private readonly chance: Chance;
  private readonly hash = createHash('sha256');
  private unhashed = '';
  private readonly tell: ((line: string) => void) | undefined;
  private readonly broken: string[] = [];
  private readonly runners: Runner[] = [];
  private readonly bots: { id: number; userId: number }[] = [];
  private store!: MemoryStore;
  private network!: Network;
  private wire!: SimWire;
  private exchange!: SimExchange;
  private rules: readonly VenueSymbol[] = [];
  private runnersStarted = 0;
  private requests = 0;
  private kills = 0;
  /** How often a process is killed or suspended just when it has sent a change. */
  private strikes = 0;

  constructor({ seed, hours = 1, rough = false, trace, wire = wireOf(seed) }: WorldOptions) {
    this.seed = seed;
    this.hours = hours;
    this.rough = rough;
    this.wireChoice = wire;
    this.tell = trace;
    this.time = new VirtualTime(START_MS, this.director);
    this.chance = new Chance(seed, 'director');
  }

  async run(): Promise<WorldResult> {
    const { seed, time } = this;
    if (this.wireChoice === 'binance') await loadClients();
    const endMs = START_MS + this.hours * 60 * MINUTE_MS;
    const stillFromMs = endMs - STILL_MS;
    const market = { seed, startMs: START_MS, printEveryMs: PRINT_EVERY_MS, stillFromMs, forConvoys: this.rough };
    time.current = this.venueProcess;
    installRandom(new Chance(seed, 'random bytes'));
    this.exchange = await openSimExchange(market, TOKEN, time, (error) =>
      this.broken.push(`exchange: ${String(error)}`),
    );
    const people = Array.from({ length: USERS }, (_, at) => this.personOf(at + 1));
    this.wire = this.wireChoice === 'house' ? houseWire(TOKEN) : binanceWire(people);
    time.current = this.director;
    const accounts = people.map(({ row }) => row);
    this.store = new MemoryStore(time, new Chance(seed, 'database'), accounts);
    const judgeChange = watchOrders(this.store, this.exchange, people, this.broken);
    const watch: NetworkDeps['watch'] = (from, change) => {
      judgeChange(from, change);
      this.strikeAt(from);
    };
    const runningExchange = () => this.venueProcess;
    this.network = new Network({
      ...{ time, chance: new Chance(seed, 'network'), watch },
      get exchange() {
        return runningExchange();
      },
      ask: (request) => this.exchange.ask(request),
      join: (socket, path) => this.exchange.join(socket, path),
      words: this.wire.words,
      trace: (line) => this.trace(line),
      hiddenMs: this.wire.graceMs * 0.8,
    });
    this.rules = await this.exchange.symbols();
    this.breakThings(START_MS + MINUTE_MS, endMs - QUIET_MS);
    const pair = this.chance.happens(0.5) ? 2 : 1;
    for (let at = 0; at < pair; at++) this.startRunner();
    this.pressButtons(endMs - QUIET_MS);
    if (this.rough) await this.killExchangeUntil(endMs - QUIET_MS);
    await time.run(endMs - QUIET_MS);
    this.calmDown();
    await time.run(endMs);
    const judged = judge({ store: this.store, exchange: this.exchange, people, wire: this.wire, broken: this.broken });
    for (const runner of this.runners) runner.dead = true;
    await this.exchange.close();
    this.hashOn();
    const hash = this.hash.digest('hex');
    return { ...judged, seed, hash, hours: this.hours, kills: this.kills, wire: this.wireChoice };
  }

  private personOf(userId: number): Person {
    const ref = `user-${userId}`;
    const row = { id: userId, userId, exchange: 'local', ref };
    if (this.wireChoice === 'house') {
      const name = this.exchange.openAccount(ref);
      return { row: { ...row, wire: 'house', account: name }, name, keys: null };
    }
    const { keys, name } = this.exchange.openKeyAccount(ref);
    return { row: { ...row, wire: 'key', account: keyAccountName(userId, name) }, name, keys };
  }

  unhandled(error: unknown): void {
    this.broken.push(`nobody caught ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }

  /** `more` is shown and not hashed: where in the sources something was thrown is no part of what happened. */
  private trace(line: string, more = ''): void {
    const text = `${this.time.nowMs.toFixed(3)} ${line}`;
    this.unhashed += text;
    if (this.unhashed.length > HASHED_AT_ONCE) this.hashOn();
    this.tell?.(text + more);
  }

  private hashOn(): void {
    this.hash.update(this.unhashed);
    this.unhashed = '';
  }

  private startRunner(): void {
    const { network, seed, store, time } = this;
    this.runnersStarted += 1;
    const runner: Runner = { name: `runner${this.runnersStarted}`, dead: false, stoppedUntilMs: 0, running: null };
    const chance = new Chance(seed, runner.name);
    this.runners.push(runner);
    time.after(runner, this.chance.between(1, 200), () => {
      void startRunner({
        exchanges: [this.wire.specFor({ runner, network, time, chance, trace: (line) => this.trace(line) })],
        store: store.port(runner),
        accounts: store.accountPort(),
        clock: { nowMs: () => time.wallMs },
        random: { bytes: () => new Uint8Array(), integer: (from, to) => from + chance.below(to - from) },
        announce: () => {},
        isMaintenance: () => false,
        log: (level, text, detail) => {
          const [message, stack] = detail instanceof Error ? [detail.message, detail.stack ?? ''] : ['', ''];
          this.trace(`${runner.name} ${level} ${text} ${message}`, stack.split('\n').slice(1, 4).join(' '));
        },
      }).then(
        (running) => {
          runner.running = running;
        },
        // A process that cannot begin ends, and whoever minds it begins another one.
        (error: Error) => this.end(runner, `could not start: ${error.message}`),
      );
    });
  }

  /** Runs the world, with kill -9 of the exchange now and then: what it committed is all that is left of it. */
  private async killExchangeUntil(untilMs: number): Promise<void> {
    const { chance, time } = this;
    for (;;) {
      const [killMs, downMs] = [time.nowMs + chance.between(3, 25) * MINUTE_MS, chance.between(500, 60_000)];
      if (killMs + downMs >= untilMs) return;
      await time.run(killMs);
      this.trace(`exchange killed for ${downMs.toFixed(0)}`);
      this.venueProcess.dead = true;
      this.network.exchangeDied();
      await time.run(killMs + downMs);
      this.venueProcess = { name: 'exchange', dead: false, stoppedUntilMs: 0 };
      time.current = this.venueProcess;
      await this.exchange.restart();
      time.current = this.director;
    }
  }

  private get alive(): Runner[] {
    return this.runners.filter(({ dead }) => !dead);
  }

  /** Faults of every kind, at their own moments, until `untilMs`. */
  private breakThings(fromMs: number, untilMs: number): void {
    const { chance, time } = this;
    const share = (most: number) => (chance.happens(0.7) ? chance.between(0, most) : 0);
    const faults: NetworkFaults = {
      ...{ lostRequest: share(0.05), lostReply: share(0.05), badGateway: share(0.03), hiddenOrder: share(0.3) },
      ...{ droppedFrame: share(0.2), doubledFrame: share(0.1), lateFrame: share(0.1) },
    };
    const often = (meanMs: number, run: () => void) => {
      const next = () =>
        time.after(this.director, chance.between(0.1, 1.9) * meanMs, () => {
          if (time.nowMs >= untilMs) return;
          run();
          next();
        });
      next();
    };
    time.after(this.director, fromMs - time.nowMs, () => {
      this.network.faults = faults;
      this.strikes = share(0.04);
      const probability = Math.max(0.01, share(0.4));
      this.exchange.arm([{ id: 'parts', fault: 'partial_fills', probability, ppm: 300_000 }]);
      this.store.faults = { refused: share(0.02), answerLost: share(0.01) };
    });
    often(chance.between(4, 20) * MINUTE_MS, () => this.kill());
    often(chance.between(6, 30) * MINUTE_MS, () => {
      const { alive } = this;
      if (alive.length > 0) this.suspend(chance.pick(alive), chance.between(500, 60_000));
    });
    often(chance.between(3, 15) * MINUTE_MS, () => this.network.cut());
    often(chance.between(10, 40) * MINUTE_MS, () => this.network.part(chance.between(1_000, 90_000)));
  }

  /** kill -9: what it has sent is on its way, everything else is gone. */
  private kill(): void {
    const { alive, chance } = this;
    if (alive.length === 0) return;
    this.kills += 1;
    this.end(chance.pick(alive), 'killed');
  }

  private end(runner: Runner, how: string): void {
    this.trace(`${runner.name} ${how}`);
    runner.dead = true;
    this.network.cut(runner);
    this.time.after(this.director, this.chance.between(200, 8_000), () => this.startRunner());
  }

  /** The worst moment for a process to be struck: it has just sent a change and knows nothing of its end. */
  private strikeAt(sender: Process): void {
    const fate = this.chance.unit();
    const victim = this.alive.find((runner) => runner === sender);
    if (victim === undefined || fate >= this.strikes) return;
    if (fate < this.strikes / 3)
      this.time.after(this.director, this.chance.between(0, 60), () => this.strikeDead(victim));
    else this.suspend(victim, this.chance.between(8_000, 40_000));
  }

  private strikeDead(victim: Runner): void {
    if (victim.dead) return;
    this.kills += 1;
    this.end(victim, 'killed in the middle of a change');
  }

  /** SIGSTOP, and SIGCONT after a while. */
  private suspend(victim: Runner, forMs: number): void {
    this.trace(`stop ${victim.name} for ${forMs.toFixed(0)}`);
    victim.stoppedUntilMs = Math.max(victim.stoppedUntilMs, this.time.nowMs + forMs);
  }

  private calmDown(): void {
    this.network.faults = CALM;
    this.strikes = 0;
    this.exchange.arm([]);
    this.store.faults = { refused: 0, answerLost: 0 };
    for (const runner of this.alive) runner.stoppedUntilMs = 0;
    this.trace('quiet');
  }

  private pressButtons(untilMs: number): void {
    const { chance, time } = this;
    for (let userId = 1; userId <= USERS; userId++) {
      for (let bot = 0; bot < BOTS_A_USER; bot++) {
        // Where bots of one leg trade already, one of several may not begin: it comes first, once all markets have a price.
        const isConvoy = this.rough && bot === 0 && chance.happens(0.8);
        const recipe = isConvoy ? RECIPES + chance.below(ROUGH_RECIPES - RECIPES) : chance.below(RECIPES);
        const inMs = isConvoy
          ? chance.between(30_000, 45_000)
          : chance.between(this.rough ? 50_000 : 2_000, 10 * MINUTE_MS);
        time.after(this.director, inMs, () => this.create(userId, recipe));
      }
    }
    const next = () =>
      time.after(this.director, chance.between(5_000, 3 * MINUTE_MS), () => {
        if (time.nowMs >= untilMs) return;
        this.press();
        next();
      });
    next();
  }

  /** As a request that reached one of the processes: its answer may never come. */
  private ask(text: string, run: (runner: RunningRunner) => Promise<unknown>): void {
    const ready = this.alive.filter(({ running }) => running !== null);
    if (ready.length === 0) return;
    const runner = this.chance.pick(ready);
    this.time.after(runner, 0.1, () => {
      run(runner.running as RunningRunner).then(
        (answer) => this.trace(`${runner.name} ${text} -> ${JSON.stringify(answer)}`),
        (error) => this.trace(`${runner.name} ${text} failed: ${(error as Error).message}`),
      );
    });
  }

  private create(userId: number, recipe: number): void {
    const draft = draftOf(recipe, userId, `request ${++this.requests}`, this.rules);
    this.ask(`create ${draft.name}`, async ({ bots }) => {
      const made = await bots.create(draft);
      if (made.outcome !== 'done') return made;
      const { id } = made.value;
      if (!this.bots.some((bot) => bot.id === id)) this.bots.push({ id, userId });
      return bots.operate(userId, id, { name: 'start' });
    });
  }

  private press(): void {
    const { bots, chance } = this;
    if (bots.length === 0) return;
    const { id, userId } = chance.pick(bots);
    const operation = chance.pick<RunnerOperation>([
      ...[
        { name: 'start' } as const,
        { name: 'start' } as const,
        { name: 'pause' } as const,
        { name: 'close' } as const,
      ],
      ...[{ name: 'resume' } as const, { name: 'resume' } as const, { name: 'add', amount: null } as const],
      ...[true, false].map((close) => ({ name: 'stop', close, reason: 'user' }) as const),
    ]);
    this.ask(`${operation.name} ${id}`, (runner) => runner.bots.operate(userId, id, operation));
  }
}
