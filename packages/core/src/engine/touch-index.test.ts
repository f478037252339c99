// The touch index against asking every bot, over random wake points that keep changing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEVER_ABOVE, NEVER_AT, NEVER_BELOW, type WakePoints } from './bot.ts';
import { TouchIndex } from './touch-index.ts';

const wake: fc.Arbitrary<WakePoints> = fc.record({
  aboveTicks: fc.oneof(fc.constant(NEVER_ABOVE), fc.integer({ min: 50, max: 150 })),
  belowTicks: fc.oneof(fc.constant(NEVER_BELOW), fc.integer({ min: 50, max: 150 })),
  atMs: fc.oneof(fc.constant(NEVER_AT), fc.integer({ min: 0, max: 1000 })),
});
const action = fc.oneof(
  fc.record({ bot: fc.integer({ min: 0, max: 40 }), wake }),
  fc.record({ gone: fc.integer({ min: 0, max: 40 }) }),
  fc.record({ price: fc.integer({ min: 40, max: 160 }), now: fc.integer({ min: 0, max: 1000 }) }),
);

describe('TouchIndex', () => {
  it('wakes exactly the bots that a loop over all of them would wake', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 300 }), (actions) => {
        const index = new TouchIndex();
        const model = new Map<number, WakePoints>();
        for (const one of actions) {
          if ('bot' in one) {
            index.file(one.bot, one.wake);
            model.set(one.bot, one.wake);
          } else if ('gone' in one) {
            index.remove(one.gone);
            model.delete(one.gone);
          } else {
            const due: number[] = [];
            index.due(one.price, one.now, due);
            const expected = [...model]
              .filter(([, w]) => one.price >= w.aboveTicks || one.price <= w.belowTicks || one.now >= w.atMs)
              .map(([bot]) => bot)
              .sort((a, b) => a - b);
            expect(due).toEqual(expected);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
