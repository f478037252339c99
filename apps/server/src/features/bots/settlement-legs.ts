// Which trades a realised result is made of. The bot's trades are walked in the order they were booked: what was opened
// waits in the slot of its order, or in the common purchase of the round, until a trade against it closes it. A part of
// a trade belongs to a result in proportion to its quantity. What an order could not sell of a purchase waits among the
// remainders until a sale takes it; what the walk cannot know is named by the caller, never spread.
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { NumberedFill, SettledRow } from '../../ports/bill-store.ts';

/** What a trade cost, in units of 1e-18: in quote, and the coin of it where it was taken in coin. */
export interface TradeFee {
  readonly quote: bigint;
  readonly coin: bigint;
}

/** A trade as the walk counts it, in units of 1e-18; the fee in quote. */
interface Counted {
  readonly fill: NumberedFill;
  readonly qty: bigint;
  readonly fee: bigint;
}

export interface LegPart extends Counted {
  readonly leg: 'entry' | 'exit';
  readonly partQty: bigint;
  readonly partFee: bigint;
}

interface Lot extends Counted {
  left: bigint;
  leftFee: bigint;
}

interface Exit extends Counted {
  readonly closes: { lot: Lot; qty: bigint; fee: bigint }[];
}

const opens: ReadonlySet<string> = new Set(['entry', 'add', 'manual_add']);
/** Less than this part of a lot is what no order can sell of it. */
const REMAINDER_PART = 100n;

class Walk {
  private common: Lot[] = [];
  private readonly slots = new Map<number, Lot[]>();
  private readonly remainders = new Set<Lot>();
  private exits: Exit[] = [];
  private readonly feeOf: (fill: NumberedFill) => TradeFee;

  constructor(feeOf: (fill: NumberedFill) => TradeFee) {
    this.feeOf = feeOf;
  }

  trade(fill: NumberedFill): void {
    const { quote, coin } = this.feeOf(fill);
    const counted: Counted = { fill, qty: parse18(fill.qty), fee: quote };
    const own = this.against(this.slots.get(fill.slot) ?? [], fill);
    if (opens.has(fill.purpose)) this.common.push(asLot(counted, coin));
    else if (fill.purpose === 'dust') this.sellRemainders(counted);
    else if (own.length > 0) this.exit(counted, own, inOrder);
    else if (fill.purpose === 'grid' || fill.purpose === 'trail') {
      const common = this.against(this.common, fill);
      if (common.length > 0) this.exit(counted, common, inProportion);
      else this.openInSlot(asLot(counted, coin));
    } else this.exit(counted, this.against(this.everything(), fill), inProportion);
  }

  /** The parts of a result; what it closed is open no more. */
  settle({ slot, purpose, qty }: SettledRow): LegPart[] {
    const atSlot = (exit: Exit) => exit.fill.slot === slot;
    const ofRound = (exit: Exit) => exit.fill.purpose !== 'grid';
    const own = this.exits.filter(atSlot);
    const wanted = parse18(qty);
    const chosen = purpose === 'grid' || sum(own) === wanted ? own : this.exits.filter(ofRound);
    this.exits = this.exits.filter((exit) => !chosen.includes(exit));
    const parts = partsOf(chosen);
    for (const { closes } of chosen) for (const { lot } of closes) if (isRemainder(lot)) this.setAside(lot);
    return parts;
  }

  private against(lots: readonly Lot[], { side }: NumberedFill): Lot[] {
    return lots.filter(({ fill, left }) => fill.side !== side && left > 0n);
  }

  /** Of the remainders alike; what they lack was left over from the common purchase. */
  private sellRemainders(counted: Counted): void {
    const lots = this.against([...this.remainders], counted.fill);
    const enough = lots.reduce((all, { left }) => all + left, 0n) >= counted.qty;
    if (enough) this.exit(counted, lots, inProportion);
    else this.exit(counted, [...lots, ...this.against(this.common, counted.fill)], inOrder);
  }

  private everything(): Lot[] {
    return [...this.common, ...[...this.slots.values()].flat(), ...this.remainders];
  }

