// QR codes (ISO/IEC 18004) of short texts: bytes, error correction M, versions 1 to 10, the mask with the lowest penalty.
// True is a dark module.

/** By version from 1: codewords for error correction in a block, and how many data codewords each block has. */
const plans: readonly (readonly [ec: number, blocks: readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const centres: readonly (readonly number[])[] = [
  ...[[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]],
];

const exp: number[] = [];
const log: number[] = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  exp[power] = value;
  log[value] = power;
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : exp[(log[a]! + log[b]!) % 255]!);

/** The remainder of the data by the generator of this degree. */
function correction(data: readonly number[], degree: number): number[] {
  let generator = [1];
  for (let root = 0; root < degree; root += 1) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => {
      next[at + 1]! ^= times(factor, exp[root]!);
    });
    generator = next;
  }
  const rest = [...data, ...Array.from({ length: degree }, () => 0)];
  data.forEach((_, at) => {
    const lead = rest[at]!;
    generator.forEach((factor, step) => {
      rest[at + step]! ^= times(factor, lead);
    });
  });
  return rest.slice(data.length);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Mode, length, bytes, end and padding as codewords. */
function dataWords(bytes: Uint8Array, version: number, room: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8) words.push(Number.parseInt(bits.slice(at, at + 8).join(''), 2));
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Column by column, as a reader takes them. */
function interleave(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => blocks.flatMap((block) => block[at] ?? [])).flat();
}

type Grid = (boolean | null)[][];

function finder(grid: Grid, top: number, left: number): void {
  for (let row = -1; row <= 7; row += 1) {
    for (let column = -1; column <= 7; column += 1) {
      const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
      if (grid[top + row]?.[left + column] !== undefined) grid[top + row]![left + column] = ring !== 2 && ring !== 4;
    }
  }
}

/** All that is the same in every code of the version; what is left for data is null. */
function frame(version: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  for (let at = 8; at < size - 8; at += 1) grid[6]![at] = grid[at]![6] = at % 2 === 0;
  finder(grid, 0, 0);
  finder(grid, 0, size - 7);
  finder(grid, size - 7, 0);
  for (const row of centres[version - 1]!) {
    for (const column of centres[version - 1]!) {
      const atFinder = (row === 6 && (column === 6 || column === size - 7)) || (row === size - 7 && column === 6);
      if (atFinder) continue;
      for (let y = -2; y <= 2; y += 1)
        for (let x = -2; x <= 2; x += 1) grid[row + y]![column + x] = Math.max(Math.abs(x), Math.abs(y)) !== 1;
    }
  }
  format(grid, 0);
  if (version >= 7) versionMarks(grid, version);
  return grid;
}

/** 15 bits: correction M is 0, then the mask. */
function format(grid: Grid, mask: number): void {
  const size = grid.length;
  let rest = mask << 10;
  for (let at = 4; at >= 0; at -= 1) if ((rest >> (at + 10)) & 1) rest ^= 0x537 << at;
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (at: number): boolean => ((bits >> at) & 1) === 1;
  for (let at = 0; at < 15; at += 1) {
    const along = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    grid[along]![8] = bit(at);
    const across = at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at;
    grid[8]![across] = bit(at);
  }
  grid[size - 8]![8] = true;
}

function versionMarks(grid: Grid, version: number): void {
  let rest = version << 12;
  for (let at = 5; at >= 0; at -= 1) if ((rest >> (at + 12)) & 1) rest ^= 0x1f25 << at;
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at += 1) {
    const [far, near] = [grid.length - 11 + (at % 3), Math.floor(at / 3)];
    grid[far]![near] = grid[near]![far] = ((bits >> at) & 1) === 1;
  }
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The places of data, in the order in which they are filled: two columns at a time, up and down, from the right. */
function places(grid: Grid): [number, number][] {
  const size = grid.length;
  const found: [number, number][] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (grid[row]![column] === null) found.push([row, column]);
    }
  }
  return found;
}

function penalty(grid: readonly (readonly boolean[])[]): number {
  const size = grid.length;
  const columns = grid.map((_, at) => grid.map((row) => row[at]!));
  let points = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * (text.match(/(?=00001011101|10111010000)/g) ?? []).length;
  }
  for (let row = 1; row < size; row += 1)
    for (let column = 1; column < size; column += 1) {
      const dark = grid[row]![column];
      if (dark === grid[row - 1]![column] && dark === grid[row]![column - 1] && dark === grid[row - 1]![column - 1])
        points += 3;
    }
  const share = (100 * grid.flat().filter(Boolean).length) / (size * size);
  return points + 10 * Math.floor(Math.abs(share - 50) / 5);
}

export function qrMatrix(text: string): readonly (readonly boolean[])[] {
  const bytes = new TextEncoder().encode(text);
  const found = plans.findIndex(([, blocks], at) => bytes.length + (at < 9 ? 2 : 3) <= sum(blocks));
  const plan = plans[found];
  if (plan === undefined) throw new Error('the text is too long for a QR code');
  const [degree, lengths] = plan;
  const words = dataWords(bytes, found + 1, sum(lengths));
  const blocks = lengths.map((length, at) => {
    const begin = sum(lengths.slice(0, at));
    return words.slice(begin, begin + length);
  });
  const all = [...interleave(blocks), ...interleave(blocks.map((block) => correction(block, degree)))];
  const empty = frame(found + 1);
  const order = places(empty);
  const drawn = masks.map((mask, number) => {
    const grid = empty.map((row) => [...row]);
    order.forEach(([row, column], at) => {
      const dark = ((all[at >> 3] ?? 0) >> (7 - (at % 8))) & 1;
      grid[row]![column] = (dark === 1) !== mask(row, column);
    });
    format(grid, number);
    return grid as boolean[][];
  });
  return drawn.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}
