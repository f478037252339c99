// The three presets of the editor (strategies.md 2.4: low, medium, high risk), as raw values of the fields. They differ in
// how far the ladder reaches, how fast it grows and how hard the brakes are; amounts fit the category's least investment.
import type { MarketKind } from '../../market/instrument.ts';
import type { RawParams } from '../../strategy/field.ts';

type PresetName = 'conservative' | 'balanced' | 'aggressive';

export interface MartinPreset {
  readonly key: PresetName;
  readonly params: RawParams;
}

const spot: Readonly<Record<PresetName, RawParams>> = {
  conservative: {
    ...{ max_positions: '5', multiplier: '1.5', add_drop: '4', drop_scale: '1.2', add_callback: '0.3' },
    ...{
      take_profit: '1.2',
      tp_callback: '0.3',
      stop_loss: '15',
      guard_drop: '2',
      guard_minutes: '5',
      trend_gate: '1',
    },
  },
  balanced: {
    ...{ max_positions: '7', multiplier: '2', add_drop: '3', drop_scale: '1', add_callback: '0.2' },
    ...{
      take_profit: '1.3',
      tp_callback: '0.2',
      stop_loss: '20',
      guard_drop: '2',
      guard_minutes: '5',
      trend_gate: '0',
    },
  },
  aggressive: {
    ...{ max_positions: '9', multiplier: '2', add_drop: '2', drop_scale: '1.1', add_callback: '0.2' },
    ...{
      take_profit: '1.3',
      tp_callback: '0.2',
      stop_loss: '30',
      guard_drop: '4',
      guard_minutes: '5',
      trend_gate: '0',
    },
  },
};

const futures: Readonly<Record<PresetName, RawParams>> = {
  conservative: { ...spot.conservative, leverage: '2', add_callback: '0.2', tp_callback: '0.2', stop_loss: '15' },
  balanced: { ...spot.balanced, leverage: '3', add_callback: '0.2', stop_loss: '' },
  aggressive: {
    ...spot.aggressive,
    max_positions: '7',
    leverage: '5',
    add_callback: '0.1',
    tp_callback: '0.1',
    stop_loss: '',
  },
};

const keys: readonly PresetName[] = ['conservative', 'balanced', 'aggressive'];

export function martinPresets(market: MarketKind): readonly MartinPreset[] {
  return keys.map((key) => ({ key, params: (market === 'spot' ? spot : futures)[key] }));
}
