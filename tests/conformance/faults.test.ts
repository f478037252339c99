// The house wire and the cards `local`, `okx`, `bybit`, `bitget` and `gate` under the faults of the exchange: each outcome is the truth or says that it is not known, each refusal has the
// code a person can act on, and what was sent away stays away. Also what may be asked: nothing is refused for its number.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ExchangeBudgets } from '../../apps/server/src/adapters/exchanges/exchange-budgets.ts';
import { VenueUnreadable } from '../../apps/server/src/adapters/exchanges/local/venue.ts';
import { ExchangeUnreadable } from '../../apps/server/src/adapters/exchanges/shared/unreadable.ts';
import type { PlainKeys } from '../../apps/server/src/ports/key-vault.ts';
import { Secret } from '../../apps/server/src/ports/secret.ts';
import type { MarketData, NewOrder, TradingVenue } from '../../apps/server/src/ports/venue.ts';
import { type FaultName, faultRows } from './fault-rows.ts';
import { ALL_RIGHTS, ConformanceRig, PASSPHRASE, PERP, SPOT, type Terms } from './rig.ts';
import { atMarket, hasPassphrase, perpOrder, spotOrder } from './subject.ts';

const MINUTE_MS = 60_000;
/** The wall is a day ahead of the tape. */
let aheadMs = Date.UTC(2024, 7, 6, 6, 0) - Date.now();
/** Stands still unless a test moves it. */
let frozenMs: number | null = null;
const nowMs = () => (frozenMs ?? Date.now()) + aheadMs;
let rig: ConformanceRig;

beforeAll(async () => {
  rig = await ConformanceRig.open(nowMs);
});
afterEach(async () => {
  await rig.faults();
  frozenMs = null;
  aheadMs += 5 * MINUTE_MS;
});
afterAll(() => rig.close());

interface Case {
  readonly venue: TradingVenue & MarketData;
  readonly account: string;
  readonly mine: { accounts: string[] };
  place(...orders: NewOrder[]): ReturnType<TradingVenue['place']>;
  find(order: NewOrder): ReturnType<TradingVenue['order']>;
}

/** What differs between the wires. */
interface Home {
  readonly code: 'house' | 'local' | 'okx' | 'bybit' | 'bitget' | 'gate';
  /** What every key of it is made with. */
  readonly own: Terms;
  /** By how much a clock is wrong that is not answered. */
  readonly skewsMs: readonly number[];
}
const LOCAL: Home = { code: 'local', own: {}, skewsMs: [10_000, -2_500] };
/** Opens accounts of its own, without keys. */
const HOUSE: Home = { code: 'house', own: {}, skewsMs: [] };
const BYBIT: Home = { code: 'bybit', own: {}, skewsMs: [10_000, -3_000] };
const BITGET: Home = { code: 'bitget', own: { passphrase: PASSPHRASE }, skewsMs: [45_000, -45_000] };
const GATE: Home = { code: 'gate', own: {}, skewsMs: [90_000, -90_000] };
const OKX: Home = { code: 'okx', own: { passphrase: PASSPHRASE }, skewsMs: [45_000, -45_000] };

function caseOf(venue: Case['venue'], account: string): Case {
  return {
    ...{ venue, account, mine: { accounts: [account] } },
    place: (...orders) => venue.place(account, orders),
    find: ({ symbol, cid }) => venue.order(account, symbol, cid),
  };
}

async function cardCase(terms: Terms = ALL_RIGHTS, code: Exclude<Home['code'], 'house'> = 'local', own: Terms = {}) {
  const account = await rig.keyAccount({ ...terms, ...own });
  const parts = rig.card(nowMs, new ExchangeBudgets({ nowMs }, async () => {}), code);
  return { ...parts, ...caseOf(parts.venue, account) };
}

async function newCase(terms: Terms = ALL_RIGHTS, { code, own }: Home = LOCAL): Promise<Case> {
  if (code !== 'house') return cardCase(terms, code, own);
  const venue = rig.house();
  return caseOf(venue, await rig.houseAccount(venue));
}

