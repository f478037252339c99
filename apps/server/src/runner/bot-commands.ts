// What features ask of the runner: to make, start, pause, stop, close, change and delete bots. Requests of one user run
// one after another; each is checked against the bot, the account and the venue as they are now, runs while the market
// stands still, and answers when the venue has confirmed what it caused or a time has passed.
import type { BotDraft, BotRunner, BotState, RunnerAnswer, RunnerOperation } from '../ports/bot-runner.ts';
import { addToBot, signalBot } from './add-to-bot.ts';
import { type BotCommandDeps, command } from './command-house.ts';
import { text18 } from './decimal18.ts';
import { editBot, planEdit } from './edit-bot.ts';
import type { LiveBot } from './live-bot.ts';
import type { OpenActor } from './open-actor.ts';
import { No, wait } from './refused.ts';
import { resumeBot, startBot } from './start-bot.ts';
import { twinOf } from './twins.ts';
import { freeOf } from './wallet.ts';

/** Within this a user's request before this one has to be done, else the bot is busy. */
const BUSY_AFTER_MS = 5_000;

export function createBotRunner(deps: BotCommandDeps): BotRunner {
  const { board, hall, journal, store, venue } = deps;
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

  function botOf({ actor }: OpenActor, botId: number): LiveBot {
    const live = actor.bots.get(botId);
    if (live === undefined) throw new No(4001);
    if (live.broken) throw new No(4024);
    return live;
  }

  const stateOf = (live: LiveBot): BotState => ({ id: live.id, status: live.bot.status, phase: live.phase });

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
        return startBot(deps, opened, live);
      case 'resume':
        return resumeBot(deps, opened, live);
      case 'pause':
        if (live.bot.status === 'stopped') throw new No(4003);
        if (live.bot.status === 'paused') throw new No(4025);
        return command(deps, opened, live, { name: 'pause', reason: 'user' });
      case 'stop':
        if (live.bot.status === 'stopped') throw new No(4003);
        return command(deps, opened, live, { name: 'stop', close: operation.close, reason: operation.reason });
      case 'close':
        if (live.bot.status === 'stopped' || live.isFlat()) throw new No(4014);
        return command(deps, opened, live, { name: 'close' });
      case 'add':
        return addToBot(deps, opened, live, operation.amount);
      case 'delete':
        return remove(opened, live);
    }
  }

  async function create(opened: OpenActor, draft: BotDraft): Promise<{ id: number; again: boolean }> {
    const { actor, accountId, books } = opened;
    const { name, direction, params, investment, isPublic, symbolRules, ...origin } = draft;
    const [actionId] = await journal.reserve('bot_actions', 1);
    if (actionId === undefined) throw new Error('no id for a row of the log');
    const marketMs =
      board.price(draft.symbolRules.symbol)?.atMs ??
      (await venue.clock().catch(() => ({ marketNowMs: deps.clock.nowMs() }))).marketNowMs;
    const setup = { name, direction, params, investment, isPublic, symbolRules, version: 1 };
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
        await editBot(deps, opened, live, change);
        return stateOf(live);
      }),
    plan: (userId, botId, change) => inTurn(userId, (opened) => planEdit(deps, opened, botOf(opened, botId), change)),
    signal: (userId, botId, signal) =>
      inTurn(userId, async (opened) => {
        const live = botOf(opened, botId);
        await signalBot(deps, opened, live, signal);
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
        free: text18(await freeOf(venue, opened, side, null)),
        twinId: twinOf(opened.actor, side, null)?.id ?? null,
      })),
  };
}
