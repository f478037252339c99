// One candle file through the production engine, as `npm run backtest` asks for it: reads the files, makes the
// instrument, parses the params, runs. What is at fault in the input is a UsageError.
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type BacktestReport, reportBacktest } from '@cormorant/core/backtest/report.ts';
import { type BacktestResult, runBacktest } from '@cormorant/core/backtest/run-backtest.ts';
import { candlePrints, PRINTS_PER_CANDLE } from '@cormorant/core/market/candle-prints.ts';
import type { Candles } from '@cormorant/core/market/candles.ts';
import { formatQty, parseQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { inferSteps, type ParsedCandles, parseCandles } from '@cormorant/core/market/parse-candles.ts';
import { decimalsOf, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { coordinatorOf, fieldsOf, parseParams, strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { FieldIssue, FieldSpec } from '@cormorant/core/strategy/field.ts';
import { type BacktestArguments, UsageError } from './arguments.ts';
import { parseFunding, parseMarks } from './contract-files.ts';
import { type ConvoyReport, replayConvoy } from './convoy-replay.ts';
import { inlineHotCode } from './hot-code.ts';

const PPM_DECIMALS = 6;
/** Price and quantity decimals together: more would leave no room for amounts of money. */
const MOST_DECIMALS = 10;
/** An amount of coin stays this far below the exact range: a bot may hold the coin of many orders. */
const ROOM = 10;

export interface Tape {
  readonly instrument: Instrument;
  readonly parsed: ParsedCandles;
}

export interface Replay {
  readonly investmentAtoms: number;
  readonly result: BacktestResult;
  readonly report: BacktestReport;
}

export function readTape(args: BacktestArguments): Tape {
  const text = readText('--candles', args.candles);
  const instrument = instrumentOf(args, text);
  return { instrument, parsed: parseCandles(text, instrument) };
}

/** Null for a bot without legs. */
export function replayLegs(args: BacktestArguments, { instrument, parsed }: Tape): ConvoyReport | null {
  const { candles } = parsed;
  const investmentAtoms = investmentOf(args, instrument);
  const params = paramsOf(args, instrument, candles, investmentAtoms);
  const coordinator = coordinatorOf(args.type, params);
  if (coordinator === null) return null;
  const tape = { instrument, candles, ...contractColumns(args, instrument) };
  const slippagePpm = parseScaled(args.slippage, PPM_DECIMALS);
  return replayConvoy({ coordinator, params, investmentAtoms, tape, slippagePpm, startPrint: args.startPrint });
}

function contractColumns(args: BacktestArguments, instrument: Instrument) {
  return {
    ...(args.funding === undefined ? {} : { funding: parseFunding(readText('--funding', args.funding)) }),
    ...(args.mark === undefined ? {} : { mark: parseMarks(readText('--mark', args.mark), instrument) }),
  };
}

export function replay(args: BacktestArguments, { instrument, parsed }: Tape, candles = parsed.candles): Replay {
  const investmentAtoms = investmentOf(args, instrument);
  const params = paramsOf(args, instrument, candles, investmentAtoms);
  const slippagePpm = parseScaled(args.slippage, PPM_DECIMALS);
  const { startPrint } = args;
  inlineHotCode();
  const result = runBacktest({
    ...{ strategy: strategyOf(args.type), params, instrument, candles, investmentAtoms, slippagePpm, startPrint },
    ...contractColumns(args, instrument),
  });
  return { investmentAtoms, result, report: reportBacktest(result, instrument, candles) };
}

function readText(option: string, path: string): string {
  let bytes: Buffer;
  try {
    // npm runs us in the checkout; the path counts from where the command was given.
    bytes = readFileSync(resolve(process.env.INIT_CWD ?? process.cwd(), path));
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}`);
  }
  const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return (zipped ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (error) {
    throw new UsageError(`${option} ${path} cannot be unpacked: ${(error as Error).message}`);
  }
}

function symbolOf(args: BacktestArguments): string {
  if (args.symbol !== undefined) return args.symbol;
  const found = /(?:^|[^A-Z0-9])([A-Z0-9]+?)(USDT|USDC|FDUSD|BUSD)(?:[^A-Z0-9]|$)/.exec(basename(args.candles));
  return found ? `${found[1]}/${found[2]}` : 'COIN/USDT';
}

/** The file's own decimals, the quantity's cut where both together would leave no room for money. */
function instrumentOf(args: BacktestArguments, text: string): Instrument {
  const seen = inferSteps(text);
  const tick = args.tick ?? seen.tick;
  const priceDecimals = decimalsOf(tick);
  const qtyDecimals = Math.max(0, Math.min(decimalsOf(seen.step), MOST_DECIMALS - priceDecimals));
  const step = args.step ?? (qtyDecimals === 0 ? '1' : `0.${'0'.repeat(qtyDecimals - 1)}1`);
  const spec = {
    symbol: symbolOf(args),
    market: args.market,
    tick,
    step,
    minQty: step,
    maxQty: step,
    minNotional: args.minNotional,
    minPrice: tick,
    maxPrice: `1${'0'.repeat(Math.max(0, Math.min(8, 15 - priceDecimals)))}`,
    maxOpenOrders: 500,
    maker: args.fee,
    taker: args.fee,
    feeAsset: args.feeAsset,
  };
  // No order is too large for a backtest, whatever a coin costs; only the exact range of numbers bounds it.
  const draft = makeInstrument(spec);
  const mostLots = Math.floor(Number.MAX_SAFE_INTEGER / ROOM / draft.baseAtomsPerLot);
  return makeInstrument({ ...spec, maxQty: formatQty(draft, mostLots) });
}

function describeIssue(issue: FieldIssue, fields: readonly FieldSpec[]): string {
  const range = [issue.min && `at least ${issue.min}`, issue.max && `at most ${issue.max}`].filter(Boolean).join(', ');
  const what = {
    required: 'is missing',
    format: 'is not a number',
    option: 'is not one of its options',
    range: 'is out of range',
  };
  const options = fields.find((field) => field.key === issue.field)?.options;
  const allowed = range || (options ? options.join(' or ') : '');
  return `${issue.field} ${what[issue.rule]}${allowed ? `: ${allowed}` : ''}`;
}

function paramsOf(args: BacktestArguments, instrument: Instrument, candles: Candles, investmentAtoms: number): unknown {
  const fields = fieldsOf(args.type, args.market);
  const known = ['investment', ...fields.map((field) => field.key)];
  const unknown = Object.keys(args.params).filter((key) => !known.includes(key));
  if (unknown.length > 0)
    throw new UsageError(`--params: unknown ${unknown.join(', ')}; known are ${known.join(', ')}`);
  const row = Math.floor((args.startPrint - 1) / PRINTS_PER_CANDLE);
  if (row >= candles.length)
    throw new UsageError(`--start-print: the file has ${candles.length * PRINTS_PER_CANDLE} prints`);
  const { openTicks, highTicks, lowTicks, closeTicks } = candles;
  const prints = [0, 0, 0, 0];
  candlePrints(openTicks[row]!, highTicks[row]!, lowTicks[row]!, closeTicks[row]!, prints);
  const lastTicks = prints[(args.startPrint - 1) % PRINTS_PER_CANDLE]!;
  const parsed = parseParams(args.type, args.params, { instrument, lastTicks, investmentAtoms });
  if (!parsed.ok)
    throw new UsageError(`--params: ${parsed.issues.map((issue) => describeIssue(issue, fields)).join('; ')}`);
  return parsed.params;
}

function investmentOf(args: BacktestArguments, instrument: Instrument): number {
  const text = args.investment ?? args.params.investment ?? '1000';
  let atoms: number;
  try {
    atoms = parseQuote(instrument, String(text), 'floor');
  } catch (error) {
    throw error instanceof MoneyError ? new UsageError(`investment: ${error.message}`) : error;
  }
  if (atoms <= 0) throw new UsageError('investment is out of range: it must be above 0');
  return atoms;
}
