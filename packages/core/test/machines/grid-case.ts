// The grid on the spot markets and, in each direction, on a contract: lines around the price, stops near them.
import { formatPrice } from '@cormorant/core/market/conversions.ts';
import { grid } from '@cormorant/core/strategies/grid/machine.ts';
import { parseGridParams } from '@cormorant/core/strategies/grid/params.ts';
import fc from 'fast-check';
import { machineCase } from './case.ts';
import { coarseSpot, perpetual, spot } from './instruments.ts';

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

function onContract(direction: 'long' | 'short' | 'neutral') {
  return machineCase({
    name: `grid futures ${direction}`,
    strategy: grid,
    instruments: [perpetual],
    parse: parseGridParams,
    raw: (context) => {
      const at = (share: number) => formatPrice(context.instrument, Math.max(1, Math.round(context.lastTicks * share)));
      return fc
        .record({
          below: fc.double({ min: 0.02, max: 0.2, noNaN: true }),
          above: fc.double({ min: 0.02, max: 0.2, noNaN: true }),
          levels: fc.integer({ min: 2, max: 12 }),
          mode: fc.constantFrom('arithmetic', 'geometric'),
          leverage: fc.constantFrom('1', '3', '10'),
          reserve: fc.constantFrom('', '50'),
          stops: fc.boolean(),
          trailing: fc.boolean(),
        })
        .map(({ below, above, levels, mode, leverage, reserve, stops, trailing }) => {
          const low = at(1 - below - 0.03);
          const high = at(1 + above + 0.1);
          const ends =
            direction === 'short' ? { take_profit: low, stop_loss: high } : { stop_loss: low, take_profit: high };
          const trails = trailing && direction === 'long';
          return {
            direction,
            leverage,
            reserve,
            lower: at(1 - below),
            upper: at(1 + above),
            grid_levels: String(levels),
            grid_mode: mode,
            ...(stops ? ends : {}),
            ...(trails ? { trailing_up: '1', trail_limit: at(1 + above + 0.08) } : {}),
          };
        });
    },
    direction: () => (direction === 'neutral' ? null : direction),
  });
}

export const gridLong = onContract('long');
export const gridShort = onContract('short');
export const gridNeutral = onContract('neutral');
