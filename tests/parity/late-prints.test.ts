// Bots that are started while the news of their market come late begin at the print the runner says they began at, and trade
// at its price: the exchange stands still for them, and does not print what they have not heard of.
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Person } from '../trading/person.ts';
import { Scene } from '../trading/scene.ts';

/** More than a command waits for a print where nobody answers. */
const LATE_MS = 400;
const BOTS = 6;
const scene = new Scene();
let isLate = false;
const ladder = {
  ...{
    investment: '1000',
    mode: 'ladder',
    base_amount: '60',
    safety_amount: '60',
    max_safety: '2',
    active_safety: '2',
  },
  ...{ step: '5', step_mult: '1', vol_mult: '1', take_profit: '5', stop_loss: '20', cooldown: '60' },
};

/** What the exchange says on its stream arrives late, once it is so; its replies do not. */
async function lateStream(target: string): Promise<string> {
  const { hostname, port } = new URL(target);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isStream = false;
    near.on('data', (data) => {
      isStream ||= data.includes('GET /v1/stream');
      far.write(data);
    });
    far.on('data', (data) => {
      if (isStream && isLate) setTimeout(() => near.write(data), LATE_MS);
      else near.write(data);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Open, the extreme nearer to it, the other one, close; in cents. */
function printsOf(path: string): number[] {
  const rows = readFileSync(path, 'utf8').trim().split('\n');
  return rows.flatMap((row) => {
    const [open = 0, high = 0, low = 0, close = 0] = row
      .split(',')
      .slice(1, 5)
      .map((price) => Math.round(Number(price) * 100));
    return high - open < open - low ? [open, high, low, close] : [open, low, high, close];
  });
}

beforeAll(
  () => scene.open({ seed: 20_240_805, candles: 700, middle: 6_000_000, speed: 1_200, between: lateStream }),
  120_000,
);
afterAll(() => scene.close());

test('a bot begins at the print it says, however late prints are told', { timeout: 240_000 }, async () => {
  const prints = printsOf(scene.tape);
  const begun: string[] = [];
  const paid: string[] = [];
  // The first one begins when the exchange is heard; from then on it is heard late.
  for (let at = 0; at < BOTS; at++) {
    const person = new Person(scene.server.url);
    await person.register(`late_keeper_${at}`);
    const botId = await person.createBot(5, 'spot', ladder);
    isLate = true;
    await expect.poll(async () => (await scene.booked(botId)).length, { timeout: 30_000 }).toBeGreaterThan(0);
    const [entry] = await scene.booked(botId);
    const startPrint = await scene.startPrint(botId);
    // Two hundredths of a percent worse than the print, to the cent above.
    begun.push(`${startPrint}: ${Math.ceil(((prints[startPrint - 1] ?? 0) * 1_000_200) / 1_000_000) / 100}`);
    paid.push(`${startPrint}: ${Number(entry?.price)}`);
  }
  expect(paid).toEqual(begun);
});
