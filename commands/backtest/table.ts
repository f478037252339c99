// Rows of `npm run backtest-table`: one bot over one stretch of real data, as the backtest command would run it.
import { join } from 'node:path';
import { firstCandleFrom, sliceCandles } from '@cormorant/core/market/candles.ts';
import { formatPrice } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { type BacktestArguments, readArguments } from './arguments.ts';
import { type Replay, readTape, replay, type Tape } from './replay.ts';
import { BOTS, type Share, STRETCHES, type Stretch, type TableBot } from './table-rows.ts';

const INVESTMENT = '10000';

export interface TableRow {
  readonly bot: TableBot;
  readonly stretch: Stretch;
  readonly tape: Tape;
  readonly replay: Replay;
}

/** The stretches of data a bot is shown on. */
export function stretchesOf(bot: TableBot): readonly Stretch[] {
  return bot.stretches ?? STRETCHES.filter(({ contract }) => bot.market === 'futures' || contract !== true);
}

export function* tableRows(folder: string): Generator<TableRow> {
  const tapes = new Map<string, Tape>();
  for (const bot of BOTS) {
    for (const stretch of stretchesOf(bot)) yield runRow(folder, bot, stretch, tapes);
  }
}

/** `tapes` keeps what was read, by market and stretch. */
export function runRow(
  folder: string,
  bot: TableBot,
  stretch: Stretch,
  tapes: Map<string, Tape> = new Map(),
): TableRow {
  const args = argumentsOf(folder, bot, stretch);
  const key = `${bot.market} ${stretch.name}`;
  const tape = tapes.get(key) ?? cut(readTape(args), stretch);
  tapes.set(key, tape);
  const params = priced(bot, tape.instrument, tape.parsed.candles.openTicks[0]!);
  return { bot, stretch, tape, replay: replay({ ...args, params }, tape) };
}

function argumentsOf(folder: string, bot: TableBot, { candles, funding, mark }: Stretch): BacktestArguments {
  const file = (option: string, name: string | undefined) =>
    name === undefined || bot.market === 'spot' ? [] : [option, join(folder, name)];
  const known = readArguments([
    ...['--candles', join(folder, candles), '--market', bot.market, '--type', bot.kind, '--investment', INVESTMENT],
    ...[...file('--funding', funding), ...file('--mark', mark)],
  ]);
  return known as BacktestArguments;
}

/** The candles of the days of a stretch. */
function cut({ instrument, parsed }: Tape, { from, to }: Stretch): Tape {
  const { candles } = parsed;
  const first = from === undefined ? 0 : firstCandleFrom(candles, Date.parse(from));
  const last = to === undefined ? candles.length : firstCandleFrom(candles, Date.parse(to));
  return { instrument, parsed: { ...parsed, candles: sliceCandles(candles, first, last) } };
}

function priced(bot: TableBot, instrument: Instrument, firstTicks: number): Record<string, unknown> {
  const isShare = (value: unknown): value is Share => typeof value === 'object' && value !== null && 'share' in value;
  return Object.fromEntries(
    Object.entries(bot.params).map(([key, value]) => [
      key,
      isShare(value) ? formatPrice(instrument, Math.round(firstTicks * value.share)) : value,
    ]),
  );
}

const HEAD = [
  ...['type', 'data', 'fills', 'rounds', 'realised', 'unrealised', 'fees', 'funding', 'equity', 'max drawdown', 'end'],
];

/** A table of Markdown; amounts in whole cents of the quote coin. */
export function markdown(rows: Iterable<TableRow>): string {
  const lines = [HEAD, HEAD.map((_, column) => (column > 1 && column < HEAD.length - 1 ? '--:' : ':--'))];
  for (const row of rows) lines.push(cellsOf(row));
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf({ bot, stretch, replay: { report, result } }: TableRow): string[] {
  const { fills, rounds, realized, unrealized, fees, funding, equity, max_drawdown } = report;
  const money = (text: string) => text.replace(/(\.\d\d)\d+/, '$1').replace(/^-0\.00$/, '0');
  const [forced] = report.liquidations;
  const when = forced === undefined ? '' : `, ${minute(forced.t)} at mark ${forced.mark}`;
  const why = [report.stop_reason, report.status === 'paused' ? result.bot.pauseReason : ''].join('');
  const end = why === '' ? report.status : `${report.status}: ${why}${when}`;
  return [
    ...[bot.type, stretch.name, String(fills), String(rounds), money(realized), money(unrealized), money(fees)],
    ...[money(funding), money(equity), `${Number(max_drawdown).toFixed(2)} %`, end],
  ];
}

function minute(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** Each type once, with what it was told. */
export function paramsList(): string {
  return BOTS.map(({ type, params }) => {
    const told = Object.entries(params).map(([key, value]) => `${key} ${spoken(value)}`);
    return `- **${type}**: ${told.join(', ')}`;
  }).join('\n');
}

function spoken(value: unknown): string {
  if (typeof value === 'string') return value;
  if ('share' in (value as object)) return `${(value as Share).share} x the first price`;
  const { items } = value as {
    items: { left: { ind: string; args: number[] }; cmp: string; right: { num: string }; tf: string }[];
  };
  return items
    .map(({ left, cmp, right, tf }) => `${left.ind}(${left.args.join(',')})@${tf} ${cmp} ${right.num}`)
    .join(' and ');
}
