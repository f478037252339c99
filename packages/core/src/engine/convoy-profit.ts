// The figures of a convoy: the sums of its legs'. A leg whose prices are in another coin (the middle of a triangle) is
// valued through the sibling that trades that coin for the home coin.
import { baseValueAtoms } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { mulDiv } from '../money/mul-div.ts';
import type { Atoms, Ticks } from '../money/units.ts';
import type { LegBot } from './convoy-leg.ts';

export interface ConvoyProfit {
  readonly equityAtoms: Atoms;
  readonly realizedAtoms: Atoms;
  readonly feesAtoms: Atoms;
  readonly fundingAtoms: Atoms;
  readonly pendingFundingAtoms: Atoms;
}

/** In atoms of the first leg's quote coin, the home coin. Prices by leg, in the leg's own ticks. */
export function convoyProfit(
  bots: readonly LegBot[],
  instruments: readonly Instrument[],
  lastTicks: readonly Ticks[],
): ConvoyProfit {
  const sums = { equityAtoms: 0, realizedAtoms: 0, feesAtoms: 0, fundingAtoms: 0, pendingFundingAtoms: 0 };
  for (const [leg, { books }] of bots.entries()) {
    const instrument = instruments[leg]!;
    const home = (atoms: Atoms) => homeAtoms(atoms, instrument, instruments, lastTicks);
    const coin = baseValueAtoms(instrument, books.baseAtoms, lastTicks[leg]!, 'floor');
    sums.equityAtoms += home(books.quoteAtoms + coin);
    sums.realizedAtoms += home(books.realizedAtoms);
    sums.feesAtoms += home(books.feesQuoteAtoms);
    sums.fundingAtoms += home(books.fundingAtoms);
    sums.pendingFundingAtoms += home(books.pendingFundingAtoms);
  }
  return sums;
}

/** An amount of a leg's quote coin in the home coin, floored. */
export function homeAtoms(
  atoms: Atoms,
  instrument: Instrument,
  instruments: readonly Instrument[],
  lastTicks: readonly Ticks[],
): Atoms {
  const [first] = instruments as [Instrument];
  if (instrument.quote === first.quote) return rescaled(atoms, instrument.quoteScale, first.quoteScale);
  const at = instruments.findIndex(({ base, quote }) => base === instrument.quote && quote === first.quote);
  const bridge = instruments[at];
  if (bridge === undefined) throw new RangeError(`no leg trades ${instrument.quote} for ${first.quote}`);
  const value = baseValueAtoms(
    bridge,
    rescaled(atoms, instrument.quoteScale, bridge.baseScale),
    lastTicks[at]!,
    'floor',
  );
  return rescaled(value, bridge.quoteScale, first.quoteScale);
}

/** The same amount counted in parts of another size, floored. */
export function rescaled(atoms: Atoms, from: number, to: number): Atoms {
  return from === to ? atoms : mulDiv(atoms, 10 ** to, 10 ** from, 'floor');
}
