// Makes an Instrument out of an exchange's decimal strings and proves its figures consistent once, so that every later
// conversion may rely on them.
import { decimalsOf, parseScaled } from '../money/decimal-text.ts';
import { assertSafe, MoneyError } from '../money/safe-integer.ts';
import type { Atoms, Ticks } from '../money/units.ts';
import type { ContractTerms, FeeAsset, Instrument, MarketKind, PriceBand } from './instrument.ts';

/** As on the wire: decimal strings; fees as fractions ('0.001' = 0.1 %). */
export interface InstrumentSpec {
  readonly symbol: string; // 'BTC/USDT'
  readonly market?: MarketKind;
  readonly tick: string;
  readonly step: string;
  readonly minQty: string;
  /** Of one limit order, and of one market order where that has none of its own. */
  readonly maxQty: string;
  /** Of one market order; absent or above maxQty = that. */
  readonly maxMarketQty?: string;
  readonly minNotional: string;
  /** The most that one limit order, and one market order, may be worth; absent = no bound. */
  readonly maxNotional?: string;
  readonly maxMarketNotional?: string;
  readonly minPrice: string;
  readonly maxPrice: string;
  /** Of limit orders: multiples of the market's price, '0.2' to '5'; absent = no bound. */
  readonly priceBand?: BandSpec;
  readonly maxOpenOrders: number;
  readonly maker: string;
  readonly taker: string;
  readonly feeAsset?: FeeAsset;
  /** Decimals of a base atom, at least those of the step; 8 when absent. */
  readonly coinDecimals?: number;
  /** Of a futures market; absent there = one bracket, 0.5 % maintenance, 125x, every eight hours. */
  readonly contract?: ContractSpec;
}

export interface BandSpec {
  readonly buyLeast?: string;
  readonly buyMost?: string;
  readonly sellLeast?: string;
  readonly sellMost?: string;
}

export interface ContractSpec {
  readonly brackets: readonly {
    readonly floor: string; // notional in quote
    readonly maxLeverage: number;
    readonly maintenance: string; // fraction, '0.004'
    readonly cum: string; // quote
  }[];
  readonly fundingHours: number;
  readonly liquidationFee: string; // fraction
}

/** Thrown when a spec contradicts itself; `field` names the entry. */
export class InstrumentError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(`instrument ${field}: ${message}`);
    this.name = 'InstrumentError';
    this.field = field;
  }
}

const ATOM_DECIMALS = 8;
const PPM_DECIMALS = 6;
/** An atom of coin is worth 1e-10 of quote or a little more. */
const ROOM_DECIMALS = 2;

const HOUR_MS = 3_600_000;
const PLAIN_CONTRACT: ContractSpec = {
  brackets: [{ floor: '0', maxLeverage: 125, maintenance: '0.005', cum: '0' }],
  fundingHours: 8,
  liquidationFee: '0.0125',
};

function contractTerms(spec: ContractSpec, quoteScale: number): ContractTerms {
  const brackets = spec.brackets.map(({ floor, maxLeverage, maintenance, cum }) => ({
    floorAtoms: parseScaled(floor, quoteScale),
    maxLeverage,
    maintenancePpm: parseScaled(maintenance, PPM_DECIMALS),
    cumAtoms: parseScaled(cum, quoteScale),
  }));
  const ascends = brackets.every(({ floorAtoms }, at) => floorAtoms > (brackets[at - 1]?.floorAtoms ?? -1));
  if (brackets[0]?.floorAtoms !== 0 || !ascends)
    throw new InstrumentError('contract', 'brackets do not rise from zero');
  const liquidationFeePpm = parseScaled(spec.liquidationFee, PPM_DECIMALS);
  return { brackets, fundingIntervalMs: spec.fundingHours * HOUR_MS, liquidationFeePpm };
}

/**
 * In which decimals coin is counted that is never worth less than so many ticks: in 1e-8 as long as some million of quote fit
 * the exact range, and in fewer of a coin worth next to nothing.
 */
export function coinDecimalsOf(leastTicks: Ticks, { priceDecimals, tickUnits }: Instrument): number {
  const digits = String(leastTicks * tickUnits).length - 1 - priceDecimals;
  return Math.max(0, Math.min(ATOM_DECIMALS, ATOM_DECIMALS + ROOM_DECIMALS + digits));
}

