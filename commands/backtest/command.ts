// The command behind `npm run backtest`: reads the files, plays them, and says what a bot would have done, as a table with an
// equity plot or as one JSON object. It answers its exit code, 2 when the input is at fault.
import { equityCurve } from '@cormorant/core/backtest/equity-curve.ts';
import { TapeTooCoarse } from '@cormorant/core/backtest/indicator-feed.ts';
import type { BacktestReport } from '@cormorant/core/backtest/report.ts';
import { formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { InstrumentError } from '@cormorant/core/market/make-instrument.ts';
import { CandleFileError, type ParsedCandles } from '@cormorant/core/market/parse-candles.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { readArguments, USAGE, UsageError } from './arguments.ts';
import { convoyLines } from './convoy-replay.ts';
import { plotCurve } from './plot.ts';
import { oddities, readTape, replay, replayLegs } from './replay.ts';

/** Where one or more lines go. */
export type Say = (text: string) => void;

const PLOT = { columns: 72, rows: 10 };
const LAST_TRADES = 10;

function day(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');
}

function printTable(
  report: BacktestReport,
  parsed: ParsedCandles,
  instrument: Instrument,
  equities: number[],
  say: Say,
): void {
  const { candles, missing, gaps } = parsed;
  const from = day(candles.openTimeMs[0]!);
  const to = day(candles.openTimeMs[candles.length - 1]!);
  say(
    `${instrument.symbol}  ${from} to ${to} UTC  ${candles.length} candles, ${missing} missing in ${gaps.length} gaps`,
  );
  const { quote } = instrument;
  const rows: [string, string][] = [
    ['investment', `${report.investment} ${quote}`],
    ['equity', `${report.equity} ${quote}`],
    ['realised', `${report.realized} ${quote}`],
    ['unrealised', `${report.unrealized} ${quote}`],
    ['fees (included)', `${report.fees} ${quote}`],
    [
      'funding',
      `${report.funding} ${quote}${report.pending_funding === '0' ? '' : `, ${report.pending_funding} of it pending`}`,
    ],
    ['fills', String(report.fills)],
    ['rounds', String(report.rounds)],
    ...(instrument.contract === null
      ? []
      : ([
          ['leverage', `${report.leverage}x`],
          ['liquidations', report.liquidations.map(({ t, mark }) => `${day(t)} at mark ${mark}`).join(', ') || 'none'],
        ] as [string, string][])),
    ['max drawdown', `${report.max_drawdown} %`],
    ['held', `${report.base} ${instrument.base} at ${report.last}`],
    ['status', [report.status, report.phase, report.stop_reason].filter(Boolean).join(', ')],
  ];
  for (const [name, value] of rows) say(`  ${name.padEnd(16)} ${value}`);
  say(`\nequity (${quote})`);
  for (const line of plotCurve(equities, PLOT, (value) => formatQuote(instrument, value).replace(/(\.\d\d).*/, '$1'))) {
    say(line);
  }
  const shown = report.trades.slice(-LAST_TRADES);
  say(`\nlast ${shown.length} of ${report.trades.length} trades`);
  for (const { t, side, price, qty, fee, fee_coin, purpose } of shown) {
    say(`  ${day(t)}  ${side.padEnd(4)} ${price.padStart(12)} x ${qty.padEnd(12)} fee ${fee} ${fee_coin}  ${purpose}`);
  }
}

function play(argv: readonly string[], say: Say, complain: Say): void {
  const args = readArguments(argv);
  if (args === null) {
    say(USAGE);
    return;
  }
  const tape = readTape(args);
  const { instrument, parsed } = tape;
  for (const oddity of oddities(tape)) complain(`note: ${oddity}`);
  const legs = replayLegs(args, tape);
  if (legs !== null) {
    say(args.json ? JSON.stringify(legs) : convoyLines(legs, instrument).join('\n'));
    return;
  }
  const { investmentAtoms, result, report } = replay(args, tape);
  if (args.json) {
    say(JSON.stringify(report));
    return;
  }
  const curve = equityCurve(result.journal, parsed.candles, instrument, investmentAtoms, PLOT.columns * 2);
  printTable(
    report,
    parsed,
    instrument,
    curve.map((point) => point.equityAtoms),
    say,
  );
}

export function backtestCommand(argv: readonly string[], say: Say, complain: Say): number {
  try {
    play(argv, say, complain);
    return 0;
  } catch (error) {
    const ours = [UsageError, CandleFileError, InstrumentError, MoneyError, TapeTooCoarse].some(
      (kind) => error instanceof kind,
    );
    if (!ours) throw error;
    complain((error as Error).message);
    if (error instanceof UsageError) complain('npm run backtest -- --help shows all options');
    return 2;
  }
}
