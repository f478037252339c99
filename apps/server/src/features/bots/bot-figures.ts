// A bot's money from its record and a price. Every figure is counted in the atoms of its instrument, so that equity =
// investment + realised + unrealised holds (funding that no round was given yet counts as unrealised) to the last digit of what is sent.
import {
  baseValueAtoms,
  formatQuote,
  parseBase,
  parseQuote,
  priceToTicks,
} from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { mulDiv } from '@cormorant/core/money/mul-div.ts';
import type { Atoms, Ticks } from '@cormorant/core/money/units.ts';
import type { BotRecord } from '../../ports/bot-record.ts';
import type { BotRow } from '../../ports/bot-store.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import { instrumentOf as makeInstrument } from '../../ports/venue-market.ts';

const PERCENT_DECIMALS = 4;
const UTC8_MS = 28_800_000;
const DAY_MS = 86_400_000;

export interface BotFigures {
  readonly instrument: Instrument;
  /** 0 before the first print. */
  readonly priceTicks: Ticks;
  readonly investmentAtoms: Atoms;
  readonly realizedAtoms: Atoms;
  /** What is held against its cost, and pending funding. */
  readonly unrealizedAtoms: Atoms;
  readonly fundingAtoms: Atoms;
  readonly pendingFundingAtoms: Atoms;
  readonly totalAtoms: Atoms;
  readonly quoteAtoms: Atoms;
  readonly baseAtoms: Atoms;
}

const instruments = new WeakMap<VenueSymbol, Instrument>();

/** The instrument of a bot's filters, made once for each object that holds them. */
export function instrumentOf(rules: VenueSymbol): Instrument {
  let instrument = instruments.get(rules);
  if (instrument === undefined) {
    instrument = makeInstrument(rules);
    instruments.set(rules, instrument);
  }
  return instrument;
}

/** A stopped bot has one only when coin was kept: a remainder that no order could sell is none. */
export function hasPosition(bot: Pick<BotRecord, 'status' | 'kept' | 'base' | 'symbolRules'>): boolean {
  if (bot.status === 'stopped') return bot.kept;
  const instrument = instrumentOf(bot.symbolRules);
  return Math.abs(parseBase(instrument, bot.base)) >= instrument.baseAtomsPerLot;
}

export function figuresOf(bot: BotRow, price: string | null): BotFigures {
  const instrument = instrumentOf(bot.symbolRules);
  const investmentAtoms = parseQuote(instrument, bot.investment, 'floor');
  const priceTicks = price === null ? 0 : priceToTicks(instrument, price, 'floor');
  const realizedAtoms = parseQuote(instrument, bot.realized);
  const baseAtoms = parseBase(instrument, bot.base);
  // A bot that never started has no books yet: all of its investment is cash.
  const quoteAtoms = bot.startedMarketMs === null ? investmentAtoms : parseQuote(instrument, bot.quote);
  const pendingFundingAtoms = parseQuote(instrument, bot.pendingFunding);
  const fundingAtoms = parseQuote(instrument, bot.funding);
  const costAtoms = investmentAtoms + realizedAtoms + pendingFundingAtoms - quoteAtoms;
  const valueAtoms = priceTicks === 0 ? costAtoms : baseValueAtoms(instrument, baseAtoms, priceTicks, 'floor');
  const unrealizedAtoms = valueAtoms - costAtoms + pendingFundingAtoms;
  const totalAtoms = realizedAtoms + unrealizedAtoms;
  return {
    ...{ instrument, priceTicks, investmentAtoms, realizedAtoms, unrealizedAtoms, totalAtoms, quoteAtoms, baseAtoms },
    ...{ fundingAtoms, pendingFundingAtoms },
  };
}

/** part / whole in percent, cut after four decimals. */
export function percentOf(part: Atoms, whole: Atoms): string {
  if (whole === 0) return '0';
  return formatScaled(mulDiv(part, 100 * 10 ** PERCENT_DECIMALS, whole, 'trunc'), PERCENT_DECIMALS, true);
}

export function money(figures: BotFigures, atoms: Atoms): string {
  return formatQuote(figures.instrument, atoms);
}

/** The accounting day (UTC+8) of a market time, counted from 1970-01-01. */
export function dayOf(marketMs: number): number {
  return Math.floor((marketMs + UTC8_MS) / DAY_MS);
}
