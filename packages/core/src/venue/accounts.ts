// The balances of a simulated venue's accounts: free and locked atoms of each asset, one scale per asset over all its
// symbols. What rests is locked, what trades moves, nothing is ever negative (asserted), nothing is made but by
// `credit` and nothing goes but by `debit`.

import { lotsToBaseAtoms, notionalAtoms } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { formatScaled, parseScaled } from '../money/decimal-text.ts';
import { applyPpm } from '../money/mul-div.ts';
import { assertSafe } from '../money/safe-integer.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';

export interface Balance {
  readonly freeAtoms: Atoms;
  readonly lockedAtoms: Atoms;
}

/** A balance with its owner, for storing and restoring. */
export interface BalanceRow extends Balance {
  readonly account: number;
  readonly asset: string;
}

interface Purse {
  freeAtoms: Atoms;
  lockedAtoms: Atoms;
}

/** Thrown when a movement would leave a balance below zero: a fault in the caller, never an answer to a user. */
export class BalanceError extends Error {
  constructor(account: number, asset: string, message: string) {
    super(`account ${account}, ${asset}: ${message}`);
    this.name = 'BalanceError';
  }
}

export class Accounts {
  private readonly scales = new Map<string, number>();
  private readonly purses = new Map<number, Map<string, Purse>>();

  /** The instruments fix each asset's scale: the finest that any of them needs. */
  constructor(instruments: readonly Instrument[]) {
    for (const { base, baseScale, quote, quoteScale } of instruments) {
      this.scales.set(base, Math.max(baseScale, this.scales.get(base) ?? 0));
      this.scales.set(quote, Math.max(quoteScale, this.scales.get(quote) ?? 0));
    }
  }

  /** Decimals of an asset's atoms here. Throws RangeError for an asset no instrument trades. */
  scaleOf(asset: string): number {
    const scale = this.scales.get(asset);
    if (scale === undefined) throw new RangeError(`no symbol of this venue trades ${asset}`);
    return scale;
  }

  /** Every asset that some symbol trades. */
  assets(): string[] {
    return [...this.scales.keys()].sort();
  }

  format(asset: string, atoms: Atoms): string {
    return formatScaled(atoms, this.scaleOf(asset), true);
  }

  parse(asset: string, amount: string): Atoms {
    return parseScaled(amount, this.scaleOf(asset), 'exact');
  }

  balance(account: number, asset: string): Balance {
    const purse = this.purses.get(account)?.get(asset);
    return { freeAtoms: purse?.freeAtoms ?? 0, lockedAtoms: purse?.lockedAtoms ?? 0 };
  }

  /** Every balance that was ever touched, for storing. */
  *rows(): Generator<BalanceRow> {
    for (const account of this.purses.keys()) yield* this.rowsOf(account);
  }

  *rowsOf(account: number): Generator<BalanceRow> {
    for (const [asset, purse] of this.purses.get(account) ?? []) yield { account, asset, ...purse };
  }

  /** Puts a stored balance back as it was. */
  restore(row: BalanceRow): void {
    const purse = this.purse(row.account, row.asset);
    purse.freeAtoms = this.checked(row.account, row.asset, row.freeAtoms);
    purse.lockedAtoms = this.checked(row.account, row.asset, row.lockedAtoms);
  }

  credit(account: number, asset: string, atoms: Atoms): void {
    if (atoms < 0) throw new BalanceError(account, asset, `credit of ${atoms}`);
    this.addFree(account, asset, atoms);
  }

  /** Takes out what is free. Throws BalanceError where it is not. */
  debit(account: number, asset: string, atoms: Atoms): void {
    const purse = this.purse(account, asset);
    if (atoms < 0 || atoms > purse.freeAtoms) throw new BalanceError(account, asset, `debit of ${atoms}`);
    purse.freeAtoms -= atoms;
  }

  /** Locks what an order at `lockTicks` can cost at worst. False, and nothing changed, when the free balance is short. */
  lock(account: number, instrument: Instrument, side: Side, lockTicks: Ticks, qtyLots: Lots): boolean {
    const asset = lockAsset(instrument, side);
    const purse = this.purse(account, asset);
    if (this.exceeds(instrument, side, lockTicks, qtyLots, purse.freeAtoms)) return false;
    const atoms = this.lockAtoms(instrument, side, lockTicks, qtyLots);
    if (purse.freeAtoms < atoms) return false;
    purse.freeAtoms -= atoms;
    purse.lockedAtoms = assertSafe(purse.lockedAtoms + atoms, 'locked balance');
    return true;
  }

  /** Gives back what `leftLots` of an order locked: it was cancelled, expired or refused. */
  release(account: number, instrument: Instrument, side: Side, lockTicks: Ticks, leftLots: Lots): void {
    const asset = lockAsset(instrument, side);
    const atoms = this.lockAtoms(instrument, side, lockTicks, leftLots);
    this.takeLocked(account, asset, atoms);
    this.addFree(account, asset, atoms);
  }

