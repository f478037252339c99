// The chain against the books at one block that both nodes call final: what our wallets and the deposit addresses hold, and
// what the ledger says they held then. What is on its way is counted exactly: booked and in no block up to there, or in a
// block and not booked yet. Invariants: nothing is tolerated; less than the books is an alarm, more in a wallet came from the
// platform's owner; what lies on one deposit address above what came there makes up for nothing that another one lacks.
import { format18 } from '../money/amount-e18.ts';
import type { Ending } from './withdrawal.ts';

export interface Custody {
  readonly hotE18: bigint;
  readonly coldE18: bigint;
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
  readonly purpose: 'withdraw' | 'gas' | 'sweep' | 'cold';
  readonly wallet: string;
  readonly tokenE18: bigint;
  readonly booked: Done | null;
  /** In a block up to the one that is compared. */
  readonly mined: Done | null;
}

/** Coin of ours that moved without the outbox, and that only the books or only the block has. */
export interface MoveView {
  readonly from: 'deposit' | 'hot' | 'cold';
  /** `out`: lost. */
  readonly to: 'hot' | 'cold' | 'out';
  readonly rawE18: bigint;
  /** Of a deposit address: how much of it the books had there. */
  readonly fromBooksE18: bigint;
  readonly seenBy: 'books' | 'block';
}

export interface CustodyBooks {
  /** What the ledger says now. */
  readonly ledger: Custody;
  /** Every send that is not both booked and in a block up to there. */
  readonly sends: readonly SendView[];
  readonly moves: readonly MoveView[];
  /** Credited deposits of blocks behind it. */
  readonly laterDepositsE18: bigint;
  /** What came to deposit addresses up to there, lies there, and is not credited. */
  readonly waitingE18: bigint;
  /** What users could take out now. */
  readonly liabilitiesE18: bigint;
  /** What is a person's to settle, in words. */
  readonly findings: readonly string[];
}

const NOTHING: Custody = { hotE18: 0n, coldE18: 0n, depositsE18: 0n, gasWei: 0n };

const sum = (a: Custody, b: Custody, sign: 1n | -1n = 1n): Custody => ({
  hotE18: a.hotE18 + sign * b.hotE18,
  coldE18: a.coldE18 + sign * b.coldE18,
  depositsE18: a.depositsE18 + sign * b.depositsE18,
  gasWei: a.gasWei + sign * b.gasWei,
});

function movedBy({ purpose, tokenE18 }: SendView, done: Done | null): Custody {
  if (done === null) return NOTHING;
  const paidE18 = done.ending === 'paid' ? tokenE18 : 0n;
  // The fee of a sweep is paid by its address.
  if (purpose === 'sweep') return { ...NOTHING, hotE18: paidE18, depositsE18: -paidE18 };
  return { ...NOTHING, hotE18: -paidE18, coldE18: purpose === 'cold' ? paidE18 : 0n, gasWei: -done.costWei };
}

const PLACES = { deposit: 'depositsE18', hot: 'hotE18', cold: 'coldE18' } as const;

/** Of a sweep by hand the block has all of it, and the books what they had there. */
function changeOf({ from, fromBooksE18, rawE18, seenBy, to }: MoveView): Custody {
  const leftE18 = from === 'deposit' && seenBy === 'books' ? fromBooksE18 : rawE18;
  const left = { ...NOTHING, [PLACES[from]]: -leftE18 };
  return to === 'out' ? left : sum(left, { ...NOTHING, [PLACES[to]]: rawE18 });
}

/** What the books say the chain must have held at that block. */
export function booksAt({ ledger, sends, moves, laterDepositsE18, waitingE18 }: CustodyBooks): Custody {
  const sent = sends.reduce(
    (at, send) => sum(sum(at, movedBy(send, send.booked), -1n), movedBy(send, send.mined)),
    ledger,
  );
  const then = moves.reduce((at, move) => sum(at, changeOf(move), move.seenBy === 'books' ? -1n : 1n), sent);
  return { ...then, depositsE18: then.depositsE18 - laterDepositsE18 + waitingE18 };
}

/** A deposit address: what its own rows say that it holds, and what the chain says. */
export interface AddressCoin {
  readonly address: string;
  readonly saidE18: bigint;
  readonly heldE18: bigint;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What the addresses hold of what should be there. */
export function heldOf(coins: readonly AddressCoin[]): bigint {
  return coins.reduce((held, { heldE18, saidE18 }) => held + smaller(heldE18, saidE18), 0n);
}

const MOST_NAMED = 3;

function whereShort(coins: readonly AddressCoin[]): string {
  const short = coins.filter(({ heldE18, saidE18 }) => heldE18 < saidE18).map(({ address }) => address);
  const more = short.length > MOST_NAMED ? ` and ${short.length - MOST_NAMED} more` : '';
  return short.length === 0 ? '' : ` (${short.slice(0, MOST_NAMED).join(', ')}${more})`;
}

/** Of gas nothing says who spent it: by the figure itself it is settled. */
const settledBy = (lackingWei: bigint): string => ` (op custody settle gas:${format18(lackingWei)})`;

export interface CustodyProof {
  readonly held: Custody;
  readonly books: Custody;
  /** In a wallet above the books: to be booked as the owner's. */
  readonly funded: Readonly<Record<'hot' | 'cold' | 'gas', bigint>>;
  /** Empty = everything holds. */
  readonly faults: readonly string[];
}

const above = (a: bigint, b: bigint): bigint => (a > b ? a - b : 0n);

export type Wallets = Omit<Custody, 'depositsE18'>;

export function custodyProof(wallets: Wallets, coins: readonly AddressCoin[], books: CustodyBooks): CustodyProof {
  const held: Custody = { ...wallets, depositsE18: heldOf(coins) };
  const then = booksAt(books);
  const faults = [...books.findings];
  const places = [
    ['the hot wallet', held.hotE18, then.hotE18, 'USDT', ''],
    ['cold storage', held.coldE18, then.coldE18, 'USDT', ''],
    ['the deposit addresses', held.depositsE18, then.depositsE18, 'USDT', whereShort(coins)],
    ['the hot wallet', held.gasWei, then.gasWei, 'BNB', settledBy(then.gasWei - held.gasWei)],
  ] as const;
  for (const [place, there, said, coin, where] of places) {
    if (there >= said) continue;
    const figures = `${format18(there)} ${coin}, ${format18(said - there)} less than the books say`;
    faults.push(`on the chain ${place} held ${figures}${where}`);
  }
  const coinOf = ({ coldE18, depositsE18, hotE18 }: Custody): bigint => hotE18 + coldE18 + depositsE18;
  // What waits is in nobody's books yet, so it takes nothing from users when it is gone.
  const ofNobodyE18 = smaller(above(then.depositsE18, held.depositsE18), above(books.waitingE18, 0n));
  // The books of now, corrected by how far the chain was off them at the block.
  const assetsE18 = coinOf(books.ledger) + coinOf(held) - coinOf(then) + ofNobodyE18;
  if (books.liabilitiesE18 > assetsE18) {
    faults.push(`users could take out ${format18(books.liabilitiesE18)} USDT and the chain has ${format18(assetsE18)}`);
  }
  const funded = {
    hot: above(held.hotE18, then.hotE18),
    cold: above(held.coldE18, then.coldE18),
    gas: above(held.gasWei, then.gasWei),
  };
  return { held, books: then, funded, faults };
}
