// What a person may begin with instead of an empty form, by how much it risks: a weekly buy without an exit, a mild ladder
// and a steep one. Each fits the investment it names.
import type { MarketKind } from '../../market/instrument.ts';
import type { RawParams } from '../../strategy/field.ts';

export interface DcaPreset {
  readonly key: 'conservative' | 'balanced' | 'aggressive';
  readonly params: RawParams;
}

export function dcaPresets(market: MarketKind): readonly DcaPreset[] {
  const contract = market === 'futures';
  const ladder = { mode: 'ladder', active_safety: '3', step_mult: '1.2', cooldown: '60' };
  const conservative = {
    mode: 'calendar',
    amount: '10',
    interval: '1w',
    at: '08:00',
    weekday: '1',
    max_positions: '52',
    multiplier: '1',
    ...(contract ? { direction: 'long', leverage: '1' } : {}),
  };
  const balanced = {
    ...ladder,
    base_amount: '20',
    safety_amount: '20',
    max_safety: '5',
    step: '2',
    vol_mult: '1.2',
    take_profit: '1.5',
    stop_loss: '25',
    ...(contract ? { direction: 'long', leverage: '2' } : {}),
  };
  const aggressive = {
    ...ladder,
    base_amount: '20',
    safety_amount: '20',
    max_safety: '6',
    step: '1.5',
    vol_mult: '1.5',
    take_profit: '1',
    tp_callback: '0.2',
    stop_loss: '25',
    ...(contract ? { direction: 'long', leverage: '3' } : {}),
  };
  return [
    { key: 'conservative', params: conservative },
    { key: 'balanced', params: balanced },
    { key: 'aggressive', params: aggressive },
  ];
}
