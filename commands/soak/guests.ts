// What people do to a server all day: they look at their bots over a socket that comes and goes, read the screens' calls, and
// make, stop and delete bots. Each round leaves the server with what it had before.
import { randomUUID } from 'node:crypto';
import { Person } from '../../tests/trading/person.ts';
import { COINS, type Coin, rangeAround } from '../storm/people.ts';

/** Frames of prices and of the bot that one visit waits for. */
const FRAMES_A_VISIT = 30;
const PAUSE_MS = 100;
/** The exchange, its prices or the account cannot be had for a moment. */
const UNAVAILABLE = new Set([2015, 2016, 3005, 4001, 4024]);
const NOT_RUNNING = 4003;
const VISIT_AT_MOST_MS = 10_000;
const grid = { investment: '1200', grid_levels: '20', grid_mode: 'arithmetic' };
/** Wherever the price is when they come, it is inside. */
const RANGE = 0.4;
const READS = ['index', 'botList', 'botCount', 'positions', 'botActions?id=', 'botDetail?id=', 'botInfo?id='];

export interface GuestCounts {
  rounds: number;
  frames: number;
}

export class Guests {
  readonly counts: GuestCounts = { rounds: 0, frames: 0 };
  private readonly people: Person[] = [];

  async open(url: string, count: number): Promise<void> {
    for (let number = 1; number <= count; number++) {
      const person = new Person(url);
      await person.register(`soak_guest_${number}`);
      this.people.push(person);
    }
  }

  /** All guests, each again and again, until so many rounds are over in all. */
  async untilRounds(rounds: number): Promise<void> {
    await Promise.all(
      this.people.map(async (person) => {
        while (this.counts.rounds < rounds) await this.round(person);
      }),
    );
  }

  private async round(person: Person): Promise<void> {
    this.counts.rounds += 1;
    const coin = COINS[this.counts.rounds % COINS.length]!;
    const id = await this.createGrid(person, coin);
    await this.visit(person, id);
    await this.operate(person, id, 'stop');
    await this.operate(person, id, 'delete');
  }

  /** Where the stream has just broken the bot is made and not started: then it is visited as it is. */
  private async createGrid(person: Person, coin: Coin): Promise<number> {
    const { investment, ...params } = { ...grid, ...rangeAround(coin, RANGE) };
    const body = { type_id: 3, exchange: 'local', market: 'spot', symbol: `${coin.name}/USDT`, investment, params };
    const request = { ...body, simulate: 0, start: 1, risk_ack: 1, request_id: randomUUID() };
    for (;;) {
      const answer = await person.ask('POST', '/api/user/botCreate', request);
      if (answer.code === 1) return answer.data.id;
      if (!UNAVAILABLE.has(answer.code)) throw new Error(`botCreate: ${answer.code} ${answer.msg}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  private async operate(person: Person, id: number, action: 'stop' | 'delete'): Promise<void> {
    for (;;) {
      const answer = await person.get(`/api/user/botOperation?id=${id}&action=${action}`);
      if (answer.code === 1 || (action === 'stop' && answer.code === NOT_RUNNING)) return;
      if (!UNAVAILABLE.has(answer.code)) throw new Error(`${action}: ${answer.code} ${answer.msg}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** A browser that opens a bot's screen, follows it for some frames and goes. */
  private async visit(person: Person, id: number): Promise<void> {
    const socket = new WebSocket(`${person.url.replace(/^http/, 'ws')}/ws?lang=en`);
    const ch = COINS.flatMap(({ name }) => ['spot', 'futures'].map((market) => `ticker:local:${market}:${name}/USDT`));
    let frames = 0;
    const seen = new Promise<void>((resolve) => {
      const leave = setTimeout(resolve, VISIT_AT_MOST_MS);
      socket.addEventListener('open', () => {
        socket.send(JSON.stringify({ op: 'auth', token: person.sessionToken }));
        socket.send(JSON.stringify({ op: 'sub', ch }));
      });
      socket.addEventListener('message', () => {
        frames += 1;
        if (frames < FRAMES_A_VISIT) return;
        clearTimeout(leave);
        resolve();
      });
    });
    for (const call of READS) {
      const answer = await person.get(`/api/user/${call.endsWith('=') ? call + id : call}`);
      if (answer.code !== 1) throw new Error(`${call}: ${answer.code} ${answer.msg}`);
    }
    await seen;
    socket.close();
    this.counts.frames += frames;
  }
}
