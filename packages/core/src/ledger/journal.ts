// A journal: what one business event does to the accounts, all of it or nothing. Invariants, asserted when it is made: it
// balances for each asset, changes every account by something, and moves users' accounts in whole units only.
import { type AccountName, type Asset, accountOf, unitE18 } from './chart.ts';
import type { LogType } from './log-types.ts';

export interface Entry {
  readonly account: AccountName;
  /** The change of the account on its natural side: more owed fuel is positive, like more balance. */
  readonly amountE18: bigint;
  /** The row it makes in the owner's log; null = none. */
  readonly log: LogType | null;
}

export interface JournalHead {
  /** Of this event for ever: a second journal of the same key changes nothing. */
  readonly key: string;
  readonly kind: string;
  /** What it is about, as its owner may look it up. */
  readonly refType: string;
  readonly refId: string;
  readonly remark?: string;
  /**
   * What was asked for, where the entries depend on the state in which it was done: a repeat is the same event when this is
   * equal. Without it the entries decide.
   */
  readonly asked?: string;
  /** The key of the journal that this one takes back; each is taken back once at most. */
  readonly reverses?: string;
}

export interface Journal extends JournalHead {
  readonly entries: readonly Entry[];
}

export function entry(account: AccountName, amountE18: bigint, log: LogType | null = null): Entry {
  return { account, amountE18, log };
}

function assertWhole({ account, amountE18 }: Entry): void {
  const { rule, userId } = accountOf(account);
  if (userId !== 0 && amountE18 % unitE18[rule.asset] !== 0n) throw new Error(`${account} moves in whole units only`);
}

/** Of each asset, the changes of the credit side less those of the debit side. */
export function imbalances(entries: readonly Entry[]): Map<Asset, bigint> {
  const sums = new Map<Asset, bigint>();
  for (const { account, amountE18 } of entries) {
    const { asset, side } = accountOf(account).rule;
    sums.set(asset, (sums.get(asset) ?? 0n) + (side === 'credit' ? amountE18 : -amountE18));
  }
  return sums;
}

/** Entries of nothing are left out. Throws when what remains is no journal: a fault of ours, never of a caller. */
export function journalOf(head: JournalHead, entries: readonly Entry[]): Journal {
  const moved = entries.filter(({ amountE18 }) => amountE18 !== 0n);
  if (moved.length === 0) throw new Error(`journal ${head.key} moves nothing`);
  moved.forEach(assertWhole);
  for (const [asset, sum] of imbalances(moved)) {
    if (sum !== 0n) throw new Error(`journal ${head.key} does not balance in ${asset}: ${sum}`);
  }
  return { ...head, entries: moved };
}

/** Takes back exactly what a journal did. The rows in its owners' logs are adjustments. */
export function reversalOf(journal: Journal, remark: string): Journal {
  return journalOf(
    {
      key: `reverse:${journal.key}`,
      kind: 'reversal',
      refType: journal.refType,
      refId: journal.refId,
      remark,
      reverses: journal.key,
    },
    journal.entries.map(({ account, amountE18, log }) => entry(account, -amountE18, log === null ? null : 'adjust')),
  );
}

/** An amount that is asked to move: more than nothing. */
export function assertPositive(amountE18: bigint, what: string): void {
  if (amountE18 <= 0n) throw new Error(`${what} must be more than nothing: ${amountE18}`);
}

/** What makes two journals of one key the same. */
export function contentOf({ asked, entries, reverses = '' }: Journal): string {
  if (asked !== undefined) return asked;
  return [reverses, ...entries.map(({ account, amountE18, log }) => `${account} ${amountE18} ${log ?? '-'}`)].join(
    '\n',
  );
}

export type Outcome =
  | { readonly state: 'posted' | 'repeated' }
  /** The key belongs to a journal of another content. */
  | { readonly state: 'conflict' }
  /** Something that may not fall below zero would: the first such account. Nothing of the journal was done. */
  | { readonly state: 'short'; readonly account: AccountName };
