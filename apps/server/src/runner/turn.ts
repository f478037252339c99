// One turn of a user's actor: the events it takes together, and everything they cause. Its writes are committed as one
// transaction before any of its orders leaves; a turn whose commit fails has had no effect outside this process.
import type { ActionWrite, OrderStatus, UserWrites } from '../ports/runner-store.ts';
import type { Job } from './dispatcher.ts';
import type { LiveBot, LiveOrder, Round } from './live-bot.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type ActionDraft = Mutable<Omit<ActionWrite, 'id'>>;

export class Turn {
  readonly actions: { live: LiveBot; draft: ActionDraft }[] = [];
  readonly jobs = new Map<LiveBot, Job[]>();
  readonly touched = new Set<LiveBot>();
  /** Runs after the commit. */
  readonly after: (() => void)[] = [];
  readonly orders = new Map<string, LiveOrder>();
  readonly fills: UserWrites['fills'] = [];
  readonly settlements: UserWrites['settlements'] = [];
  readonly fundings: UserWrites['fundings'] = [];
  /** Rounds whose rows have to be written, in the order in which they were first touched. */
  readonly rounds = new Map<Round, LiveBot>();
  fillCursor: string | null = null;
  fundingCursor: string | null = null;

  touchRound(live: LiveBot, round: Round): void {
    this.rounds.set(round, live);
    this.touched.add(live);
  }

  /** Whether there is anything to make durable. */
  isEmpty(): boolean {
    const { touched, orders, actions, fillCursor, fundingCursor } = this;
    return (
      touched.size === 0 && orders.size === 0 && actions.length === 0 && fillCursor === null && fundingCursor === null
    );
  }

  job(live: LiveBot, job: Job): void {
    const jobs = this.jobs.get(live);
    if (jobs === undefined) this.jobs.set(live, [job]);
    else jobs.push(job);
  }

  setOrder(live: LiveBot, row: LiveOrder, status: OrderStatus, reason = ''): void {
    row.status = status;
    if (reason !== '') row.reason = reason;
    this.orders.set(row.cid, row);
    if (status === 'filled' || status === 'cancelled' || status === 'refused') live.orders.delete(row.cid);
  }

  log(live: LiveBot, draft: Partial<ActionDraft> & Pick<ActionDraft, 'action' | 'why'>): ActionDraft {
    const whole: ActionDraft = {
      botId: live.id,
      actor: 'system',
      data: {},
      code: null,
      side: null,
      price: null,
      qty: null,
      amount: null,
      profit: null,
      round: live.round?.open === true ? live.round.round : null,
      marketMs: live.cell.market.nowMs,
      ...draft,
    };
    this.actions.push({ live, draft: whole });
    return whole;
  }
}
