// What features ask of the runner: to make, start, pause, stop, close, change and delete bots. Requests of one user run
// one after another; each is checked against the bot, the account and the venue as they are now, runs while the market
// stands still, and answers when the venue has confirmed what it caused or a time has passed.

import * as codes from '@cormorant/contract/codes.ts';
import { text18 } from '@cormorant/core/money/decimal-sum.ts';
import type { BotRunner, BotState, RunnerAnswer, RunnerOperation } from '../../ports/bot-runner.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import { haltAll, ordersLeft } from '../sessions/halt-all.ts';
import { refusedAnswer } from '../shared/refusal.ts';
import { wait } from '../shared/wait.ts';
import { addToBot } from './add-to-bot.ts';
import { answerDrift } from './answer-drift.ts';
import { accountForNew, type BotCommandDeps, command } from './command-context.ts';
import { conflictOf } from './conflicting-bots.ts';
import { makeBot } from './create-bot.ts';
import { editBot, planEdit } from './edit-bot.ts';
import { editMultiLeg, planMultiLeg } from './edit-multi-leg.ts';
import { operateMultiLeg } from './multi-leg-commands.ts';
import { signalBot, tellRefusal } from './signal-bot.ts';
import { resumeBot, startBot } from './start-bot.ts';
import { freeOf } from './wallet.ts';

/** Within this a user's request before this one has to be done, else the bot is busy. */
const BUSY_AFTER_MS = 5_000;

