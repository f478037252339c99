// The machine of a leg: it decides nothing. It knows what the leg's coin cost and what its closings brought, so that the
// leg's books hold alone, and forwards what happens to the coordinator. Cost leaves by average, the last coin takes the rest.

import { mulDiv } from '../money/mul-div.ts';
import type { Atoms, Lots } from '../money/units.ts';
import type { LegEvent } from '../strategy/coordinator.ts';
import type { BotEvent, BotKind, Intents, MarginTerms, Side, Strategy, View } from '../strategy/strategy.ts';

export interface LegParams {
  readonly margin: MarginTerms | null;
}

export interface LegState {
  /** What the coin now held cost, fees included; negative for a short: what selling it brought. */
  basisAtoms: Atoms;
  /** The fees inside it. */
  basisFeeAtoms: Atoms;
  /** Closing trades since the last settlement: coin, cash they brought, the cost of that coin, all fees. */
  sale: { lots: Lots; cashAtoms: Atoms; basisAtoms: Atoms; feeAtoms: Atoms };
}

/** What a closing share of an amount is; the whole closes all of it. */
export function shareOf(atoms: Atoms, part: Atoms, whole: Atoms): Atoms {
  return part >= whole ? atoms : mulDiv(atoms, part, whole, 'trunc');
}

export class LegMachine implements Strategy<LegParams, LegState> {
  /** Its convoy's. */
  readonly kind: BotKind;
  private readonly told: (event: LegEvent) => void;

  constructor(kind: BotKind, told: (event: LegEvent) => void) {
    this.kind = kind;
    this.told = told;
  }

  open(): LegState {
    return { basisAtoms: 0, basisFeeAtoms: 0, sale: { lots: 0, cashAtoms: 0, basisAtoms: 0, feeAtoms: 0 } };
  }

  on(event: BotEvent, _params: LegParams, state: LegState, view: View, _out: Intents): void {
    switch (event.type) {
      case 'fill':
      case 'liquidated': {
        const { side, qtyLots, notionalAtoms, feeAtoms } = event;
        const inBase = event.type === 'fill' && event.feeInBase;
        const feeQuoteAtoms = event.type === 'fill' ? event.feeQuoteAtoms : feeAtoms;
        book(state, view, side, qtyLots, notionalAtoms, inBase ? 0 : feeAtoms, inBase ? feeAtoms : 0, feeQuoteAtoms);
        this.told({ ...event });
        return;
      }
      case 'refused':
      case 'cancelled':
      case 'funding':
        this.told({ ...event });
        return;
      default:
        return;
    }
  }

  wake(): void {}

  costAtoms({ basisAtoms, sale }: LegState): Atoms {
    return basisAtoms + sale.basisAtoms - sale.cashAtoms;
  }

  holds({ basisAtoms }: LegState): boolean {
    return basisAtoms !== 0;
  }

  ladder(): [] {
    return [];
  }

  margin({ margin }: LegParams): MarginTerms | null {
    return margin;
  }
}

/** The view's books contain the trade already. */
function book(
  state: LegState,
  view: View,
  side: Side,
  qtyLots: Lots,
  notionalAtoms: Atoms,
  quoteFee: Atoms,
  baseFee: Atoms,
  feeQuoteAtoms: Atoms,
): void {
  const traded = qtyLots * view.instrument.baseAtomsPerLot;
  const coin = side === 'buy' ? traded - baseFee : -traded;
  const cash = (side === 'buy' ? -notionalAtoms : notionalAtoms) - quoteFee;
  const before = view.books.baseAtoms - coin;
  if (before === 0 || before > 0 === (side === 'buy')) {
    state.basisAtoms -= cash;
    state.basisFeeAtoms += feeQuoteAtoms;
    return;
  }
  const held = Math.abs(before);
  const moved = Math.abs(coin);
  const closed = Math.min(held, moved);
  // Beyond zero the rest opens the other way round.
  const closingCash = shareOf(cash, closed, moved);
  const closingFee = shareOf(feeQuoteAtoms, closed, moved);
  const basis = shareOf(state.basisAtoms, closed, held);
  const basisFee = shareOf(state.basisFeeAtoms, closed, held);
  state.basisAtoms += -basis - (cash - closingCash);
  state.basisFeeAtoms += -basisFee + (feeQuoteAtoms - closingFee);
  const { sale } = state;
  sale.lots += qtyLots;
  sale.cashAtoms += closingCash;
  sale.basisAtoms += basis;
  sale.feeAtoms += closingFee + basisFee;
}
