// What already trades in a market, as far as the form may say so.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { describe, expect, it } from 'vitest';
import { twinAmong, type Wanted } from './twin.ts';

const spotGrid = {
  ...{ id: 7, name: 'BTC grid', exchange: 'local', type: 'grid', market: 'spot', symbol: 'BTC/USDT' },
  ...{ direction: 'long', status: 'running', simulate: 0, params: {} },
} as unknown as Bot;
const perpetual = { ...spotGrid, type: 'martin', market: 'futures' } as Bot;
const triangle = {
  ...spotGrid,
  type: 'arbitrage',
  symbol: 'ETH/USDT',
  direction: 'neutral',
  params: { via: 'BTC' },
} as Bot;
const wanted: Wanted = {
  ...{ id: null, exchange: 'local', type: 'martin', market: 'spot', symbol: 'BTC/USDT', direction: 'long', via: null },
};
const found = (bot: Bot, change: Partial<Wanted> = {}) => twinAmong([bot], { ...wanted, ...change })?.id ?? null;

describe('a bot stands in the way of another', () => {
  it('on the same spot market and side, paused ones too', () => {
    expect(found(spotGrid)).toBe(7);
    expect(found({ ...spotGrid, status: 'paused' })).toBe(7);
  });

  it.each<[string, Bot, Partial<Wanted>]>([
    ['stopped', { ...spotGrid, status: 'stopped' }, {}],
    ['the bot itself', spotGrid, { id: 7 }],
    ['on another exchange', spotGrid, { exchange: 'okx' }],
    ['on another pair', spotGrid, { symbol: 'ETH/USDT' }],
    ['on the contract of the pair', spotGrid, { market: 'futures' }],
    ['on paper', { ...spotGrid, simulate: 1 }, {}],
  ])('not when it is %s', (_what, bot, change) => {
    expect(found(bot, change)).toBeNull();
  });

  it('on a contract, unless both go opposite ways, which the server judges', () => {
    expect(found(perpetual, { market: 'futures' })).toBe(7);
    expect(found(perpetual, { market: 'futures', direction: 'neutral' })).toBe(7);
    expect(found(perpetual, { market: 'futures', direction: 'short' })).toBeNull();
    expect(found(perpetual, { market: 'futures', direction: 'dual' })).toBe(7);
  });

  it('for the reason that is true', () => {
    const why = (bot: Bot, change: Partial<Wanted>) => twinAmong([bot], { ...wanted, ...change })?.reason;
    expect(why(spotGrid, {})).toBe('side');
    expect(why(perpetual, { market: 'futures' })).toBe('side');
    expect(why(perpetual, { market: 'futures', direction: 'neutral' })).toBe('alone');
    expect(why(perpetual, { market: 'futures', direction: 'dual' })).toBe('alone');
    expect(why(triangle, {})).toBe('alone');
  });

  it('in any market of a triangle or of a funding arbitrage', () => {
    expect(found(triangle)).toBe(7);
    expect(found(triangle, { symbol: 'ETH/BTC' })).toBe(7);
    expect(found(triangle, { symbol: 'SOL/USDT' })).toBeNull();
    const funding = { ...triangle, market: 'futures', symbol: 'BTC/USDT', params: {} } as Bot;
    expect(found(funding)).toBe(7);
    expect(found(funding, { market: 'futures', direction: 'short' })).toBe(7);
    const through: Partial<Wanted> = { type: 'arbitrage', symbol: 'SOL/USDT', direction: 'neutral', via: 'BTC' };
    expect(found(spotGrid, through)).toBe(7);
    expect(found(spotGrid, { ...through, via: null })).toBeNull();
  });
});