export function createBotRunner(deps: BotCommandDeps): BotRunner {
  const { actors } = deps;
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
      return { value: await work(await openedOf(userId)) };
    });
    const settled = run.catch(() => {});
    queues.set(userId, settled);
    void settled.then(() => queues.get(userId) === settled && queues.delete(userId));
    try {
      if ((await Promise.race([begun, wait(BUSY_AFTER_MS, 'late')])) === 'late') {
        gaveUp = true;
        throw new Refusal(codes.bot_busy);
      }
      const result = await run;
      if (result === null) throw new Refusal(codes.bot_busy);
      return { outcome: 'done', value: result.value };
    } catch (error) {
      if (error instanceof Refusal) return refusedAnswer(error);
      throw error;
    }
  }

  /** A leg is nobody's bot. */
  async function botOf(opened: OpenActor, botId: number): Promise<LiveBot | LiveMultiLegBot> {
    const { actor } = opened;
    const live = actor.convoys.get(botId) ?? actor.bots.get(botId);
    // Which bots there are at an exchange that has never answered is not known.
    if (live === undefined && !actors.knowsAllBooks()) throw new Refusal(codes.exchange_busy);
    // It is there, and cannot be read now.
    if (live === undefined && opened.unreadable.has(botId)) throw new Refusal(codes.bot_set_aside);
    if (live === undefined && actor.unseated.has(botId)) throw new Refusal(codes.bot_busy);
    if (live === undefined || live.owner !== live) throw new Refusal(codes.bot_not_found);
    if (live.broken) throw new Refusal(codes.bot_set_aside);
    const legs = live instanceof LiveMultiLegBot ? live.legs : [live];
    await Promise.all(legs.map((leg) => opened.tradingAccountOf(leg).ready));
    return live;
  }

  /** Its owner has one that was set aside tried again: it goes on with what it did, or stays aside. */
  async function tryAgain(opened: OpenActor, userId: number, botId: number): Promise<boolean> {
    const { actor, unreadable } = opened;
    const live = actor.convoys.get(botId) ?? actor.bots.get(botId);
    if (live?.broken !== true && !unreadable.has(botId)) return false;
    await actors.tryNow(userId);
    // What happened to it meanwhile is caught up first, and is what it stood still for.
    const again = await openedOf(userId);
    await botOf(again, botId);
    await again.actor.whenQuiet();
    await botOf(await openedOf(userId), botId);
    return true;
  }

  const stateOf = ({ id, status, phase }: LiveBot | LiveMultiLegBot): BotState => ({ id, status, phase });

  async function remove(opened: OpenActor, live: LiveBot): Promise<void> {
    if (live.bot.status !== 'stopped') throw new Refusal(codes.bot_running_no_edit, { data: { reason: 'stop_first' } });
    if (!live.isFlat()) throw new Refusal(codes.bot_has_position);
    if (live.orders.size > 0) throw new Refusal(codes.bot_busy);
    await opened.actor.act((turn) => {
      live.deleted = true;
      turn.touched.add(live);
      turn.log(live, { action: 'delete', why: 'delete', actor: 'user' });
    });
    opened.unseat(live);
  }

  async function openedOf(userId: number): Promise<OpenActor> {
    if (!actors.knowsBooks()) throw new Refusal(codes.exchange_busy);
    const opened = await actors.actorOf(userId);
    if (opened === null) throw new Refusal(codes.bot_busy);
    return opened;
  }

  async function haltNow(userId: number): Promise<RunnerAnswer<readonly number[]>> {
    try {
      const opened = actors.knowsBooks() ? await actors.actorOf(userId) : null;
      const halted = opened === null ? [] : await haltAll(opened.actor);
      const asked = await actors.askHalt(userId, halted);
      if (asked === null) throw new Refusal(codes.bot_busy);
      // A start that was under way is met by a second look, behind it.
      inTurn(userId, (there) => haltAll(there.actor)).catch((error) =>
        opened?.actor.deps.log('error', 'the second look of a panic failed', error),
      );
      return { outcome: 'done', value: [...halted, ...asked] };
    } catch (error) {
      if (error instanceof Refusal) return refusedAnswer(error);
      throw error;
    }
  }

  async function operate(
    opened: OpenActor,
    live: LiveBot | LiveMultiLegBot,
    operation: RunnerOperation,
  ): Promise<void> {
    if (operation.name === 'release') {
      await opened.actor.act((turn) => opened.actor.halt(turn, live, 'release', 'user'));
      return;
    }
    if (live instanceof LiveMultiLegBot) return operateMultiLeg(opened, live, operation);
    switch (operation.name) {
      case 'start':
        return startBot(opened, live);
      case 'resume':
        return resumeBot(opened, live);
      case 'pause':
        if (live.bot.status === 'stopped') throw new Refusal(codes.bot_stopped);
        if (live.bot.status === 'paused') throw new Refusal(codes.bot_paused);
        return command(opened, live, { name: 'pause', reason: 'user' });
      case 'stop':
        if (live.bot.status === 'stopped') throw new Refusal(codes.bot_stopped);
        return command(opened, live, { name: 'stop', close: operation.close, reason: operation.reason });
      case 'close':
        if (live.bot.status === 'stopped' || live.isFlat()) throw new Refusal(codes.no_position);
        return command(opened, live, { name: 'close' });
      case 'add':
        return addToBot(opened, live, operation.amount);
      case 'delete':
        return remove(opened, live);
    }
  }

  return {
    create: (draft) => inTurn(draft.userId, (opened) => makeBot(deps, opened, draft)),
    haltAll: haltNow,
    ordersLeft: async (userId, botId) => {
      const opened = actors.knowsBooks() ? await actors.actorOf(userId) : null;
      const live = opened?.actor.convoys.get(botId) ?? opened?.actor.bots.get(botId);
      return live === undefined ? null : ordersLeft(live);
    },
    answerDrift: (userId, botId, answer, seen) =>
      inTurn(userId, async (opened) => {
        const live = await botOf(opened, botId);
        const traders = live instanceof LiveMultiLegBot ? live.legs : [live];
        const tradingAccounts = new Set(traders.map((trader) => opened.tradingAccountOf(trader)));
        return answerDrift(opened.actor, [...tradingAccounts], live, answer, seen);
      }),
    operate: (userId, botId, operation) =>
      inTurn(userId, async (opened) => {
        const isTried = operation.name === 'resume' && (await tryAgain(opened, userId, botId));
        const there = isTried ? await openedOf(userId) : opened;
        const live = await botOf(there, botId);
        if (!isTried || live.status === 'paused') await operate(there, live, operation);
        return stateOf(live);
      }),
    edit: (userId, botId, change) =>
      inTurn(userId, async (opened) => {
        const live = await botOf(opened, botId);
        if (live instanceof LiveMultiLegBot) await editMultiLeg(opened, live, change);
        else await editBot(opened, live, change);
        return stateOf(live);
      }),
    plan: (userId, botId, change) =>
      inTurn(userId, async (opened) => {
        const live = await botOf(opened, botId);
        if (live instanceof LiveMultiLegBot) return planMultiLeg(opened, live, change);
        return planEdit(opened, live, change);
      }),
    signal: (userId, botId, signal) =>
      inTurn(userId, async (opened) => {
        const live = await botOf(opened, botId);
        if (live instanceof LiveMultiLegBot) throw new Refusal(codes.action_invalid);
        const floored = await signalBot(opened, live, signal);
        return { ...stateOf(live), floored };
      }),
    refuseSignal: (userId, botId, refusal) =>
      inTurn(userId, async (opened) => {
        const live = await botOf(opened, botId);
        if (live instanceof LiveMultiLegBot) throw new Refusal(codes.action_invalid);
        await tellRefusal(opened, live, refusal);
        return stateOf(live);
      }),
    setPublic: (userId, botId, isPublic) =>
      inTurn(userId, async (opened) => {
        const live = await botOf(opened, botId);
        live.record.isPublic = isPublic;
        await opened.actor.act((turn) => turn.touch(live));
        return stateOf(live);
      }),
    standing: (userId, side) =>
      inTurn(userId, async (opened) => {
        const tradingAccount = await accountForNew(deps, opened, side.exchange);
        const twin = conflictOf(tradingAccount, side, null);
        return {
          free: text18(await freeOf(tradingAccount, side, [])),
          twin: twin && { id: twin.bot.owner.id, reason: twin.reason },
        };
      }),
  };
}
