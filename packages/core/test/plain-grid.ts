// A grid on spot with nothing switched on: tests and benches give it its lines.
import type { GridParams } from '../src/strategies/grid/params.ts';

export const plainGrid: Omit<GridParams, 'lowerTicks' | 'upperTicks' | 'levels'> = {
  mode: 'arithmetic',
  triggerTicks: 0,
  stopLossTicks: 0,
  takeProfitTicks: 0,
  trailingUp: false,
  trailLimitTicks: 0,
  slippagePpm: 200,
  direction: 'long',
  leverage: 1,
  reserveAtoms: 0,
};
