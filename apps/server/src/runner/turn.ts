// One turn of a user's actor: the events it takes together, and everything they cause. Its writes are committed as one
// transaction before any of its orders leaves; a turn whose commit fails has had no effect outside this process.
import type { ActionWrite, OrderStatus, UserWrites } from '../ports/runner-store.ts';
import type { Job } from './dispatcher.ts';
import type { LiveBot, LiveOrder } from './live-bot.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type ActionDraft = Mutable<Omit<ActionWrite, 'id' | 'round'>>;

export class Turn {
  readonly actions: { live: LiveBot; draft: ActionDraft }[] = [];
  readonly jobs = new Map<LiveBot, Job[]>();
  readonly touched = new Set<LiveBot>();
  /** Runs after the commit. */
  readonly after: (() => void)[] = [];
  readonly orders = new Map<string, LiveOrder>();
  readonly fills: UserWrites['fills'] = [];
  readonly settlements: UserWrites['settlements'] = [];
  readonly traded = new Set<LiveBot>();
  fillCursor: string | null = null;

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
      marketMs: live.cell.market.nowMs,
      ...draft,
    };
    this.actions.push({ live, draft: whole });
    return whole;
  }
}
