// What programs that nobody here wrote need of the local exchange: keys that sign by Ed25519, sessions that log on, fields and
// calls of the real files, codes that are numbers.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BinanceRig, type Key, signatureOf, urlencoded } from './binance-rig.ts';

let nowMs = Date.now();
let rig: BinanceRig;
let perpetual: BinanceRig;

beforeAll(async () => {
  [rig, perpetual] = await Promise.all([
    BinanceRig.open(() => nowMs),
    BinanceRig.open(() => nowMs, undefined, 'perpetual'),
  ]);
});
afterAll(() => Promise.all([rig.close(), perpetual.close()]));

interface OwnKey extends Key {
  readonly privateKey: KeyObject;
}

async function ownKey(on: BinanceRig, rights: Record<string, string>): Promise<OwnKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const public_key = String(publicKey.export({ type: 'spki', format: 'pem' }));
  return { ...(await on.key({ ...rights, public_key })), privateKey };
}

const ed25519 = (key: OwnKey, text: string) => sign(null, Buffer.from(text), key.privateKey).toString('base64');

describe('a key whose owner signs by Ed25519', () => {
  const ask = (key: OwnKey, text: string, signature: string) =>
    rig.send('GET', `/api/v3/account?${text}&signature=${encodeURIComponent(signature)}`, key.key);

  test('is good by its own signature only, and on no other wire', async () => {
    const key = await ownKey(rig, { read: 'on', spot: 'on' });
    const text = urlencoded({ timestamp: nowMs });
    expect((await ask(key, text, ed25519(key, text))).body).toMatchObject({ canTrade: true });
    const other = await ownKey(rig, { read: 'on' });
    for (const wrong of [ed25519(other, text), ed25519(key, `${text}0`), signatureOf(key.secret, text), 'x'])
      expect((await ask(key, text, wrong)).body.code).toBe(-1022);
    const window = '5000';
    const response = await fetch(`${rig.venue.url}/v5/user/query-api`, {
      headers: {
        ...{ 'x-bapi-api-key': key.key, 'x-bapi-timestamp': String(nowMs), 'x-bapi-recv-window': window },
        'x-bapi-sign': signatureOf(key.secret, `${nowMs}${key.key}${window}`),
      },
    });
    expect(await response.json()).toMatchObject({ retCode: 10003 });
  });

  test('is made from the PEM of such a key, and from nothing else', async () => {
    const { body } = await rig.page('/accounts', { title: 'tester', usdt: '10000' });
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' });
    for (const public_key of ['nonsense', String(rsa)]) {
      const answer = await rig.page('/new', { account: body.account.id, label: 'x', read: 'on', public_key });
      expect(answer.body.problem).toMatch(/Ed25519/);
    }
  });

  test('logs a session on, which then places, reads and follows without signing; one that signs by a secret does not', async () => {
    const key = await ownKey(rig, { read: 'on', spot: 'on' });
    const api = await Session.open(`${rig.venue.url}/ws-api/v3`);
    expect(await api.ask('session.status')).toMatchObject({ result: { apiKey: null, authorizedSince: null } });
    expect(await api.ask('userDataStream.subscribe')).toMatchObject({ status: 401 });
    const plain = await rig.key();
    const hmac = { apiKey: plain.key, timestamp: nowMs };
    const text = `apiKey=${plain.key}&timestamp=${nowMs}`;
    expect(await api.ask('session.logon', { ...hmac, signature: signatureOf(plain.secret, text) })).toMatchObject({
      error: { code: -4056 },
    });
    const own = { apiKey: key.key, timestamp: nowMs };
    expect(await api.ask('session.logon', { ...own, signature: 'AAAA' })).toMatchObject({ error: { code: -1022 } });
    const signature = ed25519(key, `apiKey=${key.key}&timestamp=${nowMs}`);
    expect(await api.ask('session.logon', { ...own, signature })).toMatchObject({
      result: { apiKey: key.key, authorizedSince: nowMs, userDataStream: false },
    });
    expect(await api.ask('userDataStream.subscribe')).toMatchObject({ status: 200, result: { subscriptionId: 0 } });
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.001' };
    expect(await api.ask('order.place', order)).toMatchObject({ result: { status: 'FILLED' } });
    expect(api.events.map(({ e }) => e)).toContain('executionReport');
    const resting = { ...order, type: 'LIMIT', timeInForce: 'GTC', price: '50000', quantity: '0.002' };
    await api.ask('order.place', { ...resting, newClientOrderId: 'large' });
    const smaller = { symbol: 'BTCUSDT', origClientOrderId: 'large', newClientOrderId: 'small', newQty: '0.001' };
    const amended = await api.ask('order.amend.keepPriority', smaller);
    const qty = { origQty: '0.00200000', newQty: '0.00100000', newClientOrderId: 'small' };
    expect(amended).toMatchObject({ result: { amendedOrder: { clientOrderId: 'small', qty: qty.newQty } } });
    const { orderId } = (amended.result as { amendedOrder: { orderId: number } }).amendedOrder;
    expect(await api.ask('order.amendments', { symbol: 'BTCUSDT', orderId })).toMatchObject({ result: [qty] });
    await expect.poll(() => api.events.map(({ x }) => x)).toContain('REPLACED');
    expect(await api.ask('session.logout')).toMatchObject({ result: { apiKey: null } });
    expect(await api.ask('account.status')).toMatchObject({ error: { code: -2014 } });
    api.close();
  });

  test('starts the stream of its contracts by a session of theirs', async () => {
    const key = await ownKey(perpetual, { read: 'on', futures: 'on' });
    const api = await Session.open(`${perpetual.venue.url}/ws-fapi/v1`);
    const signature = ed25519(key, `apiKey=${key.key}&timestamp=${nowMs}`);
    await api.ask('session.logon', { apiKey: key.key, timestamp: nowMs, signature });
    const { result } = await api.ask('userDataStream.start');
    expect(result?.listenKey).toMatch(/^\w{64}$/);
    expect(await api.ask('userDataStream.ping')).toMatchObject({ result: { listenKey: result?.listenKey } });
    expect(await api.ask('userDataStream.subscribe')).toMatchObject({ error: { code: -1000 } });
    api.close();
  });
});

