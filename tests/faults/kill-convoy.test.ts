// The server is killed (SIGKILL) while a triangle trades three markets, whenever that happens to be between its legs. Every
// trade of the exchange is booked once, no order was sent twice, and the coin of all legs is to the unit what is there.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFills, openCids, tapeEnded, totals } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';
import { random, writeTape } from '../trading/tape.ts';

const KILLS = 3;
const seed = 77;
const tape = { candles: 32, flatEnd: 2 };
const scene = new Scene();

function writeMarkets(folder: string): string[] {
  const file = (name: string, own: { seed: number; middle: number }) => {
    writeTape(join(folder, name), { ...tape, ...own });
    return join(folder, name);
  };
  return [
    file('BTCUSDT-1m.csv', { seed, middle: 6_000 }),
    `${file('ETHBTC-1m.csv', { seed: seed + 1, middle: 5_000 })}?symbol=ETH/BTC`,
    file('ETHUSDT-1m.csv', { seed: seed + 2, middle: 300_000 }),
  ];
}

beforeAll(() => scene.open({ seed, ...tape, middle: 1, speed: 600, markets: writeMarkets }));
afterAll(() => scene.close());

test('kills of a bot of three legs lose, double and change nothing', { timeout: 480_000 }, async () => {
  const params = { investment: '1000', kind: 'triangular', via: ['BTC'], min_profit: '0.3', max_order: '0' };
  const botId = await scene.person.createBot(7, 'spot', params, 'ETH/USDT');
  const next = random(seed);
  for (let kill = 0; kill < KILLS; kill++) {
    const before = (await scene.booked()).length;
    // Each life trades before it ends, and ends a moment after a trade.
    await expect
      .poll(async () => (await scene.booked()).length, { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(before);
    await new Promise((resolve) => setTimeout(resolve, next() * 60));
    await scene.killServer();
  }
  await tapeEnded(scene.venue.url, 150_000);
  await scene.allBooked();

  const account = await scene.account();
  const plain = ({ id, cid, side }: { id: string; cid: string; side: string }) => [id, cid, side].join(' ');
  const theirs = await allFills(scene.venue.url, account);
  expect((await scene.booked()).map(plain)).toEqual(theirs.map(plain));
  expect(theirs.length).toBeGreaterThan(KILLS * 3);
  expect(await scene.ordersInState(['intended', 'unknown', 'open'])).toEqual([]);
  expect(await openCids(scene.venue.url, account)).toEqual([]);
  const rows = async (text: string) => (await scene.database.query(text)).rows;
  expect(await rows("select why, data from bot_actions where action = 'manual'")).toEqual([]);
  const held = await rows(
    `select split_part(symbol, '/', 1) as coin, trim_scale(sum(base))::text as qty from bots where parent_id = ${botId}
     group by 1 order by 1`,
  );
  const there = await totals(scene.venue.url, account);
  for (const { coin, qty } of held) expect(Number(qty), coin).toBeCloseTo(Number(there.get(coin)?.[0] ?? '0'), 12);
  const [bot] = await rows(
    `select trim_scale(p.realized)::text as realized, (select trim_scale(sum(net))::text from settlements where bot_id = p.id) as settled
     from bots p where p.id = ${botId}`,
  );
  expect(bot.realized).toBe(bot.settled);
});
