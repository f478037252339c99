// Brings a user's bots into memory: lease, records, engines, live orders. What a former process left half done is found
// by the reconcile that follows, never guessed here.
import type { Bot } from '@cormorant/core/engine/bot.ts';
import { Engine } from '@cormorant/core/engine/step.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { ExchangeAccount } from '../ports/account-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { BotRecord, LoadedUser, RunnerStore } from '../ports/runner-store.ts';
import type { TradingVenue, VenueSymbol } from '../ports/venue.ts';
import { instrumentOf } from '../ports/venue-market.ts';
import { createDispatcher } from './dispatcher.ts';
import { EquityCurve } from './equity-curve.ts';
import { heldVenue } from './held-venue.ts';
import type { Journal } from './journal.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { LiveBot } from './live-bot.ts';
import { convoyOfLeg, LiveConvoy } from './live-convoy.ts';
import type { Cell, MarketBoard } from './market-board.ts';
import { convoyOf, coordinatorFor, freshConvoy, legCell } from './read-convoy.ts';
import { freshBot, readSnapshot } from './read-snapshot.ts';
import { Reconciler } from './reconcile.ts';
import { ReserveMargin } from './reserve-margin.ts';
import type { RunnerLog } from './runner-log.ts';
import type { Owner, Sleeper } from './seats.ts';
import { UserActor } from './user-actor.ts';

export interface ActorHouse {
  readonly store: RunnerStore;
  readonly venue: TradingVenue;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly board: MarketBoard;
  readonly leases: LeaseKeeper;
  readonly salt: number;
  readonly graceMs: number;
  readonly log: RunnerLog;
}

/** A user's actor with all that belongs to it. */
export interface OpenActor {
  readonly actor: UserActor;
  readonly reconciler: Reconciler;
  readonly account: string;
  readonly accountId: number;
  readonly books: string;
  /** For changes: it sends nothing once the user is not held any more. */
  readonly venue: TradingVenue;
  /** Takes a bot into the actor and the market it waits on. */
  seat(record: BotRecord): LiveBot;
  seatConvoy(record: BotRecord, legs: readonly BotRecord[]): LiveConvoy;
  /** Another set of filters, another cell. */
  move(live: LiveBot, rules: VenueSymbol): void;
  /** The same for all legs. */
  moveLegs(convoy: LiveConvoy, rules: readonly VenueSymbol[]): void;
  unseat(live: LiveBot | LiveConvoy): void;
  close(): void;
}

export function cellOf(board: MarketBoard, kind: BotRecord['kind'], rules: VenueSymbol): Cell {
  return board.cell(rules.symbol, kind, JSON.stringify(rules), () => {
    return new Engine(strategyOf(kind), instrumentOf(rules), defaultRiskLimits());
  });
}

export function legsOf({ bots }: Pick<LoadedUser, 'bots'>, parentId: number): BotRecord[] {
  return bots.filter((bot) => bot.parentId === parentId).sort((a, b) => (a.leg ?? 0) - (b.leg ?? 0));
}

function ownAdds({ adds }: LoadedUser, botId: number) {
  return adds.filter((add) => add.botId === botId);
}

