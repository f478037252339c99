// What features ask of the runner: to make, start, pause, stop, close, change and delete bots. Requests of one user run
// one after another; each is checked against the bot, the account and the venue as they are now, runs while the market
// stands still, and answers when the venue has confirmed what it caused or a time has passed.
import { changeInvestment } from '@cormorant/core/engine/bot.ts';
import { formatQuote, parseQuote } from '@cormorant/core/market/conversions.ts';
import { parseParams } from '@cormorant/core/strategies/registry.ts';
import type { Command } from '@cormorant/core/strategy/strategy.ts';
import type {
  BotChange,
  BotDraft,
  BotRunner,
  BotState,
  MarketSide,
  RunnerAnswer,
  RunnerOperation,
} from '../ports/bot-runner.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunnerStore } from '../ports/runner-store.ts';
import type { MarketData, TradingVenue, VenueSymbol } from '../ports/venue.ts';
import type { ActorHall } from './actor-hall.ts';
import { text18, units18 } from './decimal18.ts';
import type { Journal } from './journal.ts';
import type { LiveBot } from './live-bot.ts';
import type { MarketBoard } from './market-board.ts';
import type { OpenActor } from './open-actor.ts';

export interface BotCommandDeps {
  readonly exchange: string;
  readonly hall: ActorHall;
  readonly board: MarketBoard;
  readonly venue: TradingVenue & MarketData;
  readonly store: RunnerStore;
  readonly journal: Journal;
  readonly clock: Clock;
}

/** How long an answer waits for the venue to confirm; after that the phase says what is still going on. */
const CONFIRM_WITHIN_MS = 8_000;
/** Within this a user's request before this one has to be done, else the bot is busy. */
const BUSY_AFTER_MS = 5_000;

/** A refusal on its way out of the checks. */
class No extends Error {
  readonly answer: Exclude<RunnerAnswer<never>, { outcome: 'done' }>;

  constructor(code: number, extra: { params?: Record<string, string>; data?: Record<string, unknown> } = {}) {
    super(`refused with ${code}`);
    this.answer = { outcome: 'refused', code, ...extra };
  }
}

