// `npm run convoy-table -- --data <folder> [--write]`: funding arbitrage over pairs of real candle files (spot and perpetual
// in step, with the rates that were paid), as a table of Markdown; --write puts it into docs/BACKTESTS.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { runConvoyBacktest } from '@cormorant/core/backtest/convoy-backtest.ts';
import { funding } from '@cormorant/core/strategies/arbitrage/funding.ts';
import { type BacktestArguments, readArguments } from '../commands/backtest/arguments.ts';
import { parseFunding, parseMarks } from '../commands/backtest/contract-files.ts';
import { readTape, type Tape } from '../commands/backtest/replay.ts';

const PAGE = join(import.meta.dirname, '../docs/BACKTESTS.md');
const BEGIN = '<!-- convoy-table: begin -->';
const END = '<!-- convoy-table: end -->';
const INVESTMENT_ATOMS = 10_000e8;

interface Pair {
  readonly name: string;
  readonly spot: string;
  readonly perpetual: string;
  readonly funding: string;
  readonly mark?: string;
}

function pair(coin: string, name: string, spot: string, perpetual: string, rates: string, mark?: string): Pair {
  const file = (kind: string, rest: string) => `binance-${kind}-${coin}USDT-${rest}.csv.gz`;
  return {
    ...{
      name,
      spot: file('spot', spot),
      perpetual: file('usdm', perpetual),
      funding: file('usdm', `funding-${rates}`),
    },
    ...(mark === undefined ? {} : { mark: file('usdm', `mark-8h-${mark}`) }),
  };
}
const old = '20230101-20240514';
const PAIRS: readonly Pair[] = [
  pair('BTC', 'BTC 2025-05-20 to 06-24 (1m)', '1m-20250520-20250818', '1m-20250504-20250624', '20240101-20260430'),
  pair('ETH', 'ETH 2025-05-20 to 06-24 (1m)', '1m-20250520-20250818', '1m-20250504-20250624', '20240101-20260430'),
  pair('BTC', 'BTC 2023-01 to 2023-09 (5m, marks 8h)', '5m-20220801-20230927', `5m-${old}`, old, old),
  pair('ETH', 'ETH 2023-01 to 2023-09 (5m, marks 8h)', '5m-20220801-20230927', `5m-${old}`, old, old),
  pair('BTC', 'BTC 2024-03-01 to 05-14 (5m, marks 8h)', '5m-20240301-20250702', `5m-${old}`, old, old),
];

/** As product.md 4.9 proposes them. */
const PARAMS = {
  ...{ kind: 'funding', symbol: 'BTC/USDT', leverage: 2, exitRateE8: 0, maxBreakevenDays: 7 },
  ...{ basisTargetPpm: 0, marginGuardPpm: 150_000 },
} as const;

function tapeOf(folder: string, file: string, market: 'spot' | 'futures'): Tape {
  return readTape(
    readArguments(['--candles', join(folder, file), '--market', market, '--type', 'grid']) as BacktestArguments,
  );
}

function textOf(folder: string, file: string): string {
  return gunzipSync(readFileSync(join(folder, file))).toString('utf8');
}

function row(folder: string, { name, ...files }: Pair): string {
  const spot = tapeOf(folder, files.spot, 'spot');
  const perpetual = tapeOf(folder, files.perpetual, 'futures');
  let widestAtoms = 0;
  const { convoy, profit, fills, logs } = runConvoyBacktest({
    ...{ coordinator: funding, params: PARAMS, investmentAtoms: INVESTMENT_ATOMS },
    tapes: [
      { instrument: spot.instrument, candles: spot.parsed.candles },
      {
        ...{ instrument: perpetual.instrument, candles: perpetual.parsed.candles },
        funding: parseFunding(textOf(folder, files.funding)),
        ...(files.mark === undefined ? {} : { mark: parseMarks(textOf(folder, files.mark), perpetual.instrument) }),
      },
    ],
    onPrint: ({ legs, phase }) => {
      if (phase !== 'holding') return;
      widestAtoms = Math.max(widestAtoms, Math.abs(legs[0]!.books.baseAtoms + legs[1]!.books.baseAtoms));
    },
  });
  const times = (why: string) => logs.filter((log) => log.why === why).length;
  const money = (atoms: number) => (atoms / 1e8).toFixed(2);
  return [
    ...[name, fills, times('arb_opened'), convoy.rounds, times('arb_margin_guard'), money(profit.fundingAtoms)],
    ...[money(profit.feesAtoms), money(profit.realizedAtoms), money(profit.equityAtoms), widestAtoms / 1e8],
    convoy.stopReason || convoy.pauseReason || convoy.phase,
  ].join(' | ');
}

function main(): void {
  const options = { data: { type: 'string' }, write: { type: 'boolean', default: false } } as const;
  const { data = process.env['DATA'], write } = parseArgs({ options }).values;
  if (data === undefined) {
    console.error('npm run convoy-table -- --data FOLDER: the folder with the candle files');
    process.exitCode = 2;
    return;
  }
  const head = 'data | fills | opened | closed | guarded | funding | fees | realised | equity | widest delta | end';
  const rule = head.replace(/[^|]+/g, (cell) => (cell.startsWith('data') || cell.includes('end') ? ' :-- ' : ' --: '));
  const text = [head, rule, ...PAIRS.map((one) => row(data, one))].map((line) => `| ${line} |`).join('\n');
  if (!write) {
    console.log(text);
    return;
  }
  const page = readFileSync(PAGE, 'utf8');
  const [before, after] = [page.slice(0, page.indexOf(BEGIN)), page.slice(page.indexOf(END) + END.length)];
  writeFileSync(PAGE, `${before}${BEGIN}\n${text}\n${END}${after}`);
}

main();
