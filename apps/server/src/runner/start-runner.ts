// The runner role: owns users by lease, keeps their actors, feeds them from the venue's stream, and offers what features
// may ask of it. Start, reconnect and failure all end in the same reconcile.
import { MAX_SALT } from '@cormorant/core/engine/client-order-id.ts';
import type { AccountStore } from '../ports/account-store.ts';
import type { BotRunner } from '../ports/bot-runner.ts';
import type { PrivateEvent } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { RunnerStore } from '../ports/runner-store.ts';
import { startLeaseKeeper } from './accounts/leases.ts';
import { createBotRunner } from './commands/bot-commands.ts';
import { ExchangeConnection, type ExchangeSpec } from './market-data/exchange-connection.ts';
import { createExchangeEvents } from './sessions/exchange-events.ts';
import { createFilterWatch } from './sessions/filter-watch.ts';
import { createSecondTick } from './sessions/second-tick.ts';
import { createSystemPauses } from './sessions/system-pauses.ts';
import { UserActors } from './sessions/user-actors.ts';
import type { RunnerLog } from './shared/runner-log.ts';
import { wait } from './shared/wait.ts';
import { createGroupCommit, sendLeftOutbox } from './turns/group-commit.ts';

export interface RunnerDeps {
  readonly exchanges: readonly ExchangeSpec[];
  readonly store: RunnerStore;
  readonly accounts: AccountStore;
  readonly clock: Clock;
  readonly random: Random;
  /** Words an event of a bot for its listeners and puts it on the bus. */
  readonly announce: (event: PrivateEvent) => void;
  /** The operator has closed the house for a while. */
  readonly isMaintenance: () => boolean;
  readonly log: RunnerLog;
}

export interface RunningRunner {
  readonly bots: BotRunner;
  /** Whether this runner has the user. */
  holds(userId: number): boolean;
  stop(): Promise<void>;
}

const RECONCILE_EVERY_MS = 60_000;
const HALTED_EVERY_MS = 30_000;
const RULES_EVERY_MS = 60_000;
const ADOPT_EVERY_MS = 1_000;
const TICK_EVERY_MS = 1_000;
const KEYS_EVERY_MS = 2_000;
const FUEL_EVERY_MS = 1_000;
/** The database may take this long to see that the connection of a killed runner is gone. */
const NOTICED_WITHIN_MS = 1_500;
/** An exchange that has not told its books by then is heard when its stream comes up; the others begin. */
const BOOKS_WITHIN_MS = 5_000;

export async function startRunner(deps: RunnerDeps): Promise<RunningRunner> {
  const { accounts, announce, clock, exchanges, log, store } = deps;
  const salt = await store.salt(deps.random.integer(0, MAX_SALT + 1));
  const journal = createGroupCommit(store, announce, log);
  const leases = await startLeaseKeeper(store, clock, log, (userId) => actors.forget(userId));
  const onGap = (connection: ExchangeConnection) => actors.reconcileSoon(connection);
  const connections = exchanges.map((spec) => new ExchangeConnection(spec, { clock, log, onGap }));
  const actors: UserActors = new UserActors({ store, clock, journal, leases, salt, log, connections }, accounts);
  const lines = connections.map((connection) => ({ connection, feed: createExchangeEvents(connection, actors, log) }));
  const watches = new Set(exchanges.map(({ keys }) => keys));
  const fuels = new Set(exchanges.flatMap(({ fuel }) => fuel ?? []));
  const tick = createSecondTick({ clock, announce });
  const systemPauses = createSystemPauses({ clock, isMaintenance: deps.isMaintenance, connections });

  await sendLeftOutbox(store, announce, log);
  for (const watch of [...watches, ...fuels]) await watch.refresh();
  await Promise.race([Promise.all(lines.map(({ feed }) => feed.learnBooks())), wait(BOOKS_WITHIN_MS, null)]);
  await actors.adoptAll(({ failed, elsewhere }) => failed + elsewhere > 0, NOTICED_WITHIN_MS);
  for (const { feed, connection } of lines) connection.spec.stream.start(feed.take, { paced: connection.spec.paced });

  const every = (ms: number, task: () => Promise<unknown>) =>
    setInterval(() => {
      task().catch((error) => log('warn', 'background work of the runner failed', error));
    }, ms);
  const timers = [
    ...lines.map(({ feed }) => every(ADOPT_EVERY_MS, feed.comeUpAgain)),
    every(ADOPT_EVERY_MS, () => actors.adopt()),
    ...[...watches].map((keys) => every(KEYS_EVERY_MS, keys.refresh)),
    ...[...fuels].map((fuel) => every(FUEL_EVERY_MS, fuel.refresh)),
    ...connections.map((connection) =>
      every(RECONCILE_EVERY_MS, async () => connection.isUp && actors.reconcileAll(connection)),
    ),
    ...connections.map((connection) => every(HALTED_EVERY_MS, () => connection.halted.look(clock.nowMs()))),
    ...connections.map((connection) => every(RULES_EVERY_MS, createFilterWatch(connection, actors))),
    every(TICK_EVERY_MS, async () => {
      const all = actors.all().map(({ actor }) => actor);
      systemPauses(all);
      for (const actor of all) tick(actor);
    }),
  ];
  return {
    bots: createBotRunner({ actors, store, journal, clock }),
    holds: (userId) => leases.holds(userId),
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(exchanges.map(({ stream }) => stream.stop()));
      actors.close();
      await journal.close();
      await leases.stop();
    },
  };
}