export function createBotRunner(deps: BotCommandDeps): BotRunner {
  const { board, exchange, hall, journal, store, venue } = deps;
  const queues = new Map<number, Promise<unknown>>();

  /** One request of a user after the other. */
  async function inTurn<T>(userId: number, work: (opened: OpenActor) => Promise<T>): Promise<RunnerAnswer<T>> {
    const before = queues.get(userId) ?? Promise.resolve();
    let begin: () => void = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let gaveUp = false;
    const run = before.then(async () => {
      if (gaveUp) return null;
      begin();
      if (!hall.knowsBooks()) throw new No(2015);
      const opened = await hall.actorOf(userId);
      if (opened === null) throw new No(4024);
      return { value: await work(opened) };
    });
    const settled = run.catch(() => {});
    queues.set(userId, settled);
    void settled.then(() => queues.get(userId) === settled && queues.delete(userId));
    try {
      if ((await Promise.race([begun, wait(BUSY_AFTER_MS, 'late')])) === 'late') {
        gaveUp = true;
        throw new No(4024);
      }
      const result = await run;
      if (result === null) throw new No(4024);
      return { outcome: 'done', value: result.value };
    } catch (error) {
      if (error instanceof No) return error.answer;
      throw error;
    }
  }

  async function rulesOf(symbol: string): Promise<VenueSymbol> {
    const symbols = await venue.symbols().catch(() => {
      throw new No(2015);
    });
    const rules = symbols.find((row) => row.symbol === symbol);
    if (rules === undefined) throw new No(3005);
    return rules;
  }

  /** Free at the exchange less what the user's other live bots may yet spend, in units of 1e-18. */
  async function freeOf({ actor, account }: OpenActor, quote: string, except: number | null): Promise<bigint> {
    const balances = await venue.balances(account).catch(() => {
      throw new No(2015);
    });
    const row = balances.find(({ asset }) => asset === quote);
    let free = row === undefined ? 0n : units18(row.free) + units18(row.locked);
    for (const live of actor.bots.values()) {
      if (live.bot.status === 'stopped' || live.cell.instrument.quote !== quote || live.id === except) continue;
      free -= units18(formatQuote(live.cell.instrument, live.bot.books.quoteAtoms));
    }
    return free > 0n ? free : 0n;
  }

  function botOf({ actor }: OpenActor, botId: number): LiveBot {
    const live = actor.bots.get(botId);
    if (live === undefined) throw new No(4001);
    if (live.broken) throw new No(4024);
    return live;
  }

  const stateOf = (live: LiveBot): BotState => ({ id: live.id, status: live.bot.status, phase: live.phase });

  /** Steps a command while the market stands still and waits for what it causes. */
  async function command(opened: OpenActor, live: LiveBot, what: Command): Promise<void> {
    const { actor } = opened;
    await board.between(live.cell.symbol, async () => {
      await actor.act((turn) => actor.command(turn, live, what, 'user'));
      await Promise.race([actor.whenQuiet(), wait(CONFIRM_WITHIN_MS, 'late')]);
    });
  }

  /** Filters as they are now; a bot that still holds or has traded keeps counting in the steps it began with. */
  async function refreshRules(opened: OpenActor, live: LiveBot): Promise<void> {
    const rules = await rulesOf(live.cell.symbol);
    if (rules.status !== 'trading') throw new No(3009);
    const { symbolRules } = live.record;
    const sameSteps = rules.tick === symbolRules.tick && rules.step === symbolRules.step;
    if (JSON.stringify(rules) === JSON.stringify(symbolRules) || (!sameSteps && live.bot.state !== null)) return;
    opened.move(live, rules);
  }

  /** A live bot on the same side of the same market. */
  function twinOf(
    { actor }: OpenActor,
    side: Omit<MarketSide, 'exchange' | 'quote'>,
    except: LiveBot | null,
  ): LiveBot | null {
    for (const other of actor.bots.values()) {
      const { direction, market, simulate, symbol } = other.record;
      if (other === except || other.bot.status === 'stopped' || simulate) continue;
      if (symbol === side.symbol && market === side.market && direction === side.direction) return other;
    }
    return null;
  }

  /** Brings the parameters into the present steps. With `lastTicks` 0 no rule that needs a price is asked. */
  function parseNow(live: LiveBot, lastTicks: number): void {
    const { cell, record } = live;
    const investmentAtoms = parseQuote(cell.instrument, record.investment, 'floor');
    const parsed = parseParams(record.kind, record.params, { instrument: cell.instrument, lastTicks, investmentAtoms });
    if (parsed.ok) {
      live.bot.params = parsed.params;
      return;
    }
    const [issue] = parsed.issues;
    const code = issue?.field === 'investment' ? 4019 : 4008;
    throw new No(code, { data: { ...issue } });
  }

  async function start(opened: OpenActor, live: LiveBot): Promise<void> {
    if (live.bot.status === 'running') throw new No(4002);
    if (live.bot.status === 'paused') return resume(opened, live);
    if (opened.actor.isBusy()) await Promise.race([opened.actor.whenQuiet(), wait(CONFIRM_WITHIN_MS, 'late')]);
    if (live.orders.size > 0) throw new No(4024);
    const twin = live.record.simulate ? null : twinOf(opened, live.record, live);
    if (twin !== null) throw new No(4010, { data: { bot_id: twin.id } });
    await refreshRules(opened, live);
    const { instrument } = live.cell;
    const need =
      live.bot.state === null
        ? units18(live.record.investment)
        : units18(formatQuote(instrument, live.bot.books.quoteAtoms));
    const free = await freeOf(opened, instrument.quote, live.id);
    if (free < need)
      throw new No(3010, {
        data: { coin: instrument.quote, wallet: exchange, free: text18(free), need: text18(need) },
      });
    if (live.isFlat()) parseNow(live, live.cell.market.lastTicks);
    await board.between(live.cell.symbol, async () => {
      const { actor } = opened;
      await actor.act((turn) => {
        live.record.startSeq = board.price(live.cell.symbol)?.seq ?? null;
        live.record.lastError = null;
        actor.command(turn, live, { name: 'start' }, 'user');
      });
      await Promise.race([actor.whenQuiet(), wait(CONFIRM_WITHIN_MS, 'late')]);
    });
  }

  async function resume(opened: OpenActor, live: LiveBot): Promise<void> {
    if (live.bot.status !== 'paused') throw new No(4017);
    await refreshRules(opened, live);
    // A price that has left the range is no reason: a running bot would wait for it to come back, too.
    if (live.isFlat() && live.orders.size === 0) parseNow(live, 0);
    await command(opened, live, { name: 'resume' });
  }

  async function remove(opened: OpenActor, live: LiveBot): Promise<void> {
    if (live.bot.status !== 'stopped') throw new No(4011);
    if (!live.isFlat()) throw new No(4018);
    if (live.orders.size > 0) throw new No(4024);
    await opened.actor.act((turn) => {
      live.deleted = true;
      turn.touched.add(live);
      turn.log(live, { action: 'delete', why: 'delete', actor: 'user' });
    });
    opened.unseat(live);
  }

  async function operate(opened: OpenActor, live: LiveBot, operation: RunnerOperation): Promise<void> {
    switch (operation.name) {
      case 'start':
        return start(opened, live);
      case 'resume':
        return resume(opened, live);
      case 'pause':
        if (live.bot.status === 'stopped') throw new No(4003);
        if (live.bot.status === 'paused') throw new No(4025);
        return command(opened, live, { name: 'pause', reason: 'user' });
      case 'stop':
        if (live.bot.status === 'stopped') throw new No(4003);
        return command(opened, live, { name: 'stop', close: operation.close, reason: operation.reason });
      case 'close':
        if (live.bot.status === 'stopped' || live.isFlat()) throw new No(4014);
        return command(opened, live, { name: 'close' });
      case 'delete':
        return remove(opened, live);
    }
  }

  async function create(opened: OpenActor, draft: BotDraft): Promise<{ id: number; again: boolean }> {
    const { actor, accountId, books } = opened;
    const { name, params, investment, isPublic, symbolRules, ...origin } = draft;
    const [actionId] = await journal.reserve('bot_actions', 1);
    if (actionId === undefined) throw new Error('no id for a row of the log');
    const marketMs =
      board.price(draft.symbolRules.symbol)?.atMs ??
      (await venue.clock().catch(() => ({ marketNowMs: deps.clock.nowMs() }))).marketNowMs;
    const setup = { name, params, investment, isPublic, symbolRules, version: 1 };
    const row = {
      ...{
        id: actionId,
        action: 'create' as const,
        actor: 'user' as const,
        why: 'create',
        data: {},
        marketMs,
      },
      ...{ code: null, side: null, price: null, qty: null, amount: null, profit: null, round: null },
    };
    const made = await store.insertBot(
      { ...origin, accountId, books, createdMarketMs: marketMs },
      setup,
      actor.deps.token,
      row,
    );
    if (made === 'fenced') throw new No(4024);
    if (!actor.bots.has(made.id)) {
      const loaded = await store.load(draft.userId, accountId, books);
      const record = loaded.bots.find(({ id }) => id === made.id);
      if (record !== undefined) opened.seat(record);
    }
    return made;
  }

  async function edit(opened: OpenActor, live: LiveBot, change: BotChange): Promise<void> {
    if (live.bot.status === 'running') throw new No(4011);
    if (change.version !== live.record.version) throw new No(4016);
    const { actor } = opened;
    const { record, cell } = live;
    const investmentAtoms = parseQuote(cell.instrument, change.investment, 'floor');
    const moreMoney = investmentAtoms !== live.bot.books.investmentAtoms;
    if (moreMoney && (!live.isFlat() || live.orders.size > 0)) throw new No(4018, { data: { field: 'investment' } });
    if (moreMoney && live.bot.status === 'paused') {
      const free = await freeOf(opened, cell.instrument.quote, live.id);
      if (free < units18(change.investment))
        throw new No(3010, { data: { coin: cell.instrument.quote, free: text18(free) } });
    }
    // Where the price stands is asked by whoever sent the change, and again at the start.
    const context = { instrument: cell.instrument, lastTicks: 0, investmentAtoms };
    const parsed = parseParams(record.kind, change.params, context);
    if (!parsed.ok) throw new No(4008, { data: { ...parsed.issues[0] } });
    await actor.act((turn) => {
      record.name = change.name;
      record.params = change.params;
      record.investment = change.investment;
      record.version += 1;
      live.bot.params = parsed.params;
      if (moreMoney) changeInvestment(live.bot, investmentAtoms);
      actor.command(turn, live, { name: 'edit' }, 'user');
      turn.touched.add(live);
      const changed = Object.keys(change.differences).join(', ');
      turn.log(live, { action: 'update', why: 'update', actor: 'user', data: { changed, detail: change.differences } });
    });
  }

  return {
    create: (draft) => inTurn(draft.userId, (opened) => create(opened, draft)),
    operate: (userId, botId, operation) =>
      inTurn(userId, async (opened) => {
        const live = botOf(opened, botId);
        await operate(opened, live, operation);
        return stateOf(live);
      }),
    edit: (userId, botId, change) =>
      inTurn(userId, async (opened) => {
        const live = botOf(opened, botId);
        await edit(opened, live, change);
        return stateOf(live);
      }),
    setPublic: (userId, botId, isPublic) =>
      inTurn(userId, async (opened) => {
        const live = botOf(opened, botId);
        live.record.isPublic = isPublic;
        await opened.actor.act((turn) => turn.touched.add(live));
        return stateOf(live);
      }),
    standing: (userId, side) =>
      inTurn(userId, async (opened) => ({
        free: text18(await freeOf(opened, side.quote, null)),
        twinId: twinOf(opened, side, null)?.id ?? null,
      })),
  };
}

function wait<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value));
}
