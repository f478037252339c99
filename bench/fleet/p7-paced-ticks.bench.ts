// P7: 10,000 production grid bots (SimFleet: venue, engine, risk, books, journal) in one process that also answers REST
// and pushes to browsers, while another process sends 1,000 ticks a second: how long after a tick was sent is it done?
// Not the whole server: no database and no sessions; REST is 200 requests a second for a bot as JSON, push a frame of
// the last price to 50 sockets ten times a second. The ratio is the limit of performance.md / ours; 1 = just reached.
import { spawn } from 'node:child_process';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import type { Bench } from '../bench.ts';
import { fleetRanges, fleetWalk, START_TICKS } from './fleet-task.ts';
import { SimFleet } from './sim-fleet.ts';

const TICKS = 4_000;
const REQUESTS_PER_SECOND = 200;
const LISTENERS = 50;
const PUSH_EVERY_MS = 100;
const LEAST_ANSWERS = 100;

interface Measured {
  /** Sorted, milliseconds from sent to done. */
  readonly lateMs: Float64Array;
  readonly outcome: string;
}

async function measure(): Promise<Measured> {
  const fleet = new SimFleet(fleetRanges(), START_TICKS);
  const walk = fleetWalk(TICKS);
  const lateMs = new Float64Array(TICKS);
  let done = 0;
  const http = createHttp((request, response) => {
    const bot = fleet.bots[Number(request.url?.split('/')[2] ?? 0)];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ books: bot?.books, orders: bot?.orders, state: bot?.state }));
  });
  const sockets = new WebSocketServer({ server: http });
  const push = setInterval(() => {
    const frame = JSON.stringify({ ch: 'price', last: walk[Math.max(0, done - 1)], done });
    for (const socket of sockets.clients) socket.send(frame);
  }, PUSH_EVERY_MS);
  const market = createServer((socket: Socket) => {
    let rest = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [at = '0', sentNs = '0'] = line.split(' ');
        fleet.print(walk[Number(at)]!);
        lateMs[done++] = Number(process.hrtime.bigint() - BigInt(sentNs)) / 1e6;
      }
    });
  });
  await Promise.all(
    [http, market].map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
  );
  const ports = [market, http].map((server) => String((server.address() as AddressInfo).port));
  const figures = [TICKS, REQUESTS_PER_SECOND, LISTENERS].map(String);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'p7-load.ts'), ...ports, ...figures]);
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(push);
  sockets.close();
  http.closeAllConnections();
  await Promise.all([http, market].map((server) => new Promise((resolve) => server.close(resolve))));
  const { answers, pushes } = JSON.parse(said) as { answers: number; pushes: number };
  const loaded = code === 0 && answers >= LEAST_ANSWERS && pushes >= LISTENERS;
  const outcome = `${done} ticks${loaded ? ' under load' : `: only ${answers} answers and ${pushes} pushes`}`;
  return { lateMs: lateMs.sort(), outcome };
}

function percentile(share: number, limitMs: number, name: string): Bench {
  return {
    id: 'P7',
    name,
    unit: 'ticks',
    floor: 1,
    goal: 10,
    async prepare() {
      return {
        ours: {
          name: 'fleet under load',
          run: async () => {
            const { lateMs, outcome } = await measure();
            return { units: 1, seconds: lateMs[Math.floor(lateMs.length * share)]! / 1e3, outcome };
          },
        },
        theirs: {
          name: 'the limit',
          run: () => ({ units: 1, seconds: limitMs / 1e3, outcome: `${TICKS} ticks under load` }),
        },
      };
    },
  };
}

const paced = '1,000 ticks/s x 10,000 bots under REST and push load';
export const bench = percentile(0.99, 1, `${paced}: 1 ms / p99`);
export const beside = [percentile(0.999, 10, `${paced}: 10 ms / p99.9`)];
