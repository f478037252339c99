// An account with a key on a local exchange, by its own page, and what the exchange itself says of it afterwards: the proof that
// a stranger's program has traded is not what that program says.
import { createHmac, generateKeyPairSync } from 'node:crypto';

export interface VenueAccount {
  readonly key: string;
  /** A secret, or the PEM of a private key where the program signs by Ed25519. */
  readonly secret: string;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of a foreign wire, read field by field
type Rows = any;

/** What the exchange knows of an account after a run. */
export interface Trace {
  readonly orders: readonly string[];
  readonly trades: number;
  /** Of the coin, what it still holds. */
  readonly left: string;
  /** Trades that the exchange does not find from the time that it told before the run. */
  readonly unfound: number;
}

export class VenueDesk {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async open(signs: 'hmac' | 'ed25519'): Promise<{ account: VenueAccount; reader: VenueAccount }> {
    const made = await this.#page('accounts', { title: 'stranger', usdt: '10000' });
    const account = String(made.account.id);
    const rights = { account, label: 'stranger', read: 'on', spot: 'on', futures: 'on' };
    const plain = await this.#page('new', rights);
    const reader = { key: String(plain.key.key), secret: String(plain.key.secret) };
    if (signs === 'hmac') return { account: reader, reader };
    const pair = generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const signed = await this.#page('new', { ...rights, public_key: pair.publicKey });
    return { account: { key: String(signed.key.key), secret: pair.privateKey }, reader };
  }

  async serverTime(): Promise<number> {
    const response = await fetch(`${this.url}/api/v3/time`);
    return Number(((await response.json()) as Rows).serverTime);
  }

  async traceSpot(reader: VenueAccount, symbol: string, base: string, sinceMs: number): Promise<Trace> {
    const orders = await this.#signed(reader, '/api/v3/allOrders', { symbol });
    const trades = await this.#signed(reader, '/api/v3/myTrades', { symbol });
    const since = await this.#signed(reader, '/api/v3/myTrades', { symbol, startTime: sinceMs });
    const account = await this.#signed(reader, '/api/v3/account', {});
    const balance = account.balances.find(({ asset }: Rows) => asset === base);
    return {
      orders: orders.map(({ side, type, status }: Rows) => `${side} ${type} ${status}`),
      trades: trades.length,
      left: String(Number(balance?.free ?? 0) + Number(balance?.locked ?? 0)),
      unfound: trades.length - since.length,
    };
  }

  async traceContract(reader: VenueAccount, symbol: string, sinceMs: number): Promise<Trace> {
    const orders = await this.#signed(reader, '/fapi/v1/allOrders', { symbol });
    const stops = await this.#signed(reader, '/fapi/v1/allAlgoOrders', { symbol });
    const trades = await this.#signed(reader, '/fapi/v1/userTrades', { symbol });
    const since = await this.#signed(reader, '/fapi/v1/userTrades', { symbol, startTime: sinceMs });
    const positions = await this.#signed(reader, '/fapi/v3/positionRisk', {});
    return {
      orders: [
        ...orders.map(({ side, type, status }: Rows) => `${side} ${type} ${status}`),
        ...stops.map(({ side, orderType, algoStatus }: Rows) => `${side} ${orderType} ${algoStatus}`),
      ],
      trades: trades.length,
      left: String(positions[0]?.positionAmt ?? '0'),
      unfound: trades.length - since.length,
    };
  }

  async #page(path: string, values: Record<string, string>): Promise<Rows> {
    const response = await fetch(`${this.url}/keys/${path}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(values),
    });
    if (!response.ok) throw new Error(`the exchange's page answered ${response.status} to ${path}`);
    return response.json();
  }

  async #signed({ key, secret }: VenueAccount, path: string, values: Record<string, string | number>): Promise<Rows> {
    const query = new URLSearchParams({ ...values, timestamp: String(Date.now()) } as Record<
      string,
      string
    >).toString();
    const signature = createHmac('sha256', secret).update(query).digest('hex');
    const response = await fetch(`${this.url}${path}?${query}&signature=${signature}`, {
      headers: { 'x-mbx-apikey': key },
    });
    const body: Rows = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body;
  }
}
