// The engine of a bot as its row has it. A snapshot that cannot be read (a later program wrote it, or it is spoilt) sets
// that one bot aside: what its row says in columns is shown, nothing of it is traded, and the snapshot stays as it is.
import { type Bot, openBot } from '@cormorant/core/engine/bot.ts';
import { readBot } from '@cormorant/core/engine/read-bot.ts';
import { parseBase, parseQuote } from '@cormorant/core/market/conversions.ts';
import { strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { BotRecord } from '../../ports/bot-record.ts';
import type { BotMarket } from '../market-data/market-board.ts';

export interface ReadSnapshot {
  readonly bot: Bot;
  /** Why it could not be read; null = it was. */
  readonly unread: Error | null;
}

/** A bot that has never started, with its investment in cash. Its params are parsed when it starts. */
export function freshBot(record: BotRecord, botMarket: BotMarket): Bot {
  const { id, kind, symbol } = record;
  const investmentAtoms = parseQuote(botMarket.instrument, record.investment, 'floor');
  return openBot({ id, kind, symbol, params: null, investmentAtoms });
}

export function readSnapshot(record: BotRecord, botMarket: BotMarket): ReadSnapshot {
  if (record.engine === null) return { bot: freshBot(record, botMarket), unread: null };
  try {
    // Its own copy: the record keeps what was written for as long as it could not be read.
    return { bot: readBot(structuredClone(record.engine), strategyOf(record.kind)), unread: null };
  } catch (error) {
    return { bot: fromColumns(record, botMarket), unread: error as Error };
  }
}

/** What stands in for an engine that cannot be read: what other bots, balances and screens ask of it. */
function fromColumns(record: BotRecord, botMarket: BotMarket): Bot {
  const bot = freshBot(record, botMarket);
  const { status, pauseReason, stopReason, startedMarketMs, stoppedMarketMs } = record;
  const { instrument } = botMarket;
  const { books } = bot;
  books.quoteAtoms = parseQuote(instrument, record.quote, 'floor');
  books.baseAtoms = parseBase(instrument, record.base, 'floor');
  books.realizedAtoms = parseQuote(instrument, record.realized, 'floor');
  books.feesQuoteAtoms = parseQuote(instrument, record.fees, 'floor');
  books.fundingAtoms = parseQuote(instrument, record.funding, 'floor');
  books.pendingFundingAtoms = parseQuote(instrument, record.pendingFunding, 'floor');
  const times = { startedAtMs: startedMarketMs ?? 0, stoppedAtMs: stoppedMarketMs ?? 0 };
  return Object.assign(bot, { status, pauseReason, stopReason, ...times });
}
