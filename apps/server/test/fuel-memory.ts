// What charges are counted from and written to, in memory: a double of PostgreSQL for the rules of features/fees, over the ledger
// of the core's tests. It keeps in which order rows and accounts were taken.
import type { AccountName } from '@cormorant/core/ledger/chart.ts';
import { type UserPart, userAccount, userParts } from '@cormorant/core/ledger/chart.ts';
import type { Settled } from '@cormorant/core/ledger/fuel-charge.ts';
import type { Journal } from '@cormorant/core/ledger/journal.ts';
import type { ChainLink } from '@cormorant/core/ledger/profit-share.ts';
import { LedgerBook } from '../../../packages/core/test/ledger-book.ts';
import type {
  ChargeAction,
  ChargedBot,
  FuelAlarm,
  FuelBooks,
  NewCharge,
  PaidShare,
  UsedFuel,
} from '../src/ports/fuel-books.ts';
import type { Holdings } from '../src/ports/ledger-store.ts';

interface KeptCharge extends NewCharge {
  readonly leftE18: bigint;
  readonly atMs: number;
  readonly reversedAtMs: number | null;
}

interface KeptShare extends PaidShare {
  readonly chargeId: number;
}

interface KeptResult extends Settled {
  readonly botId: number;
  readonly bookedAtMs: number;
}

interface State {
  readonly bots: Map<number, ChargedBot>;
  readonly results: KeptResult[];
  readonly chains: Map<number, readonly ChainLink[]>;
  readonly charges: Map<number, KeptCharge>;
  readonly shares: KeptShare[];
  readonly actions: ChargeAction[];
  readonly used: UsedFuel[];
  readonly journals: Journal[];
  readonly alarms: Map<number, FuelAlarm>;
  /** To whom, and of what. */
  readonly mails: string[];
  readonly rates: Map<number, number>;
}

const emptyState = (): State => ({
  bots: new Map(),
  results: [],
  chains: new Map(),
  charges: new Map(),
  shares: [],
  actions: [],
  used: [],
  journals: [],
  alarms: new Map(),
  mails: [],
  rates: new Map(),
});

export class FuelMemory {
  state = emptyState();
  ledger = new LedgerBook();
  /** Rows and accounts in the order in which they were taken, and what was posted behind them. */
  readonly order: string[] = [];
  /** Whose accounts somebody else holds. */
  heldUserId: number | null = null;
  readonly waits: number[] = [];
  readonly books: FuelBooks = booksOf(this);

  post(journals: readonly Journal[]) {
    const outcomes = journals.map((journal) => this.ledger.post(journal));
    for (const [at, journal] of journals.entries())
      if (outcomes[at]?.state === 'posted') this.state.journals.push(journal);
    return outcomes;
  }

  held(userId: number): Holdings {
    const parts = Object.keys(userParts) as UserPart[];
    return Object.fromEntries(parts.map((part) => [part, this.ledger.balance(userAccount(userId, part))])) as Holdings;
  }

  /** Back to an earlier state, as a savepoint does it. */
  restore(before: State): void {
    this.state = before;
    this.ledger = new LedgerBook();
    for (const journal of before.journals) this.ledger.post(journal);
  }
}

class Held extends Error {}

