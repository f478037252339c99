// Candle files through the production engine, as `npm run backtest` asks for it: reads the files, makes the instruments,
// parses the params, runs. What is at fault in the input is a UsageError. A bot of several legs needs a file for each market
// that it trades in.
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ConvoyTape } from '@cormorant/core/backtest/convoy-venue.ts';
import { type BacktestReport, reportBacktest } from '@cormorant/core/backtest/report.ts';
import { type BacktestResult, runBacktest } from '@cormorant/core/backtest/run-backtest.ts';
import { candlePrints, PRINTS_PER_CANDLE } from '@cormorant/core/market/candle-prints.ts';
import type { Candles } from '@cormorant/core/market/candles.ts';
import { formatPrice, formatQty, parseQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument, MarketKind } from '@cormorant/core/market/instrument.ts';
import { coinDecimalsOf, makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { inferSteps, type ParsedCandles, parseCandles } from '@cormorant/core/market/parse-candles.ts';
import { decimalsOf, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { coordinatorOf, fieldsOf, isArbitrage, parseParams, strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { LegSpec } from '@cormorant/core/strategy/coordinator.ts';
import type { FieldIssue, FieldSpec } from '@cormorant/core/strategy/field.ts';
import { type BacktestArguments, UsageError } from './arguments.ts';
import { judgeFunding, judgeMarks, parseFunding, parseMarks } from './contract-files.ts';
import { type ConvoyReport, marketOf, replayConvoy } from './convoy-replay.ts';
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
  const { market, symbol = symbolOf(args.candles), tick, step } = args;
  const listing = { market, symbol, tick, step };
  const draft = instrumentOf(args, listing, text);
  const parsed = parseCandles(text, draft);
  // Legs move coin between each other, and so count it alike.
  if (isArbitrage(args.type)) return { instrument: draft, parsed };
  const { length, lowTicks } = parsed.candles;
  const leastTicks = lowTicks.subarray(0, length).reduce((a, b) => Math.min(a, b));
  return { instrument: instrumentOf(args, listing, text, coinDecimalsOf(leastTicks, draft)), parsed };
}

/** What is odd about a tape and does not keep it from being played; a sentence each. */
export function oddities({ instrument, parsed: { jumps } }: Tape): string[] {
  return jumps.map(
    ({ line, fromTicks, toTicks }) =>
      `line ${line}: the price jumps from ${formatPrice(instrument, fromTicks)} to ${formatPrice(instrument, toTicks)}`,
  );
}

/** Null for a bot without legs. */
export function replayLegs(args: BacktestArguments, own: Tape): ConvoyReport | null {
  const { instrument, parsed } = own;
  const investmentAtoms = investmentOf(args, instrument);
  const params = paramsOf(args, instrument, parsed.candles, investmentAtoms);
  const coordinator = coordinatorOf(args.type, params);
  const legs = coordinator?.legs(params) ?? [];
  const files = filesOf(args, own, legs);
  if (coordinator === null) return null;
  const tapes = legs.map((leg) => legTape(args, own, leg, files));
  const slippagePpm = parseScaled(args.slippage, PPM_DECIMALS);
  return replayConvoy({ coordinator, params, investmentAtoms, tapes, slippagePpm, startPrint: args.startPrint });
}

/** Option and path of the candles of each market beside the bot's own, in the order of the options. */
function filesOf(
  args: BacktestArguments,
  { instrument }: Tape,
  legs: readonly LegSpec[],
): Map<string, [string, string]> {
  const own = `${args.market} ${instrument.symbol}`;
  const markets = [...new Set(legs.map(marketOf))].filter((market) => market !== own);
  const given = [
    ['--candles-b', args.candlesB],
    ['--candles-c', args.candlesC],
  ] as const;
  const files = new Map<string, [string, string]>();
  for (const [at, [option, path]] of given.entries()) {
    const market = markets[at];
    if (market === undefined && path !== undefined) throw new UsageError(`${option}: this bot has no market more`);
    if (market === undefined) continue;
    if (path === undefined) throw new UsageError(`${option} FILE is missing: this bot trades ${market} as well`);
    files.set(market, [option, path]);
  }
  return files;
}

function legTape(args: BacktestArguments, own: Tape, leg: LegSpec, files: Map<string, [string, string]>): ConvoyTape {
  const { market, symbol } = leg;
  const file = files.get(marketOf(leg));
  const { instrument, parsed } = file === undefined ? own : readLeg(args, leg, ...file);
  const { candles } = parsed;
  const beside = market === 'futures' ? contractColumns(args, instrument, candles) : {};
  if (instrument.symbol !== symbol) throw new UsageError(`--candles: ${instrument.symbol} is not ${symbol}`);
  return { instrument, candles, ...beside };
}

function readLeg(args: BacktestArguments, { market, symbol }: LegSpec, option: string, path: string): Tape {
  const [told, toldMarket] = [symbolOfName(path), marketOfName(path)];
  if ((told !== null && told !== symbol.replace('/', '')) || (toldMarket !== null && toldMarket !== market)) {
    throw new UsageError(`${option} ${basename(path)}: by its name it is not ${market} ${symbol}`);
  }
  const text = readText(option, path);
  const instrument = instrumentOf(args, { market, symbol }, text);
  return { instrument, parsed: parseCandles(text, instrument) };
}

function contractColumns(args: BacktestArguments, instrument: Instrument, candles: Candles) {
  const funding = args.funding === undefined ? null : parseFunding(readText('--funding', args.funding));
  if (funding !== null) judgeFunding(funding, candles);
  const mark = args.mark === undefined ? null : parseMarks(readText('--mark', args.mark), instrument);
  if (mark !== null) judgeMarks(mark, candles);
  return { ...(funding === null ? {} : { funding }), ...(mark === null ? {} : { mark }) };
}

export function replay(args: BacktestArguments, { instrument, parsed }: Tape, candles = parsed.candles): Replay {
  const investmentAtoms = investmentOf(args, instrument);
  const params = paramsOf(args, instrument, candles, investmentAtoms);
  const slippagePpm = parseScaled(args.slippage, PPM_DECIMALS);
  const { startPrint } = args;
  inlineHotCode();
  const result = runBacktest({
    ...{ strategy: strategyOf(args.type), params, instrument, candles, investmentAtoms, slippagePpm, startPrint },
    ...contractColumns(args, instrument, candles),
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

const QUOTES = 'USDT|USDC|FDUSD|BUSD|BTC|ETH|BNB';
/** What a coin's name in a file's name is made of: large letters, where its script has large ones, and digits. */
const SIGNS = String.raw`\p{Lu}\p{Lo}\p{M}\p{N}`;
const PAIR = new RegExp(`(?:^|[^${SIGNS}])([${SIGNS}]+?)(USDT|USDC|FDUSD|BUSD)(?:[^${SIGNS}]|$)`, 'u');
const JOINED = new RegExp(`(?:^|[^${SIGNS}])([${SIGNS}]{2,}?(?:${QUOTES}))(?:[^${SIGNS}]|$)`, 'u');

function symbolOf(path: string): string {
  const found = PAIR.exec(basename(path));
  return found ? `${found[1]}/${found[2]}` : 'COIN/USDT';
}

/** A pair that a file's name tells, without its slash. */
function symbolOfName(path: string): string | null {
  return JOINED.exec(basename(path))?.[1] ?? null;
}

function marketOfName(path: string): MarketKind | null {
  const name = basename(path).toLowerCase();
  if (/(^|[^a-z])spot([^a-z]|$)/.test(name)) return 'spot';
  return /(^|[^a-z])(usdm|um|linear|swap|perp|futures)([^a-z]|$)/.test(name) ? 'futures' : null;
}

interface Listing {
  readonly market: MarketKind;
  readonly symbol: string;
  readonly tick?: string;
  readonly step?: string;
}

/** The file's own decimals, the quantity's cut where both together would leave no room for money. */
function instrumentOf(
  args: BacktestArguments,
  { market, symbol, ...steps }: Listing,
  text: string,
  coinDecimals?: number,
): Instrument {
  const seen = inferSteps(text);
  const tick = steps.tick ?? seen.tick;
  const priceDecimals = decimalsOf(tick);
  const qtyDecimals = Math.max(0, Math.min(decimalsOf(seen.step), MOST_DECIMALS - priceDecimals));
  const step = steps.step ?? (qtyDecimals === 0 ? '1' : `0.${'0'.repeat(qtyDecimals - 1)}1`);
  const futures = market === 'futures';
  const fee = args.fee ?? (futures ? '0.0005' : '0.001');
  const spec = {
    symbol,
    market,
    tick,
    step,
    minQty: step,
    maxQty: step,
    minNotional: /\/(USD[TC]|FDUSD|BUSD)$/.test(symbol) ? args.minNotional : tick,
    minPrice: tick,
    maxPrice: `1${'0'.repeat(Math.max(0, Math.min(8, 15 - priceDecimals)))}`,
    maxOpenOrders: 500,
    maker: fee,
    taker: fee,
    feeAsset: futures ? 'quote' : (args.feeAsset ?? 'received'),
    ...(coinDecimals !== undefined && { coinDecimals }),
    ...(args.priceBand !== undefined && { priceBand: args.priceBand }),
  } as const;
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
    untradable: 'has no amount that is large enough to trade and small enough to be counted',
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
