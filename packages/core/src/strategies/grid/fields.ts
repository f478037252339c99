// The fields of a grid: what the editor draws and the limits its parser reads.
import type { MarketKind } from '../../market/instrument.ts';
import type { FieldSpec } from '../../strategy/field.ts';

export const MIN_LEVELS = 2;
export const MAX_LEVELS = 200;

export const gridFields: readonly FieldSpec[] = [
  {
    key: 'direction',
    group: 'base',
    kind: 'enum',
    unit: '',
    default: 'long',
    required: true,
    options: ['long', 'short', 'neutral'],
    market: 'futures',
    lockedWithPosition: true,
  },
  {
    key: 'leverage',
    group: 'base',
    kind: 'int',
    unit: 'x',
    default: '3',
    min: '1',
    max: '10',
    step: '1',
    required: true,
    market: 'futures',
    lockedWithPosition: true,
  },
  {
    key: 'reserve',
    group: 'base',
    kind: 'number',
    unit: 'quote',
    default: null,
    required: false,
    zeroIsOff: true,
    market: 'futures',
    lockedWithPosition: true,
  },
  {
    key: 'lower',
    group: 'base',
    kind: 'price',
    unit: 'quote',
    default: null,
    required: true,
    lockedWithPosition: true,
  },
  {
    key: 'upper',
    group: 'base',
    kind: 'price',
    unit: 'quote',
    default: null,
    required: true,
    lockedWithPosition: true,
  },
  {
    key: 'grid_levels',
    group: 'base',
    kind: 'int',
    unit: 'grids',
    default: '20',
    min: String(MIN_LEVELS),
    max: String(MAX_LEVELS),
    step: '1',
    required: true,
    lockedWithPosition: true,
  },
  {
    key: 'grid_mode',
    group: 'base',
    kind: 'enum',
    unit: '',
    default: 'arithmetic',
    required: true,
    options: ['arithmetic', 'geometric'],
    lockedWithPosition: true,
  },
  {
    key: 'trigger_price',
    group: 'open',
    kind: 'price',
    unit: 'quote',
    default: null,
    required: false,
    zeroIsOff: true,
  },
  {
    key: 'take_profit',
    group: 'profit',
    kind: 'price',
    unit: 'quote',
    default: null,
    required: false,
    zeroIsOff: true,
  },
  { key: 'stop_loss', group: 'risk', kind: 'price', unit: 'quote', default: null, required: false, zeroIsOff: true },
  ...(['spot', 'futures'] as const).flatMap(trailingFields),
];

/** A grid moves its range up: of those on contracts only one that buys first. */
function trailingFields(market: MarketKind): FieldSpec[] {
  const whenLong: Readonly<Record<string, string>> = market === 'futures' ? { direction: 'long' } : {};
  const both = { group: 'advanced', required: false, market } as const;
  return [
    { ...both, key: 'trailing_up', kind: 'switch', unit: '', default: '0', showIf: whenLong },
    {
      ...both,
      key: 'trail_limit',
      kind: 'price',
      unit: 'quote',
      default: null,
      showIf: { trailing_up: '1', ...whenLong },
    },
  ];
}
