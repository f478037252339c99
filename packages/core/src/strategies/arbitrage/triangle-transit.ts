// Coin and cash that pass from leg to leg of a triangle inside the bot's books, with their cost in USDT.
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms } from '../../money/units.ts';
import type { ConvoyIntents, LegView } from '../../strategy/coordinator.ts';
import { COIN, exactPart, type Leg, MIDDLE, scaled, VIA } from './triangle-legs.ts';

/** All USDT to the leg that buys first. */
export function cashTo(first: Leg, legs: readonly LegView[], out: ConvoyIntents): void {
  const other: Leg = first === VIA ? COIN : VIA;
  const from = legs[other]!;
  const { quoteScale } = legs[first]!.instrument;
  const atoms = exactPart(from.freeQuoteAtoms, from.instrument.quoteScale, quoteScale);
  if (atoms <= 0) return;
  out.take(other, 'quote', atoms);
  out.give(first, 'quote', scaled(atoms, from.instrument.quoteScale, quoteScale), 0);
}

/** What the first leg bought goes to leg 1, where it pays for the next trade or is sold; answers what it cost. */
export function toMiddle(first: Leg, legs: readonly LegView[], out: ConvoyIntents): Atoms {
  const { books, instrument } = legs[first]!;
  const middle = legs[MIDDLE]!.instrument;
  const [asset, toScale] =
    first === VIA ? (['quote', middle.quoteScale] as const) : (['base', middle.baseScale] as const);
  const atoms = exactPart(books.baseAtoms, instrument.baseScale, toScale);
  const costAtoms = out.take(first, 'base', atoms);
  out.give(MIDDLE, asset, scaled(atoms, instrument.baseScale, toScale), 0);
  return costAtoms;
}

/** Everything in leg 1 goes to the leg that sells it for USDT, with the cost it came with, by what became of it. */
export function unload(state: { carriedAtoms: Atoms }, legs: readonly LegView[], out: ConvoyIntents): void {
  const [a, b, c] = legs as [LegView, LegView, LegView];
  out.carry(MIDDLE);
  const via = exactPart(b.freeQuoteAtoms, b.instrument.quoteScale, a.instrument.baseScale);
  const coin = exactPart(b.freeBaseAtoms, b.instrument.baseScale, c.instrument.baseScale);
  const coinValue = mulDiv(
    coin,
    b.quote.bidTicks * b.instrument.quoteAtomsPerTickLot,
    b.instrument.baseAtomsPerLot,
    'floor',
  );
  const worth = via + coinValue;
  const viaCost = worth === 0 ? 0 : coin === 0 ? state.carriedAtoms : mulDiv(state.carriedAtoms, via, worth, 'floor');
  if (via > 0) {
    out.take(MIDDLE, 'quote', via);
    out.give(VIA, 'base', scaled(via, b.instrument.quoteScale, a.instrument.baseScale), viaCost);
    state.carriedAtoms -= viaCost;
  }
  if (coin > 0) {
    out.take(MIDDLE, 'base', coin);
    out.give(COIN, 'base', scaled(coin, b.instrument.baseScale, c.instrument.baseScale), state.carriedAtoms);
    state.carriedAtoms = 0;
  }
}
