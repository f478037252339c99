// The runner role: owns users by lease, keeps their actors, feeds them from the venue's stream, and offers what features
// may ask of it. Start, reconnect and failure all end in the same reconcile.

import { MAX_SALT } from '@cormorant/core/engine/client-order-id.ts';
import type { AccountStore } from '../ports/account-store.ts';
import type { BotChanged } from '../ports/bot-events.ts';
import type { BotRunner } from '../ports/bot-runner.ts';
import type { PrivateEvent } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { RunnerStore } from '../ports/runner-store.ts';
import type { MarketData, TradingVenue, VenueEvent, VenueStream } from '../ports/venue.ts';
import { createBotRunner } from './bot-commands.ts';
import { createJournal, Fenced, sendLeftOutbox } from './journal.ts';
import { startLeaseKeeper } from './lease-keeper.ts';
import type { LiveBot } from './live-bot.ts';
import { MarketBoard } from './market-board.ts';
import { type ActorHouse, type OpenActor, openActor } from './open-actor.ts';
import type { RunnerLog } from './runner-log.ts';

export interface RunnerDeps {
  readonly exchange: string;
  readonly store: RunnerStore;
  readonly accounts: AccountStore;
  readonly venue: TradingVenue & MarketData;
  readonly stream: VenueStream;
  readonly clock: Clock;
  readonly random: Random;
  /** Words an event of a bot for its listeners and puts it on the bus. */
  readonly announce: (event: PrivateEvent) => void;
  /** Longer than any delay after which an order that was taken becomes visible at this venue. */
  readonly graceMs: number;
  readonly log: RunnerLog;
}

export interface RunningRunner {
  readonly bots: BotRunner;
  stop(): Promise<void>;
}

const RECONCILE_EVERY_MS = 60_000;
const ADOPT_EVERY_MS = 2_000;
const TICK_EVERY_MS = 1_000;
const SAVE_QUIET_CHANGES_MS = 60_000;

