// The instrument most tests trade: BTC/USDT with the filters of a real exchange, fees taken from what is received. Tests
// that need other filters vary the spec.
import { type InstrumentSpec, makeInstrument } from '../src/market/make-instrument.ts';

export const btcSpec: InstrumentSpec = {
  symbol: 'BTC/USDT',
  tick: '0.01',
  step: '0.00001',
  minQty: '0.00001',
  maxQty: '9000',
  minNotional: '5',
  minPrice: '0.01',
  maxPrice: '1000000',
  maxOpenOrders: 200,
  maker: '0.001',
  taker: '0.001',
};
export const btc = makeInstrument(btcSpec);
