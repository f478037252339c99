// Which trades a result is made of: pairs of a grid, the part of a common purchase, a round of adds, a sale in pieces,
// shorts, remainders.
import { format18, parse18, times18 } from '@cormorant/core/money/amount-e18.ts';
import { describe, expect, it } from 'vitest';
import type { NumberedFill, SettledRow } from '../../ports/bill-store.ts';
import { legsOf } from './settlement-legs.ts';

const feeOf = ({ fee, feeAsset, price }: NumberedFill) =>
  feeAsset === 'BTC'
    ? { quote: times18(parse18(fee), parse18(price)), coin: parse18(fee) }
    : { quote: parse18(fee), coin: 0n };

function walk(trades: readonly [slot: number, side: 'buy' | 'sell', purpose: string, price: string, qty: string][]) {
  return trades.map(
    ([slot, side, purpose, price, qty], at): NumberedFill => ({
      ...{ no: at + 1, slot, side, price, qty, fee: '0.01', feeAsset: 'USDT', marketMs: at },
      purpose: purpose as NumberedFill['purpose'],
    }),
  );
}
const result = (id: number, fillNo: number, slot: number, purpose: string, qty: string): SettledRow => ({
  ...{ id, fillNo, slot, qty },
  purpose: purpose as SettledRow['purpose'],
});
function told(id: number, fills: readonly NumberedFill[], settled: readonly SettledRow[]): string[] {
  return legsOf(id, fills, settled, feeOf).map(
    ({ leg, fill, partQty }) => `${leg} ${fill.side} ${format18(partQty)}/${fill.qty} @ ${fill.price}`,
  );
}

