// Contracts from the server's port to the disk of the local exchange: every method of the port for spot and contracts,
// a forced close at the right print, and funding that arrives once, whatever kills the exchange in between.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLocalStream } from '../../apps/server/src/adapters/exchanges/local/stream.ts';
import { createLocalVenue } from '../../apps/server/src/adapters/exchanges/local/venue.ts';
import type { NewOrder, Outcome, VenueEvent } from '../../apps/server/src/ports/venue.ts';
import { parseMarketChoice } from '../../apps/venue/src/market/market-choice.ts';
import { type RunningVenue, startVenue } from '../../apps/venue/src/start-venue.ts';
import { SCHEMA } from '../../apps/venue/src/store/schema.ts';

const T = 1_700_006_400_000;
const MINUTE = 60_000;
const PERP = 'BTC/USDT:USDT';
const TOKEN = 'contracts';
const MAIN = fileURLToPath(new URL('../../apps/venue/src/main.ts', import.meta.url));

let folder = '';
let venues: RunningVenue[] = [];
let streams: { stop(): Promise<void> }[] = [];
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contracts-'));
});
afterEach(async () => {
  await Promise.all(streams.map((stream) => stream.stop()));
  await Promise.all(venues.map((venue) => venue.stop()));
  child?.kill('SIGKILL');
  [venues, streams, child] = [[], [], undefined];
  rmSync(folder, { recursive: true, force: true });
});

type Candle = readonly [open: number, high: number, low: number, close: number];
const flat = (minutes: number, price: number) =>
  Array.from({ length: minutes }, (): Candle => [price, price, price, price]);

/** A replay of a perpetual, with a funding file beside it. */
function replay(
  candles: readonly Candle[],
  fundings: readonly (readonly [minute: number, rate: string])[] = [],
): string {
  const path = join(folder, 'binance-usdm-BTCUSDT-1m-20231115.csv');
  const rows = candles.map((candle, i) => [T + i * MINUTE, ...candle.map((p) => p.toFixed(1)), '9.001'].join(','));
  writeFileSync(path, rows.join('\n'));
  const rates = fundings.map(([minute, rate]) => `${T + minute * MINUTE + 7},${rate}`);
  writeFileSync(
    join(folder, 'binance-usdm-BTCUSDT-funding-2023.csv'),
    ['funding_time_ms,funding_rate', ...rates].join('\n'),
  );
  return `replay:${path}?tick=0.1@max`;
}

function portOf(url: string) {
  const venue = createLocalVenue({ url, token: TOKEN, timeoutMs: 5000 });
  const events: VenueEvent[] = [];
  let wake = () => {};
  const stream = createLocalStream({ url, token: TOKEN, jitter: () => 0.5, onBroken: () => {} });
  streams.push(stream);
  const seen = async <E extends VenueEvent>(is: (event: VenueEvent) => event is E): Promise<E> => {
    for (;;) {
      const found = events.find(is);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const follow = async () => {
    stream.start(
      (event) => {
        events.push(event);
        wake();
      },
      { paced: true },
    );
    await seen((event): event is VenueEvent & { type: 'print' } => event.type === 'print');
  };
  /** Lets the market go on until print `seq` is there. */
  const printed = async (seq: number) => {
    const at = (n: number) =>
      seen((event): event is VenueEvent & { type: 'print' } => event.type === 'print' && event.seq === n);
    for (let n = (events.findLast((event) => event.type === 'print') as { seq: number }).seq; n < seq; n++) {
      stream.ack(PERP, n);
      await at(n + 1);
    }
  };
  const insurance = async () => ((await (await fetch(`${url}/v1/time`)).json()) as { insurance: string }).insurance;
  return { venue, events, follow, printed, seen, insurance };
}

async function open(market: string, wallNow?: () => number) {
  const options = { port: 0, market: parseMarketChoice(market, folder), dataFolder: join(folder, 'data') };
  const running = await startVenue(
    { ...options, lockstep: market.startsWith('replay'), token: TOKEN },
    (error) => {
      throw error;
    },
    wallNow,
  );
  venues.push(running);
  return portOf(running.url);
}

async function spawnVenue(market: string) {
  const args = [MAIN, '--port', '0', '--market', market, '--data', join(folder, 'data'), '--lockstep'];
  child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, VENUE_TOKEN: TOKEN },
  });
  const [message] = (await once(child, 'message')) as [{ url: string }];
  return portOf(message.url);
}

