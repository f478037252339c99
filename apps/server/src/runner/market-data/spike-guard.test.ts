// A print far off: believed when the mark, the book or a later print bears it out, and by itself never.
import { expect, test } from 'vitest';
import type { VenueBook } from '../../ports/venue.ts';
import { type Known, SpikeGuard } from './spike-guard.ts';

const BTC = 'BTC/USDT';
const known: Known = { price: '60000', mark: null };

function open(book?: VenueBook | (() => Promise<VenueBook>)) {
  const believed: string[] = [];
  const asked: string[] = [];
  const guard = new SpikeGuard({
    limitPpm: 30_000,
    log: () => {},
    believe: (_symbol, { price }) => believed.push(price),
    ...(book !== undefined && {
      book: async (symbol: string) => {
        asked.push(symbol);
        return typeof book === 'function' ? book() : book;
      },
    }),
  });
  const print = (price: string, atMs: number, more: Partial<Known> = {}) =>
    guard.judge(BTC, { price, atMs }, { ...known, ...more });
  return { asked, believed, guard, print };
}

const answered = () => new Promise((resolve) => setImmediate(resolve));

test.each(['58200', '61800', '60000.01'])('%s is near enough, and nobody is asked', (price) => {
  const { asked, print } = open({ bid: '59999', ask: '60001' });
  expect(print(price, 0)).toBe(true);
  expect(asked).toEqual([]);
});

test.each(['600000', '6000', '0.01', '58100', '61900'])(
  '%s by itself is not believed while the book stands',
  async (price) => {
    const { asked, believed, print } = open({ bid: '59999', ask: '60001' });
    expect(print(price, 0)).toBe(false);
    // The same order sweeps on.
    expect(print(price, 1)).toBe(false);
    await answered();
    expect([asked, believed]).toEqual([[BTC], []]);
    expect(print('60010', 2)).toBe(true);
    // Nor later, as long as the book says otherwise.
    expect(print(price, 5_000)).toBe(false);
    await answered();
    expect(believed).toEqual([]);
  },
);

test('a market that has really moved is believed as soon as its book says so, at its newest price', async () => {
  const { believed, print } = open({ bid: '50990', ask: '51010' });
  expect(print('51500', 0)).toBe(false);
  expect(print('51000', 10)).toBe(false);
  await answered();
  expect(believed).toEqual(['51000']);
});

test('the first price of all is believed, and so is one beside the mark', () => {
  const { print } = open({ bid: '1', ask: '2' });
  expect(print('60000', 0, { price: null })).toBe(true);
  expect(print('50000', 0, { mark: '50100' })).toBe(true);
  expect(print('60000', 0, { mark: '66000' })).toBe(true);
});

test.each([
  ['there is no book', undefined],
  ['the book cannot be read', () => Promise.reject(new Error('away'))],
])(
  'where %s another print there a second later bears it out, and one of the same sweep does not',
  async (_why, book) => {
    const { print } = open(book);
    expect(print('51000', 0)).toBe(false);
    await answered();
    expect(print('51020', 999)).toBe(false);
    await answered();
    expect(print('90000', 1_500)).toBe(false);
    expect(print('51020', 1_600)).toBe(false);
    await answered();
    expect(print('51030', 2_600)).toBe(true);
  },
);

test('a print in the hole that a sweep has made is borne out by a print of a second later alone', async () => {
  const { believed, print } = open({ bid: '51000', ask: '60060' });
  expect(print('55200', 0)).toBe(false);
  await answered();
  expect(print('51000', 10)).toBe(false);
  await answered();
  expect(print('51000', 900)).toBe(false);
  await answered();
  expect(believed).toEqual([]);
  expect(print('51010', 1_100)).toBe(true);
});

test('an empty side of a book bears nothing out', async () => {
  const { believed, print } = open({ bid: '0', ask: '60001' });
  print('6000', 0);
  await answered();
  expect(believed).toEqual([]);
});

test.each([
  ['there is no book', undefined],
  ['the book cannot be read', () => Promise.reject(new Error('away'))],
])(
  'where %s a move that begins with 5 per cent and goes on by 4 a second is followed, as far as two prints a second apart go',
  async (_why, book) => {
    for (const factor of [0.96, 1.04]) {
      const { believed, print } = open(book);
      let last = 60_000;
      for (let tick = 1; tick <= 50; tick++) {
        const price = (60_000 * factor ** (tick / 5 + 1.25)).toFixed(2);
        if (print(price, tick * 200, { price: String(last) })) last = Number(price);
        await answered();
        last = Number(believed.at(-1) ?? last);
      }
      expect(Math.abs(last / 60_000 / factor ** 11.25 - 1)).toBeLessThan(0.1);
    }
  },
);

test('wild prints of one second, and one after another to either side, are no fall', async () => {
  const { believed, print } = open();
  for (const [price, atMs] of [
    ['6000', 0],
    ['600', 500],
    ['60', 999],
    ['600000', 1_500],
    ['30000', 2_600],
  ] as const)
    expect(print(price, atMs)).toBe(false);
  await answered();
  expect(believed).toEqual([]);
});

test.each([
  { price: '60010', book: { bid: '50000', ask: '50001' }, isTrue: true, asks: 0 },
  { price: '6000', book: { bid: '59999', ask: '60001' }, isTrue: false, asks: 1 },
  { price: '51000', book: { bid: '50990', ask: '51010' }, isTrue: true, asks: 1 },
])(
  '$price, asked for after an absence, is true: $isTrue, by the book beside it',
  async ({ price, book, isTrue, asks }) => {
    const { asked, believed, guard } = open(book);
    expect(await guard.isBorneOut(BTC, { price, atMs: 0 }, known)).toBe(isTrue);
    expect([asked.length, believed]).toEqual([asks, []]);
  },
);

test('asked for after an absence, where no book can be read, it is the first witness and a print later the second', async () => {
  const { believed, guard, print } = open();
  expect(await guard.isBorneOut(BTC, { price: '51000', atMs: 0 }, known)).toBe(false);
  expect(print('51010', 500)).toBe(false);
  expect(print('51020', 1_500)).toBe(true);
  expect(believed).toEqual([]);
});