/** A read that cannot know says so, and with which code; the house wire names no code. */
async function codeOf(read: Promise<unknown>): Promise<number | null> {
  const error = await read.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ExchangeUnreadable);
  return (error as ExchangeUnreadable).code;
}

async function unread({ code: way }: Home, code: number | null, read: Promise<unknown>): Promise<void> {
  if (way === 'house') await expect(read).rejects.toBeInstanceOf(VenueUnreadable);
  else expect(await codeOf(read)).toBe(code);
}

async function refusedWith(one: Case, code: number, orders: NewOrder[] = [spotOrder(), perpOrder()]): Promise<void> {
  for (const order of orders) expect(await one.place(order)).toMatchObject([{ outcome: 'refused', code }]);
}

const cases: Readonly<Record<FaultName, (home: Home) => Promise<void>>> = {
  'request lost': async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    for (const order of [spotOrder(), perpOrder()]) {
      await rig.faults({ fault: 'lose_request', calls: ['place'], times: 1, ...one.mine });
      expect(await one.place(order)).toMatchObject([{ outcome: 'unknown' }]);
      expect(await one.find(order)).toBeNull();
    }
  },
  'reply lost': async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    for (const order of [spotOrder(), perpOrder()]) {
      await rig.faults({ fault: 'lose_reply', calls: ['place'], times: 1, ...one.mine });
      expect(await one.place(order)).toMatchObject([{ outcome: 'unknown' }]);
      expect(await one.find(order)).toMatchObject({ cid: order.cid, status: 'open' });
      await rig.faults({ fault: 'lose_reply', calls: ['cancel'], times: 1, ...one.mine });
      expect(await one.venue.cancel(one.account, [order])).toMatchObject([{ outcome: 'unknown' }]);
      expect(await one.find(order)).toMatchObject({ status: 'cancelled' });
    }
  },
  'accepted, then 502 or -1007': async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    for (const body of ['html', 'venue']) {
      await rig.faults({ fault: 'gateway_error', calls: ['place'], when: 'after', body, ...one.mine });
      const orders = [spotOrder(), perpOrder(), perpOrder()];
      const outcomes = await one.place(...orders);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown']);
      await rig.faults();
      for (const order of orders) expect(await one.find(order)).toMatchObject({ status: 'open' });
    }
  },
  '502 or -1007 before': async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    for (const body of ['html', 'venue']) {
      await rig.faults({ fault: 'gateway_error', calls: ['place'], when: 'before', body, ...one.mine });
      const orders = [spotOrder(), perpOrder()];
      const outcomes = await one.place(...orders);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
      await rig.faults();
      for (const order of orders) expect(await one.find(order)).toBeNull();
    }
  },
  'reads that lag': async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    const sinceMs = (await rig.house().clock()).marketNowMs;
    await rig.faults({ fault: 'delayed_reads', ms: MINUTE_MS, of: ['orders'], ...one.mine });
    const order = spotOrder({ ...atMarket, qty: '0.001' });
    expect(await one.place(order)).toMatchObject([{ outcome: 'accepted' }]);
    expect(await one.find(order)).toBeNull();
    // Another process, which has not seen the receipt.
    const other = rig.card(nowMs, undefined, home.code === 'house' ? 'local' : home.code).venue;
    await unread(home, null, other.fills(one.account, SPOT, '', 10, sinceMs));
    aheadMs += MINUTE_MS + 1;
    expect(await other.fills(one.account, SPOT, '', 10, sinceMs)).toMatchObject([{ cid: order.cid }]);
    expect(await one.find(order)).toMatchObject({ status: 'filled' });
  },
  'empty answer': async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    await one.place(perpOrder({ ...atMarket, qty: '0.01' }));
    await rig.faults({ fault: 'empty_answer', calls: ['balances', 'positions'], ...one.mine });
    await unread(home, null, one.venue.balances(one.account));
    // Gate tells this wallet as one object, which no empty list can hide.
    if (home.code !== 'gate') await unread(home, null, one.venue.balances(one.account, 'futures'));
    await unread(home, null, one.venue.positions(one.account));
    await rig.faults();
    expect(await one.venue.positions(one.account)).toMatchObject([{ qty: '0.01' }]);
  },
  '429 and 418': async (home) => {
    for (const status of [429, 418]) {
      const one = await newCase(ALL_RIGHTS, home);
      await one.venue.openOrders(one.account);
      await rig.faults({ fault: 'rate_ban', status, seconds: 30, times: 1, calls: ['place'], ...one.mine });
      frozenMs = Date.now();
      expect(await one.place(spotOrder())).toMatchObject([{ outcome: 'refused', code: 2006 }]);
      await refusedWith(one, 2006, [spotOrder(), spotOrder()]);
      await unread(home, 2006, one.venue.order(one.account, SPOT, 'x'));
      aheadMs += 30_001;
      expect(await one.place(spotOrder())).toMatchObject([{ outcome: 'accepted' }]);
      expect(await askedWhileBanned()).toBe(0);
      frozenMs = null;
      aheadMs += 2 * MINUTE_MS;
    }
  },
  'key revoked': async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    const order = spotOrder();
    await one.place(order);
    await rig.faults({ fault: 'key_revoked', ...one.mine });
    await refusedWith(one, 2001);
    expect(await one.venue.cancel(one.account, [order])).toMatchObject([{ outcome: 'refused', code: 2001 }]);
    await unread(home, 2001, one.find(order));
    await unread(home, 2001, one.venue.openOrders(one.account));
  },
  'address not listed': async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    await rig.faults({ fault: 'ip_changed', ...one.mine });
    await refusedWith(one, 2007);
    await unread(home, 2007, one.venue.openOrders(one.account));
    if (home.code === 'house') return;
    const elsewhere = await newCase({ ...ALL_RIGHTS, ips: '198.51.100.1' }, home);
    await refusedWith(elsewhere, 2007);
  },
  'no right to trade': async (home) => {
    await refusedWith(await newCase({ read: 'on' }, home), 2009);
    // One right is all there is at OKX.
    if (home.code === 'okx') return;
    const spotOnly = await newCase({ read: 'on', spot: 'on' }, home);
    await refusedWith(spotOnly, 2009, [perpOrder()]);
    const order = spotOrder();
    expect(await spotOnly.place(order)).toMatchObject([{ outcome: 'accepted' }]);
    expect(await spotOnly.venue.openOrders(spotOnly.account)).toMatchObject([{ cid: order.cid }]);
    expect(await spotOnly.venue.positions(spotOnly.account)).toEqual([]);
  },
  'wrong key, wrong secret, no keys': async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    const good = rig.keys.get(one.account) as PlainKeys;
    rig.keys.set(one.account, { ...good, secretKey: new Secret('x'.repeat(64)) });
    await refusedWith(one, 2001);
    rig.keys.set(one.account, { ...good, apiKey: new Secret('y'.repeat(64)) });
    await refusedWith(one, 2001);
    if (hasPassphrase(home.code)) {
      rig.keys.set(one.account, { ...good, passphrase: new Secret('Another-1') });
      await refusedWith(one, 2001);
    }
    rig.keys.delete(one.account);
    await refusedWith(one, 2002);
    await unread(home, 2002, one.venue.openOrders(one.account));
    rig.keys.set(one.account, good);
    expect(await one.venue.openOrders(one.account)).toEqual([]);
  },
  'clock skew': async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    await one.venue.openOrders(one.account);
    for (const ms of home.skewsMs) {
      await rig.faults({ fault: 'clock_skew', ms });
      expect(await one.venue.balances(one.account)).toHaveLength(1);
      await rig.faults({ fault: 'clock_skew', ms: -ms });
      const order = spotOrder();
      expect(await one.place(order)).toMatchObject([{ outcome: 'unknown' }]);
      expect(await one.find(order)).toBeNull();
      expect(await one.place(order)).toMatchObject([{ outcome: 'accepted' }]);
      await one.venue.cancel(one.account, [order]);
    }
  },
  maintenance: async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    const order = spotOrder();
    await one.place(order);
    await rig.faults({ fault: 'maintenance', ...one.mine });
    const during = [spotOrder(), perpOrder(), perpOrder()];
    for (const outcome of await one.place(...during)) expect(outcome).toMatchObject({ outcome: 'unknown' });
    for (const wanted of [order, ...during]) await unread(home, 2015, one.find(wanted));
    // Whether it stands is not known of an order that could not be cancelled.
    expect(await one.venue.cancel(one.account, [order])).toMatchObject([{ outcome: 'unknown' }]);
    await rig.faults();
    expect(await one.find(order)).toMatchObject({ status: 'open' });
    for (const wanted of during) expect(await one.find(wanted)).toBeNull();
    for (const outcome of await one.place(...during)) expect(outcome).toMatchObject({ outcome: 'accepted' });
  },
  'rules change': async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    const tick = async () => (await one.venue.symbols()).find(({ symbol }) => symbol === SPOT)?.tick;
    expect(await tick()).toBe('0.01');
    aheadMs += 6_000;
    await rig.faults({ fault: 'filter_change', symbols: [SPOT], tick: '0.10' });
    // The house wire is asked each time.
    if (home.code !== 'house') expect(await tick()).toBe('0.01');
    const refused = { outcome: 'refused', code: 3006, reason: 'price_filter' };
    expect(await one.place(spotOrder({ price: '50000.05' }))).toMatchObject([refused]);
    expect(Number(await tick())).toBe(0.1);
  },
  delisting: async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    await rig.faults({ fault: 'delisting', symbols: [SPOT, PERP] });
    await one.venue.openOrders(one.account);
    const status = (await one.venue.symbols()).map(({ symbol, status: word }) => [symbol, word]);
    expect(Object.fromEntries(status)).toEqual({ [SPOT]: 'halt', [PERP]: 'halt' });
    await refusedWith(one, 3009);
  },
};

