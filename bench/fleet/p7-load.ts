// The other side of P7, a process of its own: sends the market (one line a tick, stamped when it is sent), asks for bots
// over REST and listens to pushes, all at a steady pace, and says what it got when it is done.
//   node p7-load.ts <port of the market> <port of REST and push> <ticks> <requests a second> <listeners>
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { WebSocket } from 'ws';

const TICKS_A_SECOND = 1_000;
const NS_A_MS = 1_000_000n;

const [marketPort = 0, port = 0, ticks = 0, requestsPerSecond = 0, listeners = 0] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
let answers = 0;
let pushes = 0;

async function listen(): Promise<WebSocket[]> {
  const sockets = Array.from({ length: listeners }, () => new WebSocket(`ws://127.0.0.1:${port}`));
  for (const socket of sockets) socket.on('message', () => pushes++);
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('open', resolve))));
  return sockets;
}

function ask(at: number): void {
  get({ host: '127.0.0.1', port, path: `/bots/${(at * 7919) % 10_000}`, agent }, (answer) => {
    answer.resume();
    answer.once('end', () => answers++);
  });
}

const sockets = await listen();
const market = connect({ port: marketPort, host: '127.0.0.1', noDelay: true });
await new Promise((resolve) => market.once('connect', resolve));
const start = process.hrtime.bigint();
let sent = 0;
let asked = 0;
const pace = setInterval(() => {
  const passedMs = Number((process.hrtime.bigint() - start) / NS_A_MS);
  const due = Math.min(ticks, Math.floor((passedMs * TICKS_A_SECOND) / 1_000));
  let lines = '';
  for (; sent < due; sent++) lines += `${sent} ${process.hrtime.bigint()}\n`;
  if (lines !== '') market.write(lines);
  for (; asked < (passedMs * requestsPerSecond) / 1_000; asked++) ask(asked);
  if (sent < ticks) return;
  clearInterval(pace);
  setTimeout(() => {
    market.end();
    for (const socket of sockets) socket.terminate();
    agent.destroy();
    console.log(JSON.stringify({ answers, pushes }));
  }, 300);
}, 1);
