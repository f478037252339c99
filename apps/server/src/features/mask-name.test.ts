// Masked names: never the whole name, whatever its letters.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskName } from './mask-name.ts';

it.each([
  ['用户1234', '用户**34'],
  ['渔夫', '渔**'],
  ['x', 'x**'],
  ['Tide of May', 'Ti**ay'],
  ['🐦🐦🐦🐦🐦🐦', '🐦🐦**🐦🐦'],
])('%s is shown as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});

it('shows at most four letters, and never all of a name of two or more', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 2, maxLength: 20, unit: 'grapheme-composite' }), (name) => {
      const shown = Array.from(maskName(name)).length - 2;
      expect(shown).toBeLessThanOrEqual(4);
      expect(shown).toBeLessThan(Array.from(name).length);
    }),
  );
});