test.each(faultRows)('$fault: $asserts', ({ fault }) => cases[fault](LOCAL));

test.each(faultRows.filter((row) => !('notHouse' in row)))('at the house, $fault: $asserts', ({ fault }) =>
  cases[fault](HOUSE),
);

test.each(faultRows.filter((row) => !('notOkx' in row)))('at OKX, $fault: $asserts', ({ fault }) => cases[fault](OKX));

test.each(faultRows.filter((row) => !('notBybit' in row)))('at Bybit, $fault: $asserts', ({ fault }) =>
  cases[fault](BYBIT),
);

test.each(faultRows)('at Bitget, $fault: $asserts', ({ fault }) => cases[fault](BITGET));

test.each(faultRows.filter((row) => !('notGate' in row)))('at Gate, $fault: $asserts', ({ fault }) =>
  cases[fault](GATE),
);

test.each([OKX, BYBIT, GATE])(
  'at $code a trade that cannot be read yet keeps back what came after it',
  async (home) => {
    const one = await newCase(ALL_RIGHTS, home);
    const sinceMs = (await rig.house().clock()).marketNowMs - MINUTE_MS;
    await rig.faults({ fault: 'delayed_reads', ms: MINUTE_MS, of: ['fills'], times: 1, ...one.mine });
    const orders = [1, 2, 3].map(() => spotOrder({ ...atMarket, qty: '0.001' }));
    for (const order of orders) expect(await one.place(order)).toMatchObject([{ outcome: 'accepted' }]);
    const read = async () => (await one.venue.fills(one.account, SPOT, '', 10, sinceMs)).map(({ cid }) => cid);
    expect(await read()).toEqual([]);
    aheadMs += MINUTE_MS + 1;
    expect(await read()).toEqual(orders.map(({ cid }) => cid));
  },
);

