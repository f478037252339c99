// One print far from everything that was known moves nobody until something else bears it out (reliability D7): the mark of a
// contract, the exchange's own book, or, where no book can be read or a sweep has torn it open, another print there or beyond it
// later. A print that nothing bears out is never believed; the next one near the old price ends it.
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { VenueBook } from '../../ports/venue.ts';
import type { RunnerLog } from '../shared/runner-log.ts';

export interface Print {
  readonly price: string;
  readonly atMs: number;
}

/** What is believed of a market so far; null = nothing yet. */
export interface Known {
  readonly price: string | null;
  readonly mark: string | null;
}

export interface SpikeGuardDeps {
  /** In 1e-6 of the price: how far off a print may be and still be taken by itself. */
  readonly limitPpm: number;
  /** Best bid and ask; absent = the exchange tells none. */
  readonly book?: (symbol: string) => Promise<VenueBook>;
  readonly log: RunnerLog;
  /** A print that was doubted is true. */
  readonly believe: (symbol: string, print: Print) => void;
}

/** The trades of one order that sweeps an empty book come together: a second witness has to be later than them. */
const WITNESS_MS = 1_000;
const ONE_PPM = 1_000_000n;

interface Doubt {
  /** The first print of each stretch that is near to no other one. */
  steps: Print[];
  latest: Print;
  /** The book has been asked and could not say, or is too wide to. */
  isBookless: boolean;
}

export class SpikeGuard {
  private readonly deps: SpikeGuardDeps;
  private readonly doubts = new Map<string, Doubt>();
  private readonly asking = new Set<string>();

  constructor(deps: SpikeGuardDeps) {
    this.deps = deps;
  }

  /** True when nothing that is known speaks against it. */
  isNear(price: string, { mark, price: last }: Known): boolean {
    return last === null || this.near(price, last) || (mark !== null && this.near(price, mark));
  }

  /** The same of one that was asked for while nobody listened: the book says it now. What it cannot say, a later print does. */
  async isBorneOut(symbol: string, print: Print, known: Known): Promise<boolean> {
    if (this.isNear(print.price, known)) return true;
    const told = await this.bookOf(symbol);
    if (told !== null) {
      const isTrue = this.isInBook(print.price, told);
      if (!isTrue) this.deps.log('warn', `${symbol}: a price far off is not believed`, { ...print, ...told });
      return isTrue;
    }
    const doubt = this.goingOn(symbol, print, known);
    doubt.isBookless = true;
    if (!this.hasNear(doubt.steps, print)) doubt.steps.push(print);
    doubt.latest = print;
    return false;
  }

  /** Whether it may be believed at once; if not, `believe` says so later, or nobody does. */
  judge(symbol: string, print: Print, known: Known): boolean {
    if (this.isNear(print.price, known)) {
      this.doubts.delete(symbol);
      return true;
    }
    const doubt = this.goingOn(symbol, print, known);
    const old = doubt.isBookless ? doubt.steps.filter(({ atMs }) => print.atMs - atMs >= WITNESS_MS) : [];
    if (this.hasNear(old, print)) {
      this.doubts.delete(symbol);
      return true;
    }
    const [passed] = old
      .filter((step) => isBeyond(print, step, known))
      .sort((a, b) => (isBeyond(a, b, known) ? -1 : 1));
    if (!this.hasNear(doubt.steps, print)) doubt.steps.push(print);
    doubt.latest = print;
    if (passed !== undefined) {
      // It went on the same way: that it went so far is said by both of them, and how much farther by one alone.
      doubt.steps = doubt.steps.filter((step) => isBeyond(step, passed, known));
      this.deps.believe(symbol, { price: passed.price, atMs: print.atMs });
    }
    void this.ask(symbol);
    return false;
  }

  /** What is doubted so far, where this print belongs to it. */
  private goingOn(symbol: string, print: Print, known: Known): Doubt {
    const before = this.doubts.get(symbol);
    const isMore = before?.steps.some((step) => this.near(print.price, step.price) || isBeyond(print, step, known));
    if (before !== undefined && isMore) return before;
    const fresh: Doubt = { steps: [], latest: print, isBookless: this.deps.book === undefined };
    this.doubts.set(symbol, fresh);
    return fresh;
  }

  private hasNear(steps: readonly Print[], { price }: Print): boolean {
    return steps.some((step) => this.near(price, step.price));
  }

  /** One question at a time; what was printed meanwhile is judged by the same answer. */
  private async ask(symbol: string): Promise<void> {
    const { believe, book, log } = this.deps;
    if (book === undefined || this.asking.has(symbol)) return;
    this.asking.add(symbol);
    const told = await this.bookOf(symbol);
    this.asking.delete(symbol);
    const doubt = this.doubts.get(symbol);
    if (doubt === undefined) return;
    if (told === null) {
      doubt.isBookless = true;
      return;
    }
    this.doubts.delete(symbol);
    if (this.isInBook(doubt.latest.price, told)) believe(symbol, doubt.latest);
    else log('warn', `${symbol}: a price far off is not believed`, { ...doubt.latest, ...told });
  }

  /** Null where it cannot be read. One that an order has swept empty says nothing of what is inside the hole. */
  private async bookOf(symbol: string): Promise<VenueBook | null> {
    const { book, log } = this.deps;
    if (book === undefined) return null;
    try {
      const told = await book(symbol);
      return this.near(told.bid, told.ask) ? told : null;
    } catch (error) {
      log('warn', `${symbol}: a price far off could not be compared with the book`, error);
      return null;
    }
  }

  private isInBook(price: string, { ask, bid }: VenueBook): boolean {
    return this.near(price, bid) || this.near(price, ask);
  }

  private near(price: string, other: string): boolean {
    const [a, b] = [parse18(price), parse18(other)];
    return (a > b ? a - b : b - a) * ONE_PPM <= b * BigInt(this.deps.limitPpm);
  }
}

/** Farther from what is known than the other, on the same side of it. */
function isBeyond(print: Print, other: Print, { price }: Known): boolean {
  if (price === null) return false;
  const [a, b, known] = [parse18(print.price), parse18(other.price), parse18(price)];
  return b < known ? a < b : a > b;
}
