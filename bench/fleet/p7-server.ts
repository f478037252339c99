// The measured side of P7, a process of its own: 10,000 production grid bots that trade every tick of the market socket,
// answer REST and push to browsers. Says on which ports it listens, and when the market has ended how late ticks were.
//   node --expose-gc p7-server.ts <ticks> <ticks of these that warm up>
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { fleetRanges, fleetWalk, START_TICKS } from './fleet-task.ts';
import { SimFleet } from './sim-fleet.ts';

const PUSH_EVERY_MS = 100;

const [ticks = 0, warmUp = 0] = process.argv.slice(2).map(Number);
const fleet = new SimFleet(fleetRanges(), START_TICKS);
const walk = fleetWalk(ticks);
/** Milliseconds from sent to done, of every tick. */
const lateMs = new Float64Array(ticks);
let done = 0;

const http = createHttp((request, response) => {
  const { books, orders, state } = fleet.bot(Number(request.url?.split('/')[2] ?? 0));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ books, orders, state }));
});
const sockets = new WebSocketServer({ server: http });
setInterval(() => {
  const frame = JSON.stringify({ ch: 'price', last: walk[Math.max(0, done - 1)], done });
  for (const socket of sockets.clients) socket.send(frame);
}, PUSH_EVERY_MS);

function tell(): never {
  const sorted = lateMs.slice(warmUp, done).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)];
  console.log(JSON.stringify({ done, p99Ms: at(0.99), p999Ms: at(0.999) }));
  process.exit();
}

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
  socket.once('end', tell);
});
await Promise.all(
  [http, market].map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
);
// Bots that run for days stand in the old generation; these were made just now, and moving them there is not measured.
globalThis.gc?.();
console.log([market, http].map((server) => (server.address() as AddressInfo).port).join(' '));