export function openActor(
  house: ActorHouse,
  token: number,
  books: string,
  account: ExchangeAccount & { account: string },
  loaded: LoadedUser,
  onFailed: (error: Error, botId: number | null) => void,
): OpenActor {
  const { board, clock, graceMs, journal, leases, log, salt, store } = house;
  const { userId, id: accountId } = account;
  const mayAct = () => !actor.dead && leases.holds(userId);
  const venue = heldVenue(house.venue, mayAct);
  const askFor = (live: LiveBot, cid: string) => actor.during(reconciler.ask(live, cid));
  const isBooked = async (id: string) => (await store.booked(accountId, books, [id])).has(id);
  const owner: Owner = {
    isBusy: () => actor.isBusy(),
    whenQuiet: () => actor.whenQuiet(),
    sleepersIn: (symbol) => [...sleepers].flatMap(([live, sleeper]) => (live.cell.symbol === symbol ? [sleeper] : [])),
  };
  const actor = new UserActor({
    ...{ userId, token, accountId, books, salt, clock, journal, log, askFor, isBooked, onFailed },
    onRound: (live) => reserve.look(live),
    onBusy: () => board.markBusy(owner),
  });
  const reserve = new ReserveMargin({ actor, venue, account: account.account, clock, graceMs, salt });
  const reconciler = new Reconciler({
    reserve,
    actor,
    venue,
    store,
    account: account.account,
    accountId,
    books,
    salt,
    clock,
    graceMs,
    cursors: loaded.cursors,
    isFundingBooked: (ids) => store.bookedFundings(accountId, books, ids),
  });
  const sleepers = new Map<LiveBot, Sleeper>();

  function sit(live: LiveBot): void {
    const sleeper = { botId: live.id, bot: live.bot, wake: () => wake(live) };
    sleepers.set(live, sleeper);
    live.seat = live.cell.seats.take(sleeper);
  }

  /** A bot of several legs hears of a moment when all its markets have told of it. */
  function wake(live: LiveBot): void {
    const convoy = convoyOfLeg(live);
    if (convoy !== null) {
      convoy.isWaiting = board.laggard(convoy.symbols) !== null;
      for (const leg of convoy.legs) leg.refile();
      if (convoy.isWaiting) return;
    }
    actor.post({ type: 'print', live });
  }

  function unseat(live: LiveBot): void {
    if (sleepers.delete(live)) live.cell.seats.leave(live.seat);
    live.seat = -1;
  }

  function seat(record: BotRecord): LiveBot {
    const cell = cellOf(board, record.kind, record.symbolRules);
    const { bot, unread } = readSnapshot(record, cell);
    const live = take(record, bot, cell);
    live.unread = unread;
    live.broken = unread !== null;
    // The engine that is told of what happens is the one that is written.
    if (unread === null && record.engine !== null) live.record.engine = bot;
    live.lookAround();
    sit(live);
    return live;
  }

  function seatConvoy(record: BotRecord, legs: readonly BotRecord[]): LiveConvoy {
    const cells = legs.map(({ symbolRules }) => legCell(board, record.kind, symbolRules));
    const instruments = cells.map(({ instrument }) => instrument);
    const convoy = convoyOf(record, legs, instruments);
    const lives = legs.map((leg, at) => take(leg, convoy.legs[at] as Bot, cells[at] as Cell));
    const coordinator = coordinatorFor(record, convoy.params);
    const live = new LiveConvoy(record, coordinator, convoy, lives, curveOf(record));
    actor.convoys.set(record.id, live);
    for (const leg of lives) {
      leg.lookAround();
      sit(leg);
    }
    return live;
  }

  function curveOf({ id }: BotRecord): EquityCurve {
    const times = loaded.equity.filter(({ botId }) => botId === id).map(({ marketMs }) => marketMs);
    return new EquityCurve(id, times);
  }

  /** With what it had under way. */
  function take(record: BotRecord, bot: Bot, cell: Cell): LiveBot {
    const dispatcher = createDispatcher({
      venue,
      account: account.account,
      symbol: record.symbolRules.symbol,
      clock,
      graceMs,
      mayAct,
      post: (event) => actor.post({ type: 'dispatched', live, event }),
      onFault: (error) => actor.fail(error),
    });
    const live: LiveBot = new LiveBot(record, bot, cell, dispatcher, curveOf(record));
    for (const row of loaded.liveOrders) if (row.botId === record.id) live.orders.set(row.cid, { ...row });
    const last = loaded.lastRounds.find(({ botId }) => botId === record.id);
    if (last === undefined) live.markFlat();
    else live.adoptRound(last, ownAdds(loaded, record.id));
    // Whatever stood behind a position that is gone went with it.
    if (live.round?.open !== true) live.record.reserveAdded = '0';
    live.marginAdd = loaded.marginAdds.find(({ botId }) => botId === record.id) ?? null;
    live.stopLossesAtMs = loaded.stopLosses.flatMap((one) => (one.botId === record.id ? [one.marketMs] : []));
    actor.bots.set(record.id, live);
    return live;
  }

  function leave(live: LiveBot): void {
    unseat(live);
    live.lookAway();
  }

  for (const record of loaded.bots) {
    if (record.parentId !== null) continue;
    const legs = legsOf(loaded, record.id);
    try {
      if (record.legs === 0) seat(record);
      else seatConvoy(record, legs);
    } catch (error) {
      // One bot's records keep nobody else's from being read.
      log('error', `bot ${record.id} cannot be read`, error);
      for (const { id } of [record, ...legs]) {
        const half = actor.bots.get(id);
        if (half !== undefined) leave(half);
        actor.bots.delete(id);
        actor.unseated.add(id);
      }
      actor.convoys.delete(record.id);
    }
  }
  return {
    actor,
    reconciler,
    account: account.account,
    accountId,
    books,
    venue,
    seat,
    seatConvoy,
    move: (live, rules) => {
      leave(live);
      live.cell = cellOf(board, live.record.kind, rules);
      live.record.symbolRules = rules;
      if (live.bot.state === null) live.bot = freshBot(live.record, live.cell);
      live.lookAround();
      sit(live);
    },
    moveLegs: (convoy, rules) => {
      for (const [at, leg] of convoy.legs.entries()) {
        leave(leg);
        leg.record.symbolRules = rules[at] as VenueSymbol;
        leg.cell = legCell(board, leg.record.kind, leg.record.symbolRules);
      }
      const { record } = convoy;
      record.symbolRules = convoy.home.record.symbolRules;
      const ids = convoy.legs.map(({ id }) => id);
      const { params, state } = convoy.convoy;
      convoy.remake(state === null ? freshConvoy(record, params, ids, convoy.instruments) : convoy.convoy);
      for (const leg of convoy.legs) {
        leg.lookAround();
        sit(leg);
      }
    },
    unseat: (live) => {
      for (const one of live instanceof LiveConvoy ? live.legs : [live]) {
        leave(one);
        actor.bots.delete(one.id);
      }
      actor.convoys.delete(live.id);
    },
    close: () => {
      actor.stop();
      for (const live of [...sleepers.keys()]) leave(live);
    },
  };
}
