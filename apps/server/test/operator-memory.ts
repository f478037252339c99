// What operators read and write, in memory: a double of PostgreSQL for the rules of features/operators. A transaction that throws
// leaves nothing behind.

import type { Journal } from '@cormorant/core/ledger/journal.ts';
import type { FuelBooks } from '../src/ports/fuel-books.ts';
import type { KeptHelp } from '../src/ports/help-store.ts';
import type {
  Adjustment,
  Deed,
  HandledUser,
  KnownOperator,
  OperatorRequest,
  OperatorRow,
  OperatorWork,
  Settlement,
} from '../src/ports/operator-store.ts';
import type { Transactions } from '../src/ports/transactions.ts';
import type { WithdrawalRow } from '../src/ports/withdrawal-store.ts';

interface KeptOperator extends OperatorRow {
  readonly createdAtMs: number;
}

interface State {
  operators: KeptOperator[];
  requests: OperatorRequest[];
  adjustments: Adjustment[];
  users: (HandledUser & { readonly sn: string; readonly sessions: number })[];
  deeds: Deed[];
  settings: Record<string, string>;
  articles: KeptHelp[];
  /** What was done to money and coin, in words. */
  done: string[];
  withdrawal: WithdrawalRow | null;
  reviews: { readonly operator: string; readonly decision: string }[];
}

const EMPTY: State = {
  operators: [],
  requests: [],
  adjustments: [],
  users: [],
  deeds: [],
  settings: {},
  articles: [],
  done: [],
  withdrawal: null,
  reviews: [],
};

export interface OperatorMemory extends Transactions<OperatorWork> {
  state: State;
  /** What the ledger answers to a post. */
  outcome: 'posted' | 'short';
  /** Whether there is something to settle. */
  isSettled: boolean;
  operator(name: string): Promise<OperatorRow | null>;
  operators(): Promise<KnownOperator[]>;
  keepRootUser(passwordHash: string): Promise<void>;
}

export function createOperatorMemory(begun: Partial<State> = {}): OperatorMemory {
  const memory: OperatorMemory = {
    state: { ...structuredClone(EMPTY), ...begun },
    outcome: 'posted',
    isSettled: true,
    transaction: async (work) => {
      const before = structuredClone(memory.state);
      try {
        return await work(workOn(memory));
      } catch (error) {
        memory.state = before;
        throw error;
      }
    },
    operator: async (name) => memory.state.operators.find((one) => one.name === name) ?? null,
    operators: async () =>
      memory.state.operators.map(({ isActive, name, person }) => {
        const added = memory.state.deeds.filter(({ action, subject }) => action === 'operator_add' && subject === name);
        return { name, person, isActive, addedItself: added.some(({ operator }) => operator === name) };
      }),
    keepRootUser: async () => void memory.state.done.push('root user'),
  };
  return memory;
}

function change<Row extends object>(rows: Row[], isIt: (row: Row) => boolean, to: Partial<Row>): void {
  const at = rows.findIndex(isIt);
  if (at < 0) throw new Error('no such row');
  rows[at] = { ...rows[at]!, ...to };
}

