// Puts a bot's reserve behind its position after the first entry, once a round. It is an intent as an order is: its row is
// committed before the venue is asked, under an id that stays the same until the venue has refused it. An outcome that is
// not known is looked up, and the same request is sent again only when it is proven that the first never arrived.
import { formatBase, formatQuote } from '@cormorant/core/market/conversions.ts';
import { units18 } from '@cormorant/core/money/decimal-sum.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MarginAddWrite } from '../../ports/runner-writes.ts';
import type { TradingVenue, VenueMarginAdd } from '../../ports/venue.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { ProofOfAbsence } from '../orders/proof-of-absence.ts';
import { wait } from '../shared/wait.ts';
import { heldSide } from '../turns/positions.ts';
import type { ActorAccount, UserActor } from './user-actor.ts';

const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 1_000;
/** A venue that cannot be read for so many graces is asked again by the minute's pass. */
const PATIENCE_GRACES = 3;

export interface ReserveDeps {
  readonly actor: UserActor;
  readonly tradingAccount: ActorAccount;
  readonly venue: TradingVenue;
  readonly account: string;
  readonly clock: Clock;
  /** Longer than any delay after which something that was taken becomes visible at the venue. */
  readonly graceMs: number;
  readonly salt: number;
}

interface Ending {
  readonly status: 'done' | 'refused';
  readonly reason: string;
  readonly code: number | null;
  /** When the venue did it; null = it did not, or now. */
  readonly atMs: number | null;
}

export class ReserveMargin {
  private readonly deps: ReserveDeps;
  /** True = something has changed meanwhile, it is looked at once more. */
  private readonly underWay = new Map<LiveBot, boolean>();
  /** By id: the last moment at which a request may have left. */
  private readonly sentAtMs = new Map<string, number>();

  constructor(deps: ReserveDeps) {
    this.deps = deps;
  }

  /** Whether the reserve of a bot is where it belongs; what is missing is put there. */
  async look(live: LiveBot): Promise<void> {
    const { actor } = this.deps;
    if (this.underWay.has(live)) {
      this.underWay.set(live, true);
      return;
    }
    try {
      do {
        this.underWay.set(live, false);
        await this.once(live);
      } while (this.underWay.get(live) === true && !actor.dead);
    } catch (error) {
      actor.deps.log('warn', `bot ${live.id}: its reserve could not be put behind its position now`, error);
    } finally {
      this.underWay.delete(live);
    }
  }

  /** Of all bots; for recovery and the minute's pass. */
  async run(): Promise<void> {
    for (const live of this.deps.tradingAccount.bots.values())
      if (live.record.market === 'futures') await this.look(live);
  }

  private async once(live: LiveBot): Promise<void> {
    const open = live.marginAdd;
    if (open?.status === 'intended') await this.resolve(live, open);
    if (live.marginAdd?.status === 'intended' || !isDue(live) || !(await this.isThere(live))) return;
    const add = await this.intend(live);
    if (add !== null) await this.send(live, add);
  }

  /** Trades may still be on their way: then the venue's position is not the bot's yet, and the next one asks again. */
  private async isThere({ bot, botMarket, record }: LiveBot): Promise<boolean> {
    const positions = await this.deps.venue.positions(this.deps.account);
    const position = positions.find(
      ({ positionSide, symbol }) => symbol === botMarket.symbol && positionSide === record.positionSide,
    );
    return (
      position !== undefined && units18(position.qty) === units18(formatBase(botMarket.instrument, bot.books.baseAtoms))
    );
  }

  private async intend(live: LiveBot): Promise<MarginAddWrite | null> {
    const { actor, salt } = this.deps;
    const found: { add: MarginAddWrite | null } = { add: null };
    await actor.act((turn) => {
      if (!isDue(live)) return;
      const { botMarket, marginAdd: last } = live;
      const round = live.round?.round ?? 0;
      const attempt = last?.round === round ? last.attempt + 1 : 0;
      found.add = {
        ref: `reserve-${salt}-${live.id}-${round}-${attempt}`,
        ...{ botId: live.id, round, attempt, symbol: botMarket.symbol, positionSide: live.record.positionSide },
        amount: formatQuote(botMarket.instrument, reserveAtoms(live)),
        ...{ status: 'intended', reason: last?.round === round ? last.reason : '', marketMs: botMarket.market.nowMs },
      };
      live.marginAdd = found.add;
      turn.marginAdds.push(found.add);
      turn.touched.add(live);
    });
    return actor.dead ? null : found.add;
  }

