// OKX counts its calls for each account and answers 429 with 50011, without a word of how long: that account's call waits its two
// seconds, and nobody else does. The local exchange sends nobody away so, hence a gate before it says it for one key.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ExchangeBudgets } from '../../apps/server/src/adapters/exchanges/exchange-budgets.ts';
import { type CcxtVenueParts, createCcxtVenue } from '../../apps/server/src/adapters/exchanges/trading-venue.ts';
import type { Away } from '../../apps/server/src/adapters/exchanges/transport/exchange-budget.ts';
import { exchangeHosts } from '../../apps/server/src/adapters/exchanges/transport/hosts.ts';
import { ConformanceRig, OKX_TERMS, SPOT, TIMEOUT_MS } from './rig.ts';
import { spotOrder } from './subject.ts';

const WITHIN_MS = 2_000;
/** Stands still unless a test moves it. */
let atMs = Date.now();
const nowMs = () => atMs;
const tooMany = JSON.stringify({ code: '50011', data: [], msg: 'Requests too frequent.' });

interface Sent {
  readonly key: string;
  readonly call: string;
}

class Gate {
  readonly server: Server;
  sent: Sent[] = [];
  /** Who is sent away from what. */
  away: (one: Sent) => boolean = () => false;
  headers: Readonly<Record<string, string>> = {};

  constructor(target: string) {
    this.server = createServer((from, to) => {
      const { pathname } = new URL(from.url ?? '', target);
      const one = { key: String(from.headers['ok-access-key'] ?? ''), call: `${from.method} ${pathname}` };
      this.sent.push(one);
      if (this.away(one)) {
        from.resume();
        to.writeHead(429, { 'content-type': 'application/json', ...this.headers }).end(tooMany);
        return;
      }
      const { method = 'GET' } = from;
      const on = request(new URL(from.url ?? '', target), { method, headers: from.headers }, (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      });
      on.on('error', () => to.destroy());
      from.pipe(on);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Since it was asked last. */
  sentOf(call: string): string[] {
    const keys = this.sent.flatMap((one) => (one.call === call ? [one.key] : []));
    this.sent = [];
    return keys;
  }
}

let rig: ConformanceRig;
let gate: Gate;
let url: string;

beforeAll(async () => {
  rig = await ConformanceRig.open(nowMs);
  gate = new Gate(rig.venue.url);
  url = await gate.open();
});
afterAll(async () => {
  gate.server.closeAllConnections();
  await new Promise((done) => gate.server.close(done));
  await rig.close();
});

interface Process extends Pick<CcxtVenueParts, 'venue'> {
  readonly told: Away[];
  readonly mine: string;
  readonly other: string;
  /** The API key of the first. */
  readonly key: string;
}

/** One process that trades on two accounts; both have asked before. */
async function openProcess(): Promise<Process> {
  const hosts = exchangeHosts(new Map([['okx', url]])).get('okx');
  if (hosts === undefined) throw new Error('no hosts');
  const budgets = new ExchangeBudgets({ nowMs }, async () => {});
  const told: Away[] = [];
  budgets.onAway = (away) => void told.push(away);
  const { venue } = createCcxtVenue({
    ...{ exchange: 'okx', hosts, budgets, clock: { nowMs }, timeoutMs: TIMEOUT_MS },
    credentials: async (account: string) => rig.keys.get(account) ?? null,
    contractAccounts: async () => [],
  });
  const [mine, other] = [await rig.keyAccount(OKX_TERMS), await rig.keyAccount(OKX_TERMS)];
  for (const account of [mine, other]) await venue.openOrders(account);
  gate.sent = [];
  return { venue, told, mine, other, key: rig.keys.get(mine)?.apiKey.reveal() ?? '' };
}

const PLACE = 'POST /api/v5/trade/batch-orders';
const CANCEL = 'POST /api/v5/trade/cancel-batch-orders';
const LOOK = 'GET /api/v5/trade/order';

test('a placement that is one too many was not done; the next of that account waits two seconds, and nobody else', async () => {
  const { venue, told, mine, other, key } = await openProcess();
  gate.away = (one) => one.key === key && one.call === PLACE;
  const order = spotOrder();
  expect(await venue.place(mine, [order])).toMatchObject([{ outcome: 'refused', code: 2006 }]);
  expect(gate.sentOf(PLACE)).toEqual([key]);
  gate.away = () => false;
  // Not sent again before its time, though it would be taken.
  expect(await venue.place(mine, [spotOrder()])).toMatchObject([{ outcome: 'refused', code: 2006 }]);
  expect(gate.sentOf(PLACE)).toEqual([]);
  // Another account of this address, and another call of this one, go out at once.
  expect(await venue.place(other, [spotOrder()])).toMatchObject([{ outcome: 'accepted' }]);
  expect(await venue.order(mine, SPOT, order.cid)).toBeNull();
  expect(told).toEqual([]);
  atMs += WITHIN_MS;
  expect(await venue.place(mine, [order])).toMatchObject([{ outcome: 'accepted' }]);
});

test('so it is with a look-up: the outcome stays unknown, and orders of that account still go out', async () => {
  const { venue, told, mine, other, key } = await openProcess();
  gate.away = (one) => one.key === key && one.call === LOOK;
  const asked = () => venue.order(mine, SPOT, 'nobody');
  await expect(asked()).rejects.toMatchObject({ code: 2006 });
  expect(gate.sentOf(LOOK)).toEqual([key]);
  gate.away = () => false;
  await expect(asked()).rejects.toMatchObject({ code: 2006 });
  expect(gate.sentOf(LOOK)).toEqual([]);
  expect(await venue.order(other, SPOT, 'nobody')).toBeNull();
  expect(await venue.place(mine, [spotOrder()])).toMatchObject([{ outcome: 'accepted' }]);
  atMs += WITHIN_MS;
  expect(await asked()).toBeNull();
  expect(told).toEqual([]);
});

test('and with a cancel: the order stays as it is, its end is looked up, and others take theirs away', async () => {
  const { venue, told, mine, other, key } = await openProcess();
  const [order, theirs] = [spotOrder(), spotOrder()];
  expect([...(await venue.place(mine, [order])), ...(await venue.place(other, [theirs]))]).toMatchObject([
    { outcome: 'accepted' },
    { outcome: 'accepted' },
  ]);
  gate.away = (one) => one.key === key && one.call === CANCEL;
  expect(await venue.cancel(mine, [order])).toMatchObject([{ outcome: 'unknown' }]);
  gate.away = () => false;
  expect(await venue.cancel(other, [theirs])).toMatchObject([{ outcome: 'accepted' }]);
  expect(await venue.order(mine, SPOT, order.cid)).toMatchObject({ status: 'open' });
  expect(told).toEqual([]);
  atMs += WITHIN_MS;
  expect(await venue.cancel(mine, [order])).toMatchObject([{ outcome: 'accepted' }]);
});

test('who is told how long is banned with his address', async () => {
  const { venue, told, mine, other, key } = await openProcess();
  gate.away = (one) => one.key === key && one.call === PLACE;
  gate.headers = { 'retry-after': '30' };
  expect(await venue.place(mine, [spotOrder()])).toMatchObject([{ outcome: 'refused', code: 2006 }]);
  [gate.away, gate.headers] = [() => false, {}];
  expect(await venue.place(other, [spotOrder()])).toMatchObject([{ outcome: 'refused', code: 2006 }]);
  expect(told).toEqual([{ exchange: 'okx', family: 'spot', ms: 30_000 }]);
  atMs += 30_000;
  expect(await venue.place(other, [spotOrder()])).toMatchObject([{ outcome: 'accepted' }]);
});
