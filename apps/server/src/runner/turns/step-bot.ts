// Feeds one event to the engine of one bot, and keeps everything that follows from it in step: what would wake the bot,
// its round, the rows of the turn. With step-multi-leg.ts the only caller of Engine.step in the runner.
import type { HostEvent } from '@cormorant/core/engine/bot.ts';
import { markEquity } from '@cormorant/core/engine/profit.ts';
import type { Command } from '@cormorant/core/strategy/strategy.ts';
import type { Actor } from '../../ports/bot-record.ts';
import type { VenueFill } from '../../ports/venue.ts';
import { isFinal, type LiveBot } from '../bots/live-bot.ts';
import { botOfLeg, LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import { withTimersHeld } from '../bots/stale-timers.ts';
import type { RunnerLog } from '../shared/runner-log.ts';
import { followRound, heldSide } from './positions.ts';
import { StepRecord } from './record-step.ts';
import { MultiLegStepper } from './step-multi-leg.ts';
import type { Turn } from './turn.ts';

/** What may change what a bot holds, or what its round has earned. */
const MOVES: ReadonlySet<HostEvent['type']> = new Set(['fill', 'adopt', 'liquidated', 'funding']);
/** Five refusals by the venue within ten minutes pause a bot. */
const MOST_REFUSALS = 5;

/** A step that threw: names the bot whose memory is now in doubt. */
export class StepFailed extends Error {
  readonly botId: number;

  constructor(botId: number, cause: unknown) {
    super(`bot ${botId} failed`, { cause });
    this.botId = botId;
  }
}

/** Whatever goes wrong in `work` is that bot's failure (of a leg: the bot's whose leg it is): it alone is set aside when the actor is read back. */
export function blaming<T>(live: LiveBot | LiveMultiLegBot, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof StepFailed ? error : new StepFailed(live.owner.id, error);
  }
}

export class Stepper {
  private readonly salt: number;
  private readonly log: RunnerLog;
  private readonly onRound: (live: LiveBot) => void;
  private readonly convoys: MultiLegStepper;

  /** `onRound` is told after the commit that what a bot holds on a contract has changed. */
  constructor(salt: number, log: RunnerLog, onRound: (live: LiveBot) => void) {
    this.salt = salt;
    this.log = log;
    this.onRound = onRound;
    this.convoys = new MultiLegStepper(salt, onRound);
  }

  /** False when the event names an order that the bot does not have: nothing has changed then. */
  step(turn: Turn, live: LiveBot, event: HostEvent, actor: Actor, trades: readonly VenueFill[] = []): boolean {
    const convoy = botOfLeg(live);
    if (convoy !== null) return blaming(live, () => this.convoys.leg(turn, convoy, live, event, actor, trades));
    const facts = new StepRecord(turn, live, this.salt, actor, trades);
    return blaming(live, () => {
      const actionsBefore = turn.actions.length;
      const known = feed(live, event, facts);
      live.refile();
      if (!known) return false;
      if (event.type === 'fill') facts.tellLine();
      live.lastTrade = facts.trade ?? live.lastTrade;
      // The end of a closing order can leave nothing but dust.
      const isOver = live.round?.open === true && heldSide(live) === null;
      if (MOVES.has(event.type) || isClosed(live) || isOver) {
        const ended = followRound(turn, live, live.lastTrade);
        if (live.record.market === 'futures') turn.after.push(() => this.onRound(live));
        const round = ended ?? (live.round?.open === true ? live.round : null);
        for (const { draft } of turn.actions.slice(actionsBefore)) draft.round = round?.round ?? null;
        if (ended?.ended?.closeReason === 'stop_loss') this.onStopLoss(turn, live);
      }
      if (event.type === 'print') live.dirty = true;
      else turn.touched.add(live);
      if (turn.orders.size > 0 || turn.actions.length > 0) turn.touched.add(live);
      if (live.botMarket.market.lastTicks > 0)
        markEquity(live.bot, live.botMarket.instrument, live.botMarket.market.lastTicks);
      return true;
    });
  }

  command(turn: Turn, live: LiveBot | LiveMultiLegBot, command: Command, actor: Actor): void {
    if (live instanceof LiveMultiLegBot) blaming(live, () => this.convoys.command(turn, live, command, actor));
    else this.step(turn, live, { type: 'command', command }, actor);
  }

  /** Panic, and the end of it for a bot that was paused before. */
  halt(turn: Turn, live: LiveBot | LiveMultiLegBot, type: 'halt' | 'release', actor: Actor): void {
    if (live instanceof LiveMultiLegBot) blaming(live, () => this.convoys.halt(turn, live, type, actor));
    else this.step(turn, live, { type }, actor);
  }

  /** A print that met what the bot waits for. */
  print(turn: Turn, live: LiveBot): void {
    const convoy = botOfLeg(live);
    if (live.owner.broken) return;
    if (convoy !== null) blaming(convoy, () => this.convoys.print(turn, convoy, live));
    else this.step(turn, live, { type: 'print' }, 'system');
  }

  accept(turn: Turn, live: LiveBot, cid: string): void {
    const order = live.engineOrder(cid);
    const row = live.orders.get(cid);
    if (order === undefined) return;
    this.step(turn, live, { type: 'accepted', slot: order.slot, cycle: order.cycle }, 'system');
    if (row !== undefined && !isFinal(row.status)) turn.setOrder(live, row, 'open');
  }

  /** Books and venue disagree and nothing explains it: nothing is traded on such a state. */
  drift(
    turn: Turn,
    live: LiveBot,
    why: string,
    data: Readonly<Record<string, string>>,
    code: number | null = null,
  ): void {
    turn.log(live, { action: 'manual', why, data, code });
    turn.touched.add(live);
    live.drifts++;
    this.log('warn', `bot ${live.id}: ${why}`, data);
    this.pauseForRisk(turn, live);
  }

  /** The venue refused an order: too many of them in a short time pause the bot. */
  onVenueRefusal(turn: Turn, live: LiveBot): void {
    if (!live.countRefusal(live.botMarket.market.nowMs, MOST_REFUSALS)) return;
    if (live.status === 'running')
      turn.log(live, { action: 'failed', why: 'failures_paused', data: { count: MOST_REFUSALS } });
    this.pauseForRisk(turn, live);
  }

  /** A bot that begins again after each stop loss would bleed in a loop. */
  private onStopLoss(turn: Turn, live: LiveBot): void {
    if (!live.countStopLoss(live.botMarket.market.nowMs) || live.bot.status !== 'running') return;
    turn.log(live, { action: 'failed', why: 'stop_losses_paused', data: { count: 2, hours: 24 } });
    this.pauseForRisk(turn, live);
  }

  private pauseForRisk(turn: Turn, live: LiveBot): void {
    if (live.status === 'running')
      this.command(turn, botOfLeg(live) ?? live, { name: 'pause', reason: 'risk' }, 'system');
  }
}

/** Its round is only waiting for its result. */
function isClosed({ head, round }: LiveBot): boolean {
  return round?.open === true && head.books.baseAtoms === 0;
}

function feed(live: LiveBot, event: HostEvent, facts: StepRecord): boolean {
  const { bot, botMarket } = live;
  const step = () => botMarket.engine.step(bot, event, botMarket.market, facts);
  return event.type === 'print' ? withTimersHeld(live, step) : step();
}
