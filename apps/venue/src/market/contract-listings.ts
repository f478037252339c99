// The perpetual contracts of this venue, under the rules of Binance's USD-M: ticks, steps, least notionals, bounds of prices,
// open orders and liquidation fee as its exchangeInfo had them on 26 November 2025, margin brackets as its published table has
// them. Largest quantities are the house's own, and the brackets end below 90 million USDT: beyond it amounts in quote are no
// longer exact. `tests/venue/real-filters` compares both with the files. A file that is replayed takes the brackets of its coin.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { type InstrumentSpec, makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import type { Titled } from './listings.ts';

/** What is absent is as it was for every contract when they were young: the files that are replayed go back to then. */
type Filters = Pick<InstrumentSpec, 'symbol' | 'tick' | 'step' | 'maxPrice' | 'maxQty'> &
  Partial<Pick<InstrumentSpec, 'minPrice' | 'minNotional' | 'maxOpenOrders'>>;
type Bracket = [floor: string, maxLeverage: number, maintenance: string, cum: string];

/** Of the two largest coins, as far as they are the same. */
const MAJOR: readonly Bracket[] = [
  ['0', 125, '0.004', '0'],
  ['50000', 100, '0.005', '50'],
  ['600000', 75, '0.0065', '950'],
  ['3000000', 50, '0.01', '11450'],
  ['12000000', 25, '0.02', '131450'],
];
/** What an exchange would ask of a coin that it knows little of. */
const UNKNOWN: readonly Bracket[] = [
  ['0', 75, '0.005', '0'],
  ['10000', 50, '0.01', '50'],
  ['100000', 25, '0.02', '1050'],
  ['1000000', 10, '0.05', '31050'],
  ['5000000', 5, '0.1', '281050'],
  ['20000000', 2, '0.25', '3281050'],
];

const BRACKETS: Readonly<Record<string, readonly Bracket[]>> = {
  BTC: [...MAJOR, ['70000000', 20, '0.025', '481450']],
  ETH: [...MAJOR, ['50000000', 20, '0.025', '381450'], ['65000000', 10, '0.05', '2006450']],
  BNB: [
    ['0', 75, '0.005', '0'],
    ['10000', 50, '0.006', '10'],
    ['50000', 40, '0.01', '210'],
    ['200000', 25, '0.02', '2210'],
    ['1500000', 20, '0.025', '9710'],
    ['3000000', 10, '0.05', '84710'],
    ['15000000', 5, '0.1', '834710'],
    ['30000000', 4, '0.125', '1584710'],
    ['37500000', 2, '0.25', '6272210'],
    ['75000000', 1, '0.5', '25022210'],
  ],
  SOL: [
    ['0', 100, '0.005', '0'],
    ['20000', 75, '0.0065', '30'],
    ['100000', 50, '0.01', '380'],
    ['800000', 25, '0.02', '8380'],
    ['4000000', 20, '0.025', '28380'],
    ['8000000', 10, '0.05', '228380'],
    ['40000000', 5, '0.1', '2228380'],
    ['80000000', 4, '0.125', '4228380'],
  ],
  XRP: [
    ['0', 75, '0.005', '0'],
    ['10000', 50, '0.0065', '15'],
    ['20000', 40, '0.01', '85'],
    ['160000', 25, '0.02', '1685'],
    ['800000', 20, '0.025', '5685'],
    ['1600000', 10, '0.05', '45685'],
    ['8000000', 5, '0.1', '445685'],
    ['16000000', 4, '0.125', '845685'],
    ['20000000', 2, '0.25', '3345685'],
    ['40000000', 1, '0.5', '13345685'],
  ],
  DOGE: [
    ['0', 75, '0.005', '0'],
    ['10000', 50, '0.007', '20'],
    ['50000', 40, '0.01', '170'],
    ['750000', 25, '0.02', '7670'],
    ['800000', 20, '0.025', '11670'],
    ['1600000', 10, '0.05', '51670'],
    ['8000000', 5, '0.1', '451670'],
    ['16000000', 4, '0.125', '851670'],
    ['20000000', 2, '0.25', '3351670'],
    ['40000000', 1, '0.5', '13351670'],
  ],
};
/** Their funding is settled every four hours. */
const FOUR_HOURLY = new Set(['DOGE']);
const LIQUIDATION_FEE = '0.02';

/** A perpetual under the rules of its coin; funding every `fundingHours` where its history says so. */
export function listedContract(filters: Filters, fundingHours?: number): Instrument {
  const base = filters.symbol.split('/')[0] as string;
  const brackets = (BRACKETS[base] ?? UNKNOWN).map(([floor, maxLeverage, maintenance, cum]) => ({
    ...{ floor, maxLeverage, maintenance, cum },
  }));
  const ownHours = FOUR_HOURLY.has(base) ? 4 : 8;
  return makeInstrument({
    ...{ minNotional: '5', minPrice: filters.tick, maxOpenOrders: 200, ...filters },
    market: 'futures',
    minQty: filters.step,
    maker: '0.0002',
    taker: '0.0005',
    contract: { brackets, fundingHours: fundingHours ?? ownHours, liquidationFee: LIQUIDATION_FEE },
  });
}

type Row = readonly [
  name: string,
  symbol: string,
  tick: string,
  step: string,
  /** Ours: see above. */
  maxQty: string,
  minPrice: string,
  maxPrice: string,
  minNotional: string,
  maxOpenOrders: number,
];

const ROWS: readonly Row[] = [
  ['Bitcoin', 'BTC/USDT', '0.1', '0.001', '50', '261.1', '809484', '100', 10_000],
  ['Ether', 'ETH/USDT', '0.01', '0.001', '800', '39.86', '306177', '20', 10_000],
  ['BNB', 'BNB/USDT', '0.01', '0.01', '4000', '6.6', '100000', '5', 200],
  ['Solana', 'SOL/USDT', '0.01', '1', '16000', '0.42', '6857', '5', 200],
  ['XRP', 'XRP/USDT', '0.0001', '0.1', '1000000', '0.0143', '100000', '5', 200],
  ['Dogecoin', 'DOGE/USDT', '0.00001', '1', '10000000', '0.00244', '30', '5', 199],
];

/** What the step was in books that did not yet keep it. */
const EARLIER_STEPS: Readonly<Record<string, string>> = { 'SOL/USDT:USDT': '0.01' };

/**
 * Each beside the spot listing of the same symbol. `stepOf` tells with which step the books of the market began to count a
 * contract: what they hold is counted in it for ever.
 */
export function contractListings(stepOf: StepOf = ({ now }) => now): Titled[] {
  return ROWS.map(([name, pair, tick, listedStep, maxQty, minPrice, maxPrice, minNotional, maxOpenOrders]) => {
    const symbol = `${pair}:USDT`;
    const step = stepOf({ symbol, now: listedStep, earlier: EARLIER_STEPS[symbol] ?? listedStep });
    const rules = { symbol: pair, tick, step, maxQty, minPrice, maxPrice, minNotional, maxOpenOrders };
    return { instrument: listedContract(rules), title: `${name} perpetual (simulated)` };
  });
}

export type StepOf = (contract: { symbol: string; now: string; earlier: string }) => string;
