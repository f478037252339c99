// What closing would come to: long, short, legs in several coins, dust, and no price.
import { type InstrumentSpec, makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { expect, it } from 'vitest';
import type { BotFigures } from './bot-figures.ts';
import { closingOf, type Held } from './closing-outlook.ts';

const spec: InstrumentSpec = {
  ...{ symbol: 'BTC/USDT', tick: '0.01', step: '0.001', minQty: '0.001', maxQty: '1000', minNotional: '5' },
  ...{ minPrice: '0.01', maxPrice: '1000000', maxOpenOrders: 200, maker: '0.001', taker: '0.001' },
};
const btc = makeInstrument(spec);
const contract = makeInstrument({ ...spec, market: 'futures', feeAsset: 'quote' });
const coin = (amount: number) => Math.round(amount * 1e8);

/** Of a bot with 1,000 invested: 4 realised, and `open` unrealised. */
function figures(instrument: typeof btc, open: number): BotFigures {
  const unit = 10 ** instrument.quoteScale;
  const [investmentAtoms, realizedAtoms, unrealizedAtoms] = [1_000 * unit, 4 * unit, Math.round(open * unit)];
  const totalAtoms = realizedAtoms + unrealizedAtoms;
  const money = {
    investmentAtoms,
    realizedAtoms,
    unrealizedAtoms,
    totalAtoms,
    fundingAtoms: 0,
    pendingFundingAtoms: 0,
  };
  return { instrument, priceTicks: 0, ...money, quoteAtoms: 0, baseAtoms: 0 };
}

const held = (more: Partial<Held>): Held => ({ instrument: btc, priceTicks: 60_000_00, baseAtoms: 0, ...more });

it('sells whole lots for what they are worth less the fee', () => {
  expect(closingOf(figures(btc, -2), [held({ baseAtoms: coin(0.0105) })])).toEqual({
    ...{ price: '60000.00', value: '600', fee: '0.6' },
    // -2 - 0.6; 4 - 2.6; 1,000 + 1.4
    ...{ profit: '-2.6', total_profit: '1.4', balance: '1001.4' },
  });
});

it('buys a short back', () => {
  const short = held({ instrument: contract, baseAtoms: coin(-0.02) });
  expect(closingOf(figures(contract, 3), [short])).toMatchObject({ value: '1200', fee: '1.2', profit: '1.8' });
});

it('counts legs in other coins by the leg that prices them', () => {
  const ethbtc = makeInstrument({
    ...spec,
    symbol: 'ETH/BTC',
    tick: '0.00001',
    minPrice: '0.00001',
    minNotional: '0.0001',
  });
  const eth = held({ instrument: ethbtc, priceTicks: 5_000, baseAtoms: coin(0.2) });
  // 0.2 x 0.05 BTC x 60,000
  expect(closingOf(figures(btc, 0), [held({}), eth])).toMatchObject({ price: null, value: '600', fee: '0.6' });
  expect(closingOf(figures(btc, 0), [eth])).toBeNull();
});

it('has nothing to say of dust, of an empty bot and before a price', () => {
  expect(closingOf(figures(btc, 0), [held({ baseAtoms: coin(0.0009) })])).toBeNull();
  expect(closingOf(figures(btc, 0), [held({ priceTicks: 500, baseAtoms: coin(0.5) })])).toBeNull();
  expect(closingOf(figures(btc, 0), [held({})])).toBeNull();
  expect(closingOf(figures(btc, 0), [held({ priceTicks: 0, baseAtoms: coin(1) })])).toBeNull();
});
