// Simulated USDT that comes in: the same amount into both wallets of an account. Before either of them changes, all that
// would grow must fit the exact range, for a sum outside of it stops the exchange. What people of the exchange's page pay in
// fills half of that range at most: the rest is for accounts of the server's own wire.

import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import { formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Atoms } from '@cormorant/core/money/units.ts';
import type { Accounts } from '@cormorant/core/venue/accounts.ts';
import type { VenueLaw } from '@cormorant/core/venue/sim-venue.ts';
import type { Account } from './account.ts';
import type { ContractClerk } from './contract-clerk.ts';

export const FUNDING_ASSET = 'USDT';

const MOST_ATOMS: Record<VenueLaw, Atoms> = {
  candle: Number.MAX_SAFE_INTEGER,
  book: Math.floor(Number.MAX_SAFE_INTEGER / 2),
};

export type Payee = Pick<Account, 'id' | 'law'>;

export class Deposits {
  readonly #balances: Accounts;
  readonly #contracts: ContractClerk;

  constructor(balances: Accounts, contracts: ContractClerk) {
    this.#balances = balances;
    this.#contracts = contracts;
  }

  /** Whether both wallets can take this amount; the account may be one that is still to be made. */
  fits(payee: Payee, amount: string): boolean {
    const room = this.#roomAtoms(payee);
    try {
      const spotAtoms = this.#balances.parse(FUNDING_ASSET, amount);
      return spotAtoms <= room.spot && parseScaled(amount, this.#contracts.scale) <= room.futures;
    } catch (error) {
      if (error instanceof MoneyError && error.problem === 'range') return false;
      throw error;
    }
  }

  /** Whole USDT that still fit. */
  roomUsdt(payee: Payee): number {
    const { spot, futures } = this.#roomAtoms(payee);
    const spotUsdt = Math.floor(spot / 10 ** this.#balances.scaleOf(FUNDING_ASSET));
    return Math.max(0, Math.min(spotUsdt, Math.floor(futures / 10 ** this.#contracts.scale)));
  }

  /** Answers the atoms of the spot wallet. */
  pay(account: Account, amount: string): Atoms {
    const atoms = this.#balances.parse(FUNDING_ASSET, amount);
    this.#balances.credit(account.id, FUNDING_ASSET, atoms);
    this.#contracts.deposit(account, amount);
    return atoms;
  }

  /**
   * All that is free of the other wallet, as far as it fits, into this one: for accounts whose client knows one pot. False:
   * nothing was there.
   */
  move(account: Account, to: MarketKind): boolean {
    const { book, scale } = this.#contracts;
    const spotScale = this.#balances.scaleOf(FUNDING_ASSET);
    const room = this.#roomAtoms(account);
    const coarser = Math.min(scale, spotScale);
    const text = (atoms: Atoms, of: number) =>
      formatScaled(parseScaled(formatScaled(atoms, of), coarser, 'floor'), coarser);
    if (to === 'futures') {
      const { freeAtoms } = this.#balances.balance(account.id, FUNDING_ASSET);
      const amount = least(text(freeAtoms, spotScale), text(room.futures, scale), coarser);
      const atoms = this.#balances.parse(FUNDING_ASSET, amount);
      this.#balances.debit(account.id, FUNDING_ASSET, atoms);
      this.#contracts.deposit(account, amount);
      return atoms > 0;
    }
    const amount = least(text(book.withdrawableAtoms(account.id), scale), text(room.spot, spotScale), coarser);
    const atoms = this.#contracts.withdraw(account, amount);
    this.#balances.credit(account.id, FUNDING_ASSET, this.#balances.parse(FUNDING_ASSET, amount));
    return atoms > 0;
  }

  #roomAtoms({ id, law }: Payee): { readonly spot: Atoms; readonly futures: Atoms } {
    const most = MOST_ATOMS[law];
    const { freeAtoms, lockedAtoms } = this.#balances.balance(id, FUNDING_ASSET);
    return { spot: most - freeAtoms - lockedAtoms, futures: this.#contracts.book.roomAtoms(id, most) };
  }
}

/** '0' where one is below zero. */
function least(a: string, b: string, scale: number): string {
  const atoms = Math.max(0, Math.min(parseScaled(a, scale), parseScaled(b, scale)));
  return formatScaled(atoms, scale);
}
