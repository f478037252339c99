// What must always hold of the books: each asset's sides are equal, every balance is the sum of its entries, every journal
// balances, and what users could take out is covered by coin. Answers what does not hold, in words for who is called.
import { format18 } from '../money/amount-e18.ts';

/** What the books come to. */
export interface LedgerSums {
  readonly accounts: readonly {
    readonly part: string;
    readonly house: boolean;
    readonly asset: string;
    readonly side: 1 | -1;
    readonly balanceE18: bigint;
  }[];
  /** Accounts whose balance is not the sum of their entries, or not what the last entry says. */
  readonly astray: readonly { readonly accountId: number; readonly balanceE18: bigint; readonly entriesE18: bigint }[];
  /** Journals whose entries do not balance. */
  readonly lopsided: readonly number[];
  /** Accounts that are of another user, part, asset or side than their number says. */
  readonly misnamed: readonly number[];
}

export interface Proof {
  readonly liabilitiesE18: bigint;
  readonly assetsE18: bigint;
  /** Empty = everything holds. */
  readonly faults: readonly string[];
}

/** Users could have these paid out. Bonus fuel never leaves the house. */
const payable: ReadonlySet<string> = new Set(['available', 'frozen', 'fuel_paid']);
const coin: ReadonlySet<string> = new Set(['hot', 'cold', 'pending_in']);

export function proofOf({ accounts, astray, lopsided, misnamed }: LedgerSums): Proof {
  const sumOf = (wanted: (account: LedgerSums['accounts'][number]) => boolean) =>
    accounts.filter(wanted).reduce((sum, { balanceE18 }) => sum + balanceE18, 0n);
  const liabilitiesE18 = sumOf(({ house, part }) => !house && payable.has(part));
  const assetsE18 = sumOf(({ house, part }) => house && coin.has(part));
  const faults: string[] = [];
  for (const asset of new Set(accounts.map((account) => account.asset))) {
    const off = accounts
      .filter((account) => account.asset === asset)
      .reduce((sum, { balanceE18, side }) => sum + BigInt(side) * balanceE18, 0n);
    if (off !== 0n) faults.push(`the sides of ${asset} differ by ${format18(off)}`);
  }
  for (const { accountId, balanceE18, entriesE18 } of astray) {
    faults.push(`account ${accountId} holds ${format18(balanceE18)} and its entries say ${format18(entriesE18)}`);
  }
  for (const journalId of lopsided) faults.push(`journal ${journalId} does not balance`);
  for (const accountId of misnamed) faults.push(`account ${accountId} is not what its number says`);
  if (liabilitiesE18 > assetsE18) {
    faults.push(`users could take out ${format18(liabilitiesE18)} and there is coin for ${format18(assetsE18)}`);
  }
  return { liabilitiesE18, assetsE18, faults };
}
