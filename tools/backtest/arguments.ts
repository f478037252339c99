// Reads the command line of `npm run backtest`. Whatever is wrong is said in one sentence with the allowed values; the
// program then ends with exit code 2.
import { parseArgs } from 'node:util';

/** Something the caller can put right. */
export class UsageError extends Error {}

export interface BacktestArguments {
  readonly candles: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly json: boolean;
  readonly symbol?: string;
  readonly tick?: string;
  readonly step?: string;
  readonly fee: string;
  readonly feeAsset: 'received' | 'quote';
  readonly slippage: string;
  readonly minNotional: string;
  readonly investment?: string;
  readonly startPrint: number;
}

export const USAGE = `npm run backtest -- --candles FILE.csv[.gz] [--market spot] [--type grid] --params '{"lower":"50000","upper":"70000"}' [--json]

  --candles      candles in Binance's kline column order: open time, open, high, low, close, volume
  --params       JSON with the keys of botCreate: investment, lower, upper, grid_levels, grid_mode, trigger_price,
                 stop_loss, take_profit, trailing_up, trail_limit
  --investment   quote amount (default 1000, or params.investment)
  --symbol       BASE/QUOTE (default: read from the file's name)
  --tick --step  smallest steps of price and quantity (default: the decimals of the data)
  --fee          fraction per trade (default 0.001); --fee-asset received|quote (default received)
  --slippage     fraction a market order pays beyond the print (default 0.0002)
  --min-notional smallest value of an order (default 5)
  --start-print  start right after this print of the tape (4 a candle, from 1; default 1)
  --json         print one JSON object instead of the table`;

const options = {
  candles: { type: 'string' },
  market: { type: 'string', default: 'spot' },
  type: { type: 'string', default: 'grid' },
  params: { type: 'string', default: '{}' },
  json: { type: 'boolean', default: false },
  symbol: { type: 'string' },
  tick: { type: 'string' },
  step: { type: 'string' },
  fee: { type: 'string', default: '0.001' },
  'fee-asset': { type: 'string', default: 'received' },
  slippage: { type: 'string', default: '0.0002' },
  'min-notional': { type: 'string', default: '5' },
  investment: { type: 'string' },
  'start-print': { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
} as const;

/** Null when help was asked for. */
export function readArguments(argv: readonly string[]): BacktestArguments | null {
  const values = parse(argv);
  if (values.help) return null;
  if (values.candles === undefined) throw new UsageError('--candles FILE is missing');
  if (values.market !== 'spot') throw new UsageError(`--market ${values.market}: only spot can be backtested`);
  if (values.type !== 'grid') throw new UsageError(`--type ${values.type}: only grid can be backtested`);
  const feeAsset = values['fee-asset'];
  if (feeAsset !== 'received' && feeAsset !== 'quote') throw new UsageError('--fee-asset is received or quote');
  const startPrint = Number(values['start-print']);
  if (!Number.isSafeInteger(startPrint) || startPrint < 1)
    throw new UsageError('--start-print is a whole number from 1');
  const fraction = (name: 'fee' | 'slippage') => {
    if (!/^0(\.\d{1,6})?$/.test(values[name])) {
      throw new UsageError(`--${name} ${values[name]}: a fraction from 0 to 0.999999, at most six decimals`);
    }
    return values[name];
  };
  return {
    candles: values.candles,
    params: readParams(values.params),
    json: values.json,
    symbol: values.symbol,
    tick: values.tick,
    step: values.step,
    fee: fraction('fee'),
    feeAsset,
    slippage: fraction('slippage'),
    minNotional: values['min-notional'],
    investment: values.investment,
    startPrint,
  };
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
