// The markets that the machines' properties run on: a spot pair with fees in what is received, one with fees in quote and
// coarse lots, and a perpetual with two brackets.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';

const filters = {
  symbol: 'BTC/USDT',
  tick: '0.01',
  step: '0.0001',
  minQty: '0.0001',
  maxQty: '900',
  minNotional: '5',
  minPrice: '0.01',
  maxPrice: '1000000',
  maxOpenOrders: 300,
  maker: '0.001',
  taker: '0.001',
};

export const spot: Instrument = makeInstrument(filters);
export const coarseSpot: Instrument = {
  ...makeInstrument({ ...filters, symbol: 'DOGE/USDT', step: '0.01', minQty: '0.01', maxOpenOrders: 40 }),
  feeAsset: 'quote',
};
const priced: Instrument = makeInstrument({ ...filters, maker: '0.0002', taker: '0.0005' });
export const perpetual: Instrument = {
  ...priced,
  market: 'futures',
  feeAsset: 'quote',
  contract: {
    brackets: [
      { floorAtoms: 0, maxLeverage: 50, maintenancePpm: 5_000, cumAtoms: 0 },
      { floorAtoms: 500_000e8, maxLeverage: 10, maintenancePpm: 20_000, cumAtoms: 7_500e8 },
    ],
    fundingIntervalMs: 8 * 3_600_000,
    liquidationFeePpm: 5_000,
  },
};
