// Brings a user's bots into memory: lease, records, engines, live orders. What a former process left half done is found
// by the reconcile that follows, never guessed here.
import type { Bot } from '@cormorant/core/engine/bot.ts';
import type { Convoy } from '@cormorant/core/engine/convoy.ts';
import { Engine } from '@cormorant/core/engine/step.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { BotRecord } from '../../ports/bot-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LoadedUser, RunnerStore } from '../../ports/runner-store.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import { instrumentOf } from '../../ports/venue-market.ts';
import { EquityCurve } from '../bots/equity-curve.ts';
import { LiveBot } from '../bots/live-bot.ts';
import { botOfLeg, LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import { coordinatorFor, freshMultiLeg, legCell, multiLegOf } from '../bots/read-multi-leg.ts';
import { freshBot, readSnapshot } from '../bots/read-snapshot.ts';
import type { ExchangeConnection } from '../market-data/exchange-connection.ts';
import type { BotMarket, MarketBoard } from '../market-data/market-board.ts';
import { createStopQueue } from '../orders/stop-queue.ts';
import type { RunnerLog } from '../shared/runner-log.ts';
import type { GroupCommit } from '../turns/group-commit.ts';
import type { LeaseKeeper } from './leases.ts';
import { TradingAccount, type TradingAccountPlace } from './trading-account.ts';
import { UserActor } from './user-actor.ts';

export interface LoadContext {
  readonly store: RunnerStore;
  readonly clock: Clock;
  readonly journal: GroupCommit;
  readonly leases: LeaseKeeper;
  readonly salt: number;
  readonly log: RunnerLog;
  /** The exchanges that this runner trades on. */
  readonly connections: readonly ExchangeConnection[];
}

/** A user's actor with all that belongs to it. */
export interface OpenActor {
  readonly actor: UserActor;
  /** His accounts that are open here, by id. */
  readonly tradingAccounts: ReadonlyMap<number, TradingAccount>;
  /** Bots of which not even a part could be taken into memory. */
  readonly unreadable: ReadonlySet<number>;
  tradingAccountOf(live: LiveBot): TradingAccount;
  /** One more account. Its bots are seated, and those of several legs that waited for it. */
  openTradingAccount(place: TradingAccountPlace, loaded: LoadedUser): TradingAccount;
  /** Takes a bot into the actor and the market it waits on. */
  seat(record: BotRecord, loaded: LoadedUser): LiveBot;
  seatConvoy(record: BotRecord, loaded: LoadedUser): LiveMultiLegBot;
  /** Another set of filters, another market of the bot. */
  move(live: LiveBot, rules: VenueSymbol): void;
  /** The same for all legs. */
  moveLegs(convoy: LiveMultiLegBot, rules: readonly VenueSymbol[]): void;
  unseat(live: LiveBot | LiveMultiLegBot): void;
  close(): void;
}

export function cellOf(board: MarketBoard, kind: BotRecord['kind'], rules: VenueSymbol): BotMarket {
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
  context: LoadContext,
  token: number,
  userId: number,
  places: readonly TradingAccountPlace[],
  loaded: LoadedUser,
  onFailed: (error: Error, botId: number | null) => void,
): OpenActor {
  const { clock, journal, leases, log, salt, store } = context;
  const mayAct = () => !actor.dead && leases.holds(userId);
  const actor = new UserActor({
    ...{ userId, token, salt, clock, journal, log, onFailed },
    move: (live, rules) => {
      const convoy = botOfLeg(live);
      if (convoy === null) return move(live, rules);
      moveLegs(
        convoy,
        convoy.legs.map((leg) => (leg === live ? rules : leg.record.symbolRules)),
      );
    },
  });
  const tradingAccounts = new Map<number, TradingAccount>();
  const unreadable = new Set<number>();

  function doorAt(accountId: number): TradingAccount {
    const tradingAccount = tradingAccounts.get(accountId);
    if (tradingAccount === undefined) throw new Error(`account ${accountId} is not open here`);
    return tradingAccount;
  }
  const tradingAccountOf = ({ record }: LiveBot) => doorAt(record.accountId);

  function open(place: TradingAccountPlace, { cursors }: LoadedUser): TradingAccount {
    const tradingAccount = new TradingAccount(place, { actor, clock, cursors, mayAct, salt, store });
    tradingAccounts.set(place.accountId, tradingAccount);
    actor.tradingAccounts.set(place.accountId, tradingAccount);
    return tradingAccount;
  }

  function sit(live: LiveBot): void {
    const { connection, sleepers } = tradingAccountOf(live);
    const sleeper = { botId: live.id, bot: live.bot, wake: () => wake(live) };
    sleepers.set(live, sleeper);
    live.seat = live.botMarket.seats.take(sleeper);
    connection.attendMarket(live.botMarket.symbol);
  }

  /** A bot of several legs hears of a moment when all its markets have told of it. */
  function wake(live: LiveBot): void {
    const convoy = botOfLeg(live);
    if (convoy !== null && convoy.own === null) {
      convoy.isWaiting = isInPart(convoy);
      for (const leg of convoy.legs) leg.refile();
      if (convoy.isWaiting) return;
    }
    actor.post({ type: 'print', live });
  }

  function unseat(live: LiveBot): void {
    if (tradingAccountOf(live).sleepers.delete(live)) live.botMarket.seats.leave(live.seat);
    live.seat = -1;
  }

  /** Of a moment of its markets only a part has been told. Each exchange has moments of its own. */
  function isInPart({ legs }: LiveMultiLegBot): boolean {
    const bySide = Map.groupBy(legs, (leg) => tradingAccountOf(leg).connection.board);
    return [...bySide].some(([board, own]) => board.laggard(own.map(({ botMarket }) => botMarket.symbol)) !== null);
  }

  function seat(record: BotRecord, loaded: LoadedUser): LiveBot {
    const botMarket = cellOf(doorAt(record.accountId).connection.board, record.kind, record.symbolRules);
    const { bot, unread } = readSnapshot(record, botMarket);
    const live = take(record, bot, botMarket, loaded);
    live.unread = unread;
    live.broken = unread !== null;
    // The engine that is told of what happens is the one that is written.
    if (unread === null && record.engine !== null) live.record.engine = bot;
    live.lookAround();
    sit(live);
    return live;
  }

  function seatConvoy(record: BotRecord, loaded: LoadedUser): LiveMultiLegBot {
    const legs = legsOf(loaded, record.id);
    const coordinator = coordinatorFor(record, (record.engine as Convoy).params);
    const botMarkets = legs.map(({ accountId, symbolRules }) =>
      legCell(doorAt(accountId).connection.board, coordinator, symbolRules),
    );
    const instruments = botMarkets.map(({ instrument }) => instrument);
    const convoy = multiLegOf(record, legs, instruments);
    const lives = legs.map((leg, at) => take(leg, convoy.legs[at] as Bot, botMarkets[at] as BotMarket, loaded));
    const live = new LiveMultiLegBot(record, coordinator, convoy, lives, curveOf(record, loaded));
    actor.convoys.set(record.id, live);
    actor.unseated.delete(record.id);
    for (const leg of lives) {
      leg.lookAround();
      sit(leg);
    }
    return live;
  }

  function curveOf({ id }: BotRecord, loaded: LoadedUser): EquityCurve {
    const times = loaded.equity.filter(({ botId }) => botId === id).map(({ marketMs }) => marketMs);
    return new EquityCurve(id, times);
  }

  /** With what it had under way. */
  function take(record: BotRecord, bot: Bot, botMarket: BotMarket, loaded: LoadedUser): LiveBot {
    const { account, book, connection, venue } = doorAt(record.accountId);
    const dispatcher = createStopQueue({
      ...{ venue, account, clock, mayAct, graceMs: connection.spec.graceMs, symbol: record.symbolRules.symbol },
      post: (event) => actor.post({ type: 'dispatched', live, event }),
      onFault: (error) => actor.fail(error),
    });
    const live: LiveBot = new LiveBot(record, bot, botMarket, dispatcher, curveOf(record, loaded));
    for (const row of loaded.liveOrders) {
      if (row.botId !== record.id) continue;
      live.orders.set(row.cid, { ...row });
      if (Number(row.filled) > 0) book.tradedBefore.add(row.cid);
    }
    const last = loaded.lastRounds.find(({ botId }) => botId === record.id);
    if (last === undefined) live.markFlat();
    else live.adoptRound(last, ownAdds(loaded, record.id));
    // Whatever stood behind a position that is gone went with it.
    if (live.round?.open !== true) live.record.reserveAdded = '0';
    live.marginAdd = loaded.marginAdds.find(({ botId }) => botId === record.id) ?? null;
    live.stopLossesAtMs = loaded.stopLosses.flatMap((one) => (one.botId === record.id ? [one.marketMs] : []));
    actor.add(live);
    return live;
  }

  function leave(live: LiveBot): void {
    unseat(live);
    live.lookAway();
  }

  /** One bot's records keep nobody else's from being read. */
  function seatAll(loaded: LoadedUser): void {
    for (const record of loaded.bots) {
      if (actor.bots.has(record.id) || actor.convoys.has(record.id)) continue;
      // Until it is seated nobody takes what is its own for an orphan, or its trades for somebody else's.
      actor.unseated.add(record.id);
      if (record.parentId !== null) continue;
      const legs = legsOf(loaded, record.id);
      // It waits for the account of its other leg to be opened.
      if ([record, ...legs].some(({ accountId }) => !tradingAccounts.has(accountId)) || legs.length < record.legs)
        continue;
      unreadable.delete(record.id);
      try {
        if (record.legs === 0) seat(record, loaded);
        else seatConvoy(record, loaded);
      } catch (error) {
        log('error', `bot ${record.id} cannot be read`, error);
        for (const { id } of [record, ...legs]) {
          const half = actor.bots.get(id);
          if (half !== undefined) {
            leave(half);
            actor.remove(half);
          }
          actor.unseated.add(id);
        }
        actor.convoys.delete(record.id);
        unreadable.add(record.id);
      }
    }
  }

  function move(live: LiveBot, rules: VenueSymbol): void {
    leave(live);
    live.botMarket = cellOf(tradingAccountOf(live).connection.board, live.record.kind, rules);
    live.record.symbolRules = rules;
    if (!live.hasBegun) live.bot = freshBot(live.record, live.botMarket);
    live.lookAround();
    sit(live);
  }

  function moveLegs(convoy: LiveMultiLegBot, rules: readonly VenueSymbol[]): void {
    for (const [at, leg] of convoy.legs.entries()) {
      leave(leg);
      leg.record.symbolRules = rules[at] as VenueSymbol;
      leg.botMarket = legCell(tradingAccountOf(leg).connection.board, convoy.coordinator, leg.record.symbolRules);
    }
    const { record } = convoy;
    record.symbolRules = convoy.home.record.symbolRules;
    const ids = convoy.legs.map(({ id }) => id);
    const { params, state } = convoy.convoy;
    convoy.remake(state === null ? freshMultiLeg(record, params, ids, convoy.instruments) : convoy.convoy);
    for (const leg of convoy.legs) {
      leg.lookAround();
      sit(leg);
    }
  }

  for (const place of places) open(place, loaded);
  seatAll(loaded);
  return {
    actor,
    tradingAccounts,
    unreadable,
    tradingAccountOf,
    openTradingAccount: (place, fresh) => {
      const tradingAccount = open(place, fresh);
      seatAll(fresh);
      return tradingAccount;
    },
    seat,
    seatConvoy,
    move,
    moveLegs,
    unseat: (live) => {
      for (const one of live instanceof LiveMultiLegBot ? live.legs : [live]) {
        leave(one);
        actor.remove(one);
      }
      actor.convoys.delete(live.id);
    },
    close: () => {
      actor.stop();
      for (const { sleepers } of tradingAccounts.values()) for (const live of [...sleepers.keys()]) leave(live);
    },
  };
}
