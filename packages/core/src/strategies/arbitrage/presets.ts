// What a person may begin with instead of an empty form, by how much it risks.
import type { MarketKind } from '../../market/instrument.ts';
import type { RawParams } from '../../strategy/field.ts';

export interface ArbitragePreset {
  readonly key: 'conservative' | 'balanced' | 'aggressive';
  readonly params: RawParams;
}

export function arbitragePresets(market: MarketKind): readonly ArbitragePreset[] {
  const funding = (leverage: string, days: string, exit: string, guard: string): RawParams => ({
    ...{ kind: 'funding', leverage, max_breakeven_days: days },
    ...{ exit_rate: exit, margin_guard: guard },
  });
  const triangular = (minProfit: string): RawParams => ({ kind: 'triangular', via: 'BTC', min_profit: minProfit });
  return market === 'futures'
    ? [
        { key: 'conservative', params: funding('1', '5', '0.002', '25') },
        { key: 'balanced', params: funding('2', '7', '0', '15') },
        { key: 'aggressive', params: funding('3', '14', '-0.005', '15') },
      ]
    : [
        { key: 'conservative', params: triangular('0.3') },
        { key: 'balanced', params: triangular('0.15') },
        { key: 'aggressive', params: triangular('0.1') },
      ];
}