  /**
   * Books one fill of an order that was locked at `lockTicks`: the lock of the filled part goes, the price is paid, the
   * rest of the lock is free again, what was bought comes in, less the fee.
   */
  fill(
    account: number,
    instrument: Instrument,
    side: Side,
    lockTicks: Ticks,
    priceTicks: Ticks,
    qtyLots: Lots,
    leftLots: Lots,
    feeAtoms: Atoms,
    feeInBase: boolean,
  ): void {
    const lockedBefore = this.lockAtoms(instrument, side, lockTicks, qtyLots + leftLots);
    const unlocked = lockedBefore - this.lockAtoms(instrument, side, lockTicks, leftLots);
    const notional = notionalAtoms(instrument, priceTicks, qtyLots);
    const baseQty = lotsToBaseAtoms(instrument, qtyLots);
    const { base, quote } = instrument;
    this.takeLocked(account, lockAsset(instrument, side), unlocked);
    if (side === 'buy') {
      const paid = this.scaledQuote(instrument, feeInBase ? notional : notional + feeAtoms);
      if (paid > unlocked) throw new BalanceError(account, quote, `a fill costs ${paid}, locked were ${unlocked}`);
      this.addFree(account, quote, unlocked - paid);
      this.addFree(account, base, this.scaledBase(instrument, feeInBase ? baseQty - feeAtoms : baseQty));
    } else {
      if (feeInBase) throw new BalanceError(account, base, 'a sell pays its fee in quote');
      this.addFree(account, quote, this.scaledQuote(instrument, notional - feeAtoms));
    }
  }

  /** A buy locks its cost (and the taker fee where fees are in quote), a sell its coins; in the asset's own scale. */
  lockAtoms(instrument: Instrument, side: Side, lockTicks: Ticks, qtyLots: Lots): Atoms {
    if (side === 'sell') return this.scaledBase(instrument, lotsToBaseAtoms(instrument, qtyLots));
    const notional = notionalAtoms(instrument, lockTicks, qtyLots);
    const ppm = Math.max(instrument.takerPpm, instrument.makerPpm);
    const fee = instrument.feeAsset === 'quote' ? applyPpm(notional, ppm, 'ceil') : 0;
    return this.scaledQuote(instrument, notional + fee);
  }

  /** A rough look first: an order far beyond the free balance may not even fit the exact range. */
  private exceeds(instrument: Instrument, side: Side, lockTicks: Ticks, qtyLots: Lots, freeAtoms: Atoms): boolean {
    const scale = 10 ** (this.scaleOf(lockAsset(instrument, side)) - lockScale(instrument, side));
    const perLot = side === 'sell' ? instrument.baseAtomsPerLot : lockTicks * instrument.quoteAtomsPerTickLot;
    return qtyLots * perLot * scale > freeAtoms;
  }

  private scaledQuote(instrument: Instrument, atoms: Atoms): Atoms {
    return assertSafe(atoms * 10 ** (this.scaleOf(instrument.quote) - instrument.quoteScale), 'quote amount');
  }

  private scaledBase(instrument: Instrument, atoms: Atoms): Atoms {
    return assertSafe(atoms * 10 ** (this.scaleOf(instrument.base) - instrument.baseScale), 'base amount');
  }

  private addFree(account: number, asset: string, atoms: Atoms): void {
    const purse = this.purse(account, asset);
    purse.freeAtoms = this.checked(account, asset, purse.freeAtoms + atoms);
  }

  private takeLocked(account: number, asset: string, atoms: Atoms): void {
    const purse = this.purse(account, asset);
    purse.lockedAtoms = this.checked(account, asset, purse.lockedAtoms - atoms);
  }

  private checked(account: number, asset: string, atoms: Atoms): Atoms {
    if (assertSafe(atoms, asset) < 0) throw new BalanceError(account, asset, `would become ${atoms}`);
    return atoms;
  }

  private purse(account: number, asset: string): Purse {
    let purses = this.purses.get(account);
    if (purses === undefined) {
      purses = new Map();
      this.purses.set(account, purses);
    }
    let purse = purses.get(asset);
    if (purse === undefined) {
      this.scaleOf(asset);
      purse = { freeAtoms: 0, lockedAtoms: 0 };
      purses.set(asset, purse);
    }
    return purse;
  }
}

function lockAsset(instrument: Instrument, side: Side): string {
  return side === 'buy' ? instrument.quote : instrument.base;
}

function lockScale(instrument: Instrument, side: Side): number {
  return side === 'buy' ? instrument.quoteScale : instrument.baseScale;
}
