// Fees in a coin of the exchange's own: one price whoever asks, no trade without a worth, no event out of turn.
import { expect, it } from 'vitest';
import type { VenueCandle, VenueEvent, VenueFill } from '../../../ports/venue.ts';
import { binanceTrading } from '../binance/profile.ts';
import { WorthLine } from './fee-queue.ts';
import { FeeWorth } from './fee-worth.ts';

const MINUTE_MS = 60_000;
const AT_MS = 28_333_333 * MINUTE_MS;

const fill = (more: Partial<VenueFill> = {}): VenueFill => ({
  ...{ id: 'BTCUSDT-1b', cid: 'c', symbol: 'BTC/USDT', side: 'buy', price: '60000', qty: '0.01', fee: '0.00075' },
  ...{ feeAsset: 'BNB', maker: true, last: '60000', atMs: AT_MS + 5_000, positionSide: 'net', liquidation: false },
  ...more,
});

const clock = { nowMs: 0 };

function worthOver(asked: string[] = [], fails = false) {
  const candles = async (symbol: string, _timeframe: string, limit: number, endMs = 0): Promise<VenueCandle[]> => {
    asked.push(`${symbol} ${limit}`);
    if (fails) throw new Error('away');
    return Array.from({ length: limit }, (_, at): VenueCandle => {
      const openMs = endMs - (limit - 1 - at) * MINUTE_MS;
      return [openMs, String(600 + (openMs - AT_MS) / MINUTE_MS), '999', '1', '555', '1'];
    });
  };
  return new FeeWorth({ candles, fees: binanceTrading.fees, nowMs: () => clock.nowMs });
}

it('is priced by the open of its minute, on spot and on contracts, and read once', async () => {
  const asked: string[] = [];
  const worth = worthOver(asked);
  const rows = [fill(), fill({ symbol: 'BTC/USDT:USDT' }), fill({ atMs: AT_MS + 2 * MINUTE_MS })];
  expect((await worth.valued(rows)).map(({ feeWorth }) => feeWorth)).toEqual(['0.45', '0.45', '0.4515']);
  expect(worth.now(fill({ atMs: AT_MS + 59_999 }))?.feeWorth).toBe('0.45');
  expect(asked).toEqual(['BNB/USDT 3']);
});

it('of BNB itself is coin of the trade on spot, and a fee of another coin on a contract', async () => {
  const worth = worthOver();
  const own = { symbol: 'BNB/USDT', price: '600' };
  expect(worth.now(fill(own))).not.toHaveProperty('feeWorth');
  expect(await worth.valued([fill({ ...own, symbol: 'BNB/USDT:USDT' })])).toMatchObject([{ feeWorth: '0.45' }]);
});

it('in coin, in quote or of nothing needs no price', async () => {
  const asked: string[] = [];
  const rows = [fill({ feeAsset: 'BTC' }), fill({ feeAsset: 'USDT' }), fill({ fee: '0.00', feeAsset: '' })];
  expect(await worthOver(asked).valued(rows)).toEqual(rows);
  expect(asked).toEqual([]);
});

it('without a price is the standard rate on what was traded', async () => {
  const rows = [fill(), fill({ symbol: 'BTC/USDT:USDT', maker: false })];
  expect(await worthOver([], true).valued(rows)).toMatchObject([{ feeWorth: '0.6' }, { feeWorth: '0.3' }]);
});

it('a page over many days asks for no more than its candles, and keeps only what it needs', async () => {
  const asked: string[] = [];
  const rows = [fill({ atMs: AT_MS - 9_000 * MINUTE_MS }), fill()];
  expect(await worthOver(asked).valued(rows)).toMatchObject([{ feeWorth: '-6.3' }, { feeWorth: '0.45' }]);
  expect(asked).toEqual(['BNB/USDT 1000', 'BNB/USDT 1']);
});

it('what the stream tells keeps its order while a price is asked for, and is told at once without', async () => {
  const told: string[] = [];
  let priced: () => void = () => {};
  const worth = {
    now: (one: VenueFill) => (one.feeAsset === 'BNB' ? null : one),
    valued: async (rows: readonly VenueFill[]) => {
      await new Promise<void>((resolve) => {
        priced = resolve;
      });
      return rows.map((one) => ({ ...one, feeWorth: '0.45' }));
    },
  };
  const line = new WorthLine(worth, (event) => told.push(event.type === 'fill' ? event.fill.id : event.type));
  const tell = (id: string, feeAsset: string): VenueEvent => ({
    type: 'fill',
    account: 'a',
    fill: fill({ id, feeAsset }),
  });
  line.take(tell('1', 'BTC'));
  expect(told).toEqual(['1']);
  line.take(tell('2', 'BNB'));
  line.take(tell('3', 'BTC'));
  line.take({ type: 'down', reason: '' });
  expect(told).toEqual(['1']);
  priced();
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).toEqual(['1', '2', '3', 'down']);
});

it('what could not be read is asked for once in half a minute, however many trades want it', async () => {
  const asked: string[] = [];
  const state = { fails: true };
  const candles = async (symbol: string, _timeframe: string, _limit: number, endMs = 0): Promise<VenueCandle[]> => {
    asked.push(symbol);
    if (state.fails) throw new Error('away');
    return symbol === 'BNB/USDT' ? [[endMs, '600', '999', '1', '555', '1']] : [];
  };
  clock.nowMs = 1_000_000;
  const worth = new FeeWorth({ candles, fees: binanceTrading.fees, nowMs: () => clock.nowMs });
  const rows = [0, 1, 2].map((minute) => fill({ atMs: AT_MS + minute * MINUTE_MS }));
  for (const row of rows) expect(await worth.valued([row])).toMatchObject([{ feeWorth: '0.6' }]);
  expect(asked).toEqual(['BNB/USDT']);
  // Nor does the stream wait for it.
  expect(worth.now(rows[1] ?? fill())?.feeWorth).toBe('0.6');
  state.fails = false;
  // A minute that is not among what was read rests by itself.
  const odd = fill({ feeAsset: 'MX' });
  for (let time = 0; time < 3; time++) expect(await worth.valued([odd])).toMatchObject([{ feeWorth: '0.6' }]);
  expect(asked).toEqual(['BNB/USDT', 'MX/USDT']);
  clock.nowMs += 30_000;
  expect(worth.now(odd)).toBeNull();
  expect(await worth.valued([fill()])).toMatchObject([{ feeWorth: '0.45' }]);
  expect(asked).toEqual(['BNB/USDT', 'MX/USDT', 'BNB/USDT']);
});
