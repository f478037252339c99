// A user at the API: registers, makes a bot, asks. Speaks the wire itself, so that nothing of the product checks the product.
import { randomUUID } from 'node:crypto';

export interface Answer {
  readonly code: number;
  readonly msg: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read any field of any answer.
  readonly data: any;
}

export class Person {
  url: string;
  sessionToken = '';
  /** Where bots are made. */
  exchange = 'local';

  constructor(url: string) {
    this.url = url;
  }

  async ask(method: string, path: string, body?: unknown, lang: 'zh' | 'en' = 'en'): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        'x-lang': lang,
        ...(this.sessionToken === '' ? {} : { authorization: `Bearer ${this.sessionToken}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Answer;
  }

  async register(account: string): Promise<void> {
    const body = { terminal: 1, account, password: 'Kingfisher77xq', confirm: 'Kingfisher77xq', agree: 1 };
    const answer = await this.ask('POST', '/api/login/register', body);
    if (answer.code !== 1) throw new Error(`register: ${answer.code} ${answer.msg}`);
    this.sessionToken = answer.data.token;
  }

  /** Tries until the exchange, its markets and the account are there. */
  createGrid(grid: Readonly<Record<string, unknown>>): Promise<number> {
    return this.createBot(3, 'spot', grid);
  }

  /** Tries until the exchange, its markets and the account are there. */
  async createBot(
    typeId: number,
    market: 'spot' | 'futures',
    { investment, ...params }: Readonly<Record<string, unknown>>,
    symbol = 'BTC/USDT',
  ): Promise<number> {
    const body = { type_id: typeId, exchange: this.exchange, market, symbol, investment, params };
    const request = { ...body, simulate: 0, start: 1, risk_ack: 1, request_id: randomUUID() };
    const until = Date.now() + 60_000;
    for (;;) {
      const answer = await this.ask('POST', '/api/user/botCreate', request);
      if (answer.code === 1 && answer.data.status === 'running') return answer.data.id;
      const early = [2015, 4024, 3005].includes(answer.code);
      if (!early || Date.now() > until) throw new Error(`botCreate: ${JSON.stringify(answer)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  get(path: string): Promise<Answer> {
    return this.ask('GET', path);
  }
}