describe('a result is made of', () => {
  it('the buy and the sell of its own line, not of its neighbours', () => {
    const fills = walk([
      [3, 'buy', 'grid', '100', '1'],
      [4, 'buy', 'grid', '90', '1'],
      [4, 'sell', 'grid', '100', '1'],
      [3, 'sell', 'grid', '110', '1'],
      [3, 'buy', 'grid', '101', '2'],
      [3, 'sell', 'grid', '111', '2'],
    ]);
    const settled = [result(1, 3, 4, 'grid', '1'), result(2, 4, 3, 'grid', '1'), result(3, 6, 3, 'grid', '2')];
    expect(told(1, fills, settled)).toEqual(['entry buy 1/1 @ 90', 'exit sell 1/1 @ 100']);
    expect(told(2, fills, settled)).toEqual(['entry buy 1/1 @ 100', 'exit sell 1/1 @ 110']);
    expect(told(3, fills, settled)).toEqual(['entry buy 2/2 @ 101', 'exit sell 2/2 @ 111']);
  });

  it('its part of the opening purchase, and of what was left of it when all was sold', () => {
    const fills = walk([
      [1, 'buy', 'entry', '100', '3'],
      [5, 'sell', 'grid', '110', '1'],
      [6, 'sell', 'grid', '120', '1'],
      [5, 'buy', 'grid', '100', '1'],
      [2, 'sell', 'close', '105', '2'],
    ]);
    const settled = [result(1, 2, 5, 'grid', '1'), result(2, 3, 6, 'grid', '1'), result(3, 5, 2, 'close', '2')];
    expect(told(1, fills, settled)).toEqual(['entry buy 1/3 @ 100', 'exit sell 1/1 @ 110']);
    expect(told(3, fills, settled)).toEqual(['entry buy 1/3 @ 100', 'entry buy 1/1 @ 100', 'exit sell 2/2 @ 105']);
  });

  it('every trade of a sell that filled in pieces', () => {
    const fills = walk([
      [3, 'buy', 'grid', '100', '0.4'],
      [3, 'buy', 'grid', '100', '0.6'],
      [3, 'sell', 'grid', '110', '0.5'],
      [4, 'buy', 'grid', '90', '1'],
      [3, 'sell', 'grid', '110', '0.5'],
    ]);
    expect(told(1, fills, [result(1, 5, 3, 'grid', '1')])).toEqual([
      'entry buy 0.4/0.4 @ 100',
      'entry buy 0.6/0.6 @ 100',
      'exit sell 0.5/0.5 @ 110',
      'exit sell 0.5/0.5 @ 110',
    ]);
  });

  it('the opening and all adds of a round, and nothing of the round before', () => {
    const round = (price: string): [number, 'buy' | 'sell', string, string, string][] => [
      [1, 'buy', 'entry', price, '1'],
      [2, 'buy', 'add', price, '2'],
      [3, 'buy', 'manual_add', price, '3'],
      [9, 'sell', 'take_profit', price, '6'],
    ];
    const fills = walk([...round('100'), ...round('90')]);
    const settled = [result(1, 4, 9, 'take_profit', '6'), result(2, 8, 9, 'take_profit', '6')];
    expect(told(2, fills, settled)).toEqual([
      'entry buy 1/1 @ 90',
      'entry buy 2/2 @ 90',
      'entry buy 3/3 @ 90',
      'exit sell 6/6 @ 90',
    ]);
  });

  it('a sale that took two orders, settled by no order’s event', () => {
    const fills = walk([
      [1, 'buy', 'entry', '100', '2'],
      [2, 'sell', 'stop_loss', '80', '1'],
      [2, 'sell', 'stop_loss', '79', '1'],
    ]);
    expect(told(1, fills, [result(1, 3, -1, 'stop_loss', '2')])).toHaveLength(3);
  });

  it('the sales a short was opened with and the purchase that closed it', () => {
    const fills = walk([
      [1, 'sell', 'entry', '100', '1'],
      [2, 'sell', 'add', '110', '1'],
      [9, 'buy', 'take_profit', '95', '2'],
    ]);
    expect(told(1, fills, [result(1, 3, 9, 'take_profit', '2')])).toEqual([
      'entry sell 1/1 @ 100',
      'entry sell 1/1 @ 110',
      'exit buy 2/2 @ 95',
    ]);
  });

  it('a purchase whose fee was taken in coin: the fee belongs to it whole', () => {
    const fills = walk([
      [3, 'buy', 'grid', '100', '1'],
      [3, 'sell', 'grid', '110', '0.999'],
      [3, 'buy', 'grid', '100', '1'],
      [3, 'sell', 'grid', '110', '0.999'],
    ]).map((fill) => (fill.side === 'buy' ? { ...fill, fee: '0.001', feeAsset: 'BTC' } : fill));
    const settled = [result(1, 2, 3, 'grid', '0.999'), result(2, 4, 3, 'grid', '0.999')];
    for (const id of [1, 2]) {
      const [entry, exit, ...more] = legsOf(id, fills, settled, feeOf);
      expect(more).toEqual([]);
      expect(format18(entry?.partFee ?? 0n)).toBe('0.1');
      expect(format18(entry?.partQty ?? 0n)).toBe('0.999');
      expect(exit?.fill.no).toBe(id * 2);
    }
  });

  it('the remainders of several purchases, when they have grown to an order’s size', () => {
    const fills = walk([
      [3, 'buy', 'grid', '100', '1.004'],
      [3, 'sell', 'grid', '110', '1'],
      [4, 'buy', 'grid', '90', '1.006'],
      [4, 'sell', 'grid', '100', '1'],
      [1, 'sell', 'dust', '120', '0.01'],
    ]);
    const settled = [result(1, 2, 3, 'grid', '1'), result(2, 4, 4, 'grid', '1'), result(3, 5, 1, 'dust', '0.01')];
    expect(told(3, fills, settled)).toEqual([
      'entry buy 0.004/1.004 @ 100',
      'entry buy 0.006/1.006 @ 90',
      'exit sell 0.01/0.01 @ 120',
    ]);
    // The pairs that sold nearly all of them have borne their fees.
    expect(legsOf(3, fills, settled, feeOf).map(({ partFee }) => format18(partFee))).toEqual(['0', '0', '0.01']);
  });

  it('what a forced close took in several trades: the opening, its adds and the lines that were still open', () => {
    const fills = walk([
      [1, 'sell', 'entry', '100', '2'],
      [3, 'sell', 'grid', '110', '1'],
      [3, 'buy', 'grid', '100', '1'],
      [4, 'sell', 'grid', '120', '1'],
      [2, 'sell', 'add', '130', '1'],
      [-1, 'buy', 'liquidation', '150', '3'],
      [-1, 'buy', 'liquidation', '151', '1'],
    ]);
    const settled = [result(1, 3, 3, 'grid', '1'), result(2, 7, -1, 'liquidation', '4')];
    expect(told(2, fills, settled)).toEqual([
      'entry sell 2/2 @ 100',
      'entry sell 1/1 @ 130',
      'entry sell 1/1 @ 120',
      'exit buy 3/3 @ 150',
      'exit buy 1/1 @ 151',
    ]);
  });

  it('nothing that is known, when its trades are further back than was read', () => {
    const fills = walk([[3, 'sell', 'grid', '110', '1']]).map((fill) => ({ ...fill, no: 900 }));
    expect(told(1, fills, [result(1, 12, 3, 'grid', '1')])).toEqual([]);
  });
});
