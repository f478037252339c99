// Reads the command line of `npm run backtest`. Whatever is wrong is said in one sentence with the allowed values; the
// program then ends with exit code 2.
import { parseArgs } from 'node:util';
import type { BandSpec } from '@cormorant/core/market/make-instrument.ts';
import { availableKinds, fieldsOf, isAvailable } from '@cormorant/core/strategies/registry.ts';
import type { BotKind } from '@cormorant/core/strategy/strategy.ts';

/** Something the caller can put right. */
export class UsageError extends Error {}

export interface BacktestArguments {
  /** Of the bot's own pair and market. */
  readonly candles: string;
  /** Of the second and third leg of an arbitrage. */
  readonly candlesB?: string;
  readonly candlesC?: string;
  readonly market: 'spot' | 'futures';
  readonly type: BotKind;
  /** Files of a contract. */
  readonly funding?: string;
  readonly mark?: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly json: boolean;
  readonly symbol?: string;
  readonly tick?: string;
  readonly step?: string;
  /** By the market when absent. */
  readonly fee?: string;
  readonly feeAsset?: 'received' | 'quote';
  readonly slippage: string;
  readonly minNotional: string;
  /** Absent = the market takes limit orders at any distance. */
  readonly priceBand?: BandSpec;
  readonly investment?: string;
  readonly startPrint: number;
}

export const USAGE = `npm run backtest -- --candles FILE.csv[.gz] [--market spot|futures] [--type grid] --params '{"lower":"50000","upper":"70000"}' [--json]

  --candles      candles of the bot's pair; columns are found by the file's header (open_time, open, high, low, close, volume),
                 without a header they are in this order
  --candles-b    an arbitrage's second market. funding: the spot pair; cross: the pair at the other exchange;
                 triangular: VIA/USDT, with --candles-c for COIN/VIA
  --market       spot (default) or futures: a USDT-margined perpetual, leverage and margin by the params
  --type         ${availableKinds.join(', ')} (default grid)
  --params       JSON with the keys of botCreate: investment and those of the type; grid on spot:
                 ${keysOf('grid')}
  --funding      settled funding rates: time and rate, a fraction (futures; none without)
  --mark         candles of the mark price (futures; the last price without)
  --investment   quote amount (default 1000, or params.investment)
  --symbol       BASE/QUOTE (default: read from the file's name)
  --tick --step  smallest steps of price and quantity (default: the decimals of the data)
  --fee          fraction per trade (default 0.001, futures 0.0005); --fee-asset received|quote (default received, futures quote)
  --slippage     fraction a market order pays beyond the print (default 0.0002)
  --min-notional smallest value of an order (default 5)
  --buy-band --sell-band  from and to which multiple of the last price a limit order is taken, '0.2,5' or ',1.02' or '0.98,'
                 (default: at any distance)
  --start-print  start right after this print of the tape (4 a candle, from 1; default 1)
  --json         print one JSON object instead of the table`;

function keysOf(kind: BotKind): string {
  return fieldsOf(kind, 'spot')
    .map(({ key }) => key)
    .join(', ');
}

const options = {
  candles: { type: 'string' },
  'candles-b': { type: 'string' },
  'candles-c': { type: 'string' },
  market: { type: 'string', default: 'spot' },
  type: { type: 'string', default: 'grid' },
  funding: { type: 'string' },
  mark: { type: 'string' },
  params: { type: 'string', default: '{}' },
  json: { type: 'boolean', default: false },
  symbol: { type: 'string' },
  tick: { type: 'string' },
  step: { type: 'string' },
  fee: { type: 'string' },
  'fee-asset': { type: 'string' },
  slippage: { type: 'string', default: '0.0002' },
  'min-notional': { type: 'string', default: '5' },
  'buy-band': { type: 'string' },
  'sell-band': { type: 'string' },
  investment: { type: 'string' },
  'start-print': { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
} as const;

/** Null when help was asked for. */
export function readArguments(argv: readonly string[]): BacktestArguments | null {
  const values = parse(argv);
  if (values.help) return null;
  if (values.candles === undefined) throw new UsageError('--candles FILE is missing');
  const { market, type } = values;
  if (market !== 'spot' && market !== 'futures') throw new UsageError(`--market ${market}: spot or futures`);
  if (!isAvailable(type)) throw new UsageError(`--type ${type}: ${availableKinds.join(', ')} can be backtested`);
  const futures = market === 'futures';
  for (const name of ['funding', 'mark'] as const) {
    if (values[name] !== undefined && !futures) throw new UsageError(`--${name} belongs to --market futures`);
  }
  const feeAsset = values['fee-asset'];
  if (feeAsset !== undefined && feeAsset !== 'received' && feeAsset !== 'quote')
    throw new UsageError('--fee-asset is received or quote');
  if (futures && feeAsset === 'received') throw new UsageError('--fee-asset: a contract takes its fees in quote');
  const startPrint = Number(values['start-print']);
  if (!Number.isSafeInteger(startPrint) || startPrint < 1)
    throw new UsageError('--start-print is a whole number from 1');
  const fraction = (name: 'fee' | 'slippage', text: string) => {
    if (/^0(\.\d{1,6})?$/.test(text)) return text;
    throw new UsageError(`--${name} ${text}: a fraction from 0 to 0.999999, at most six decimals`);
  };
  return {
    candles: values.candles,
    candlesB: values['candles-b'],
    candlesC: values['candles-c'],
    market,
    type,
    funding: values.funding,
    mark: values.mark,
    params: readParams(values.params),
    json: values.json,
    symbol: values.symbol,
    tick: values.tick,
    step: values.step,
    fee: values.fee === undefined ? undefined : fraction('fee', values.fee),
    feeAsset,
    slippage: fraction('slippage', values.slippage),
    minNotional: values['min-notional'],
    ...bandOf(values['buy-band'], values['sell-band']),
    investment: values.investment,
    startPrint,
  };
}

function bandOf(buy: string | undefined, sell: string | undefined): Pick<BacktestArguments, 'priceBand'> {
  if (buy === undefined && sell === undefined) return {};
  const [buyLeast, buyMost] = bounds('buy-band', buy);
  const [sellLeast, sellMost] = bounds('sell-band', sell);
  return { priceBand: { buyLeast, buyMost, sellLeast, sellMost } };
}

/** A multiple below the price and one above it; either may be empty, '0' = no bound. */
function bounds(name: string, text = ','): readonly [string, string] {
  const [, least = '', most = ''] = /^(0\.\d{1,6})?,(\d{1,6}(?:\.\d{1,6})?)?$/.exec(text) ?? [];
  if ((least === '' && most === '' && text !== ',') || (most !== '' && Number(most) <= 1))
    throw new UsageError(`--${name} ${text}: a multiple below 1, a comma and one above 1, such as 0.2,5 or ,1.02`);
  return [least || '0', most || '0'];
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, strict: true }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readParams(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--params is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('--params must be a JSON object');
  }
  return value as Record<string, unknown>;
}