  private openInSlot(lot: Lot): void {
    const lots = this.slots.get(lot.fill.slot);
    if (lots === undefined) this.slots.set(lot.fill.slot, [lot]);
    else lots.push(lot);
  }

  private exit(counted: Counted, lots: readonly Lot[], share: typeof inOrder): void {
    const closes = share(counted.qty, lots).map(({ lot, qty }) => {
      const fee = lot.left === 0n ? 0n : (lot.leftFee * qty) / lot.left;
      lot.left -= qty;
      lot.leftFee -= fee;
      return { lot, qty, fee };
    });
    this.exits.push({ ...counted, closes });
  }

  /** The result that sold nearly all of a lot has borne all of its fee. */
  private setAside(lot: Lot): void {
    lot.leftFee = 0n;
    if (lot.left > 0n) this.remainders.add(lot);
    else this.remainders.delete(lot);
    this.common = this.common.filter((one) => one !== lot);
    const lots = this.slots.get(lot.fill.slot);
    if (lots !== undefined)
      this.slots.set(
        lot.fill.slot,
        lots.filter((one) => one !== lot),
      );
  }
}

function asLot(counted: Counted, coinFee: bigint): Lot {
  return { ...counted, left: counted.qty - coinFee, leftFee: counted.fee };
}

function isRemainder({ left, qty }: Lot): boolean {
  return left * REMAINDER_PART < qty;
}

function sum(exits: readonly Exit[]): bigint {
  return exits.reduce((total, { qty }) => total + qty, 0n);
}

function inOrder(qty: bigint, lots: readonly Lot[]): { lot: Lot; qty: bigint }[] {
  let wanted = qty;
  return lots.flatMap((lot) => {
    const taken = wanted < lot.left ? wanted : lot.left;
    wanted -= taken;
    return taken === 0n ? [] : [{ lot, qty: taken }];
  });
}

function inProportion(qty: bigint, lots: readonly Lot[]): { lot: Lot; qty: bigint }[] {
  const total = lots.reduce((all, { left }) => all + left, 0n);
  if (qty >= total) return lots.map((lot) => ({ lot, qty: lot.left }));
  let given = 0n;
  return lots.map((lot, at) => {
    const share = at === lots.length - 1 ? qty - given : (qty * lot.left) / total;
    const taken = share < lot.left ? share : lot.left;
    given += taken;
    return { lot, qty: taken };
  });
}

function partsOf(exits: readonly Exit[]): LegPart[] {
  const entries = new Map<Lot, { qty: bigint; fee: bigint }>();
  for (const { closes } of exits) {
    for (const { lot, qty, fee } of closes) {
      const known = entries.get(lot);
      entries.set(lot, { qty: qty + (known?.qty ?? 0n), fee: fee + (known?.fee ?? 0n) });
    }
  }
  const entryParts = [...entries].map(([lot, { qty, fee }]): LegPart => {
    const whole = isRemainder(lot) ? fee + lot.leftFee : fee;
    return { leg: 'entry', fill: lot.fill, qty: lot.qty, fee: lot.fee, partQty: qty, partFee: whole };
  });
  const exitParts = exits.map(
    ({ fill, qty, fee }): LegPart => ({ leg: 'exit', fill, qty, fee, partQty: qty, partFee: fee }),
  );
  return [...entryParts, ...exitParts];
}

/** The parts of result `id`, entries first, each in the order of booking. */
export function legsOf(
  id: number,
  fills: readonly NumberedFill[],
  settled: readonly SettledRow[],
  feeOf: (fill: NumberedFill) => TradeFee,
): LegPart[] {
  const walk = new Walk(feeOf);
  const first = fills[0]?.no ?? 1;
  const results = settled.filter(({ fillNo }) => fillNo >= first);
  let next = 0;
  for (const fill of fills) {
    walk.trade(fill);
    for (; next < results.length && (results[next]?.fillNo ?? 0) <= fill.no; next++) {
      const result = results[next]!;
      const parts = walk.settle(result);
      if (result.id === id) return parts;
    }
  }
  return [];
}
