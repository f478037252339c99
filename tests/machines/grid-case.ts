// The grid on the spot markets: lines around the price, stops near them.
import { formatPrice } from '@cormorant/core/market/conversions.ts';
import { grid } from '@cormorant/core/strategies/grid/machine.ts';
import { parseGridParams } from '@cormorant/core/strategies/grid/params.ts';
import fc from 'fast-check';
import { machineCase } from './case.ts';
import { coarseSpot, spot } from './instruments.ts';

export const gridSpot = machineCase({
  name: 'grid spot',
  strategy: grid,
  instruments: [spot, coarseSpot],
  parse: parseGridParams,
  raw: ({ instrument, lastTicks }) => {
    const at = (share: number) => formatPrice(instrument, Math.max(1, Math.round(lastTicks * share)));
    return fc
      .record({
        below: fc.double({ min: 0.02, max: 0.2, noNaN: true }),
        above: fc.double({ min: 0.02, max: 0.2, noNaN: true }),
        levels: fc.integer({ min: 2, max: 12 }),
        mode: fc.constantFrom('arithmetic', 'geometric'),
        stops: fc.boolean(),
        trailing: fc.boolean(),
      })
      .map(({ below, above, levels, mode, stops, trailing }) => ({
        lower: at(1 - below),
        upper: at(1 + above),
        grid_levels: String(levels),
        grid_mode: mode,
        ...(stops ? { stop_loss: at(1 - below - 0.03), take_profit: at(1 + above + 0.1) } : {}),
        ...(trailing ? { trailing_up: '1', trail_limit: at(1 + above + 0.08) } : {}),
      }));
  },
});