export async function startRunner(deps: RunnerDeps): Promise<RunningRunner> {
  const { accounts, announce, clock, exchange, log, random, store, stream, venue } = deps;
  const salt = await store.salt(random.integer(0, MAX_SALT + 1));
  const journal = createJournal(store, announce, log);
  const actors = new Map<number, OpenActor>();
  const opening = new Map<number, Promise<OpenActor | null>>();
  /** Bots whose engine threw; they stay visible and are told nothing until somebody has looked. */
  const faulty = new Set<number>();
  /** The venue's present set of books; null until it has told. */
  let books: string | null = null;
  let isUp = false;
  let stopped = false;

  const board = new MarketBoard({
    ack: (symbol, seq) => stream.ack(symbol, seq),
    log,
    onGap: () => void reconcileAll(),
  });
  const leases = await startLeaseKeeper(store, clock, log, (userId) => forget(userId));
  const house: ActorHouse = { store, venue, clock, journal, board, leases, salt, graceMs: deps.graceMs, log };

  function forget(userId: number): void {
    actors.get(userId)?.close();
    actors.delete(userId);
  }

  function onFailed(userId: number, error: Error, botId: number | null): void {
    log(error instanceof Fenced ? 'warn' : 'error', `the actor of user ${userId} stopped`, error);
    forget(userId);
    if (error instanceof Fenced) leases.drop(userId);
    if (botId !== null) faulty.add(botId);
  }

  async function open(userId: number): Promise<OpenActor | null> {
    const account = await accounts.of(userId, exchange);
    if (account === null || account.account === null) return null;
    if (books === null) return null;
    const token = await leases.take(userId);
    if (token === null) return null;
    const loaded = await store.load(userId, account.id, books);
    const held = { ...account, account: account.account };
    const opened = openActor(house, token, books, held, loaded, (error, botId) => onFailed(userId, error, botId));
    actors.set(userId, opened);
    await quarantine(opened);
    if (isUp) await reconcile(opened);
    return opened;
  }

  async function quarantine({ actor }: OpenActor): Promise<void> {
    const broken = [...actor.bots.values()].filter(({ id, bot }) => faulty.has(id) && bot.status !== 'stopped');
    if (broken.length === 0) return;
    await actor.act((turn) => {
      for (const live of broken) {
        live.broken = true;
        live.bot.status = 'paused';
        live.bot.pauseReason = 'risk';
        turn.log(live, { action: 'manual', why: 'engine_fault' });
        turn.touched.add(live);
      }
    });
  }

  /** The user's actor; null while the account is not open or another runner holds the user. */
  async function actorOf(userId: number): Promise<OpenActor | null> {
    const known = actors.get(userId);
    if (known !== undefined && !known.actor.dead) return known;
    let promise = opening.get(userId);
    if (promise === undefined) {
      promise = open(userId).finally(() => opening.delete(userId));
      opening.set(userId, promise);
    }
    return promise;
  }

  async function reconcile({ actor, reconciler }: OpenActor): Promise<void> {
    try {
      await reconciler.run();
      await actor.whenQuiet();
    } catch (error) {
      log('warn', `user ${actor.userId} could not be reconciled now`, error);
    }
  }

  async function reconcileAll(): Promise<void> {
    await Promise.all([...actors.values()].map(reconcile));
  }

  async function adopt(): Promise<void> {
    if (books === null) return;
    for (const userId of await store.usersWithLiveBots(books)) if (!actors.has(userId)) await actorOf(userId);
  }

  async function comeUp(): Promise<void> {
    board.forgetSequences();
    await venue.tickers().then(
      (tickers) => {
        for (const { symbol, last, atMs } of tickers) board.seed(symbol, last, atMs);
      },
      (error) => log('warn', 'no tickers at the start', error),
    );
    await learnBooks();
    isUp = books !== null;
    await adopt();
    await reconcileAll();
  }

  /** Actors of other books than the venue's present ones know nothing that is true of it. */
  async function learnBooks(): Promise<void> {
    const told = await venue.clock().then(
      (now) => now.books,
      (error) => {
        log('warn', 'the venue does not tell its books', error);
        return null;
      },
    );
    if (told === books || told === null) return;
    for (const userId of [...actors.keys()]) forget(userId);
    books = told;
  }

  function onVenueEvent(event: VenueEvent): void {
    switch (event.type) {
      case 'up':
        board.holdBack(comeUp());
        break;
      case 'down':
        isUp = false;
        log('warn', `the stream of ${exchange} is down`, event.reason);
        break;
      case 'print':
        board.print(event.symbol, event.seq, event.price, event.atMs);
        break;
      case 'fill': {
        const { account, fill } = event;
        board.trade(fill.symbol, () => byAccount(account)?.actor.post({ type: 'fill', fill }));
        break;
      }
      case 'order': {
        const owner = byAccount(event.account);
        if (owner !== undefined && event.order.status === 'cancelled') askAboutForeignCancel(owner, event.order.cid);
        break;
      }
    }
  }

  function byAccount(account: string): OpenActor | undefined {
    for (const opened of actors.values()) if (opened.account === account) return opened;
    return undefined;
  }

  /** A cancel nobody here asked for (the user, the venue): the order is looked at at once. */
  function askAboutForeignCancel({ actor, reconciler }: OpenActor, cid: string): void {
    for (const live of actor.bots.values()) {
      if (live.engineOrder(cid)?.status === 'open' && !live.dispatcher.handles(cid)) void reconciler.ask(live, cid);
    }
  }

  const priceTold = new Map<LiveBot, string>();
  /** Once a second: equity samples, quiet changes worth saving, and the price on the owner's screen. */
  function tick(): void {
    for (const { actor } of actors.values()) {
      const due: LiveBot[] = [];
      for (const live of actor.bots.values()) {
        const quote = board.price(live.record.symbol);
        if (quote === null || live.bot.status === 'stopped' || live.broken) continue;
        const stale = live.dirty && clock.nowMs() - live.savedAtMs > SAVE_QUIET_CHANGES_MS;
        if (live.bot.state !== null && (stale || live.curve.isDue(quote.atMs))) due.push(live);
        else if (priceTold.get(live) !== quote.price) {
          const { engine: _engine, ...bot } = live.record;
          const data: BotChanged = { whole: false, bot, price: quote.price, marketMs: quote.atMs };
          announce({ channel: 'bot', userId: actor.userId, data });
        }
        priceTold.set(live, quote.price);
      }
      if (due.length === 0 || actor.isBusy()) continue;
      actor
        .act((turn) => {
          for (const live of due) turn.touched.add(live);
        })
        .catch(() => {});
    }
  }

  const background = (task: () => Promise<unknown>) => () => {
    if (!stopped) task().catch((error) => log('warn', 'background work of the runner failed', error));
  };
  await sendLeftOutbox(store, announce);
  await learnBooks();
  await adopt();
  stream.start(onVenueEvent, { paced: true });
  const timers = [
    setInterval(background(adopt), ADOPT_EVERY_MS),
    setInterval(
      background(async () => isUp && reconcileAll()),
      RECONCILE_EVERY_MS,
    ),
    setInterval(tick, TICK_EVERY_MS),
  ];

  return {
    bots: createBotRunner({
      exchange,
      actorOf,
      isReachable: () => books !== null,
      board,
      venue,
      store,
      journal,
      clock,
      forgetBot: (live) => priceTold.delete(live),
    }),
    stop: async () => {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await stream.stop();
      for (const userId of [...actors.keys()]) forget(userId);
      await journal.close();
      await leases.stop();
    },
  };
}
