// A backtest's result as decimal strings: what `npm run backtest --json` prints and what tests of other rooms compare.
import { candlePrintTimeMs, PRINTS_PER_CANDLE } from '../market/candle-prints.ts';
import type { Candles } from '../market/candles.ts';
import { formatBase, formatPrice, formatQty, formatQuote } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { formatPercent } from '../money/decimal-text.ts';
import type { JournalFill, JournalLiquidation } from './journal.ts';
import type { BacktestResult } from './run-backtest.ts';

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
  /** All funding; the part in no settlement yet is pending: equity = investment + realized + unrealized + pending. */
  readonly funding: string;
  readonly pending_funding: string;
  readonly equity: string;
  /** Percent of the peak before it. */
  readonly max_drawdown: string;
  readonly base: string;
  readonly quote: string;
  readonly last: string;
  /** 1 on spot. */
  readonly leverage: number;
  readonly trades: readonly TradeRow[];
  readonly liquidations: readonly LiquidationRow[];
}

/** A forced close, at the bankruptcy price; `mark` is the price that did it. */
export interface LiquidationRow {
  readonly seq: number;
  readonly t: number;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly qty: string;
  readonly fee: string;
  readonly mark: string;
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
    funding: formatQuote(instrument, profit.fundingAtoms),
    pending_funding: formatQuote(instrument, profit.pendingFundingAtoms),
    equity: formatQuote(instrument, profit.equityAtoms),
    max_drawdown: formatPercent(profit.maxDrawdownPpm),
    base: formatBase(instrument, profit.baseAtoms),
    quote: formatQuote(instrument, profit.quoteAtoms),
    last: formatPrice(instrument, result.lastTicks),
    leverage: bot.margin?.leverage ?? 1,
    trades,
    liquidations: journal.liquidations.map((row) => liquidationRow(row, instrument, candles)),
  };
}

function liquidationRow(row: JournalLiquidation, instrument: Instrument, candles: Candles): LiquidationRow {
  return {
    seq: row.print,
    t: timeOf(row.print, candles),
    side: row.side,
    price: formatPrice(instrument, row.priceTicks),
    qty: formatQty(instrument, row.qtyLots),
    fee: formatQuote(instrument, row.feeAtoms),
    mark: formatPrice(instrument, row.markTicks),
  };
}

function timeOf(print: number, candles: Candles): number {
  const candle = Math.floor((print - 1) / PRINTS_PER_CANDLE);
  return candlePrintTimeMs(candles.openTimeMs[candle]!, candles.intervalMs, (print - 1) % PRINTS_PER_CANDLE);
}

function tradeRow(fill: JournalFill, instrument: Instrument, candles: Candles): TradeRow {
  return {
    seq: fill.print,
    t: timeOf(fill.print, candles),
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
