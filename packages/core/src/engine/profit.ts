// The figures of a bot that screens and bills show. They add up to the atom: realised + unrealised + pending funding =
// total, and investment + total = equity; fees and settled funding are already inside, and are listed beside.
import { baseValueAtoms } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { mulDiv } from '../money/mul-div.ts';
import type { Atoms, Ppm, Ticks } from '../money/units.ts';
import type { Books } from '../strategy/strategy.ts';
import type { Bot } from './bot.ts';

export interface Profit {
  readonly investmentAtoms: Atoms;
  /** Cash plus coin at the last price, the coin's value floored to the atom. */
  readonly equityAtoms: Atoms;
  /** Net of all settlements: the grid profit of a grid. */
  readonly realizedAtoms: Atoms;
  /** What the held coin is worth less what it cost; of a short what it brought less what it is worth. */
  readonly unrealizedAtoms: Atoms;
  readonly totalAtoms: Atoms;
  readonly feesAtoms: Atoms;
  /** All funding so far, and the part of it that no settlement was given yet. */
  readonly fundingAtoms: Atoms;
  readonly pendingFundingAtoms: Atoms;
  readonly baseAtoms: Atoms;
  readonly quoteAtoms: Atoms;
  /** What the coin now held cost. */
  readonly costAtoms: Atoms;
  readonly rounds: number;
  readonly winRounds: number;
  /** Deepest fall of equity from an earlier peak, in millionths of that peak. */
  readonly maxDrawdownPpm: Ppm;
}

export function equityAtoms(instrument: Instrument, books: Books, priceTicks: Ticks): Atoms {
  return books.quoteAtoms + baseValueAtoms(instrument, books.baseAtoms, priceTicks, 'floor');
}

/**
 * `costAtoms` comes from the strategy (Strategy.costAtoms). Throws when the books and the machine disagree on it, since
 * then no figure shown could be trusted.
 */
export function profitOf(bot: Bot, costAtoms: Atoms, instrument: Instrument, priceTicks: Ticks): Profit {
  const { books } = bot;
  const { investmentAtoms, realizedAtoms, pendingFundingAtoms } = books;
  const bookCost = investmentAtoms + realizedAtoms + pendingFundingAtoms - books.quoteAtoms;
  if (bookCost !== costAtoms) {
    throw new Error(`bot ${bot.id}: the books paid ${bookCost} for what is held, the machine says ${costAtoms}`);
  }
  const valueAtoms = baseValueAtoms(instrument, books.baseAtoms, priceTicks, 'floor');
  const unrealizedAtoms = valueAtoms - costAtoms;
  return {
    investmentAtoms,
    equityAtoms: books.quoteAtoms + valueAtoms,
    realizedAtoms,
    unrealizedAtoms,
    totalAtoms: realizedAtoms + unrealizedAtoms + pendingFundingAtoms,
    feesAtoms: books.feesQuoteAtoms,
    fundingAtoms: books.fundingAtoms,
    pendingFundingAtoms,
    baseAtoms: books.baseAtoms,
    quoteAtoms: books.quoteAtoms,
    costAtoms,
    rounds: bot.rounds,
    winRounds: bot.winRounds,
    maxDrawdownPpm: drawdownPpm(bot.drawdownPeakAtoms, bot.drawdownTroughAtoms),
  };
}

/** Keeps the running peak and the deepest relative fall; call it whenever equity is looked at. */
export function markEquity(bot: Bot, instrument: Instrument, priceTicks: Ticks): Atoms {
  const equity = equityAtoms(instrument, bot.books, priceTicks);
  markHeight(bot, equity);
  return equity;
}

/** Highest equity seen, and the pair of the deepest fall. */
export type HeightMarks = Pick<Bot, 'peakEquityAtoms' | 'drawdownPeakAtoms' | 'drawdownTroughAtoms'>;

export function markHeight(marks: HeightMarks, equity: Atoms): void {
  if (equity >= marks.peakEquityAtoms) {
    marks.peakEquityAtoms = equity;
  } else if (isDeeper(marks.peakEquityAtoms, equity, marks.drawdownPeakAtoms, marks.drawdownTroughAtoms)) {
    marks.drawdownPeakAtoms = marks.peakEquityAtoms;
    marks.drawdownTroughAtoms = equity;
  }
}

/** In millionths, floored. 0 before the first fall. */
export function drawdownPpm(peakAtoms: Atoms, troughAtoms: Atoms): Ppm {
  return peakAtoms <= 0 ? 0 : mulDiv(peakAtoms - troughAtoms, 1_000_000, peakAtoms, 'floor');
}

/** The fall as a float; correctly rounded division keeps the order of exact fractions, so comparing these is safe. */
function isDeeper(peak: Atoms, trough: Atoms, deepestPeak: Atoms, deepestTrough: Atoms): boolean {
  return deepestPeak === 0 || (peak - trough) / peak > (deepestPeak - deepestTrough) / deepestPeak;
}
