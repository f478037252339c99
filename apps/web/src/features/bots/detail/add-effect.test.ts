// What an add by hand is said to do: the same formula of liquidation as the core, averages with their fees, both sides.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { expect, it } from 'vitest';
import { loadAddEffect } from './add-effect.ts';

const symbol = {
  ...{ symbol: 'BTC/USDT', market: 'futures', tick: '0.01', step: '0.00001', min_qty: '0.00001', max_qty: '1000' },
  ...{ min_amount: '5', min_price: '0.01', max_price: '1000000', max_open_orders: 200 },
  ...{ maker: '0.02', taker: '0', fee_asset: 'quote' },
  contract: {
    brackets: [{ floor: '0', max_leverage: 20, maintenance: '0.5', cum: '0' }],
    funding_hours: 8,
    liquidation_fee: '0',
  },
} as unknown as MarketSymbol;

function bot(side: 'long' | 'short', market: 'spot' | 'futures' = 'futures'): BotDetail {
  const margin = { leverage: 3, mode: 'isolated', position_margin: '100', wallet: '1000', reserve: '0' };
  const params = { add_drop: '2', drop_scale: '1', add_base: 'last' };
  const watch = { side, adds: 1, max_adds: 5, next_add_price: '29400' };
  const position = { side, qty: '0.01', cost: '300', avg_price: '30000' };
  return {
    type: 'martin',
    market,
    params,
    watch,
    position,
    margin: market === 'spot' ? null : margin,
  } as unknown as BotDetail;
}

it('doubles margin and keeps average and liquidation when as much is added at the average', async () => {
  const effect = await loadAddEffect();
  const long = effect(bot('long'), symbol, '300', '30000');
  // (E - M) / (Q (1 - mmr)) = (600 - 200) / (0.02 x 0.995)
  expect(long).toEqual({
    qty: '0.01000',
    average: '30000.00',
    nextAdd: '29400.00',
    liquidation: '20100.50',
    margin: '200',
    step: null,
  });
  const short = effect(bot('short'), symbol, '300', '30000');
  expect(short).toMatchObject({ average: '30000.00', nextAdd: '30600.00', liquidation: '39801.00' });
});

it('pulls the average toward the price, and says nothing of an amount too small for one lot', async () => {
  const effect = await loadAddEffect();
  expect(effect(bot('long', 'spot'), { ...symbol, market: 'spot' }, '200', '20000')).toMatchObject({
    average: '25000.00',
    nextAdd: '19600.00',
    liquidation: null,
    margin: null,
  });
  expect(effect(bot('long'), symbol, '0.01', '30000')).toBeNull();
});

it('names the step where rounding down to it may take more than a twentieth of the amount', async () => {
  const effect = await loadAddEffect();
  const coarse = { ...symbol, step: '0.001', min_qty: '0.001' };
  // A step is worth 55: half of 110, a twentieth of 1,100.
  expect(effect(bot('long'), coarse, '110', '55000')).toMatchObject({ qty: '0.002', step: '0.001' });
  expect(effect(bot('long'), coarse, '1099', '55000')?.step).toBe('0.001');
  expect(effect(bot('long'), coarse, '1100', '55000')?.step).toBeNull();
});