test('at OKX a grid of 150 lines goes in one wave of batches, and its trades are read over more than one page', async () => {
  const one = await newCase(ALL_RIGHTS, OKX);
  const grid = Array.from({ length: 150 }, (_, line) =>
    spotOrder({ price: String(59_000 - line * 100), qty: '0.00015' }),
  );
  const venue = one.venue as typeof one.venue & Required<Pick<typeof one.venue, 'wave'>>;
  expect(venue.wave(one.account, [...grid, ...grid]).now).toHaveLength(285);
  const outcomes = await venue.place(one.account, grid);
  expect(outcomes.every(({ outcome }) => outcome === 'accepted')).toBe(true);
  expect((await venue.openOrders(one.account)).map(({ cid }) => cid)).toHaveLength(150);
  aheadMs += 4_000;
  const sinceMs = (await rig.house().clock()).marketNowMs - MINUTE_MS;
  const bought = Array.from({ length: 120 }, () => spotOrder({ ...atMarket, qty: '0.0002' }));
  expect((await venue.place(one.account, bought)).every(({ outcome }) => outcome === 'accepted')).toBe(true);
  const cids: string[] = [];
  for (let after = ''; ; ) {
    const page = await venue.fills(one.account, SPOT, after, 50, sinceMs);
    cids.push(...page.map(({ cid }) => cid));
    if (page.length < 50) break;
    after = page.at(-1)?.id ?? '';
  }
  expect([...cids].sort()).toEqual(bought.map(({ cid }) => cid).sort());
  aheadMs += 4_000;
  const cancelled = await venue.cancel(one.account, grid.slice(0, 30));
  expect(cancelled.every(({ outcome }) => outcome === 'accepted')).toBe(true);
});

