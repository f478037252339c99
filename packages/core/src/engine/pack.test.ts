// Whatever data is packed comes back as it was, and in little room.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Packer } from './pack.ts';

const number = fc.oneof(
  fc.integer({ min: -3, max: 300 }),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constantFrom(0, -0, 127, 128, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    number,
    fc.constantFrom(null, true, false, undefined),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('buy', 'sell', 'take_profit', ''),
    fc.array(number),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
    fc.record({ side: fc.constantFrom('buy', 'sell'), lots: number, next: tie('value') }, { noNullPrototype: true }),
  ),
}));

it('gives back what went in', () => {
  const packer = new Packer();
  fc.assert(
    fc.property(value, (data) => {
      const packed = packer.pack(data);
      expect(/^[\0-\xff]+$/.test(packed)).toBe(true);
      expect(packer.unpack(packed)).toStrictEqual(data);
    }),
    { numRuns: 1_000 },
  );
});

it('keeps apart what has the same fields in another order, or names a field as no other does', () => {
  const packer = new Packer();
  const all = [{ a: 1, b: 2 }, { b: 1, a: 2 }, JSON.parse('{"__proto__": 1, "a": 2}'), {}];
  for (const data of [...all, all]) {
    expect(JSON.stringify(packer.unpack(packer.pack(data)))).toBe(JSON.stringify(data));
  }
});

it('does not fill its tables with names that are data', () => {
  const packer = new Packer();
  for (let at = 0; at < 2_000; at++) {
    const data = { [`id_${at}`]: 1, word: `w${'x'.repeat(at % 16)}` };
    expect(packer.unpack(packer.pack(data))).toStrictEqual(data);
  }
  const late = { surely: { never: 'met', before: ['a', 'quiet', 'word'] } };
  expect(packer.unpack(packer.pack(late))).toStrictEqual(late);
});

it('is small where little is said', () => {
  const packer = new Packer();
  const order = { slot: 3, side: 'buy', type: 'limit', priceTicks: 6_000_000, reduceOnly: false };
  packer.pack(order);
  expect(packer.pack(order).length).toBeLessThanOrEqual(12);
  expect(packer.pack(new Array(200).fill(0)).length).toBeLessThanOrEqual(6);
});

it('packs nothing that is no data', () => {
  const packer = new Packer();
  expect(() => packer.pack({ on: () => 1 })).toThrow('no data');
  expect(() => packer.unpack('\x8f')).toThrow('not what was packed here');
});
