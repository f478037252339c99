// The faults that are switched on, and the one place where they are drawn. Each draws from a stream of its own, keyed by
// the seed, its id and whom it strikes: the same occasions under the same seed are struck the same, whatever else
// happens beside them.
import type { TimeMs } from '@cormorant/core/money/units.ts';
import { RandomStream } from '../market/random.ts';
import { type CallKind, type Fault, type FaultName, type FaultOf, type FaultSet, NO_FAULTS } from './fault-set.ts';

/** What a fault may strike: who and what it is about. */
export interface Occasion {
  readonly account?: { readonly name: string; readonly ref: string } | null;
  readonly symbols?: readonly string[];
  readonly call?: CallKind;
}

export interface Strike {
  readonly n: number;
  /** Market time. */
  readonly at: TimeMs;
  readonly id: string;
  readonly fault: FaultName;
  readonly account?: string;
  readonly symbol?: string;
  readonly call?: CallKind;
}

interface Armed {
  readonly fault: Fault;
  readonly streams: Map<string, RandomStream>;
  /** Occasions in scope, and how many of them were struck. */
  seen: number;
  struck: number;
}

const KEPT_STRIKES = 500;

export class FaultPlan {
  readonly #nowMs: () => TimeMs;
  #set: FaultSet = NO_FAULTS;
  #byName = new Map<FaultName, Armed[]>();
  #strikes: Strike[] = [];
  #count = 0;

  constructor(nowMs: () => TimeMs) {
    this.#nowMs = nowMs;
  }

  /** Replaces all faults; counts and chances begin anew. */
  arm(set: FaultSet): void {
    this.#set = set;
    this.#byName = new Map();
    this.#strikes = [];
    this.#count = 0;
    for (const fault of set.faults) {
      const armed = this.#byName.get(fault.fault) ?? [];
      armed.push({ fault, streams: new Map(), seen: 0, struck: 0 });
      this.#byName.set(fault.fault, armed);
    }
  }

  /** The fault that strikes this occasion, the first of its name; null = none. `fits` narrows by a fault's own figures. */
  draw<Name extends FaultName>(
    name: Name,
    occasion: Occasion,
    fits: (fault: FaultOf<Name>) => boolean = () => true,
  ): FaultOf<Name> | null {
    for (const armed of this.#byName.get(name) ?? []) {
      const fault = armed.fault as FaultOf<Name>;
      if (!this.#inScope(fault, occasion) || !fits(fault)) continue;
      armed.seen++;
      if (!this.#isStruck(armed, occasion)) continue;
      armed.struck++;
      this.#note(fault, occasion);
      return fault;
    }
    return null;
  }

  /** A fault that stands over this occasion as long as its window lasts; drawn by nothing. */
  standing<Name extends FaultName>(name: Name, occasion: Occasion): FaultOf<Name> | null {
    for (const armed of this.#byName.get(name) ?? []) {
      if (!this.#inScope(armed.fault, occasion)) continue;
      armed.seen++;
      armed.struck++;
      return armed.fault as FaultOf<Name>;
    }
    return null;
  }

  has(name: FaultName): boolean {
    return this.#byName.has(name);
  }

  report() {
    const armed = [...this.#byName.values()].flat();
    const counts = new Map(armed.map(({ fault, seen, struck }) => [fault.id, { seen, struck }]));
    return {
      seed: this.#set.seed,
      faults: this.#set.faults.map((fault) => ({ ...fault, ...counts.get(fault.id) })),
      strikes: this.#strikes,
    };
  }

  #inScope(fault: Fault, { account, symbols, call }: Occasion): boolean {
    const nowMs = this.#nowMs();
    if (nowMs < (fault.from ?? 0) || nowMs >= (fault.to ?? Number.POSITIVE_INFINITY)) return false;
    if ('accounts' in fault && fault.accounts !== undefined) {
      if (account === undefined || account === null) return false;
      if (!fault.accounts.includes(account.ref) && !fault.accounts.includes(account.name)) return false;
    }
    if ('symbols' in fault && fault.symbols !== undefined) {
      const { symbols: struck } = fault;
      if (!(symbols ?? []).some((symbol) => struck.includes(symbol))) return false;
    }
    return !('calls' in fault) || fault.calls === undefined || (call !== undefined && fault.calls.includes(call));
  }

  #isStruck(armed: Armed, occasion: Occasion): boolean {
    const { fault, streams, seen, struck } = armed;
    if (!('probability' in fault)) return true;
    if (seen <= fault.skip || struck >= (fault.times ?? Number.POSITIVE_INFINITY)) return false;
    if (fault.probability === 1) return true;
    const subject = occasion.account?.name ?? occasion.symbols?.[0] ?? '';
    let stream = streams.get(subject);
    if (stream === undefined) {
      stream = new RandomStream(this.#set.seed, 'fault', fault.id, subject);
      streams.set(subject, stream);
    }
    return stream.unit() < fault.probability;
  }

  #note({ id, fault }: Fault, { account, symbols, call }: Occasion): void {
    const symbol = symbols?.[0];
    this.#strikes.push({
      ...{ n: ++this.#count, at: this.#nowMs(), id, fault },
      ...(account === undefined || account === null ? {} : { account: account.name }),
      ...(symbol === undefined ? {} : { symbol }),
      ...(call === undefined ? {} : { call }),
    });
    if (this.#strikes.length > KEPT_STRIKES) this.#strikes.shift();
  }
}
