// One turn of a user's actor: the events it takes together, and everything they cause. Its writes are committed as one
// transaction before any of its orders leaves; a turn whose commit fails has had no effect outside this process.
import type { ActionWrite, CursorWrite, OrderStatus, ReadPlace, UserWrites } from '../../ports/runner-writes.ts';
import type { LiveBot, LiveOrder, Round } from '../bots/live-bot.ts';
import { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import type { Job } from '../orders/order-sender.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type ActionDraft = Mutable<Omit<ActionWrite, 'id'>>;

/** As answers name them. */
const LEG_NAMES = ['a', 'b', 'c'];

export class Turn {
  readonly actions: { live: LiveBot | LiveMultiLegBot; draft: ActionDraft }[] = [];
  readonly jobs = new Map<LiveBot, Job[]>();
  readonly touched = new Set<LiveBot>();
  /** Bots of several legs; each is written with all its legs. */
  readonly convoys = new Set<LiveMultiLegBot>();
  /** Runs after the commit. */
  readonly after: (() => void)[] = [];
  readonly orders = new Map<string, LiveOrder>();
  readonly fills: UserWrites['fills'] = [];
  readonly settlements: UserWrites['settlements'] = [];
  readonly fundings: UserWrites['fundings'] = [];
  readonly marginAdds: UserWrites['marginAdds'] = [];
  /** Rounds whose rows have to be written, in the order in which they were first touched. */
  readonly rounds = new Map<Round, LiveBot>();
  /** How far reading has come, by account and symbol. */
  readonly cursors = new Map<string, CursorWrite>();

  touch(live: LiveBot | LiveMultiLegBot): void {
    if (live instanceof LiveMultiLegBot) this.convoys.add(live);
    else this.touched.add(live);
  }

  touchRound(live: LiveBot, round: Round): void {
    this.rounds.set(round, live);
    this.touched.add(live);
  }

  /** Whether there is anything to make durable. */
  isEmpty(): boolean {
    const { actions, convoys, cursors, orders, touched } = this;
    return touched.size + convoys.size + orders.size + actions.length + cursors.size === 0;
  }

  read(place: ReadPlace, to: { fillId: string } | { fundingId: string }): void {
    const key = `${place.accountId} ${place.symbol}`;
    this.cursors.set(key, { ...place, fillId: null, fundingId: null, ...this.cursors.get(key), ...to });
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

  /** What happens on a leg is told of its bot. */
  log(live: LiveBot | LiveMultiLegBot, draft: Partial<ActionDraft> & Pick<ActionDraft, 'action' | 'why'>): ActionDraft {
    const { leg } = live.record;
    const whole: ActionDraft = {
      botId: live.owner.id,
      actor: 'system',
      code: null,
      side: null,
      price: null,
      qty: null,
      amount: null,
      profit: null,
      round: live.round?.open === true ? live.round.round : null,
      marketMs: live.marketMs,
      ...draft,
      data: { ...draft.data, ...(leg === null ? {} : { leg: LEG_NAMES[leg] }), ...positionOf(live) },
    };
    this.actions.push({ live, draft: whole });
    return whole;
  }
}

/** Which side of its bot a leg is that decides for itself: its rows say so. */
function positionOf(live: LiveBot | LiveMultiLegBot): { position?: string } {
  const convoy = live instanceof LiveMultiLegBot ? null : live.convoy;
  return convoy === null || convoy.own === null ? {} : { position: live.record.direction };
}
