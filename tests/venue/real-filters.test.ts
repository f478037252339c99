// The rules of the local exchange against those that Binance published: where DATA names the folder with the files, field by
// field over the wire; everywhere, that a larger order than it says is refused and that books go on in the steps they began with.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { afterEach, expect, test } from 'vitest';
import { contractListings } from '../../apps/venue/src/market/contract-listings.ts';
import { symbolOf } from '../../apps/venue/src/market/listings.ts';
import { type RunningVenue, startVenue } from '../../apps/venue/src/start-venue.ts';

const DATA = process.env.DATA ?? '';
const CONTRACTS = join(DATA, 'binance-usdm-exchangeInfo-20251126.json.gz');
const SPOT = join(DATA, 'binance-spot-exchangeInfo-20250823-onesymbol.json');
const BRACKETS = join(DATA, 'binance-usdm-leverage-brackets.json.gz');
/** Beyond it amounts in quote leave the exact range. */
const MOST_ATOMS = Number.MAX_SAFE_INTEGER;

interface Rules {
  readonly symbol: string;
  readonly liquidationFee?: string;
  readonly filters: readonly Record<string, string | number | boolean>[];
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function generated(dataFolder: string | null): Promise<RunningVenue> {
  const market = { kind: 'generated', seed: 1 } as const;
  return startVenue({ port: 0, token: null, lockstep: false, dataFolder, market }, (error) => {
    throw error;
  });
}

async function rulesOf({ url }: RunningVenue, path: string): Promise<Rules[]> {
  return (await (await fetch(`${url}${path}`)).json()).symbols;
}

function read(path: string): unknown {
  const bytes = readFileSync(path);
  return JSON.parse(String(path.endsWith('.gz') ? gunzipSync(bytes) : bytes));
}

function figures(rules: Rules, type: string): Record<string, number> {
  const filter = rules.filters.find(({ filterType }) => filterType === type) ?? {};
  const numbers = Object.entries(filter).filter(([name, value]) => name !== 'filterType' && value !== '');
  return Object.fromEntries(numbers.map(([name, value]) => [name, Number(value)]));
}

test.skipIf(!existsSync(CONTRACTS))('contracts have the filters that Binance published', async () => {
  const venue = await generated(null);
  closing.push(() => venue.stop());
  const real = (read(CONTRACTS) as { symbols: Rules[] }).symbols;
  const ours = await rulesOf(venue, '/fapi/v1/exchangeInfo');
  expect(ours.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'SOLUSDT', 'XRPUSDT', 'DOGEUSDT']);
  for (const own of ours) {
    const theirs = real.find(({ symbol }) => symbol === own.symbol) as Rules;
    for (const type of ['PRICE_FILTER', 'MIN_NOTIONAL', 'MAX_NUM_ORDERS', 'PERCENT_PRICE']) {
      expect(figures(own, type), `${own.symbol} ${type}`).toEqual(figures(theirs, type));
    }
    const [lots, most] = [figures(own, 'LOT_SIZE'), figures(theirs, 'LOT_SIZE')];
    expect({ ...lots, maxQty: 0 }).toEqual({ ...most, maxQty: 0 });
    expect(lots.maxQty, own.symbol).toBeLessThanOrEqual(most.maxQty as number);
    expect(Number(own.liquidationFee)).toBe(Number(theirs.liquidationFee));
  }
});

test.skipIf(!existsSync(SPOT))('bitcoin on spot has the filters that Binance published', async () => {
  const venue = await generated(null);
  closing.push(() => venue.stop());
  const [theirs] = (read(SPOT) as { symbols: Rules[] }).symbols as [Rules];
  const own = (await rulesOf(venue, '/api/v3/exchangeInfo')).find(({ symbol }) => symbol === 'BTCUSDT') as Rules;
  // This answer names every figure in every filter; ours names those that the filter has.
  const rows = { PRICE_FILTER: 1, PERCENT_PRICE_BY_SIDE: 1, NOTIONAL: 1, MAX_NUM_ORDERS: 1, LOT_SIZE: 1 };
  for (const type of Object.keys(rows)) {
    const { maxQty, avgPriceMins, ...same } = figures(own, type);
    expect(figures(theirs, type), type).toMatchObject(same);
    if (maxQty !== undefined) expect(maxQty).toBeLessThanOrEqual(figures(theirs, 'MARKET_LOT_SIZE').maxQty as number);
  }
});

test.skipIf(!existsSync(BRACKETS))(
  'margin brackets are those of the published table, as far as amounts are exact',
  () => {
    type Row = { info: Record<'notionalFloor' | 'initialLeverage' | 'maintMarginRatio' | 'cum', string> };
    const real = read(BRACKETS) as Record<string, Row[]>;
    for (const { instrument } of contractListings()) {
      const symbol = symbolOf(instrument);
      const exact = (real[symbol] as Row[]).filter(
        ({ info }) => Number(info.notionalFloor) * 10 ** instrument.quoteScale < MOST_ATOMS,
      );
      const own = instrument.contract?.brackets.map(({ floorAtoms, maxLeverage, maintenancePpm, cumAtoms }) => [
        ...[Number(formatScaled(floorAtoms, instrument.quoteScale)), maxLeverage, maintenancePpm / 1_000_000],
        Number(formatScaled(cumAtoms, instrument.quoteScale)),
      ]);
      expect(own, symbol).toEqual(
        exact.map(({ info }) =>
          [info.notionalFloor, info.initialLeverage, info.maintMarginRatio, info.cum].map((text) => Number(text)),
        ),
      );
    }
  },
);

test('books that counted a contract in a finer step go on in it, new ones begin with the published one', async () => {
  const stepIn = async (folder: string): Promise<string | number | boolean | undefined> => {
    const venue = await generated(folder);
    const rules = (await rulesOf(venue, '/fapi/v1/exchangeInfo')).find(({ symbol }) => symbol === 'SOLUSDT') as Rules;
    // Its books know a contract from its first print on.
    const price = async () => (await fetch(`${venue.url}/fapi/v1/ticker/price?symbol=SOLUSDT`)).json();
    await expect.poll(price, { timeout: 15_000 }).toMatchObject({ price: expect.stringMatching(/^\d/) });
    await venue.stop();
    return rules.filters.find(({ filterType }) => filterType === 'LOT_SIZE')?.stepSize;
  };
  const folder = mkdtempSync(join(tmpdir(), 'steps-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  expect(await stepIn(folder)).toBe('1');
  expect(await stepIn(folder)).toBe('1');
  // As a version before this rule left them.
  const books = new DatabaseSync(join(folder, 'generated-1', 'venue.db'));
  books.exec("DELETE FROM fact WHERE key LIKE 'step %'");
  books.close();
  expect(await stepIn(folder)).toBe('0.01');
  expect(await stepIn(folder)).toBe('0.01');
});