async function askedWhileBanned(): Promise<number> {
  const headers = { 'x-service-token': rig.venue.token };
  const told = (await (await fetch(`${rig.venue.url}/v1/faults`, { headers })).json()) as {
    asked_while_banned: number;
  };
  return told.asked_while_banned;
}

test('up to 95 % of what may be asked is asked, a part of it only by look-ups, and nothing is answered 429', async () => {
  const one = await newCase({ read: 'on', spot: 'on' });
  await one.venue.symbols();
  frozenMs = Math.ceil(nowMs() / MINUTE_MS) * MINUTE_MS + 5_000 - aheadMs;
  const untilNoRoom = async (ask: () => Promise<unknown>): Promise<number> => {
    for (let asked = 0; ; asked++) {
      const code = await ask().then(
        () => 0,
        (error: ExchangeUnreadable) => error.code,
      );
      if (code === 2006) return asked;
      expect(code).toBe(0);
    }
  };
  const wallets = await untilNoRoom(() => one.venue.balances(one.account));
  const afterReads = await usedWeight();
  expect(wallets).toBeGreaterThan(120);
  expect(afterReads).toBeLessThanOrEqual(6_000 * 0.95 * 0.45 + 20 + 1);
  // What an account has open is read from the same share, and not from what cancels need.
  expect(await untilNoRoom(() => one.venue.openOrders(one.account))).toBe(0);
  expect(await untilNoRoom(() => one.venue.candles(SPOT, '1m', 1))).toBeGreaterThan(400);
  expect(await usedWeight()).toBeLessThanOrEqual(6_000 * 0.95 * 0.6 + 25);
  // Whatever was read, orders still go out.
  const order = spotOrder();
  expect(await one.place(order)).toMatchObject([{ outcome: 'accepted' }]);
  expect(await one.venue.cancel(one.account, [order])).toMatchObject([{ outcome: 'accepted' }]);
  await untilNoRoom(() => one.venue.order(one.account, SPOT, 'nobody'));
  const used = await usedWeight();
  expect(used).toBeGreaterThan(6_000 * 0.945);
  expect(used).toBeLessThanOrEqual(6_000 * 0.95 + 2);
  aheadMs += MINUTE_MS;
  // Had one answer been 429, nothing might be asked now.
  expect(await one.venue.balances(one.account)).toHaveLength(1);
});

