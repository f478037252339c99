// `npm run backtest` of a bot of several legs: the convoy backtest over one tape a leg, and its result as decimal strings in
// the form of the backtest of an ordinary bot.
import {
  type ConvoyBacktestResult,
  type ConvoyTrade,
  runConvoyBacktest,
} from '@cormorant/core/backtest/convoy-backtest.ts';
import type { ConvoyTape } from '@cormorant/core/backtest/convoy-venue.ts';
import { formatBase, formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { formatPercent } from '@cormorant/core/money/decimal-text.ts';
import type { Coordinator, LegSpec } from '@cormorant/core/strategy/coordinator.ts';
import { UsageError } from './arguments.ts';

export interface ConvoyReport {
  readonly law: 'candle';
  readonly status: string;
  readonly phase: string;
  readonly stop_reason: string;
  readonly investment: string;
  readonly fills: number;
  readonly rounds: number;
  readonly realized: string;
  readonly unrealized: string;
  readonly fees: string;
  readonly funding: string;
  readonly pending_funding: string;
  readonly equity: string;
  /** Percent of the peak before it. */
  readonly max_drawdown: string;
  readonly legs: readonly {
    /** `long` or `short` of a martingale of two sides; market and symbol of an arbitrage. */
    readonly side: string;
    readonly status: string;
    readonly rounds: number;
    readonly base: string;
    readonly realized: string;
    readonly funding: string;
  }[];
  readonly trades: readonly {
    readonly leg: string;
    readonly t: number;
    readonly side: string;
    readonly purpose: string;
    readonly price: string;
    readonly qty: string;
    readonly fee: string;
    readonly fee_coin: string;
  }[];
}

export interface ConvoyReplay {
  readonly coordinator: Coordinator<unknown, unknown>;
  readonly params: unknown;
  readonly investmentAtoms: number;
  /** By leg. */
  readonly tapes: readonly ConvoyTape[];
  readonly slippagePpm: number;
  readonly startPrint: number;
}

/** Throws UsageError for tapes that do not go together. */
export function replayConvoy({ coordinator, params, ...options }: ConvoyReplay): ConvoyReport {
  const names = namesOf(coordinator.legs(params));
  const { investmentAtoms, tapes } = options;
  const home = tapes[0]!.instrument;
  const { convoy, profit, fills, trades, maxDrawdownPpm } = runInStep({ coordinator, params, ...options });
  const money = (atoms: number) => formatQuote(home, atoms);
  const { equityAtoms, feesAtoms, fundingAtoms, pendingFundingAtoms, realizedAtoms } = profit;
  return {
    ...{ law: 'candle', status: convoy.status, phase: convoy.phase, stop_reason: convoy.stopReason },
    ...{ investment: money(investmentAtoms), fills, rounds: convoy.rounds, realized: money(realizedAtoms) },
    unrealized: money(equityAtoms - investmentAtoms - realizedAtoms - pendingFundingAtoms),
    ...{ fees: money(feesAtoms), funding: money(fundingAtoms), pending_funding: money(pendingFundingAtoms) },
    ...{ equity: money(equityAtoms), max_drawdown: formatPercent(maxDrawdownPpm) },
    legs: convoy.legs.map(({ books, rounds, status }, leg) => {
      const { instrument } = tapes[leg]!;
      return {
        ...{ side: names[leg]!, status, rounds, base: formatBase(instrument, books.baseAtoms) },
        ...{
          realized: formatQuote(instrument, books.realizedAtoms),
          funding: formatQuote(instrument, books.fundingAtoms),
        },
      };
    }),
    trades: trades.map((trade) => tradeRow(tapes[trade.leg]!.instrument, names[trade.leg]!, trade)),
  };
}

function runInStep(options: ConvoyReplay): ConvoyBacktestResult<unknown, unknown> {
  let result: ConvoyBacktestResult<unknown, unknown>;
  try {
    result = runConvoyBacktest(options);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`the candle files do not go together: ${error.message}`) : error;
  }
  if (result.candles === 0) throw new UsageError('the candle files do not go together: they share no candle');
  return result;
}

function namesOf(legs: readonly LegSpec[]): string[] {
  const oneMarket = new Set(legs.map(marketOf)).size === 1;
  return legs.map((leg) => (oneMarket ? leg.side : marketOf(leg)));
}

/** What a tape belongs to: legs of one market share it. */
export function marketOf({ exchange, market, symbol }: LegSpec): string {
  return exchange === 'a' ? `${market} ${symbol}` : `${market} ${symbol} at the second exchange`;
}

function tradeRow(instrument: Instrument, leg: string, trade: ConvoyTrade): ConvoyReport['trades'][number] {
  const { timeMs, feeAtoms, feeInBase, priceTicks, purpose, qtyLots, side } = trade;
  return {
    ...{ leg, t: timeMs, side, purpose },
    ...{ price: formatPrice(instrument, priceTicks), qty: formatQty(instrument, qtyLots) },
    fee: feeInBase ? formatBase(instrument, feeAtoms) : formatQuote(instrument, feeAtoms),
    fee_coin: feeInBase ? instrument.base : instrument.quote,
  };
}

export function convoyLines(report: ConvoyReport, { quote }: Instrument): string[] {
  const rows: [string, string][] = [
    ['investment', `${report.investment} ${quote}`],
    ['equity', `${report.equity} ${quote}`],
    ['realised', `${report.realized} ${quote}`],
    ['unrealised', `${report.unrealized} ${quote}`],
    ['fees (included)', `${report.fees} ${quote}`],
    ['funding', `${report.funding} ${quote}`],
    ['fills', String(report.fills)],
    ['rounds', String(report.rounds)],
    ['max drawdown', `${report.max_drawdown} %`],
    ...report.legs.map((leg): [string, string] => [
      leg.side,
      `${leg.rounds} rounds, ${leg.realized} realised, holds ${leg.base}, ${leg.status}`,
    ]),
    ['status', [report.status, report.phase, report.stop_reason].filter(Boolean).join(', ')],
  ];
  return rows.map(([name, value]) => `  ${name.padEnd(16)} ${value}`);
}
