// The contract most tests trade: BTC/USDT perpetual with the filters and the first brackets of a real exchange.
import type { InstrumentSpec } from '../src/market/make-instrument.ts';

export const btcPerpSpec: InstrumentSpec = {
  symbol: 'BTC/USDT',
  market: 'futures',
  tick: '0.1',
  step: '0.001',
  minQty: '0.001',
  maxQty: '1000',
  minNotional: '5',
  minPrice: '0.1',
  maxPrice: '1000000',
  maxOpenOrders: 200,
  maker: '0.0002',
  taker: '0.0005',
  contract: {
    brackets: [
      { floor: '0', maxLeverage: 125, maintenance: '0.004', cum: '0' },
      { floor: '50000', maxLeverage: 100, maintenance: '0.005', cum: '50' },
      { floor: '600000', maxLeverage: 75, maintenance: '0.0065', cum: '950' },
      { floor: '3000000', maxLeverage: 50, maintenance: '0.01', cum: '11450' },
      { floor: '12000000', maxLeverage: 25, maintenance: '0.02', cum: '131450' },
    ],
    fundingHours: 8,
    liquidationFee: '0.0125',
  },
};