test('two processes of one address and one account stay together under 95 % of what may be asked', async () => {
  const account = await rig.keyAccount({ read: 'on', spot: 'on' });
  frozenMs = Math.ceil(nowMs() / MINUTE_MS) * MINUTE_MS + 5_000 - aheadMs;
  const venues = [1, 2].map(() => {
    const budgets = new ExchangeBudgets({ nowMs }, async () => {});
    budgets.shareAmong(2);
    return rig.card(nowMs, budgets, 'local').venue;
  });
  const asked = await Promise.all(
    venues.map(async (venue) => {
      for (let count = 0; ; count++) {
        const code = await venue.order(account, SPOT, 'nobody').then(
          () => 0,
          (error: ExchangeUnreadable) => error.code,
        );
        if (code === 2006) return count;
        expect(code).toBe(0);
      }
    }),
  );
  for (const count of asked) expect(count).toBeGreaterThan((6_000 * 0.945) / 2 / 4 - 10);
  const used = await usedWeight();
  expect(used).toBeGreaterThan(6_000 * 0.93);
  expect(used).toBeLessThanOrEqual(6_000 * 0.95 + 2);
  aheadMs += MINUTE_MS;
  // Had one answer been 429, nothing might be asked now.
  for (const venue of venues) expect(await venue.balances(account)).toHaveLength(1);
});

/** As the exchange counts it; the question itself weighs one. */
async function usedWeight(): Promise<number> {
  const answer = await fetch(`${rig.venue.url}/api/v3/ping`);
  expect(answer.status).toBe(200);
  return Number(answer.headers.get('x-mbx-used-weight-1m'));
}

test('a grid of 150 lines goes in waves, nearest price first, and no order of it is one too many', async () => {
  const one = await cardCase();
  one.lastPrices.set(SPOT, '60000');
  const venue = one.venue as typeof one.venue & Required<Pick<typeof one.venue, 'wave'>>;
  const grid = Array.from({ length: 150 }, (_, line) =>
    spotOrder({ price: String(59_000 - line * 100), qty: '0.00015' }),
  );
  frozenMs = Math.ceil(nowMs() / MINUTE_MS) * MINUTE_MS - aheadMs;
  const shuffled = [...grid].sort((a, b) =>
    a.cid.split('').reverse().join('') < b.cid.split('').reverse().join('') ? -1 : 1,
  );
  const waves: number[] = [];
  const sent: string[] = [];
  let left: NewOrder[] = shuffled;
  while (left.length > 0) {
    const { now, later, waitMs } = venue.wave(one.account, left);
    const outcomes = await venue.place(one.account, now);
    expect(outcomes.every(({ outcome }) => outcome === 'accepted')).toBe(true);
    sent.push(...now.map(({ price }) => price));
    if (now.length > 0) waves.push(now.length);
    left = later;
    aheadMs += waitMs;
    if (later.length > 0) expect(waitMs).toBeGreaterThan(0);
  }
  expect(waves).toEqual([47, 47, 47, 9]);
  expect(sent).toEqual(grid.map(({ price }) => price));
  expect(await venue.openOrders(one.account)).toHaveLength(150);
});

test('what its sender may not send any more when all waiting is over stays here, and nothing is said of it', async () => {
  const one = await newCase();
  for (const order of [spotOrder(), perpOrder()]) {
    expect(await one.venue.place(one.account, [order], () => false)).toMatchObject([{ outcome: 'unknown' }]);
    expect(await one.find(order)).toBeNull();
    expect(await one.venue.place(one.account, [order], () => true)).toMatchObject([{ outcome: 'accepted' }]);
  }
});

test.each(['lose_request', 'lose_reply'])(
  'a read that %s strikes once is asked again; struck twice it is told',
  async (fault) => {
    const one = await newCase();
    const calls = ['order'];
    const look = () => one.venue.order(one.account, SPOT, 'nobody');
    await rig.faults({ fault, calls, times: 1 });
    expect(await look()).toBeNull();
    await rig.faults({ fault, calls, times: 2 });
    await expect(look()).rejects.toBeInstanceOf(ExchangeUnreadable);
    expect(await look()).toBeNull();
    // What changes something is looked up and never sent again.
    await rig.faults({ fault, calls: ['place'], times: 1 });
    expect(await one.place(spotOrder())).toMatchObject([{ outcome: 'unknown' }]);
    await rig.faults();
  },
);
