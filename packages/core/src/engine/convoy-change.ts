// Other params or another investment for a convoy that does not trade. The sum of its legs' investments is the new one
// afterwards, and each leg's identity holds: cash = investment + realised + pending funding - cost.
import type { Instrument } from '../market/instrument.ts';
import type { Atoms } from '../money/units.ts';
import type { Coordinator, LegSpec } from '../strategy/coordinator.ts';
import { changeInvestment } from './bot.ts';
import { type Convoy, legParams, sharesOf } from './convoy.ts';
import type { LegBot } from './convoy-leg.ts';
import { rescaled } from './convoy-profit.ts';

/** To be called without open orders. A convoy that holds something keeps its investment and its shares. */
export function changeConvoy<Params, State>(
  convoy: Convoy<Params, State>,
  coordinator: Coordinator<Params, State>,
  instruments: readonly Instrument[],
  params: Params,
  investmentAtoms: Atoms,
): void {
  const before = sharesOf(coordinator, convoy.params, convoy.investmentAtoms, instruments);
  const after = sharesOf(coordinator, params, investmentAtoms, instruments);
  if (after.some((atoms, leg) => atoms !== before[leg])) {
    gatherCash(coordinator.legs(convoy.params), convoy.legs, instruments);
    for (const [leg, bot] of convoy.legs.entries()) {
      changeInvestment(bot, bot.books.investmentAtoms + after[leg]! - before[leg]!);
    }
  }
  for (const [leg, { margin }] of coordinator.legs(params).entries()) {
    const bot = convoy.legs[leg]!;
    bot.params = legParams(coordinator, params, leg) as LegBot['params'];
    // Commands end at the convoy: a leg hears of other terms here.
    bot.margin = margin;
  }
  convoy.params = params;
  convoy.investmentAtoms = investmentAtoms;
}

/** Cash of one account that legs have passed on goes back to the first of them, whose share the investment is. */
function gatherCash(specs: readonly LegSpec[], legs: readonly LegBot[], instruments: readonly Instrument[]): void {
  const [home] = instruments as [Instrument];
  const { books: first } = legs[0]!;
  for (const [leg, instrument] of instruments.entries()) {
    const { books } = legs[leg]!;
    const shares = specs[leg]!.exchange === specs[0]!.exchange && instrument.quote === home.quote;
    if (leg === 0 || !shares || instrument.market !== 'spot' || home.market !== 'spot') continue;
    const unit = 10 ** Math.max(0, instrument.quoteScale - home.quoteScale);
    const atoms = books.quoteAtoms - (books.quoteAtoms % unit);
    const there = rescaled(atoms, instrument.quoteScale, home.quoteScale);
    books.quoteAtoms -= atoms;
    books.investmentAtoms -= atoms;
    first.quoteAtoms += there;
    first.investmentAtoms += there;
  }
}
