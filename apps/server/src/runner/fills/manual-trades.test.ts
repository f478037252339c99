// What is done by hand beside a bot: a trade without our mark is told once, paused for nothing and booked by nobody; coin
// that is gone pauses the bot until it is back; each waits as a notice until it is answered for.
import { expect, test } from 'vitest';
import { openRig } from '../../../test/runner-rig.ts';
import { answerDrift } from '../commands/answer-drift.ts';

type Rig = ReturnType<typeof openRig>;

const coin = (free: string) => [{ asset: 'BTC', free, locked: '0' }];
const whys = (rig: Rig) => rig.store.rows('actions').map(({ why }) => why);
const drift = (rig: Rig) => rig.live.record.drift;

async function started(): Promise<Rig> {
  const rig = openRig();
  rig.venue.balances = coin('10');
  await rig.start();
  return rig;
}

async function look(rig: Rig): Promise<void> {
  await rig.tradingAccount.reconciler.run();
  await rig.opened.actor.whenQuiet();
}

/** The owner trades on the exchange's own screen. */
function byHand(rig: Rig, cid: string) {
  const [known] = rig.venue.orders.values();
  if (known === undefined) throw new Error('no order to look like');
  return rig.venue.fill({ ...known, cid, side: 'sell', price: '100', qty: '0.5', filled: '0', status: 'open' });
}

test('a trade by hand is told once, pauses nothing, and waits for its owner', async () => {
  const rig = await started();
  const held = rig.live.bot.books.baseAtoms;
  const fill = byHand(rig, 'web-1');
  rig.opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill });
  await rig.opened.actor.whenQuiet();
  await look(rig);
  await look(rig);
  expect(drift(rig)).toMatchObject({ kind: 'trade', key: '1 BTC/USDT', asset: 'BTC', count: 1 });
  expect(drift(rig)?.trades).toMatchObject([{ side: 'sell', qty: '0.5' }]);
  expect(whys(rig).filter((why) => why === 'manual_trade')).toHaveLength(1);
  expect(rig.live.bot).toMatchObject({ status: 'running', books: { baseAtoms: held } });
  expect(rig.store.rows('fills')).toHaveLength(1);
  expect(rig.store.commits.at(-1)?.bots.at(-1)?.drift).toEqual(drift(rig));
  expect(await answerDrift(rig.opened.actor, [rig.tradingAccount], rig.live, 'check')).toBe(true);
  expect(await answerDrift(rig.opened.actor, [rig.tradingAccount], rig.live, 'mine')).toBe(false);
  expect(drift(rig)).toBeNull();
  await look(rig);
  expect(drift(rig)).toBeNull();
  expect(await answerDrift(rig.opened.actor, [rig.tradingAccount], rig.live, 'mine')).toBe(false);
});

test('coin that is gone pauses the bot at the second look, until it is back', async () => {
  const rig = await started();
  rig.venue.balances = coin('0.1');
  await look(rig);
  expect([drift(rig), rig.live.bot.status]).toEqual([null, 'running']);
  await look(rig);
  expect(drift(rig)).toMatchObject({ kind: 'shortage', key: '1 BTC', found: '0.1' });
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'risk' });
  const told = whys(rig).length;
  await look(rig);
  expect(whys(rig)).toHaveLength(told);
  expect(await answerDrift(rig.opened.actor, [rig.tradingAccount], rig.live, 'check')).toBe(true);
  rig.venue.balances = coin('10');
  expect(await answerDrift(rig.opened.actor, [rig.tradingAccount], rig.live, 'check')).toBe(false);
  expect([drift(rig), rig.live.bot.status]).toEqual([null, 'paused']);
  expect(whys(rig).at(-1)).toBe('drift_over');
  expect(rig.failures).toEqual([]);
});