/** Throws MoneyError for unreadable figures and InstrumentError for impossible ones. */
export function makeInstrument(spec: InstrumentSpec): Instrument {
  const [base, quote, ...rest] = spec.symbol.split('/');
  if (!base || !quote || rest.length > 0) throw new InstrumentError('symbol', `not BASE/QUOTE: ${spec.symbol}`);
  const priceDecimals = decimalsOf(spec.tick);
  const qtyDecimals = decimalsOf(spec.step);
  const tickUnits = positive('tick', parseScaled(spec.tick, priceDecimals));
  const stepUnits = positive('step', parseScaled(spec.step, qtyDecimals));
  const baseScale = Math.max(spec.coinDecimals ?? ATOM_DECIMALS, qtyDecimals);
  const quoteScale = Math.max(ATOM_DECIMALS, priceDecimals + qtyDecimals);
  const ticks = (text: string, rounding: 'floor' | 'ceil') => wholeSteps(text, priceDecimals, tickUnits, rounding);
  const lots = (text: string, rounding: 'floor' | 'ceil') => wholeSteps(text, qtyDecimals, stepUnits, rounding);
  const instrument: Instrument = {
    symbol: spec.symbol,
    market: spec.market ?? 'spot',
    base,
    quote,
    tickSize: spec.tick,
    stepSize: spec.step,
    priceDecimals,
    qtyDecimals,
    tickUnits,
    stepUnits,
    baseScale,
    quoteScale,
    baseAtomsPerLot: assertSafe(stepUnits * 10 ** (baseScale - qtyDecimals), 'base atoms per lot'),
    quoteAtomsPerTickLot: assertSafe(
      tickUnits * stepUnits * 10 ** (quoteScale - priceDecimals - qtyDecimals),
      'quote atoms per tick and lot',
    ),
    minQtyLots: Math.max(1, lots(spec.minQty, 'ceil')),
    maxQtyLots: lots(spec.maxQty, 'floor'),
    maxMarketLots: Math.min(lots(spec.maxQty, 'floor'), lots(spec.maxMarketQty ?? spec.maxQty, 'floor')),
    minNotionalAtoms: parseScaled(spec.minNotional, quoteScale, 'ceil'),
    maxNotionalAtoms: mostAtoms(spec.maxNotional, quoteScale),
    maxMarketNotionalAtoms: mostAtoms(spec.maxMarketNotional, quoteScale),
    minPriceTicks: Math.max(1, ticks(spec.minPrice, 'ceil')),
    maxPriceTicks: ticks(spec.maxPrice, 'floor'),
    priceBand: spec.priceBand === undefined ? null : bandOf(spec.priceBand),
    maxOpenOrders: spec.maxOpenOrders,
    makerPpm: parseScaled(spec.maker, PPM_DECIMALS),
    takerPpm: parseScaled(spec.taker, PPM_DECIMALS),
    feeAsset: spec.feeAsset ?? (spec.market === 'futures' ? 'quote' : 'received'),
    contract: spec.market === 'futures' ? contractTerms(spec.contract ?? PLAIN_CONTRACT, quoteScale) : null,
  };
  checkInstrument(instrument);
  return instrument;
}

function checkInstrument(instrument: Instrument): void {
  if (instrument.maxQtyLots < instrument.minQtyLots) throw new InstrumentError('maxQty', 'below minQty');
  if (instrument.maxMarketLots < instrument.minQtyLots) throw new InstrumentError('maxMarketQty', 'below minQty');
  if (instrument.maxPriceTicks < instrument.minPriceTicks) throw new InstrumentError('maxPrice', 'below minPrice');
  if (instrument.minNotionalAtoms < 0) throw new InstrumentError('minNotional', 'negative');
  if (!Number.isSafeInteger(instrument.maxOpenOrders) || instrument.maxOpenOrders < 1) {
    throw new InstrumentError('maxOpenOrders', `not a positive integer: ${instrument.maxOpenOrders}`);
  }
  for (const key of ['makerPpm', 'takerPpm'] as const) {
    if (instrument[key] < 0 || instrument[key] >= 1_000_000) throw new InstrumentError(key, 'outside 0..1');
  }
}

function bandOf({ buyLeast = '0', buyMost = '0', sellLeast = '0', sellMost = '0' }: BandSpec): PriceBand {
  return {
    buyLeastPpm: parseScaled(buyLeast, PPM_DECIMALS, 'ceil'),
    buyMostPpm: parseScaled(buyMost, PPM_DECIMALS, 'floor'),
    sellLeastPpm: parseScaled(sellLeast, PPM_DECIMALS, 'ceil'),
    sellMostPpm: parseScaled(sellMost, PPM_DECIMALS, 'floor'),
  };
}

/** What no exact amount reaches is no bound. */
function mostAtoms(text: string | undefined, quoteScale: number): Atoms {
  if (text === undefined) return Number.MAX_SAFE_INTEGER;
  try {
    return parseScaled(text, quoteScale, 'floor');
  } catch (error) {
    if (error instanceof MoneyError && error.problem === 'range') return Number.MAX_SAFE_INTEGER;
    throw error;
  }
}

function positive(field: string, units: number): number {
  if (units <= 0) throw new InstrumentError(field, 'must be above zero');
  return units;
}

function wholeSteps(text: string, decimals: number, stepUnits: number, rounding: 'floor' | 'ceil'): number {
  const units = parseScaled(text, decimals, rounding);
  return rounding === 'floor' ? Math.floor(units / stepUnits) : Math.ceil(units / stepUnits);
}
