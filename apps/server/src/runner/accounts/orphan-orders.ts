// Orders with our mark that nobody has any more: their bot has stopped, or is gone. Left alone they would trade for nobody,
// or open the other side of what was closed. Seen by two looks in a row they are cancelled; an order without our mark is
// somebody else's and is never touched, and one whose bot lives is that bot's drift (reconcile.ts), unless it is a
// stop: a second one would close twice.
import { decodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { GUARD_SLOT } from '@cormorant/core/strategy/guard.ts';
import type { TradingVenue, VenueOrder } from '../../ports/venue.ts';
import type { ActorAccount, UserActor } from './user-actor.ts';

export interface OrphanOrdersDeps {
  readonly actor: UserActor;
  readonly tradingAccount: ActorAccount;
  readonly venue: TradingVenue;
  readonly account: string;
  readonly salt: number;
}

export class OrphanOrders {
  private readonly deps: OrphanOrdersDeps;
  /** By the look before this one. */
  private seen = new Set<string>();

  constructor(deps: OrphanOrdersDeps) {
    this.deps = deps;
  }

  async run(open: Iterable<VenueOrder>): Promise<void> {
    const { account, actor, venue } = this.deps;
    const orphans = [...open].filter((order) => this.isOrphan(order));
    const due = orphans.filter(({ cid }) => this.seen.has(cid));
    this.seen = new Set(orphans.map(({ cid }) => cid));
    if (due.length === 0) return;
    const names = due.map(({ cid, symbol }) => ({ symbol, cid }));
    const outcomes = await venue.cancel(account, names);
    // Whatever could not be cancelled is seen again a minute later.
    for (const [at, order] of due.entries()) if (outcomes[at]?.outcome === 'accepted') this.tell(order);
    actor.deps.log('warn', `${due.length} orders that no bot has were cancelled`, names);
  }

  private isOrphan({ cid }: VenueOrder): boolean {
    const { actor, tradingAccount, salt } = this.deps;
    const key = decodeClientOrderId(cid);
    if (key === null || key.salt !== salt || actor.unseated.has(key.bot)) return false;
    const live = tradingAccount.bots.get(key.bot);
    if (live === undefined) return !actor.bots.has(key.bot);
    const mayBeLeft = live.head.status === 'stopped' || key.slot === GUARD_SLOT;
    if (live.broken || !mayBeLeft || live.orders.has(cid)) return false;
    return live.engineOrder(cid) === undefined && !live.dispatcher.handles(cid);
  }

  /** In the log of its bot, where there still is one. */
  private tell({ cid, price, qty, side }: VenueOrder): void {
    const { actor, tradingAccount } = this.deps;
    const live = tradingAccount.bots.get(decodeClientOrderId(cid)?.bot ?? 0);
    if (live === undefined) return;
    const data = { cid, side, price, qty };
    actor
      .act((turn) => void turn.log(live, { action: 'manual', why: 'orphan_cancelled', data, side, price, qty }))
      .catch((error) => actor.deps.log('warn', `the cancelled orphan ${cid} is not in its bot's log`, error));
  }
}
