// The symbols of the generated market: filters as an exchange would set them, and the temper of each price. Prices hover
// around their anchor for years, so that no filter is ever outgrown; notional stays far inside the exact range.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { type InstrumentSpec, makeInstrument } from '@cormorant/core/market/make-instrument.ts';

export interface Titled {
  readonly instrument: Instrument;
  readonly title: string;
}

/** A market as this venue and its clients name it: 'BTC/USDT', and its perpetual 'BTC/USDT:USDT'. */
export function symbolOf({ symbol, market, quote }: Instrument): string {
  return market === 'futures' ? `${symbol}:${quote}` : symbol;
}

export interface Listing extends Titled {
  /** The price, in quote, to which the log price slowly returns. */
  readonly anchorPrice: number;
  /** Share of the common market factor. */
  readonly beta: number;
  /** Annual volatility of the symbol's own moves, as a fraction. */
  readonly ownVolatility: number;
  /** Sudden moves of the symbol alone, a year. */
  readonly jumpsPerYear: number;
  /** Typical turnover of a quiet minute, in quote. */
  readonly minuteTurnover: number;
}

/** What a symbol may choose; all else is the same for every symbol listed here. */
type Filters = Pick<InstrumentSpec, 'symbol' | 'tick' | 'step' | 'maxPrice' | 'maxQty'>;

/** An instrument under the house's rules: one tick, one step and 5 USDT are the least, fees are 0.1 %. */
export function listedInstrument(filters: Filters, minNotional = '5'): Instrument {
  return makeInstrument({
    ...filters,
    minQty: filters.step,
    minNotional,
    minPrice: filters.tick,
    maxOpenOrders: 200,
    maker: '0.001',
    taker: '0.001',
  });
}

type Row = [
  symbol: string,
  name: string,
  anchor: number,
  tick: string,
  step: string,
  maxQty: string,
  maxPrice: string,
  beta: number,
  own: number,
  jumps: number,
  turnover: number,
];

const ROWS: readonly Row[] = [
  ['BTC/USDT', 'Bitcoin', 68_000, '0.01', '0.00001', '50', '1000000', 1, 0.12, 4, 900_000],
  ['ETH/USDT', 'Ether', 3_400, '0.01', '0.0001', '800', '100000', 1.15, 0.3, 6, 420_000],
  ['BNB/USDT', 'BNB', 620, '0.01', '0.001', '4000', '20000', 0.9, 0.25, 6, 90_000],
  ['SOL/USDT', 'Solana', 165, '0.01', '0.001', '16000', '5000', 1.35, 0.45, 8, 160_000],
  ['XRP/USDT', 'XRP', 0.62, '0.0001', '0.1', '4000000', '20', 1, 0.42, 9, 110_000],
  ['DOGE/USDT', 'Dogecoin', 0.16, '0.00001', '1', '16000000', '5', 1.3, 0.5, 10, 80_000],
  ['HOT/USDT', 'Holo', 0.0019, '0.0000001', '1', '50000000', '0.1', 1.3, 0.6, 12, 9_000],
];

function listing(row: Row): Listing {
  const [symbol, name, anchorPrice, tick, step, maxQty, maxPrice, beta, ownVolatility, jumpsPerYear, minuteTurnover] =
    row;
  const instrument = listedInstrument({ symbol, tick, step, maxPrice, maxQty });
  return { instrument, title: `${name} (simulated)`, anchorPrice, beta, ownVolatility, jumpsPerYear, minuteTurnover };
}

export const LISTINGS: readonly Listing[] = ROWS.map(listing);

/** Of a cross pair, in its quote coin. */
export const CROSS_MIN_NOTIONAL = '0.0001';

/** A pair of two coins, for triangular arbitrage: lists leave it out. Its price follows the two coins' own. */
export const CROSS_LISTINGS: readonly Titled[] = [
  ['ETH/BTC', 'Ether in Bitcoin', '0.00001', '0.001', '800', '10'],
  ['BNB/BTC', 'BNB in Bitcoin', '0.000001', '0.01', '4000', '1'],
].map(([symbol = '', name, tick = '', step = '', maxQty = '', maxPrice = '']) => ({
  // Tick and step keep a bitcoin at its eight decimals, as the other pairs have it.
  instrument: listedInstrument({ symbol, tick, step, maxQty, maxPrice }, CROSS_MIN_NOTIONAL),
  title: `${name} (simulated)`,
}));
