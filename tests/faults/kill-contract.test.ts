// The server is killed (SIGKILL) again and again while a martingale trades a perpetual that pays funding. Every trade and
// every settlement of funding is booked once, the rounds' rows add up, and the wallet is to the unit what the exchange has.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFills, allFundings, futuresEquity, openCids, positionsOf, tapeEnded } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';
import { random } from '../trading/tape.ts';

const martin = {
  investment: '1000',
  ...{ direction: 'long', leverage: '3', first_amount: '60', max_positions: '4', multiplier: '1.5', add_drop: '0.3' },
  ...{ add_callback: '0', take_profit: '0.3', tp_callback: '0', stop_loss: '15', cycle: 'loop', loop_interval: '0' },
  ...{ entry: 'now', guard_drop: '20', guard_minutes: '1' },
};
/** Each is another start of the whole server. */
const KILLS = Number(process.env['KILLS'] ?? 4);
const seed = 4_242;
const scene = new Scene();

beforeAll(() =>
  scene.open({
    ...{ seed, candles: 450, middle: 6_000_000, speed: 3_000 },
    perpetual: { everyMs: 900_000, rates: ['0.0001', '-0.00005', '0.00031'] },
  }),
);
afterAll(() => scene.close());

/** Units of 1e-18. */
const units = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(18, '0').slice(0, 18));
  return text.startsWith('-') ? -value : value;
};
const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + units(text), 0n);

test('kills of a martingale on a contract with funding lose, double and change nothing', {
  timeout: 200_000 + KILLS * 20_000,
}, async () => {
  const botId = await scene.person.createBot(2, 'futures', martin);
  const next = random(seed);
  for (let kill = 0; kill < KILLS; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 50 + next() * 650));
    await scene.killServer();
  }
  await tapeEnded(scene.venue.url, 150_000);
  await scene.allBooked();

  const account = await scene.account();
  const rows = async (text: string) => (await scene.database.query(text)).rows;
  const booked = await scene.booked();
  const plain = (fill: { id: string; cid: string; side: string; price: string; qty: string }) =>
    [fill.id, fill.cid, fill.side, units(fill.price), units(fill.qty)].join(' ');
  expect(booked.map(plain)).toEqual((await allFills(scene.venue.url, account)).map(plain));
  expect(booked.length).toBeGreaterThan(20);
  const fundings = await rows(
    'select venue_funding_id as id, trim_scale(amount)::text as amount from bot_fundings order by venue_funding_id::bigint',
  );
  const theirs = await allFundings(scene.venue.url, account);
  expect(fundings.map(({ id, amount }) => [id, units(amount)])).toEqual(
    theirs.map(({ id, amount }) => [id, units(amount)]),
  );
  expect(fundings.length).toBeGreaterThan(5);
  expect(await scene.ordersInState(['intended', 'unknown'])).toEqual([]);
  expect(await scene.ordersInState(['open'])).toEqual(await openCids(scene.venue.url, account));
  expect(await rows("select why, data from bot_actions where action = 'manual'")).toEqual([]);

  const [bot] = await rows(
    'select quote::text, base::text, realized::text, funding::text, pending_funding::text, status, pause_reason from bots',
  );
  const [last] = await rows('select last::text from bot_fills order by id desc limit 1');
  expect(last).toBeDefined();
  const [position] = await positionsOf(scene.venue.url, account);
  expect(units(bot.base)).toBe(units(position?.qty ?? '0'));
  expect(units(bot.funding)).toBe(sum(fundings.map(({ amount }) => amount)));
  const settled = await rows('select net::text, funding::text from settlements');
  expect(units(bot.realized)).toBe(sum(settled.map(({ net }) => net)));
  expect(units(bot.funding)).toBe(sum(settled.map(({ funding }) => funding)) + units(bot.pending_funding));

  const { data: detail } = await scene.person.get(`/api/user/botDetail?id=${botId}`);
  const parts = detail.profit_parts;
  expect(units(parts.grid) + units(parts.other) + units(parts.unrealized)).toBe(units(parts.total));
  const equity = sum(await futuresEquity(scene.venue.url, account));
  expect(equity - units('10000')).toBe(units(parts.total));

  // Each round has its orders, and each order its trades.
  const odd = await rows(
    `select a.cid from (select cid, sum(qty) as qty from position_adds group by cid) a join bot_orders o using (cid) where a.qty <> o.filled
     union all select p.id::text from positions p where not exists (select 1 from position_adds a where a.position_id = p.id)
     union all select f.cid from bot_fills f where f.purpose in ('entry', 'add') and not exists (select 1 from position_adds a where a.cid = f.cid)`,
  );
  expect(odd).toEqual([]);
  const [counted] = await rows('select count(*)::integer as n, sum(adds)::integer as adds from positions');
  expect(counted.n).toBeGreaterThan(3);
  expect(counted.adds).toBeGreaterThan(0);
});