  private async send(live: LiveBot, add: MarginAddWrite): Promise<void> {
    const { account, clock, venue } = this.deps;
    const outcome = await venue.addMargin(account, add.symbol, add.positionSide, add.amount, add.ref);
    this.sentAtMs.set(add.ref, clock.nowMs());
    if (outcome.outcome === 'unknown') return this.resolve(live, add);
    if (outcome.outcome === 'refused') {
      const { code, detail, reason } = outcome;
      this.deps.actor.deps.log('warn', `bot ${live.id}: margin ${add.ref} was refused`, detail);
      return this.end(live, add, { status: 'refused', reason, code, atMs: null });
    }
    await this.end(live, add, { status: 'done', reason: '', code: null, atMs: null });
  }

  /** What became of it: by the venue's own word, or by its absence for long enough. */
  private async resolve(live: LiveBot, add: MarginAddWrite): Promise<void> {
    const { actor, clock, graceMs } = this.deps;
    // A process before this one may have sent it a moment ago.
    const sentAtMs = this.sentAtMs.get(add.ref) ?? clock.nowMs();
    this.sentAtMs.set(add.ref, sentAtMs);
    const beganAtMs = clock.nowMs();
    const absence = new ProofOfAbsence(sentAtMs, graceMs);
    for (let turn = 0; !absence.isProven; turn++) {
      const askedAtMs = clock.nowMs();
      if (actor.dead || askedAtMs - beganAtMs > graceMs * PATIENCE_GRACES) return;
      const found = await this.find(add).catch(() => 'unreadable' as const);
      if (found === null) absence.seen(askedAtMs);
      else if (found !== 'unreadable')
        return this.end(live, add, { status: 'done', reason: '', code: null, atMs: found.atMs });
      if (!absence.isProven) await wait(Math.min(FIRST_PAUSE_MS * 2 ** turn, LONGEST_PAUSE_MS), null);
    }
    if (actor.dead) return;
    if (isDue(live) && live.round?.round === add.round) return this.send(live, add);
    await this.end(live, add, { status: 'refused', reason: 'it never arrived', code: null, atMs: null });
  }

  private async find({ amount, marketMs, positionSide, ref, symbol }: MarginAddWrite): Promise<VenueMarginAdd | null> {
    const adds = await this.deps.venue.marginAdds(this.deps.account, symbol, marketMs);
    const isIt = (add: VenueMarginAdd) =>
      add.ref === null ? add.positionSide === positionSide && units18(add.amount) === units18(amount) : add.ref === ref;
    return adds.find(isIt) ?? null;
  }

  private async end(live: LiveBot, add: MarginAddWrite, { atMs, code, reason, status }: Ending): Promise<void> {
    this.sentAtMs.delete(add.ref);
    await this.deps.actor.act((turn) => {
      live.marginAdd = { ...add, status, reason };
      turn.marginAdds.push(live.marginAdd);
      turn.touched.add(live);
      const { round } = live;
      if (round?.open !== true) return;
      // Meant for the round before, it came in time for this one.
      const isOfThis = round.round === add.round || (atMs !== null && atMs > round.openedMarketMs);
      if (status === 'done' && isOfThis) live.record.reserveAdded = add.amount;
      // The same refusal is told once a round.
      if (code === null || round.round !== add.round || reason === add.reason) return;
      const { amount } = add;
      turn.log(live, { action: 'failed', why: 'reserve_refused', code, data: { amount }, amount });
    });
  }
}

function reserveAtoms({ head }: LiveBot): number {
  return head.margin?.reserveAtoms ?? 0;
}

function isDue(live: LiveBot): boolean {
  if (live.broken || live.head.status === 'stopped' || live.round?.open !== true) return false;
  return heldSide(live) !== null && reserveAtoms(live) > 0 && !/[1-9]/.test(live.record.reserveAdded);
}