/** Bound to the state of the moment, as a client is to its transaction. */
function workOn(memory: OperatorMemory): OperatorWork {
  const { state } = memory;
  const named = (name: string) => state.operators.find((one) => one.name === name) ?? null;
  const done = (what: string) => void state.done.push(what);
  return {
    operators: {
      first: async () => state.operators[0] ?? null,
      take: async (name) => named(name),
      standings: async (names) =>
        state.operators
          .filter(({ name }) => names.includes(name))
          .map(({ createdAtMs, name, person }) => ({
            name,
            person,
            createdAtMs,
            personHasOwnToken: named(person)?.tokenSeenBy === null,
          })),
      adderOf: async (name) =>
        state.deeds.findLast(({ action, subject }) => action === 'operator_add' && subject === name)?.operator ?? null,
      add: async (operator, nowMs) => void state.operators.push({ ...operator, isActive: true, createdAtMs: nowMs }),
      setOwnToken: async (name, tokenHash) =>
        change(state.operators, (one) => one.name === name, { tokenHash, tokenSeenBy: null }),
      setPerson: async (name, person) => change(state.operators, (one) => one.name === name, { person }),
      disable: async (name) => change(state.operators, (one) => one.name === name, { isActive: false }),
    },
    help: {
      take: async (slug) => state.articles.find((one) => one.slug === slug) ?? null,
      write: async (article) => change(state.articles, (one) => one.slug === article.slug, article),
    },
    requests: {
      add: async (wanted, { by, reason }) => {
        const id = state.requests.length + 1;
        state.requests.push({ ...wanted, id, reason, askedBy: by, state: 'asked' });
        return id;
      },
      take: async (id) => state.requests.find((one) => one.id === id) ?? null,
      decide: async ({ id, state: to }) => change(state.requests, (one) => one.id === id, { state: to }),
    },
    adjustments: {
      add: async ({ amountE18, part, sn }, { by, reason }) => {
        const user = state.users.find((one) => one.sn === sn);
        if (user === undefined) return null;
        const id = state.adjustments.length + 1;
        state.adjustments.push({ id, userId: user.id, part, amountE18, reason, askedBy: by, state: 'asked' });
        return id;
      },
      take: async (id) => state.adjustments.find((one) => one.id === id) ?? null,
      decide: async ({ id, state: to }) => change(state.adjustments, (one) => one.id === id, { state: to }),
    },
    users: {
      take: async (sn) => state.users.find((one) => one.sn === sn) ?? null,
      setStatus: async (id, status) => change(state.users, (one) => one.id === id, { status }),
      setAlias: async (id, alias) => {
        if (alias !== null && state.users.some((one) => one.id !== id && one.alias === alias)) return false;
        change(state.users, (one) => one.id === id, { alias });
        return true;
      },
      allowWithdrawals: async (id) => change(state.users, (one) => one.id === id, { withdrawStop: '' }),
      endSessions: async (id) => change(state.users, (one) => one.id === id, { sessions: 0 }),
      takeRated: async (sn) => {
        const user = state.users.find((one) => one.sn === sn);
        return user === undefined
          ? null
          : { id: user.id, rateBp: 500, referrerId: user.isPartner ? 9 : null, givenBp: 300 };
      },
      giver: async () => ({ isPartner: true, rateBp: 2_000, nextBp: 1_500 }),
      dropWaitingRate: async (id) => done(`rate of ${id} waits no more`),
      setRate: async (id, rateBp) => done(`rate of ${id} is ${rateBp}`),
    },
    withdrawals: {
      idOf: async (sn) => (state.withdrawal?.sn === sn ? state.withdrawal.id : null),
      barOf: async () => null,
      take: async () => state.withdrawal!,
      approvers: async () =>
        state.reviews.filter(({ decision }) => decision === 'approve').map(({ operator }) => operator),
      addReview: async (_id, decision, { by }) => {
        if (state.reviews.some(({ operator }) => operator === by)) return false;
        state.reviews.push({ operator: by, decision });
        return true;
      },
      step: async ({ event, row }) => {
        const isApproved = event.kind === 'approved' && event.approvals >= event.needed;
        const status = isApproved ? 'approved' : event.kind === 'approved' ? row.status : 'rejected';
        state.withdrawal = { ...row, status };
        return state.withdrawal;
      },
    },
    cold: {
      add: async ({ amountE18, target }) => done(`cold ${amountE18} to ${target}`),
      cancel: async () => false,
      withdraw: async () => false,
    },
    settings: {
      take: async (key) => state.settings[key] ?? null,
      write: async (key, value) => {
        state.settings[key] = value;
      },
    },
    books: {
      takeHoldings: async (userIds: readonly number[]) => {
        done(`take ${userIds.join()}`);
        return new Map();
      },
      post: async ([journal]: readonly Journal[]) => {
        done(`post ${journal?.key}`);
        return [memory.outcome === 'posted' ? { state: 'posted' } : { state: 'short', account: 'user:1:available' }];
      },
      // Nothing else of fees is an operator's to decide.
    } as unknown as FuelBooks,
    note: async (deed) => void state.deeds.push(deed),
    settle: async (what: Settlement) => {
      done(`settle ${what.kind}`);
      return memory.isSettled;
    },
  };
}
