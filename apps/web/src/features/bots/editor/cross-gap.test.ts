// The gap between two exchanges is net of both fees, and half of the investment lies at each, as cash and as coin.
import { expect, test } from 'vitest';
import { needsOf, netGap } from './cross-gap.ts';

test('a gap is what is left after both fees', () => {
  const cheap = { last: '3000', taker: '0.1' };
  const dear = { last: '3030', taker: '0.1' };
  // 3030 * 0.999 - 3000 * 1.001 = 23.97
  expect(netGap(cheap, dear)).toBeCloseTo(0.799, 6);
  expect(netGap(dear, cheap)).toBeLessThan(-1);
  expect(netGap(cheap, cheap)).toBeCloseTo(-0.2, 6);
});

test('what has no price has no gap', () => {
  expect(netGap({ last: null, taker: '0.1' }, { last: '1', taker: '0.1' })).toBeNull();
  expect(netGap({ last: '1', taker: '0.1' }, { last: '0', taker: '0.1' })).toBeNull();
});

test('half of the investment is cash here, the other half coin there, and never too little coin', () => {
  expect(needsOf('600', '3000')).toEqual({ cash: '300.00', coin: '0.100000' });
  expect(needsOf('100', '3')).toEqual({ cash: '50.00', coin: '16.666667' });
  expect(needsOf('600', null)).toEqual({ cash: '300.00', coin: null });
  expect(needsOf('', '3000')).toBeNull();
});
