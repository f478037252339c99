// What an exchange's stream says goes to whom it concerns: the line of one account is that account's matter alone.
import { encodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { expect, test, vi } from 'vitest';
import { openRig, RigVenue, rigSide, SALT } from '../../../test/runner-rig.ts';
import type { VenueBook } from '../../ports/venue.ts';
import type { TradingAccount } from '../accounts/trading-account.ts';
import { ExchangeConnection } from '../market-data/exchange-connection.ts';
import { createExchangeEvents } from './exchange-events.ts';
import type { UserActors } from './user-actors.ts';

function feedOver(venue = new RigVenue(), connection = rigSide(venue, 20)) {
  const asked: string[] = [];
  const tradingAccounts = ['a', 'b'].map((account) => ({ account }) as TradingAccount);
  const actors = {
    byAccount: (_side: unknown, account: string) =>
      tradingAccounts.filter((tradingAccount) => tradingAccount.account === account),
    lookSoon: (tradingAccount: TradingAccount) => void asked.push(`one ${tradingAccount.account}`),
    reconcileAll: async () => void asked.push('all'),
    adoptAll: async () => {},
    turnTo: async () => {},
  } as unknown as UserActors;
  const prints: number[] = [];
  Object.assign(connection.spec.stream, { ack: (_symbol: string, seq: number) => prints.push(seq) });
  return { asked, feed: createExchangeEvents(connection, actors, () => {}), prints, connection };
}

test('an account whose line comes back is looked at alone, and prints go on meanwhile', async () => {
  const { asked, feed, prints, connection } = feedOver();
  feed.take({ type: 'up' });
  await expect.poll(() => connection.isUp && asked).toEqual(['all']);
  feed.take({ type: 'missed', account: 'b' });
  expect(asked).toEqual(['all', 'one b']);
  feed.take({ type: 'print', symbol: 'BTC/USDT', seq: 1, price: '100', atMs: 1_800_000_000_000 });
  await expect.poll(() => prints).toEqual([1]);
  expect(connection.board.price('BTC/USDT')?.price).toBe('100');
});

test('a cancel that its bot asked for, or nobody here, makes no other bot look for an order of the same slot', async () => {
  const rig = openRig();
  await rig.start();
  const looks: string[] = [];
  rig.venue.look = (honest, cid) => {
    looks.push(cid);
    return honest;
  };
  const actors = { byAccount: () => [rig.tradingAccount] } as unknown as UserActors;
  const feed = createExchangeEvents(rig.connection, actors, () => {});
  const [own] = [...rig.venue.orders.values()].filter(({ status }) => status === 'open');
  if (own === undefined) throw new Error('the grid has no line');
  const slot = rig.live.engineOrder(own.cid)?.slot ?? 0;
  const cid = encodeClientOrderId({ salt: SALT, bot: 1002, slot, cycle: 0, attempt: 0 });
  expect(own.cid).toBe(encodeClientOrderId({ salt: SALT, bot: 1001, slot, cycle: 0, attempt: 0 }));
  feed.take({ type: 'order', account: 'rig', order: { ...own, cid, status: 'cancelled' } });
  await rig.opened.actor.whenQuiet();
  expect(looks).toEqual([]);
  feed.take({ type: 'order', account: 'rig', order: { ...own, status: 'cancelled' } });
  await rig.opened.actor.whenQuiet();
  expect(looks).toEqual([own.cid]);
});

test('an end that is told before the receipt of its placement is looked at with the receipt', async () => {
  const rig = openRig();
  const actors = { byAccount: () => [rig.tradingAccount] } as unknown as UserActors;
  const feed = createExchangeEvents(rig.connection, actors, () => {});
  rig.venue.answer = (order, receipt) => {
    if (order.side === 'sell' || order.type === 'market' || receipt.outcome !== 'accepted') return receipt;
    const ended = { ...receipt.value.order, status: 'cancelled', selfTrade: true } as const;
    rig.venue.orders.set(order.cid, ended);
    feed.take({ type: 'order', account: 'rig', order: ended });
    return receipt;
  };
  await rig.start();
  await rig.opened.actor.whenQuiet();
  const purchases = rig.store.rows('orders').filter(({ side, type }) => side === 'buy' && type === 'limit');
  const cids = new Set(purchases.map(({ cid }) => cid));
  expect(cids.size).toBeGreaterThan(1);
  for (const cid of cids)
    expect(purchases.findLast((row) => row.cid === cid)).toMatchObject({ status: 'cancelled', reason: 'self_trade' });
});

test('while the exchange is away it waits for it: then everybody is asked about', () => {
  const { asked, feed } = feedOver();
  feed.take({ type: 'missed', account: 'b' });
  expect(asked).toEqual([]);
});

test.each([
  [false, '90'],
  [true, '100'],
])('after a gap in a market that is paced (%s) what was traded in it is answered at %s', async (paced, price) => {
  const { asked, feed, connection } = feedOver();
  Object.assign(connection.spec, { paced });
  connection.board.seed('BTC/USDT', '100', 1_800_000_000_000);
  const ticker = { symbol: 'BTC/USDT', last: '90', atMs: 1_800_000_060_000 };
  Object.assign(connection.spec.venue, { tickers: async () => [ticker] });
  feed.take({ type: 'up' });
  await expect.poll(() => asked).toEqual(['all']);
  expect(connection.board.price('BTC/USDT')?.price).toBe(price);
});

const AT = 1_800_000_000_000;
const attended = ['A0/USDT', 'A1/USDT'];
const listed = [...attended, ...Array.from({ length: 200 }, (_, at) => `C${at}/USDT`)];

/** A market that goes its own way, in which everything has risen by a tenth while nobody listened. */
function feedAfterAbsence(book: (symbol: string) => Promise<VenueBook>) {
  const venue = new RigVenue();
  const { spec } = rigSide(venue, 20);
  const asked: string[] = [];
  const askBook = (symbol: string) => {
    asked.push(symbol);
    return book(symbol);
  };
  const guarded = { ...spec, paced: false, spikePpm: 30_000, venue: { ...venue.port, book: askBook } };
  const none = () => {};
  const connection = new ExchangeConnection(guarded, { clock: { nowMs: () => AT }, log: none, onGap: none });
  for (const symbol of attended) connection.attendMarket(symbol);
  for (const symbol of listed) connection.board.seed(symbol, '100', AT);
  const tickers = listed.map((symbol) => ({ symbol, last: '110', atMs: AT + 60_000 }));
  Object.assign(guarded.venue, { tickers: async () => tickers });
  const print = (seq: number, atMs: number) =>
    feed.take({ type: 'print', symbol: 'A1/USDT', seq, price: '110', atMs: AT + atMs });
  const { feed } = feedOver(venue, connection);
  return { asked, feed, priceOf: (symbol: string) => connection.board.price(symbol)?.price, print, connection };
}

test('after an absence the books of the markets that bots attend are asked for at once, and no others', async () => {
  const answer = Promise.withResolvers<VenueBook>();
  const { asked, feed, priceOf, connection } = feedAfterAbsence(() => answer.promise);
  feed.take({ type: 'up' });
  await expect.poll(() => asked).toEqual(attended);
  expect([priceOf('A0/USDT'), connection.isUp]).toEqual(['100', false]);
  answer.resolve({ bid: '109.99', ask: '110.01' });
  await expect.poll(() => connection.isUp).toBe(true);
  expect(listed.filter((symbol) => priceOf(symbol) !== '110')).toEqual([]);
});

test('a book that does not answer holds the prints up for three seconds; its market waits for what a later print says', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const never = new Promise<VenueBook>(() => {});
    const { feed, priceOf, print, connection } = feedAfterAbsence(async (symbol) =>
      symbol === 'A1/USDT' ? never : { bid: '109.99', ask: '110.01' },
    );
    feed.take({ type: 'up' });
    await vi.advanceTimersByTimeAsync(2_900);
    expect(connection.isUp).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect([connection.isUp, priceOf('A0/USDT'), priceOf('A1/USDT')]).toEqual([true, '110', '100']);
    print(1, 60_500);
    await vi.advanceTimersByTimeAsync(1);
    expect(priceOf('A1/USDT')).toBe('100');
    print(2, 61_500);
    await vi.advanceTimersByTimeAsync(1);
    expect(priceOf('A1/USDT')).toBe('110');
  } finally {
    vi.useRealTimers();
  }
});
