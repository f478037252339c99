// The runner role: owns users by lease, keeps their actors, feeds them from the venue's stream, and offers what features
// may ask of it. Start, reconnect and failure all end in the same reconcile.
import { MAX_SALT } from '@cormorant/core/engine/client-order-id.ts';
import type { AccountStore } from '../ports/account-store.ts';
import type { BotRunner } from '../ports/bot-runner.ts';
import type { PrivateEvent } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { RunnerStore } from '../ports/runner-store.ts';
import type { MarketData, TradingVenue, VenueEvent, VenueStream } from '../ports/venue.ts';
import { ActorHall } from './actor-hall.ts';
import { createBotRunner } from './bot-commands.ts';
import { createJournal, sendLeftOutbox } from './journal.ts';
import type { KeyWatch } from './keys/key-watch.ts';
import { startLeaseKeeper } from './lease-keeper.ts';
import { MarketBoard } from './market-board.ts';
import type { RunnerLog } from './runner-log.ts';
import { createSecondTick } from './second-tick.ts';
import { createSystemPauses } from './system-pauses.ts';

export interface RunnerDeps {
  readonly exchange: string;
  readonly store: RunnerStore;
  readonly accounts: AccountStore;
  readonly keys: KeyWatch;
  readonly venue: TradingVenue & MarketData;
  readonly stream: VenueStream;
  readonly clock: Clock;
  readonly random: Random;
  /** Words an event of a bot for its listeners and puts it on the bus. */
  readonly announce: (event: PrivateEvent) => void;
  /** Longer than any delay after which an order that was taken becomes visible at this venue. */
  readonly graceMs: number;
  /** The operator has closed the house for a while. */
  readonly isMaintenance: () => boolean;
  readonly log: RunnerLog;
}

export interface RunningRunner {
  readonly bots: BotRunner;
  stop(): Promise<void>;
}

const RECONCILE_EVERY_MS = 60_000;
const ADOPT_EVERY_MS = 2_000;
const TICK_EVERY_MS = 1_000;
const KEYS_EVERY_MS = 2_000;
/** The database may take this long to see that the connection of a killed runner is gone. */
const NOTICED_WITHIN_MS = 1_500;

export async function startRunner(deps: RunnerDeps): Promise<RunningRunner> {
  const { accounts, announce, clock, exchange, graceMs, keys, log, store, stream, venue } = deps;
  const salt = await store.salt(deps.random.integer(0, MAX_SALT + 1));
  const journal = createJournal(store, announce, log);
  const leases = await startLeaseKeeper(store, clock, log, (userId) => hall.forget(userId));
  const board = new MarketBoard({
    ack: (symbol, seq) => stream.ack(symbol, seq),
    log,
    onGap: () => void hall.reconcileAll(),
    source: venue,
    clock,
  });
  const house = { store, venue, clock, journal, board, leases, salt, graceMs, log };
  const hall: ActorHall = new ActorHall(house, accounts, exchange);
  const feed = createFeed(deps, hall, board);
  const tick = createSecondTick({ board, clock, announce });
  const systemPauses = createSystemPauses({
    clock,
    isMaintenance: deps.isMaintenance,
    isUp: () => hall.isUp,
    isKeyBad: keys.isBad,
  });

  await sendLeftOutbox(store, announce, log);
  await keys.refresh();
  await feed.learnBooks();
  await hall.adoptAll(({ failed, elsewhere }) => failed + elsewhere > 0, NOTICED_WITHIN_MS);
  stream.start(feed.take, { paced: true });

  const every = (ms: number, task: () => Promise<unknown>) =>
    setInterval(() => {
      task().catch((error) => log('warn', 'background work of the runner failed', error));
    }, ms);
  const timers = [
    every(ADOPT_EVERY_MS, async () => {
      await feed.comeUpAgain();
      await hall.adopt();
    }),
    every(KEYS_EVERY_MS, keys.refresh),
    every(RECONCILE_EVERY_MS, async () => hall.isUp && hall.reconcileAll()),
    every(TICK_EVERY_MS, async () => {
      const actors = hall.all().map(({ actor }) => actor);
      systemPauses(actors);
      for (const actor of actors) tick(actor);
    }),
  ];
  return {
    bots: createBotRunner({ exchange, hall, board, venue, store, journal, clock, keys }),
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await stream.stop();
      hall.close();
      await journal.close();
      await leases.stop();
    },
  };
}

/** Where the venue's stream goes: trades and prints to the board, whatever else is a reason to ask. */
function createFeed({ exchange, log, venue }: RunnerDeps, hall: ActorHall, board: MarketBoard) {
  async function learnBooks(): Promise<void> {
    try {
      hall.turnTo((await venue.clock()).books);
    } catch (error) {
      log('warn', 'the venue does not tell its books', error);
    }
  }

  let connected = false;
  let comingUp = false;

  /** Before the first print after a connection: what happened while nobody listened. */
  async function comeUp(): Promise<void> {
    comingUp = true;
    try {
      board.forgetSequences();
      for (const { symbol, last, mark, atMs } of await venue.tickers()) {
        board.seed(symbol, last, atMs);
        if (mark !== undefined) board.mark(symbol, mark);
      }
      await learnBooks();
      hall.isUp = hall.knowsBooks();
      await hall.adoptAll(({ failed }) => failed > 0);
      await hall.reconcileAll();
    } catch (error) {
      log('warn', 'not everything could be caught up after the connection; the minute’s pass goes on with it', error);
    } finally {
      comingUp = false;
    }
  }

  /** The stream is there, but whoever was asked then did not answer. */
  async function comeUpAgain(): Promise<void> {
    if (connected && !hall.isUp && !comingUp) await comeUp();
  }

  /** A cancel nobody here asked for (the user, the venue): the order is looked at at once. */
  function askAboutForeignCancel(account: string, cid: string): void {
    const opened = hall.byAccount(account);
    if (opened === undefined) return;
    for (const live of opened.actor.bots.values()) {
      if (live.engineOrder(cid)?.status === 'open' && !live.dispatcher.handles(cid))
        opened.actor.during(opened.reconciler.ask(live, cid));
    }
  }

  function take(event: VenueEvent): void {
    switch (event.type) {
      case 'up':
        connected = true;
        board.holdBack(comeUp());
        break;
      case 'down':
        connected = false;
        hall.isUp = false;
        log('warn', `the stream of ${exchange} is down`, event.reason);
        break;
      case 'print':
        board.print(event.symbol, event.seq, event.price, event.atMs);
        break;
      case 'fill':
        board.trade(event.fill.symbol, () =>
          hall.byAccount(event.account)?.actor.post({ type: 'fill', fill: event.fill }),
        );
        break;
      case 'funding':
        board.trade(event.funding.symbol, () =>
          hall.byAccount(event.account)?.actor.post({ type: 'funding', funding: event.funding }),
        );
        break;
      case 'mark':
        board.markOfPrint(event.symbol, event.price);
        break;
      case 'order':
        if (event.order.status === 'cancelled') askAboutForeignCancel(event.account, event.order.cid);
        break;
    }
  }

  return { comeUpAgain, learnBooks, take };
}
