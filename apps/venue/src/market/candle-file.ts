// Candle files into instruments and columns: unpacks them, learns symbol, tick and step from the file's name and figures
// unless told otherwise, and joins several files of one symbol. A file that cannot be used is refused by name, with the
// numbers of its bad lines.
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CandleColumns, type Candles, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import type { Instrument, MarketKind } from '@cormorant/core/market/instrument.ts';
import { InstrumentError } from '@cormorant/core/market/make-instrument.ts';
import { CandleFileError, inferSteps, parseCandles } from '@cormorant/core/market/parse-candles.ts';
import { decimalsOf, formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { listedContract } from './contract-listings.ts';
import { CROSS_MIN_NOTIONAL, listedInstrument } from './listings.ts';
import { ChoiceError, type ReplayFile } from './market-choice.ts';

export interface SymbolCandles {
  readonly instrument: Instrument;
  readonly candles: Candles;
  /** Candles that the files do not have: outages, survived. */
  readonly missing: number;
  /** Where its mark and funding files would lie, and how their names begin; null on spot. */
  readonly beside: { readonly folder: string; readonly prefix: string } | null;
}

interface LoadedFile {
  readonly file: ReplayFile;
  readonly symbol: string;
  readonly market: MarketKind;
  readonly intervalMs: number | undefined;
  readonly text: string;
  readonly tick: string;
  readonly step: string;
}

/** The most that one order may cost, in atoms: inside the exact range with room for sums. */
const MAX_NOTIONAL_ATOMS = 4_000_000_000_000_000;
/** Files of perpetuals are known by the name of their exchange's futures market. */
const CONTRACT_NAME = /^(binance-usdm|bybit-linear)-[\p{L}\p{M}\p{N}]+-/u;
/** Highest price allowed, as a multiple of the file's highest. */
const PRICE_ROOM = 10;

/** One entry per symbol and market, in the order the files were named. */
export function loadCandleFiles(files: readonly ReplayFile[]): SymbolCandles[] {
  const byMarket = new Map<string, LoadedFile[]>();
  for (const file of files) {
    const loaded = load(file);
    const market = `${loaded.symbol} ${loaded.market}`;
    const others = byMarket.get(market);
    if (others === undefined) byMarket.set(market, [loaded]);
    else others.push(loaded);
  }
  return [...byMarket.values()].map(joinFiles);
}

function load(file: ReplayFile): LoadedFile {
  const text = readText(file.path);
  const inferred = inferSteps(text);
  return {
    file,
    symbol: file.symbol ?? symbolOfName(file.path),
    market: CONTRACT_NAME.test(basename(file.path)) ? 'futures' : 'spot',
    intervalMs: intervalOfName(file.path),
    text,
    tick: file.tick ?? inferred.tick,
    step: file.step ?? inferred.step,
  };
}

export function readText(path: string): string {
  try {
    const bytes = readFileSync(path);
    return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (error) {
    throw new ChoiceError(`cannot read ${path}: ${(error as Error).message}`);
  }
}

function symbolOfName(path: string): string {
  const found = /(?:^|[-_])([\p{Lu}\p{Lo}\p{M}\p{N}]{1,20}?)[-_/]?USDT(?=[-_.])/u.exec(basename(path));
  if (found === null) {
    throw new ChoiceError(
      `${path}: the name does not tell the symbol; say it, for example ${basename(path)}?symbol=BTC/USDT`,
    );
  }
  return `${found[1]}/USDT`;
}

function intervalOfName(path: string): number | undefined {
  const found = /[-_](1m|5m|15m|1h|4h|1d)[-_.]/.exec(basename(path));
  return found === null ? undefined : TIMEFRAME_MS[found[1] as keyof typeof TIMEFRAME_MS];
}

function joinFiles(files: readonly LoadedFile[]): SymbolCandles {
  const first = files[0] as LoadedFile;
  const tick = finest(files.map((file) => file.tick));
  const step = finest(files.map((file) => file.step));
  const draft = instrumentOf(first, tick, step, '1000000', step);
  const parts = files.map((file) => ({ file, ...parse(file, draft) }));
  parts.sort((a, b) => (a.candles.openTimeMs[0] as number) - (b.candles.openTimeMs[0] as number));
  const candles = parts.reduce((joined, part) => append(joined, part.candles, part.file), emptyLike(parts[0]?.candles));
  let highest = 0;
  for (let row = 0; row < candles.length; row++) highest = Math.max(highest, candles.highTicks[row] as number);
  const maxPriceTicks = highest * PRICE_ROOM;
  const maxQtyLots = Math.floor(
    Math.min(
      MAX_NOTIONAL_ATOMS / (maxPriceTicks * draft.quoteAtomsPerTickLot),
      MAX_NOTIONAL_ATOMS / draft.baseAtomsPerLot,
    ),
  );
  const maxPrice = formatScaled(maxPriceTicks * draft.tickUnits, draft.priceDecimals, true);
  const maxQty = formatScaled(maxQtyLots * draft.stepUnits, draft.qtyDecimals, true);
  const instrument = instrumentOf(first, tick, step, maxPrice, maxQty);
  const missing = parts.reduce((sum, part) => sum + part.missing, 0);
  const prefix = CONTRACT_NAME.exec(basename(first.file.path))?.[0];
  const beside = prefix === undefined ? null : { folder: dirname(first.file.path), prefix };
  return { instrument, candles, missing, beside };
}

function parse(file: LoadedFile, instrument: Instrument) {
  try {
    return parseCandles(file.text, instrument, file.intervalMs === undefined ? {} : { intervalMs: file.intervalMs });
  } catch (error) {
    if (error instanceof CandleFileError) throw new ChoiceError(`${file.file.path}: ${error.message}`);
    throw error;
  }
}

function instrumentOf(file: LoadedFile, tick: string, step: string, maxPrice: string, maxQty: string): Instrument {
  try {
    const filters = { symbol: file.symbol, tick, step, maxPrice, maxQty };
    if (file.market === 'futures') return listedContract(filters);
    return file.symbol.endsWith('/USDT') ? listedInstrument(filters) : listedInstrument(filters, CROSS_MIN_NOTIONAL);
  } catch (error) {
    if (error instanceof InstrumentError || error instanceof MoneyError) {
      throw new ChoiceError(`${file.file.path}: ${error.message}`);
    }
    throw error;
  }
}

function finest(steps: readonly string[]): string {
  return steps.reduce((best, step) => (decimalsOf(step) > decimalsOf(best) || isSmaller(step, best) ? step : best));
}

function isSmaller(a: string, b: string): boolean {
  const decimals = Math.max(decimalsOf(a), decimalsOf(b));
  return parseScaled(a, decimals) < parseScaled(b, decimals);
}

function emptyLike(candles: Candles | undefined): CandleColumns {
  return new CandleColumns(candles?.intervalMs ?? TIMEFRAME_MS['1m']);
}

function append(joined: CandleColumns, more: Candles, file: LoadedFile): CandleColumns {
  if (more.intervalMs !== joined.intervalMs) {
    throw new ChoiceError(`${file.file.path}: ${file.symbol} comes in two intervals; replay one of them`);
  }
  const lastMs = joined.openTimeMs[joined.length - 1] as number;
  if (joined.length > 0 && (more.openTimeMs[0] as number) <= lastMs) {
    throw new ChoiceError(`${file.file.path}: overlaps in time with another file of ${file.symbol}`);
  }
  for (let row = 0; row < more.length; row++) joined.pushRow(more, row);
  return joined;
}
