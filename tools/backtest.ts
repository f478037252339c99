// `npm run backtest`: replays a candle file through the production engine and prints what a bot would have done, as a
// table with an equity plot or as one JSON object. Ends with 2 when the input is at fault.
import { equityCurve } from '@cormorant/core/backtest/equity-curve.ts';
import { TapeTooCoarse } from '@cormorant/core/backtest/indicator-feed.ts';
import type { BacktestReport } from '@cormorant/core/backtest/report.ts';
import { formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { InstrumentError } from '@cormorant/core/market/make-instrument.ts';
import { CandleFileError, type ParsedCandles } from '@cormorant/core/market/parse-candles.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { readArguments, USAGE, UsageError } from './backtest/arguments.ts';
import { convoyLines } from './backtest/convoy-replay.ts';
import { plotCurve } from './backtest/plot.ts';
import { oddities, readTape, replay, replayLegs } from './backtest/replay.ts';

const PLOT = { columns: 72, rows: 10 };
const LAST_TRADES = 10;

function day(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');
}

function printTable(report: BacktestReport, parsed: ParsedCandles, instrument: Instrument, equities: number[]): void {
  const { candles, missing, gaps } = parsed;
  const from = day(candles.openTimeMs[0]!);
  const to = day(candles.openTimeMs[candles.length - 1]!);
  console.log(
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
  for (const [name, value] of rows) console.log(`  ${name.padEnd(16)} ${value}`);
  console.log(`\nequity (${quote})`);
  for (const line of plotCurve(equities, PLOT, (value) => formatQuote(instrument, value).replace(/(\.\d\d).*/, '$1'))) {
    console.log(line);
  }
  const shown = report.trades.slice(-LAST_TRADES);
  console.log(`\nlast ${shown.length} of ${report.trades.length} trades`);
  for (const { t, side, price, qty, fee, fee_coin, purpose } of shown) {
    console.log(
      `  ${day(t)}  ${side.padEnd(4)} ${price.padStart(12)} x ${qty.padEnd(12)} fee ${fee} ${fee_coin}  ${purpose}`,
    );
  }
}

function main(argv: readonly string[]): void {
  const args = readArguments(argv);
  if (args === null) {
    console.log(USAGE);
    return;
  }
  const tape = readTape(args);
  const { instrument, parsed } = tape;
  for (const oddity of oddities(tape)) console.error(`note: ${oddity}`);
  const legs = replayLegs(args, tape);
  if (legs !== null) {
    console.log(args.json ? JSON.stringify(legs) : convoyLines(legs, instrument).join('\n'));
    return;
  }
  const { investmentAtoms, result, report } = replay(args, tape);
  if (args.json) {
    console.log(JSON.stringify(report));
    return;
  }
  const curve = equityCurve(result.journal, parsed.candles, instrument, investmentAtoms, PLOT.columns * 2);
  printTable(
    report,
    parsed,
    instrument,
    curve.map((point) => point.equityAtoms),
  );
}

try {
  main(process.argv.slice(2));
} catch (error) {
  const ours = [UsageError, CandleFileError, InstrumentError, MoneyError, TapeTooCoarse].some(
    (kind) => error instanceof kind,
  );
  if (!ours) throw error;
  console.error((error as Error).message);
  if (error instanceof UsageError) console.error('npm run backtest -- --help shows all options');
  process.exitCode = 2;
}
