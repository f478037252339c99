// Trades and funding of several symbols, read symbol by symbol, come in the order in which the venue made them.
import { expect, test } from 'vitest';
import type { VenueFill, VenueFunding } from '../../ports/venue.ts';
import { AccountReading, type Read } from './account-history.ts';

const BTC = 'BTC/USDT';
const PERP = 'BTC/USDT:USDT';

const fillOf = (id: string, symbol: string, atMs: number) => ({ id, symbol, atMs }) as VenueFill;
const fundingOf = (id: string, atMs: number, afterFill?: string) =>
  ({ id, symbol: PERP, atMs, ...(afterFill === undefined ? {} : { afterFill }) }) as VenueFunding;

async function readAll(fills: readonly VenueFill[], fundings: readonly VenueFunding[], pageSize: number) {
  const asked: string[] = [];
  const after = <T extends { id: string; symbol: string }>(rows: readonly T[], symbol: string, id: string) => {
    const own = rows.filter((row) => row.symbol === symbol);
    return own.slice(own.findIndex((row) => row.id === id) + 1);
  };
  const venue = {
    fills: async (_account: string, symbol: string, id: string, limit: number, sinceMs: number) => {
      asked.push(`${symbol} ${id} ${sinceMs}`);
      return after(fills, symbol, id).slice(0, limit);
    },
    fundings: async (_account: string, symbol: string, id: string, limit: number) =>
      after(fundings, symbol, id).slice(0, limit),
  };
  const nothing = { fillId: '', fundingId: '', sinceMs: 7 };
  const from = [
    { ...nothing, symbol: BTC, isContract: false },
    { ...nothing, symbol: PERP, isContract: true },
  ];
  const reading = new AccountReading(venue, 'a', from, pageSize);
  const pages: Read[][] = [];
  for (let page = await reading.next(); page !== null; page = await reading.next()) pages.push(page);
  const ids = pages.flat().map((row) => (row.type === 'fill' ? row.fill.id : row.funding.id));
  return { asked, ids, pages };
}

test.each([1, 2, 100])(
  'ids that count over the account tell the order, whatever the times say (pages of %i)',
  async (size) => {
    const fills = [
      ...['1', '4', '5', '10'].map((id) => fillOf(id, BTC, 100)),
      ...['2', '3', '9'].map((id) => fillOf(id, PERP, 50)),
    ];
    const { ids, pages } = await readAll(fills, [], size);
    expect(ids).toEqual(['1', '2', '3', '4', '5', '9', '10']);
    expect(pages.every((page) => page.length <= size)).toBe(true);
  },
);

test.each([1, 2, 100])(
  'ids that count per symbol leave it to the times, and a symbol keeps its own order (pages of %i)',
  async (size) => {
    const fills = [
      fillOf('s-20', BTC, 100),
      fillOf('s-21', BTC, 300),
      fillOf('p-7', PERP, 200),
      fillOf('p-8', PERP, 150),
      fillOf('p-9', PERP, 400),
    ];
    const { asked, ids } = await readAll(fills, [fundingOf('f-1', 250), fundingOf('f-2', 500)], size);
    expect(ids).toEqual(['s-20', 'p-7', 'p-8', 'f-1', 's-21', 'p-9', 'f-2']);
    expect(asked).toContain(`${PERP}  7`);
  },
);

test('funding stands where the venue says it was booked', async () => {
  const fills = ['1', '2', '3'].map((id) => fillOf(id, id === '2' ? BTC : PERP, 100));
  const { ids } = await readAll(fills, [fundingOf('1', 100, '2')], 100);
  expect(ids).toEqual(['1', '2', '1', '3']);
});

test('a venue that cannot be read ends the reading', async () => {
  const venue = { fills: () => Promise.reject(new Error('no answer')), fundings: async () => [] };
  const from = [{ symbol: BTC, isContract: false, fillId: '', fundingId: '', sinceMs: 0 }];
  await expect(new AccountReading(venue, 'a', from, 10).next()).rejects.toThrow('no answer');
});
