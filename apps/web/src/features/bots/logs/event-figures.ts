// Which figures of a log row its sheet lists: what it was decided by, what it led to, and its own price and size where the
// row has no columns for them. Invariant: every figure that a machine or the runner logs is one of these, with words.
import type { Action } from './api/actions.ts';

const causes = [
  ...(['line', 'round', 'step', 'trigger', 'level', 'best', 'drop', 'callback', 'rate', 'average'] as const),
  ...(['pair_price', 'lower', 'upper', 'tries', 'count', 'hours', 'seconds', 'max'] as const),
  ...(['mark', 'free', 'min', 'left', 'booked', 'found', 'cost'] as const),
  ...(['basis', 'days', 'distance', 'limit', 'net', 'base_amount', 'fee_rate'] as const),
  ...(['price_step', 'qty_step', 'min_notional'] as const),
];
const effects = [
  ...([
    'next_price',
    'next_profit',
    'lines',
    'line_qty',
    'line_rest',
    'rest',
    'used',
    'paid',
    'fee',
    'fuel',
    'owed',
  ] as const),
];
const columns = ['price', 'qty', 'amount', 'profit'] as const;

export type FigureKey = (typeof causes)[number] | (typeof effects)[number] | (typeof columns)[number];
export type Figure = readonly [key: FigureKey, value: string];

const found = (action: Action, keys: readonly FigureKey[]): Figure[] =>
  keys.flatMap((key): Figure[] => {
    const value = action.figures[key];
    return value === undefined ? [] : [[key, value]];
  });

export function figuresOf(action: Action): { readonly causes: readonly Figure[]; readonly effects: readonly Figure[] } {
  const untold = columns.filter((key) => action[key] === undefined);
  return { causes: [...found(action, causes), ...found(action, untold)], effects: found(action, effects) };
}