const order = (cid: string, more: Partial<NewOrder> = {}): NewOrder => ({
  ...{ cid, symbol: PERP, side: 'buy', type: 'market', tif: 'ioc', price: '0', qty: '1' },
  ...{ positionSide: 'net', reduceOnly: false, ...more },
});

function accepted<T>(outcome: Outcome<T> | undefined): T {
  if (outcome?.outcome !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

test('a fall liquidates an isolated long at the print whose mark reaches it, and not one print earlier', async () => {
  const { venue, events, follow, printed, insurance } = await open(
    replay([...flat(2, 2000), [2000, 2005, 1950, 1960], [1960, 1960, 1800, 1805], ...flat(3, 1805)]),
  );
  await follow();
  await printed(1);
  const account = await venue.openAccount('me');
  accepted(await venue.setLeverage(account, PERP, 10, 'isolated'));
  const [placed] = await venue.place(account, [order('q1')]);
  expect(accepted(placed).fills).toMatchObject([
    { price: '2000.4', qty: '1.000', positionSide: 'net', liquidation: false },
  ]);
  const [position] = await venue.positions(account);
  // (2000.4 - 200.04) / (1 - 0.004) = 1807.59…
  expect(position).toMatchObject({ qty: '1.000', margin: '200.04', liqPrice: '1807.5', leverage: 10 });
  // Candle 3: 1960, 1960 (its high is the nearer), 1800, 1805: prints 13 to 16.
  await printed(14);
  expect(events.some((event) => event.type === 'fill' && event.fill.liquidation)).toBe(false);
  await printed(15);
  // A moment is told as it happened, and its print ends it.
  const before = events.findIndex((event) => event.type === 'print' && event.seq === 14);
  const told = events.slice(before + 1).map(({ type }) => type);
  expect(told.filter((type) => type !== 'order')).toEqual(['fill', 'mark', 'print']);
  const forced = (await venue.fills(account, PERP, '', 10, 0)).at(-1);
  expect(forced).toMatchObject({ side: 'sell', price: '1800.4', qty: '1.000', liquidation: true, last: '1800.0' });
  expect(forced?.cid).toMatch(/^autoclose-\d+$/);
  expect(forced?.atMs).toBe(T + 3 * MINUTE + MINUTE / 2);
  expect(events).toContainEqual({ type: 'fill', account, fill: forced });
  expect(await venue.positions(account)).toEqual([]);
  // The margin is gone (0.04 of it as the fee of the rounding) with the fee of the entry, and not an atom more.
  expect(forced?.fee).toBe('0.04');
  // Closed at the bankruptcy price while the market stood at 1800: the fund bore the rest of the fall, kept the fee.
  expect(await insurance()).toBe('-0.36');
  expect(await venue.balances(account, 'futures')).toEqual([{ asset: 'USDT', free: '9798.9598', locked: '0' }]);
});

test('funding arrives once, also after kill -9', async () => {
  const market = replay(flat(40, 2000), [
    [5, '0.0001'],
    [20, '-0.0002'],
  ]);
  const first = await spawnVenue(market);
  await first.follow();
  await first.printed(1);
  const account = await first.venue.openAccount('me');
  accepted((await first.venue.place(account, [order('q1')]))[0]);
  await first.printed(21);
  const told = await first.seen((event): event is VenueEvent & { type: 'funding' } => event.type === 'funding');
  expect(told.funding).toMatchObject({ rate: '0.0001', mark: '2000.0', amount: '-0.2', atMs: T + 5 * MINUTE });
  await killVenue();
  const again = await spawnVenue(market);
  expect(await again.venue.fundings(account, PERP, '', 10, 0)).toEqual([told.funding]);
  expect(await again.venue.positions(account)).toMatchObject([{ qty: '1.000' }]);
  await again.follow();
  await again.printed(90);
  const all = await again.venue.fundings(account, PERP, '', 10, 0);
  expect(all.map(({ amount }) => amount)).toEqual(['-0.2', '0.4']);
  expect(await again.venue.fundings(account, PERP, told.funding.id, 10, 0)).toEqual([all[1]]);
  const [wallet] = await again.venue.balances(account, 'futures');
  // 10,000 - 1.0002 entry fee - 0.2 + 0.4 - 0.4 unrealised.
  expect(Number(wallet?.free) + Number(wallet?.locked)).toBeCloseTo(9998.7998, 8);
});

async function killVenue(): Promise<void> {
  const gone = once(child as ChildProcess, 'exit');
  child?.kill('SIGKILL');
  await gone;
}

test('a stop that waits for its price waits on after kill -9, and closes the position when it comes', async () => {
  const market = replay([...flat(2, 2000), [2000, 2000, 1900, 1900], ...flat(2, 1900)]);
  const first = await spawnVenue(market);
  await first.follow();
  await first.printed(1);
  const account = await first.venue.openAccount('me');
  accepted(await first.venue.setLeverage(account, PERP, 3, 'isolated'));
  accepted((await first.venue.place(account, [order('q1')]))[0]);
  const trigger = { kind: 'stop', by: 'mark', price: '1950.0' } as const;
  const stop = accepted(
    (await first.venue.place(account, [order('s1', { side: 'sell', reduceOnly: true, trigger })]))[0],
  ).order;
  await first.printed(3);
  await killVenue();
  const again = await spawnVenue(market);
  expect(await again.venue.openOrders(account)).toEqual([stop]);
  expect(stop).toMatchObject({ status: 'open', filled: '0.000', trigger });
  await again.follow();
  await again.printed(12);
  expect(await again.venue.order(account, PERP, 's1')).toMatchObject({ status: 'filled', filled: '1.000' });
  expect((await again.venue.fills(account, PERP, '', 10, 0)).map(({ cid }) => cid)).toEqual(['q1', 's1']);
  expect(await again.venue.positions(account)).toEqual([]);
});

test.each([0, 1, 4])('kill -9 %i ms into a liquidation: it happened whole and once, or not yet', async (afterMs) => {
  const market = replay([...flat(2, 2000), [2000, 2005, 1950, 1960], [1960, 1960, 1800, 1805], ...flat(3, 1805)]);
  const first = await spawnVenue(market);
  await first.follow();
  await first.printed(1);
  const account = await first.venue.openAccount('me');
  accepted(await first.venue.setLeverage(account, PERP, 10, 'isolated'));
  accepted((await first.venue.place(account, [order('q1')]))[0]);
  await first.printed(14);
  // Its next print liquidates; nobody waits for it.
  void first.printed(15);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await killVenue();
  const again = await spawnVenue(market);
  const isOver = (await again.venue.positions(account)).length === 0;
  expect((await again.venue.fills(account, PERP, '', 10, 0)).filter(({ liquidation }) => liquidation)).toHaveLength(
    isOver ? 1 : 0,
  );
  await again.follow();
  await again.printed(20);
  const forced = (await again.venue.fills(account, PERP, '', 10, 0)).filter(({ liquidation }) => liquidation);
  expect(forced).toMatchObject([{ price: '1800.4', qty: '1.000', fee: '0.04' }]);
  expect(await again.venue.positions(account)).toEqual([]);
  // As without the kill.
  expect(await again.venue.balances(account, 'futures')).toEqual([{ asset: 'USDT', free: '9798.9598', locked: '0' }]);
  expect(await again.insurance()).toBe('-0.36');
});

test('every method of the port, for spot and for contracts, on the generated market', async () => {
  const { venue } = await open('generated:3');
  const symbols = await venue.symbols();
  const perp = symbols.find(({ symbol }) => symbol === PERP);
  expect(perp).toMatchObject({ market: 'futures', base: 'BTC', quote: 'USDT', feeAsset: 'quote' });
  expect(perp?.contract).toMatchObject({ fundingHours: 8, liquidationFee: '0.02' });
  expect(perp?.contract?.brackets[1]).toEqual({ floor: '50000', maxLeverage: 100, maintenance: '0.005', cum: '50' });
  expect(symbols.find(({ symbol }) => symbol === 'DOGE/USDT:USDT')?.contract?.fundingHours).toBe(4);
  expect(symbols.filter(({ hidden }) => hidden).map(({ symbol }) => symbol)).toEqual(['ETH/BTC', 'BNB/BTC']);

  // A market has no ticker before its first print, and a contract no mark before the moment after it.
  const isWhole = ({ mark, symbol }: { mark?: string; symbol: string }) => !symbol.includes(':') || mark !== undefined;
  await expect.poll(async () => (await venue.tickers()).filter(isWhole).length).toBe(symbols.length);
  const tickers = await venue.tickers();
  const last = (symbol: string) => Number(tickers.find((ticker) => ticker.symbol === symbol)?.last);
  const ticker = tickers.find(({ symbol }) => symbol === PERP);
  expect(Math.abs(Number(ticker?.mark) / last('BTC/USDT') - 1)).toBeLessThan(0.02);
  expect(ticker?.nextFundingMs).toBeGreaterThan(ticker?.atMs ?? 0);
  expect(Math.abs(Number(ticker?.fundingRate))).toBeLessThanOrEqual(0.0075);
  expect(Math.abs((last('ETH/BTC') * last('BTC/USDT')) / last('ETH/USDT') - 1)).toBeLessThan(0.02);
  const rates = await venue.fundingRates(PERP, 30);
  expect(rates).toHaveLength(30);
  expect((rates[29]?.atMs ?? 0) - (rates[28]?.atMs ?? 0)).toBe(8 * 3_600_000);
  expect((await venue.candles(PERP, '1h', 5)).length).toBe(5);

  const account = await venue.openAccount('me');
  const wallets = ['spot', 'futures'] as const;
  for (const wallet of wallets)
    expect(await venue.balances(account, wallet)).toEqual([{ asset: 'USDT', free: '10000', locked: '0' }]);
  const spot = order('s1', { symbol: 'BTC/USDT', qty: '0.01' });
  expect(accepted((await venue.place(account, [spot]))[0]).fills[0]?.positionSide).toBe('net');

  expect(await venue.positionMode(account)).toBe('one_way');
  expect(accepted(await venue.setPositionMode(account, 'hedge'))).toBeNull();
  expect((await venue.place(account, [order('w1', { qty: '0.01' })]))[0]).toMatchObject({
    outcome: 'refused',
    detail: 'POSITION_SIDE',
  });
  accepted((await venue.place(account, [order('h1', { qty: '0.01', positionSide: 'long' })]))[0]);
  accepted((await venue.place(account, [order('h2', { qty: '0.02', side: 'sell', positionSide: 'short' })]))[0]);
  expect((await venue.positions(account)).map(({ positionSide, qty }) => `${positionSide} ${qty}`)).toEqual([
    'long 0.010',
    'short -0.020',
  ]);
  expect(await venue.setPositionMode(account, 'one_way')).toMatchObject({
    outcome: 'refused',
    detail: 'POSITION_OPEN',
  });
  expect(await venue.setLeverage(account, PERP, 5, 'cross')).toMatchObject({
    outcome: 'refused',
    detail: 'POSITION_OPEN',
  });
  expect(await venue.setLeverage(account, 'ETH/USDT:USDT', 500, 'cross')).toMatchObject({
    outcome: 'refused',
    detail: 'LEVERAGE',
  });
  const marginOf = async () =>
    Number((await venue.positions(account)).find(({ positionSide }) => positionSide === 'long')?.margin);
  const own = await marginOf();
  accepted(await venue.addMargin(account, PERP, 'long', '50', 'one'));
  // Asked again under its own name it is done, and nothing moves.
  accepted(await venue.addMargin(account, PERP, 'long', '50', 'one'));
  expect((await marginOf()) - own).toBeCloseTo(50, 6);
  expect(await venue.addMargin(account, PERP, 'long', '50000', 'two')).toMatchObject({
    outcome: 'refused',
    detail: 'INSUFFICIENT_FUNDS',
  });
  expect(await venue.addMargin(account, 'SOL/USDT:USDT', 'long', '1', 'three')).toMatchObject({
    outcome: 'refused',
    detail: 'NO_POSITION',
  });
  const [added, ...others] = await venue.marginAdds(account, PERP, 0);
  expect(added).toMatchObject({ ref: 'one', positionSide: 'long', amount: '50' });
  expect(others).toEqual([]);
  expect(await venue.marginAdds(account, PERP, (added?.atMs ?? 0) + 1)).toEqual([]);

  const trigger = { kind: 'stop', by: 'mark', price: '1000.0' } as const;
  const stop = order('h3', { side: 'sell', positionSide: 'long', qty: '0.01', reduceOnly: true, trigger });
  const waiting = accepted((await venue.place(account, [stop]))[0]).order;
  expect(waiting).toMatchObject({ status: 'open', trigger, reduceOnly: true, positionSide: 'long' });
  expect((await venue.openOrders(account)).map(({ cid }) => cid)).toEqual(['h3']);
  expect(await venue.order(account, PERP, 'h3')).toEqual(waiting);
  accepted(
    (await venue.place(account, [order('h4', { side: 'sell', positionSide: 'long', qty: '5', reduceOnly: true })]))[0],
  );
  // Nothing is left to close: the stop has gone with its position, and what was too much of the close expired.
  expect(await venue.openOrders(account)).toEqual([]);
  expect(await venue.order(account, PERP, 'h4')).toMatchObject({ status: 'cancelled', filled: '0.010' });
  expect((await venue.cancel(account, [{ symbol: PERP, cid: 'h3' }]))[0]).toMatchObject({
    outcome: 'refused',
    detail: 'ORDER_NOT_OPEN',
  });
  expect((await venue.fills(account, PERP, '', 10, 0)).map(({ cid }) => cid)).toEqual(['h1', 'h2', 'h4']);
  expect((await venue.fills(account, 'BTC/USDT', '', 10, 0)).map(({ cid }) => cid)).toEqual(['s1']);
  expect((await venue.place(account, [order('h5', { positionSide: 'long', qty: '50' })]))[0]).toMatchObject({
    outcome: 'refused',
  });
});

test('a data folder from before there were contracts opens, and its accounts get their futures wallet', async () => {
  mkdirSync(join(folder, 'data', 'generated-1'), { recursive: true });
  const db = new DatabaseSync(join(folder, 'data', 'generated-1', 'venue.db'));
  db.exec(SCHEMA);
  db.exec("INSERT INTO account VALUES (1, 'acct-old', 'old')");
  db.exec("INSERT INTO balance VALUES (1, 'USDT', 123400000000, 0)");
  db.exec(
    "INSERT INTO venue_order VALUES (1, 1, 'o1', 'BTC/USDT', 'buy', 'limit', 'gtc', 100, 100000, 0, 'cancelled', 1)",
  );
  db.close();
  const { venue } = await open('generated');
  expect(await venue.balances('acct-old')).toEqual([{ asset: 'USDT', free: '1234', locked: '0' }]);
  expect(await venue.balances('acct-old', 'futures')).toEqual([{ asset: 'USDT', free: '10000', locked: '0' }]);
  expect(await venue.order('acct-old', 'BTC/USDT', 'o1')).toMatchObject({ status: 'cancelled', filled: '0.00000' });
  await venues.pop()?.stop();
  const again = await open('generated');
  expect(await again.venue.balances('acct-old', 'futures')).toEqual([{ asset: 'USDT', free: '10000', locked: '0' }]);
});
