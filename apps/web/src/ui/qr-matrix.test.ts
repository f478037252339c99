// QR codes are read back by a reader of its own that knows nothing of how they were made; finders and timing stand where
// every reader looks for them, and each block's error correction fits.
import { describe, expect, it } from 'vitest';
import { qrMatrix } from './qr-matrix.ts';

const plans: Record<number, readonly [ec: number, blocks: readonly number[]]> = {
  21: [10, [16]],
  29: [26, [44]],
  33: [18, [32, 32]],
  49: [22, [38, 38, 39, 39]],
};
const hides: readonly ((y: number, x: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

/** Multiplication in the field of the standard, bit by bit. */
function times(a: number, b: number): number {
  let [left, product] = [a, 0];
  for (let bit = 0; bit < 8; bit += 1) {
    if ((b >> bit) & 1) product ^= left;
    left = (left << 1) ^ (left & 0x80 ? 0x11d : 0);
  }
  return product;
}

function isFixed(size: number, y: number, x: number): boolean {
  const version = (size - 17) / 4;
  if (y === 6 || x === 6) return true;
  if ((y < 9 && x < 9) || (y < 9 && x >= size - 8) || (y >= size - 8 && x < 9)) return true;
  if (version >= 7 && ((y < 6 && x >= size - 11) || (x < 6 && y >= size - 11))) return true;
  const centres = version === 1 ? [] : version >= 7 ? [6, 24, 42] : [6, size - 7];
  const corner = (cy: number, cx: number) =>
    (cy === 6 && cx === 6) || (cy === 6 && cx === size - 7) || (cy === size - 7 && cx === 6);
  return centres.some((cy) => centres.some((cx) => !corner(cy, cx) && Math.abs(y - cy) <= 2 && Math.abs(x - cx) <= 2));
}

function read(grid: readonly (readonly boolean[])[]): string {
  const size = grid.length;
  const [degree, lengths] = plans[size]!;
  // The three bits of the mask stand at 12 to 10 of the format's 15, beside the upper left finder.
  const mask = [12, 11, 10].reduce((bits, at) => bits * 2 + (Number(grid[8]![14 - at]) ^ ((0x5412 >> at) & 1)), 0);
  const bits: number[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (!isFixed(size, y, x)) bits.push(Number(grid[y]![x]) ^ Number(hides[mask]!(y, x)));
      }
    }
  }
  const words: number[] = [];
  for (let at = 0; at + 8 <= bits.length; at += 8) words.push(Number.parseInt(bits.slice(at, at + 8).join(''), 2));
  const blocks = lengths.map((): number[] => []);
  for (let at = 0; at < Math.max(...lengths); at += 1)
    lengths.forEach((length, block) => {
      if (at < length) blocks[block]!.push(words.shift()!);
    });
  const whole = blocks.map((block) => [...block]);
  for (let at = 0; at < degree; at += 1) for (const block of whole) block.push(words.shift()!);
  for (const block of whole) {
    for (let root = 0, power = 1; root < degree; root += 1, power = times(power, 2)) {
      expect(
        block.reduce((value, word) => times(value, power) ^ word, 0),
        'a syndrome',
      ).toBe(0);
    }
  }
  const data = blocks.flat();
  expect(data[0]! >> 4).toBe(4);
  const length = ((data[0]! & 15) << 4) | (data[1]! >> 4);
  const bytes = Array.from({ length }, (_, at) => ((data[at + 1]! & 15) << 4) | (data[at + 2]! >> 4));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

describe('a QR code', () => {
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  it.each([
    ['short', 21],
    [address, 29],
    [`https://bots.example/register/12345678?x=1`.padEnd(60, 'y'), 33],
    ['邀请'.padEnd(140, 'z'), 49],
  ])('says %j', (text, size) => {
    const grid = qrMatrix(text);
    expect(grid).toHaveLength(size);
    expect(read(grid)).toBe(text);
    for (const [y, x] of [
      [0, 0],
      [0, size - 7],
      [size - 7, 0],
    ] as const) {
      const rows = Array.from({ length: 7 }, (_, at) =>
        grid[y + at]!.slice(x, x + 7)
          .map(Number)
          .join(''),
      );
      expect(rows).toEqual(['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']);
    }
    expect(
      grid[6]!
        .slice(8, size - 8)
        .map(Number)
        .join(''),
    ).toMatch(/^1(01)*$/);
  });

  it('of a text that is too long is none', () => {
    expect(() => qrMatrix('x'.repeat(214))).toThrow('too long');
    expect(qrMatrix('x'.repeat(213))).toHaveLength(57);
  });
});