describe('calls and fields of the real exchange', () => {
  test('contracts say what readers of its files require', async () => {
    const { body } = await perpetual.ask('GET /fapi/v1/exchangeInfo');
    expect(body.assets[0].autoAssetExchange).toBe('0');
    expect(body.symbols[0]).toMatchObject({
      ...{
        requiredMarginPercent: expect.any(String),
        triggerProtect: '0.0500',
        settlePlan: 0,
        marketTakeBound: '0.05',
      },
    });
    expect((await perpetual.ask('GET /fapi/v1/premiumIndex', { symbol: 'BTCUSDT' })).body).toMatchObject({
      ...{ estimatedSettlePrice: expect.any(String), interestRate: expect.any(String) },
    });
    expect((await perpetual.ask('GET /dapi/v1/exchangeInfo')).body.symbols).toEqual([]);
  });

  test('an account says its tier and its rights, and has one asset', async () => {
    const key = await perpetual.key({ read: 'on', futures: 'on' });
    for (const version of ['v2', 'v3'])
      expect((await perpetual.signed(key, `GET /fapi/${version}/account`)).body).toMatchObject({
        ...{ feeTier: 0, canTrade: true, canDeposit: true, canWithdraw: false, multiAssetsMargin: false },
      });
    const mode = 'fapi/v1/multiAssetsMargin';
    expect((await perpetual.signed(key, `GET /${mode}`)).body).toEqual({ multiAssetsMargin: false });
    expect((await perpetual.signed(key, `POST /${mode}`, { multiAssetsMargin: 'false' })).body.code).toBe(-4171);
    expect((await perpetual.signed(key, `POST /${mode}`, { multiAssetsMargin: 'true' })).body.code).toBe(-1130);
  });

  test('fees are told by symbol', async () => {
    const key = await rig.key({ read: 'on' });
    const fee = { symbol: 'BTCUSDT', makerCommission: '0.001', takerCommission: '0.001' };
    expect((await rig.signed(key, 'GET /sapi/v1/asset/tradeFee')).body).toEqual([fee]);
    expect((await rig.signed(key, 'GET /api/v3/account/commission', { symbol: 'BTCUSDT' })).body).toMatchObject({
      standardCommission: { maker: '0.00100000', taker: '0.00100000' },
    });
  });

  test('a path that there is not has a code in the form of its wire', async () => {
    for (const path of ['/api/v3/nothing', '/sapi/v1/nothing', '/fapi/v1/nothing', '/dapi/v1/time', '/eapi/v1/time'])
      expect((await rig.ask(`GET ${path}`)).body).toEqual({ code: -5000, msg: `Path ${path}, Method GET is invalid` });
    expect((await rig.ask('GET /api/v5/nothing')).body).toMatchObject({ code: '404', data: [] });
    expect((await rig.ask('GET /v5/nothing')).body).toMatchObject({ retCode: 404 });
    expect((await rig.ask('GET /api/v2/nothing')).body).toMatchObject({ code: '40404' });
  });

  test('a number of an order as long as real ones are is one that there is not', async () => {
    const key = await rig.key();
    for (const orderId of ['7', '9007199254740993', '9223372036854775807', '99999999999999999999'])
      expect((await rig.signed(key, 'GET /api/v3/order', { symbol: 'BTCUSDT', orderId })).body.code).toBe(-2013);
  });

  test('what a position has realised is told with it, over all its trades', async () => {
    const key = await perpetual.key({ read: 'on', futures: 'on' });
    const { body } = await perpetual.ask('POST /fapi/v1/listenKey', {}, key.key);
    const socket = await Session.open(`${perpetual.venue.url}/private/ws/${body.listenKey}`);
    const trade = async (side: string) => {
      nowMs += 10_000;
      await perpetual.signed(key, 'POST /fapi/v1/order', { symbol: 'BTCUSDT', side, type: 'MARKET', quantity: '0.01' });
    };
    for (const side of ['BUY', 'SELL', 'BUY', 'SELL']) await trade(side);
    await expect.poll(() => socket.events.filter(({ e }) => e === 'ACCOUNT_UPDATE').length).toBe(4);
    const { body: incomes } = await perpetual.signed(key, 'GET /fapi/v1/userTrades', { symbol: 'BTCUSDT' });
    const realised = incomes.map(({ realizedPnl }: { realizedPnl: string }) => Number(realizedPnl));
    const told = socket.events
      .filter(({ e }) => e === 'ACCOUNT_UPDATE')
      .map(({ a }) => (a as { P: { cr: string; ep: string; bep: string }[] }).P[0]);
    expect(told.map((position) => Number(position?.cr))).toEqual(
      realised.map((_: number, at: number) =>
        realised.slice(0, at + 1).reduce((sum: number, one: number) => sum + one, 0),
      ),
    );
    expect(realised[1]).not.toBe(0);
    for (const position of told) expect(position?.bep).toBe(position?.ep);
    socket.close();
  });
});

interface Said {
  readonly id?: number;
  readonly status?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number };
  readonly event?: Record<string, unknown>;
}

/** A socket that asks and hears. */
class Session {
  readonly events: Record<string, unknown>[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (said: Said) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const said = JSON.parse(String(data)) as Said;
      if (said.id === undefined) this.events.push(said.event ?? (said as Record<string, unknown>));
      else this.#waiting.get(said.id)?.(said);
    });
  }

  static async open(url: string): Promise<Session> {
    const socket = new WebSocket(url.replace('http', 'ws'));
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    return new Session(socket);
  }

  ask(method: string, params: Record<string, unknown> = {}): Promise<Said> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.close();
  }
}
