// `npm run backtest` of a bot whose legs are in one market (a martingale of two sides, in hedge mode): the convoy backtest
// over the one tape, and its result as decimal strings.
import { type ConvoyTrade, runConvoyBacktest } from '@cormorant/core/backtest/convoy-backtest.ts';
import type { ConvoyTape } from '@cormorant/core/backtest/convoy-venue.ts';
import { formatBase, formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Coordinator } from '@cormorant/core/strategy/coordinator.ts';

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
  readonly legs: readonly {
    readonly side: string;
    readonly status: string;
    readonly rounds: number;
    readonly base: string;
    readonly realized: string;
    readonly funding: string;
  }[];
  readonly trades: readonly {
    readonly leg: string;
    readonly side: string;
    readonly price: string;
    readonly qty: string;
    readonly fee: string;
  }[];
}

export interface ConvoyReplay {
  readonly coordinator: Coordinator<unknown, unknown>;
  readonly params: unknown;
  readonly investmentAtoms: number;
  readonly tape: ConvoyTape;
  readonly slippagePpm: number;
  readonly startPrint: number;
}

export function replayConvoy({ coordinator, params, investmentAtoms, tape, ...options }: ConvoyReplay): ConvoyReport {
  const specs = coordinator.legs(params);
  const { instrument } = tape;
  const tapes = specs.map(() => tape);
  const result = runConvoyBacktest({ coordinator, params, investmentAtoms, tapes, ...options });
  const { convoy, profit, fills, trades } = result;
  const money = (atoms: number) => formatQuote(instrument, atoms);
  const { equityAtoms, feesAtoms, fundingAtoms, pendingFundingAtoms, realizedAtoms } = profit;
  return {
    ...{ law: 'candle', status: convoy.status, phase: convoy.phase, stop_reason: convoy.stopReason },
    ...{ investment: money(investmentAtoms), fills, rounds: convoy.rounds, realized: money(realizedAtoms) },
    unrealized: money(equityAtoms - investmentAtoms - realizedAtoms - pendingFundingAtoms),
    ...{ fees: money(feesAtoms), funding: money(fundingAtoms), pending_funding: money(pendingFundingAtoms) },
    equity: money(equityAtoms),
    legs: convoy.legs.map(({ books, rounds, status }, leg) => ({
      ...{ side: specs[leg]!.side, status, rounds, base: formatBase(instrument, books.baseAtoms) },
      ...{ realized: money(books.realizedAtoms), funding: money(books.fundingAtoms) },
    })),
    trades: trades.map((trade) => tradeRow(instrument, specs[trade.leg]!.side, trade)),
  };
}

function tradeRow(instrument: Instrument, leg: string, { feeAtoms, priceTicks, qtyLots, side }: ConvoyTrade) {
  return {
    ...{ leg, side, price: formatPrice(instrument, priceTicks), qty: formatQty(instrument, qtyLots) },
    fee: formatQuote(instrument, feeAtoms),
  };
}

export function convoyLines(report: ConvoyReport, { base, quote }: Instrument): string[] {
  const rows: [string, string][] = [
    ['investment', `${report.investment} ${quote}`],
    ['equity', `${report.equity} ${quote}`],
    ['realised', `${report.realized} ${quote}`],
    ['unrealised', `${report.unrealized} ${quote}`],
    ['fees (included)', `${report.fees} ${quote}`],
    ['funding', `${report.funding} ${quote}`],
    ['fills', String(report.fills)],
    ['rounds', String(report.rounds)],
    ...report.legs.map((leg): [string, string] => [
      leg.side,
      `${leg.rounds} rounds, ${leg.realized} ${quote} realised, holds ${leg.base} ${base}, ${leg.status}`,
    ]),
    ['status', [report.status, report.phase, report.stop_reason].filter(Boolean).join(', ')],
  ];
  return rows.map(([name, value]) => `  ${name.padEnd(16)} ${value}`);
}
