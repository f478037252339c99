// A client of the exchange for its tests: speaks PROTOCOL.md over real HTTP and WebSocket and knows nothing else.

export interface WireFill {
  id: string;
  cid: string;
  symbol: string;
  side: 'buy' | 'sell';
  price: string;
  qty: string;
  fee: string;
  fee_asset: string;
  maker: 0 | 1;
  last: string;
  at: number;
}

export interface WireOrder {
  cid: string;
  symbol: string;
  side: 'buy' | 'sell';
  type: string;
  tif: string;
  price: string;
  qty: string;
  filled: string;
  status: 'open' | 'filled' | 'cancelled';
}

export type WireResult =
  | { ok: 1; order: WireOrder; fills: WireFill[] }
  | { ok: 0; code: string; msg: string; order?: WireOrder };

export type StreamMessage =
  | { ch: 'print'; symbol: string; seq: number; price: string; at: number }
  | { ch: 'fill'; account: string; fill: WireFill }
  | { ch: 'order'; account: string; order: WireOrder }
  | { ch: 'status'; state: string }
  | { op: string; ok?: 1; code?: string };

export interface Answer<T> {
  status: number;
  body: T;
}

export class WireClient {
  readonly url: string;
  readonly headers: Record<string, string>;

  constructor(url: string, token: string, account?: string) {
    this.url = url;
    this.headers = { 'x-service-token': token, ...(account === undefined ? {} : { 'x-account': account }) };
  }

  async get<T>(path: string): Promise<Answer<T>> {
    const response = await fetch(this.url + path, { headers: this.headers });
    return { status: response.status, body: (await response.json()) as T };
  }

  async post<T>(path: string, body: unknown): Promise<Answer<T>> {
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: { ...this.headers, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  /** The account of a reference, as a client that acts for it. */
  async openAccount(ref: string): Promise<WireClient> {
    const { body } = await this.post<{ account: string }>('/v1/accounts', { ref });
    return new WireClient(this.url, this.headers['x-service-token'] as string, body.account);
  }

  async place(...orders: object[]): Promise<WireResult[]> {
    return (await this.post<{ results: WireResult[] }>('/v1/orders', { orders })).body.results;
  }

  async cancel(...cids: string[]): Promise<WireResult[]> {
    return (await this.post<{ results: WireResult[] }>('/v1/orders/cancel', { cids })).body.results;
  }

  async fills(after = ''): Promise<WireFill[]> {
    return (await this.get<{ list: WireFill[] }>(`/v1/fills?after=${after}&limit=1000`)).body.list;
  }

  async allFills(): Promise<WireFill[]> {
    const all: WireFill[] = [];
    for (;;) {
      const page = await this.fills(all.at(-1)?.id ?? '');
      all.push(...page);
      if (page.length < 1000) return all;
    }
  }

  async openOrders(): Promise<WireOrder[]> {
    return (await this.get<{ list: WireOrder[] }>('/v1/orders?status=open')).body.list;
  }

  async balances(): Promise<Record<string, { free: string; locked: string }>> {
    const { body } = await this.get<{ balances: { asset: string; free: string; locked: string }[] }>('/v1/account');
    return Object.fromEntries(body.balances.map(({ asset, free, locked }) => [asset, { free, locked }]));
  }
}

/** The stream, with every message kept in order and awaited by what it says. */
export class WireStream {
  readonly messages: StreamMessage[] = [];
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  #waiting: { test: (message: StreamMessage) => boolean; resolve: (message: StreamMessage) => void }[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      socket.addEventListener('close', (event) => resolve(event.code));
    });
    socket.addEventListener('message', (event) => {
      const message = JSON.parse(String(event.data)) as StreamMessage;
      this.messages.push(message);
      const met = this.#waiting.filter((waiter) => waiter.test(message));
      this.#waiting = this.#waiting.filter((waiter) => !met.includes(waiter));
      for (const waiter of met) waiter.resolve(message);
    });
  }

  static async open(url: string): Promise<WireStream> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/stream`);
    const stream = new WireStream(socket);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error('the stream did not open')));
    });
    return stream;
  }

  send(message: object | string): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The first message, past or to come, that passes the test. */
  until(test: (message: StreamMessage) => boolean): Promise<StreamMessage> {
    const known = this.messages.find(test);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => this.#waiting.push({ test, resolve }));
  }

  async answered(op: string): Promise<StreamMessage> {
    return this.until((message) => 'op' in message && message.op === op);
  }

  async print(seq: number, symbol?: string): Promise<StreamMessage> {
    return this.until(
      (message) =>
        'ch' in message &&
        message.ch === 'print' &&
        message.seq === seq &&
        (symbol === undefined || message.symbol === symbol),
    );
  }

  /** Comes back when everything sent before has been answered. */
  async ping(): Promise<void> {
    const pongs = () => this.messages.filter((message) => 'op' in message && message.op === 'pong').length;
    const wanted = pongs() + 1;
    this.send({ op: 'ping' });
    await this.until(() => pongs() >= wanted);
  }

  close(): void {
    this.#socket.close();
  }
}
