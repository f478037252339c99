// The perpetual contracts of this venue: filters, margin tables, fees and funding intervals as a large exchange sets them.
// A file that is replayed takes the margin table of its coin.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { type ContractSpec, type InstrumentSpec, makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import type { Titled } from './listings.ts';

type Filters = Pick<InstrumentSpec, 'symbol' | 'tick' | 'step' | 'maxPrice' | 'maxQty'>;
type Bracket = [floor: string, maxLeverage: number, maintenance: string, cum: string];

const MAJOR: readonly Bracket[] = [
  ['0', 125, '0.004', '0'],
  ['50000', 100, '0.005', '50'],
  ['600000', 75, '0.0065', '950'],
  ['3000000', 50, '0.01', '11450'],
  ['12000000', 25, '0.02', '131450'],
  ['70000000', 20, '0.025', '481450'],
];
const OTHER: readonly Bracket[] = [
  ['0', 75, '0.005', '0'],
  ['10000', 50, '0.01', '50'],
  ['100000', 25, '0.02', '1050'],
  ['1000000', 10, '0.05', '31050'],
  ['5000000', 5, '0.1', '281050'],
  ['20000000', 2, '0.25', '3281050'],
];
const MAJORS = new Set(['BTC', 'ETH']);
/** Its funding is settled every four hours. */
const FOUR_HOURLY = new Set(['DOGE']);

function contractOf(symbol: string): ContractSpec {
  const base = symbol.split('/')[0] as string;
  const table = MAJORS.has(base) ? MAJOR : OTHER;
  return {
    brackets: table.map(([floor, maxLeverage, maintenance, cum]) => ({ floor, maxLeverage, maintenance, cum })),
    fundingHours: FOUR_HOURLY.has(base) ? 4 : 8,
    liquidationFee: '0.0125',
  };
}

/** A perpetual under the house's rules; funding every `fundingHours` where its history says so. */
export function listedContract(filters: Filters, fundingHours?: number): Instrument {
  const contract = contractOf(filters.symbol);
  return makeInstrument({
    ...filters,
    market: 'futures',
    minQty: filters.step,
    minNotional: '5',
    minPrice: filters.tick,
    maxOpenOrders: 200,
    maker: '0.0002',
    taker: '0.0005',
    contract: { ...contract, fundingHours: fundingHours ?? contract.fundingHours },
  });
}

type Row = [symbol: string, name: string, tick: string, step: string, maxQty: string, maxPrice: string];

const ROWS: readonly Row[] = [
  ['BTC/USDT', 'Bitcoin', '0.1', '0.001', '50', '1000000'],
  ['ETH/USDT', 'Ether', '0.01', '0.001', '800', '100000'],
  ['BNB/USDT', 'BNB', '0.01', '0.01', '4000', '20000'],
  ['SOL/USDT', 'Solana', '0.01', '0.01', '16000', '5000'],
  ['XRP/USDT', 'XRP', '0.0001', '0.1', '4000000', '20'],
  ['DOGE/USDT', 'Dogecoin', '0.00001', '1', '16000000', '5'],
];

/** Each beside the spot listing of the same symbol. */
export const CONTRACT_LISTINGS: readonly Titled[] = ROWS.map(([symbol, name, tick, step, maxQty, maxPrice]) => ({
  instrument: listedContract({ symbol, tick, step, maxQty, maxPrice }),
  title: `${name} perpetual (simulated)`,
}));
