// Names as exchanges have them, and what is none: whatever could be read as another part of a symbol, an address or a page.
import { describe, expect, it } from 'vitest';
import { coinName, joinedName, marketName, pairName } from './coin-name.ts';

describe('names of coins', () => {
  it.each(['BTC', 'H', '1000PEPE', '1INCH', '币安人生', '我踏马来了', 'Ω', 'ПЁС', 'ดอก', 'kPEPE'])(
    'takes %s',
    (name) => {
      expect([coinName.test(name), pairName.test(`${name}/USDT`), joinedName.test(`${name}USDT`)]).toEqual([
        true,
        true,
        true,
      ]);
      expect(marketName.test(`${name}/USDT:USDT`)).toBe(true);
    },
  );

  it.each([
    '',
    'A B',
    'A/B',
    'A-B',
    'A:B',
    'A@B',
    'A,B',
    '<b>',
    "A'",
    'A\n',
    '\u202eBTC',
    '\u200bBTC',
    '😀',
    'x'.repeat(21),
  ])('refuses %j', (name) => {
    expect([coinName.test(name), pairName.test(`${name}/USDT`)]).toEqual([false, false]);
  });
});
