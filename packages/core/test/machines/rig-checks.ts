// What holds for every bot after every event, to the unit:
//   position = Σ bought - Σ sold (- fees taken in coin)
//   cash     = investment + Σ sold - Σ bought - fees + funding
//   realised = Σ settlements (gross - fee + funding);  pending funding = Σ funding - Σ settled funding
//   cash     = investment + realised + pending funding - what the machine says its holding cost
//   equity   = investment + realised + unrealised + pending funding
import type { Bot } from '@cormorant/core/engine/bot.ts';
import { walletAtoms } from '@cormorant/core/engine/margin-use.ts';
import { profitOf } from '@cormorant/core/engine/profit.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { RigFacts } from './rig-facts.ts';

const PHASES = ['idle', 'waiting', 'opening', 'holding', 'closing', 'cooldown', 'error'];

export function checkBot(
  bot: Bot,
  facts: RigFacts,
  costAtoms: number,
  instrument: Instrument,
  lastTicks: number,
  direction: 'long' | 'short' | null,
): void {
  const { books } = bot;
  const fail = (what: string) => {
    throw new Error(`${what}\n${facts.trace.slice(-25).join('\n')}\n${JSON.stringify(bot)}`);
  };
  const position = (facts.boughtLots - facts.soldLots) * instrument.baseAtomsPerLot - facts.baseFeeAtoms;
  if (books.baseAtoms !== position) fail(`the position is ${books.baseAtoms}, its trades say ${position}`);
  const cash = books.investmentAtoms + facts.tradedAtoms - facts.quoteFeeAtoms + facts.fundingAtoms;
  if (books.quoteAtoms !== cash) fail(`the cash is ${books.quoteAtoms}, its trades say ${cash}`);
  if (books.realizedAtoms !== facts.settledAtoms) fail('realised is not the sum of settlements');
  if (books.fundingAtoms !== facts.fundingAtoms) fail('funding is not the sum of its payments');
  if (books.pendingFundingAtoms !== facts.fundingAtoms - facts.settledFundingAtoms) fail('pending funding');
  if (books.feesQuoteAtoms !== facts.feesAtoms) fail('fees');
  if (bot.state !== null) {
    const cost = books.investmentAtoms + books.realizedAtoms + books.pendingFundingAtoms - books.quoteAtoms;
    if (cost !== costAtoms) fail(`the books paid ${cost} for what is held, the machine says ${costAtoms}`);
    const profit = profitOf(bot, costAtoms, instrument, lastTicks);
    const { equityAtoms, realizedAtoms, unrealizedAtoms, pendingFundingAtoms } = profit;
    if (equityAtoms !== books.investmentAtoms + realizedAtoms + unrealizedAtoms + pendingFundingAtoms) fail('equity');
  }
  checkLocks(bot, instrument, fail);
  if (!PHASES.includes(bot.phase)) fail(`phase ${bot.phase}`);
  if (bot.status === 'stopped' && bot.state !== null && bot.phase !== 'idle') fail('stopped, but not idle');
  if (direction === 'long' && books.baseAtoms < 0) fail('a long bot is short');
  if (direction === 'short' && books.baseAtoms > 0) fail('a short bot is long');
  if (JSON.stringify(JSON.parse(JSON.stringify(bot))) !== JSON.stringify(bot)) fail('not plain JSON');
}

/** What is tied up is the sum over the live orders, never below zero, and on spot never more than there is. */
function checkLocks(bot: Bot, instrument: Instrument, fail: (what: string) => void): void {
  const { books } = bot;
  // A protective stop counts from its first trade on.
  const guard = bot.guard !== undefined && bot.guard.filledLots > 0 ? [bot.guard] : [];
  const live = [...bot.orders, ...guard].filter((order) => order !== null && order.status !== 'done');
  if (live.length !== bot.openOrders) fail('open orders miscounted');
  const tied = bot.lockedQuoteAtoms + bot.lockedShortAtoms + bot.lockedBaseAtoms;
  if (tied !== live.reduce((sum, order) => sum + order!.lockedAtoms, 0)) fail('tied up is not the sum of live orders');
  if (Math.min(bot.lockedQuoteAtoms, bot.lockedShortAtoms, bot.lockedBaseAtoms) < 0) fail('a lock below zero');
  if (instrument.contract !== null) {
    if (books.baseAtoms % instrument.baseAtomsPerLot !== 0) fail('a position in parts of a lot');
    if (Math.sign(bot.entryAtoms) !== Math.sign(books.baseAtoms)) fail('entry notional without a position');
    return;
  }
  if (books.quoteAtoms < 0 || books.baseAtoms < 0) fail('a balance below zero');
  if (bot.lockedQuoteAtoms > books.quoteAtoms || bot.lockedBaseAtoms > books.baseAtoms) fail('more locked than held');
}

/** After a print has been dealt with: a wallet that was liquidated in time is not below zero. */
export function checkWallet(bot: Bot, facts: RigFacts): void {
  if (walletAtoms(bot) < 0) throw new Error(`wallet ${walletAtoms(bot)}\n${facts.trace.slice(-25).join('\n')}`);
}
