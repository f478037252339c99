// A backtest's result as decimal strings: what `npm run backtest --json` prints and what tests of other rooms compare.
import { candlePrintTimeMs, PRINTS_PER_CANDLE } from '../market/candle-prints.ts';
import type { Candles } from '../market/candles.ts';
import { formatBase, formatPrice, formatQty, formatQuote } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { formatScaled } from '../money/decimal-text.ts';
import type { JournalFill } from './journal.ts';
import type { BacktestResult } from './run-backtest.ts';

/** Percent with four decimals out of millionths. */
const PERCENT_DECIMALS = 4;

export interface TradeRow {
  /** Number of the print on the tape, from 1. */
  readonly seq: number;
  readonly t: number;
  readonly slot: number;
  readonly side: 'buy' | 'sell';
  readonly purpose: string;
  readonly price: string;
  readonly qty: string;
  readonly fee: string;
  readonly fee_coin: string;
  readonly maker: 0 | 1;
}

export interface BacktestReport {
  readonly law: 'candle';
  readonly status: string;
  readonly phase: string;
  readonly stop_reason: string;
  readonly investment: string;
  readonly fills: number;
  /** Settlements: completed pairs, sales of dust and closing sales. */
  readonly rounds: number;
  readonly realized: string;
  readonly unrealized: string;
  /** All fees in quote value; already inside realized and unrealized. */
  readonly fees: string;
  readonly funding: string;
  readonly equity: string;
  /** Percent of the peak before it. */
  readonly max_drawdown: string;
  readonly base: string;
  readonly quote: string;
  readonly last: string;
  readonly trades: readonly TradeRow[];
}

export function reportBacktest(result: BacktestResult, instrument: Instrument, candles: Candles): BacktestReport {
  const { bot, journal, profit } = result;
  const trades = Array.from({ length: journal.fillCount }, (_, row) =>
    tradeRow(journal.fillAt(row), instrument, candles),
  );
  return {
    law: 'candle',
    status: bot.status,
    phase: bot.phase,
    stop_reason: bot.stopReason,
    investment: formatQuote(instrument, profit.investmentAtoms),
    fills: journal.fillCount,
    rounds: profit.rounds,
    realized: formatQuote(instrument, profit.realizedAtoms),
    unrealized: formatQuote(instrument, profit.unrealizedAtoms),
    fees: formatQuote(instrument, profit.feesAtoms),
    funding: '0',
    equity: formatQuote(instrument, profit.equityAtoms),
    max_drawdown: formatScaled(profit.maxDrawdownPpm, PERCENT_DECIMALS, true),
    base: formatBase(instrument, profit.baseAtoms),
    quote: formatQuote(instrument, profit.quoteAtoms),
    last: formatPrice(instrument, result.lastTicks),
    trades,
  };
}

function tradeRow(fill: JournalFill, instrument: Instrument, candles: Candles): TradeRow {
  const candle = Math.floor((fill.print - 1) / PRINTS_PER_CANDLE);
  const print = (fill.print - 1) % PRINTS_PER_CANDLE;
  return {
    seq: fill.print,
    t: candlePrintTimeMs(candles.openTimeMs[candle]!, candles.intervalMs, print),
    slot: fill.slot,
    side: fill.side,
    purpose: fill.purpose,
    price: formatPrice(instrument, fill.priceTicks),
    qty: formatQty(instrument, fill.qtyLots),
    fee: fill.feeInBase ? formatBase(instrument, fill.feeAtoms) : formatQuote(instrument, fill.feeAtoms),
    fee_coin: fill.feeInBase ? instrument.base : instrument.quote,
    maker: fill.maker ? 1 : 0,
  };
}
