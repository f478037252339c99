// The chain against the books at one block that both nodes call final: what the hot wallet and the deposit addresses hold,
// and what the ledger says they held then. What is on its way is counted exactly: booked and in no block up to there, or in
// a block and not booked yet. Invariant: nothing is tolerated; less than the books is an alarm, more in the hot wallet came
// from the platform's owner.
import { format18 } from '../money/amount-e18.ts';
import type { Ending } from './withdrawal.ts';

export interface Custody {
  readonly hotE18: bigint;
  /** On all deposit addresses. */
  readonly depositsE18: bigint;
  /** In the hot wallet: gas of the addresses is spent when it is given. */
  readonly gasWei: bigint;
}

/** What a transaction did: as the books have it, or as the chain has it. */
export interface Done {
  readonly ending: Ending;
  readonly costWei: bigint;
}

/** A transaction that the books and the block may see differently. */
export interface SendView {
  readonly purpose: 'withdraw' | 'gas' | 'sweep';
  readonly tokenE18: bigint;
  readonly booked: Done | null;
  /** In a block up to the one that is compared. */
  readonly mined: Done | null;
}

export interface CustodyBooks {
  /** What the ledger says now. */
  readonly ledger: Custody;
  /** Every send that is not both booked and in a block up to there. */
  readonly sends: readonly SendView[];
  /** Credited deposits of blocks behind it. */
  readonly laterDepositsE18: bigint;
  /** What users could take out now. */
  readonly liabilitiesE18: bigint;
}

const NOTHING: Custody = { hotE18: 0n, depositsE18: 0n, gasWei: 0n };

const sum = (a: Custody, b: Custody, sign: 1n | -1n = 1n): Custody => ({
  hotE18: a.hotE18 + sign * b.hotE18,
  depositsE18: a.depositsE18 + sign * b.depositsE18,
  gasWei: a.gasWei + sign * b.gasWei,
});

function movedBy({ purpose, tokenE18 }: SendView, done: Done | null): Custody {
  if (done === null) return NOTHING;
  const paidE18 = done.ending === 'paid' ? tokenE18 : 0n;
  // The fee of a sweep is paid by its address.
  if (purpose === 'sweep') return { hotE18: paidE18, depositsE18: -paidE18, gasWei: 0n };
  return { hotE18: -paidE18, depositsE18: 0n, gasWei: -done.costWei };
}

/** What the books say the chain must have held at that block. */
export function booksAt({ ledger, sends, laterDepositsE18 }: CustodyBooks): Custody {
  const then = sends.reduce(
    (at, send) => sum(sum(at, movedBy(send, send.booked), -1n), movedBy(send, send.mined)),
    ledger,
  );
  return { ...then, depositsE18: then.depositsE18 - laterDepositsE18 };
}

export interface CustodyProof {
  readonly held: Custody;
  readonly books: Custody;
  /** In the hot wallet above the books: to be booked as the owner's. */
  readonly funded: { readonly coinE18: bigint; readonly gasWei: bigint };
  /** Empty = everything holds. */
  readonly faults: readonly string[];
}

const above = (a: bigint, b: bigint): bigint => (a > b ? a - b : 0n);

export function custodyProof(held: Custody, books: CustodyBooks): CustodyProof {
  const then = booksAt(books);
  const faults: string[] = [];
  const places = [
    ['the hot wallet', held.hotE18, then.hotE18, 'USDT'],
    ['the deposit addresses', held.depositsE18, then.depositsE18, 'USDT'],
    ['the hot wallet', held.gasWei, then.gasWei, 'BNB'],
  ] as const;
  for (const [place, there, said, coin] of places) {
    if (there >= said) continue;
    const figures = `${format18(there)} ${coin}, ${format18(said - there)} less than the books say`;
    faults.push(`on the chain ${place} held ${figures}`);
  }
  const { hotE18, depositsE18 } = books.ledger;
  // The books of now, corrected by how far the chain was off them at the block.
  const assetsE18 = hotE18 + depositsE18 + (held.hotE18 + held.depositsE18 - then.hotE18 - then.depositsE18);
  if (books.liabilitiesE18 > assetsE18) {
    faults.push(`users could take out ${format18(books.liabilitiesE18)} USDT and the chain has ${format18(assetsE18)}`);
  }
  const funded = { coinE18: above(held.hotE18, then.hotE18), gasWei: above(held.gasWei, then.gasWei) };
  return { held, books: then, funded, faults };
}
