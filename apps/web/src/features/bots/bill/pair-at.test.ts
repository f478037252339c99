// Which rows of the bill are the legs of one result.
import { expect, it } from 'vitest';
import { pairAt } from './pair-at.ts';

const row = (id: number, pair_id: number, type: 'arbitrage' | 'grid' = 'arbitrage', bot_id = 7) => ({
  ...{ id, pair_id, bot_id, type },
});

it('gathers the legs of a pair at its first row and nothing anywhere else', () => {
  const rows = [row(9, 2), row(8, 2), row(7, 1), row(6, 3, 'grid'), row(5, 3, 'grid'), row(4, 1, 'arbitrage', 8)];
  expect(rows.map((_, at) => pairAt(rows, at).map(({ id }) => id))).toEqual([[9, 8], [], [], [], [], []]);
});