function booksOf(memory: FuelMemory): FuelBooks {
  const took = (what: string, ids: readonly number[]) => void memory.order.push(`${what} ${ids.join()}`);
  const charge = (id: number) => {
    const made = memory.state.charges.get(id);
    if (made === undefined || made.reversedAtMs !== null) return null;
    const { atMs, bot, chain, due, taken } = made;
    return { userId: bot.userId, chain, chargedE18: due.amountE18 - taken.waivedE18, atMs };
  };
  const owed = (userId: number) =>
    [...memory.state.charges.values()].filter(({ bot, leftE18 }) => bot.userId === userId && leftE18 > 0n);
  const leave = (id: number, change: Partial<KeptCharge>) =>
    void memory.state.charges.set(id, { ...memory.state.charges.get(id)!, ...change });
  return {
    holdBots: async (ids) => took('bots', ids),
    takeBots: async (ids) => {
      took('bots', ids);
      return ids.flatMap((id) => memory.state.bots.get(id) ?? []);
    },
    keepRates: async (ids, rateBp) => {
      for (const id of ids) memory.state.rates.set(id, rateBp);
    },
    resultsSince: async (bots, beforeMs) =>
      new Map(
        bots.map(({ id, settledId }) => {
          const behind = memory.state.results.filter((one) => one.botId === id && one.id > settledId);
          const due = behind.filter(({ bookedAtMs }) => beforeMs === null || bookedAtMs < beforeMs);
          return [id, due.map((one) => ({ ...one, marketMs: 1_000 }))];
        }),
      ),
    moveMark: async (bot, last) => {
      const settledId = last.parts.at(-1)?.id ?? bot.settledId;
      memory.state.bots.set(bot.id, { ...bot, mark: last.after, settledId });
    },
    chainsOf: async (ids) => new Map(ids.map((id) => [id, [...(memory.state.chains.get(id) ?? [])]])),
    takeHoldings: async (ids) => {
      if (memory.heldUserId !== null && ids.includes(memory.heldUserId)) throw new Held('held by somebody else');
      took('accounts', ids);
      return new Map(ids.map((id) => [id, memory.held(id)]));
    },
    holdings: async (ids) => new Map(ids.map((id) => [id, memory.held(id)])),
    consumedBy: async (ids) =>
      new Map(
        ids.map((id) => [
          id,
          memory.state.used.reduce((sum, { paidE18, userId }) => (userId === id ? sum + paidE18 : sum), 0n),
        ]),
      ),
    addConsumed: async (used) => void memory.state.used.push(used),
    post: async (journals) => {
      for (const { key } of journals) memory.order.push(`post ${key}`);
      return memory.post(journals);
    },
    postedKeys: async (keys) =>
      new Set(memory.state.journals.map(({ key }) => key).filter((key) => keys.includes(key))),
    reserveChargeIds: async (count) => Array.from({ length: count }, (_, at) => memory.state.charges.size + at + 1),
    writeCharge: async (made, nowMs) => {
      const rest = { leftE18: made.taken.owedE18, atMs: nowMs, reversedAtMs: null };
      memory.state.charges.set(made.id, { ...made, ...rest });
    },
    writeShares: async (chargeId, _payerId, shares) =>
      void memory.state.shares.push(...shares.map((share) => ({ ...share, chargeId }))),
    logCharge: async (_bot, action) => void memory.state.actions.push(action),
    sharersOfDebts: async (id) => [...new Set(owed(id).flatMap(({ chain }) => chain.map(({ userId }) => userId)))],
    takeDebts: async (userId) => {
      const debts = owed(userId);
      took(
        'debts',
        debts.map(({ id }) => id),
      );
      return debts.map(({ capBp, chain, id, leftE18, levels }) => ({ capBp, chain, id, leftE18, levels }));
    },
    payDebt: async (id, amountE18) => leave(id, { leftE18: memory.state.charges.get(id)!.leftE18 - amountE18 }),
    charge: async (id) => charge(id),
    takeCharge: async (id) => {
      took('charge', [id]);
      return charge(id);
    },
    chargesOf: async (userId) =>
      [...memory.state.charges.values()].filter(({ bot }) => bot.userId === userId).map(({ id }) => id),
    movedBy: async (ids, what) => {
      const moved = new Map<AccountName, bigint>();
      for (const { entries, refId, refType } of memory.state.journals) {
        if (refType !== 'charge' || !ids.includes(Number(refId))) continue;
        for (const { account, amountE18, log } of entries)
          if ((log === 'points_invite') === (what === 'invites'))
            moved.set(account, (moved.get(account) ?? 0n) + amountE18);
      }
      return moved;
    },
    sharesOf: async (id) => memory.state.shares.filter(({ chargeId }) => chargeId === id),
    endCharge: async (id, nowMs) => leave(id, { reversedAtMs: nowMs, leftE18: 0n }),
    payersOfFees: async () => [...memory.state.bots.values()].map(({ userId }) => userId),
    alarmOf: async (userId) => memory.state.alarms.get(userId) ?? null,
    setWarned: async (userId, nowMs) =>
      void memory.state.alarms.set(userId, { ...memory.state.alarms.get(userId)!, warnedAtMs: nowMs }),
    queueNotice: async (userId, { en }) => void memory.state.mails.push(`${userId}: ${en.subject}`),
    attempt: async (waitMs, work) => {
      memory.waits.push(waitMs);
      const before = structuredClone(memory.state);
      try {
        await work();
        return null;
      } catch (error) {
        memory.restore(before);
        return { error: error as Error, isHeld: error instanceof Held };
      }
    },
  };
}
