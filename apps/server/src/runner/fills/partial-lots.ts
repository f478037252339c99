// Trades of less than a lot of their bot's: an exchange may have made its step finer since the bot began. The parts of a lot wait
// here, unbooked, until they are whole lots together; until then every reading shows them again.
import { parseBase } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Atoms } from '@cormorant/core/money/units.ts';
import type { VenueFill } from '../../ports/venue.ts';

interface Waiting {
  readonly instrument: Instrument;
  readonly parts: VenueFill[];
}

export class PartialLots {
  /** By client id. */
  private readonly waiting = new Map<string, Waiting>();

  /** What is to be booked as one trade; null = the rest of a lot is still to come. */
  take(instrument: Instrument, fill: VenueFill): readonly VenueFill[] | null {
    if (isWhole(instrument, [fill])) return [fill];
    const parts = this.waiting.get(fill.cid)?.parts ?? [];
    if (!parts.some(({ id }) => id === fill.id)) parts.push(fill);
    if (isWhole(instrument, parts)) {
      this.waiting.delete(fill.cid);
      return parts;
    }
    this.waiting.set(fill.cid, { instrument, parts });
    return null;
  }

  /** What waits of one order, which is no part any more: its bot counts in finer lots. */
  release(cid: string): readonly VenueFill[] {
    const parts = this.partsOf(cid);
    this.waiting.delete(cid);
    return parts;
  }

  partsOf(cid: string): readonly VenueFill[] {
    return this.waiting.get(cid)?.parts ?? [];
  }

  /** Coin of an order that has traded and is not booked. */
  atomsOf(cid: string): Atoms {
    const known = this.waiting.get(cid);
    return known === undefined ? 0 : atomsIn(known.instrument, known.parts);
  }

  /** The same of several orders, bought less sold. */
  balanceOf(cids: Iterable<string>): Atoms {
    let sum = 0;
    for (const cid of cids)
      sum += this.waiting.get(cid)?.parts[0]?.side === 'sell' ? -this.atomsOf(cid) : this.atomsOf(cid);
    return sum;
  }
}

function isWhole(instrument: Instrument, parts: readonly VenueFill[]): boolean {
  return atomsIn(instrument, parts) % instrument.baseAtomsPerLot === 0;
}

/** Throws MoneyError where a quantity is finer than the bot's books. */
export function atomsIn(instrument: Instrument, parts: readonly Pick<VenueFill, 'qty'>[]): Atoms {
  return parts.reduce((sum, { qty }) => sum + parseBase(instrument, qty), 0);
}
