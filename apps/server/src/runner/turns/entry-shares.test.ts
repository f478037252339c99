// The opening of a grid in shares: counted from the line nearest to the price, the farthest told where it got less.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { expect, test } from 'vitest';
import { type Share, sharesOf } from './entry-shares.ts';

const instrument = { stepUnits: 1, qtyDecimals: 5 } as Instrument;
const share = (side: 'buy' | 'sell', priceTicks: number, qtyLots: number): Share => ({ side, priceTicks, qtyLots });

test('equal shares are told once', () => {
  const shares = [share('sell', 103, 273), share('sell', 101, 273), share('sell', 102, 273)];
  expect(sharesOf(instrument, shares)).toEqual({ lines: 3, line_qty: '0.00273' });
});

test('the farthest line is told where it got another size: the highest of a long one, the lowest of a short one', () => {
  const long = [share('sell', 103, 100), share('sell', 101, 273), share('sell', 102, 273)];
  expect(sharesOf(instrument, long)).toEqual({ lines: 3, line_qty: '0.00273', line_rest: '0.00100' });
  const short = [share('buy', 97, 100), share('buy', 99, 273)];
  expect(sharesOf(instrument, short)).toEqual({ lines: 2, line_qty: '0.00273', line_rest: '0.00100' });
});

test('where no line follows nothing is said of lines', () => {
  expect(sharesOf(instrument, [])).toEqual({});
});
