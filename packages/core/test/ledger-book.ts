// The ledger in memory, for tests: the rules that the database's posting function keeps (one effect a key, nothing below
// zero, all of a journal or none of it) in the plainest words.
import { type AccountName, accountOf } from '../src/ledger/chart.ts';
import { contentOf, type Journal, type Outcome } from '../src/ledger/journal.ts';

export class LedgerBook {
  readonly #balances = new Map<AccountName, bigint>();
  readonly #done = new Map<string, string>();
  readonly #reversed = new Set<string>();

  balance(account: AccountName): bigint {
    return this.#balances.get(account) ?? 0n;
  }

  accounts(): ReadonlyMap<AccountName, bigint> {
    return this.#balances;
  }

  post(journal: Journal): Outcome {
    const content = contentOf(journal);
    const known = this.#done.get(journal.key);
    if (known !== undefined) {
      return { state: known === content ? 'repeated' : 'conflict' };
    }
    if (journal.reverses !== undefined) {
      if (!this.#done.has(journal.reverses)) throw new Error(`there is no journal ${journal.reverses} to reverse`);
      if (this.#reversed.has(journal.reverses)) throw new Error(`journal ${journal.reverses} is reversed already`);
    }
    const reached = new Map<AccountName, bigint>();
    for (const { account, amountE18 } of journal.entries) {
      const after = (reached.get(account) ?? this.balance(account)) + amountE18;
      if (after < 0n && accountOf(account).userId !== 0) return { state: 'short', account };
      reached.set(account, after);
    }
    for (const [account, balance] of reached) this.#balances.set(account, balance);
    if (journal.reverses !== undefined) this.#reversed.add(journal.reverses);
    this.#done.set(journal.key, content);
    return { state: 'posted' };
  }
}
