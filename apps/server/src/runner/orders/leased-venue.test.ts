// Whoever does not hold a user any more changes nothing of his account at the exchange.
import { expect, test } from 'vitest';
import { openRig, RigVenue } from '../../../test/runner-rig.ts';
import { leasedVenue } from './leased-venue.ts';

test('a runner that does not hold the user any more changes nothing at the exchange, and refuses nothing', async () => {
  const venue = new RigVenue();
  let isHeld = true;
  const held = leasedVenue(venue.port, () => isHeld);
  expect((await held.setLeverage('rig', 'BTC/USDT:USDT', 3, 'isolated')).outcome).toBe('accepted');
  isHeld = false;
  const order = {
    ...({ cid: 'q1', symbol: 'BTC/USDT', side: 'buy', type: 'limit', tif: 'gtc', price: '1', qty: '1' } as const),
    ...({ positionSide: 'net', reduceOnly: false } as const),
  };
  const outcomes = [
    ...(await held.place('rig', [order])),
    ...(await held.cancel('rig', [{ symbol: 'BTC/USDT', cid: 'q1' }])),
    await held.setLeverage('rig', 'BTC/USDT:USDT', 5, 'isolated'),
    await held.setPositionMode('rig', 'hedge'),
    await held.addMargin('rig', 'BTC/USDT:USDT', 'net', '5', 'r1'),
  ];
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => 'unknown'));
  expect([venue.placements, venue.mode, [...venue.leverage.values()], venue.marginAdded]).toEqual([
    [],
    'one_way',
    [3],
    [],
  ]);
});

test('a venue where a change waits for its turn can ask again before it leaves', async () => {
  const handed: unknown[] = [];
  const keep = async (...said: unknown[]) => {
    handed.push(said.at(-1));
    return { outcome: 'accepted', value: null } as const;
  };
  const keepEach = async (...said: unknown[]) => [await keep(...said)] as never;
  const { port } = new RigVenue();
  const changes = { place: keepEach, cancel: keepEach, setPositionMode: keep, setLeverage: keep, addMargin: keep };
  const isHeld = () => true;
  const held = leasedVenue({ ...port, ...changes }, isHeld);
  await held.place('rig', []);
  await held.cancel('rig', []);
  await held.setPositionMode('rig', 'hedge');
  await held.setLeverage('rig', 'BTC/USDT:USDT', 3, 'isolated');
  await held.addMargin('rig', 'BTC/USDT:USDT', 'net', '5', 'r1');
  expect(handed).toEqual(Object.keys(changes).map(() => isHeld));
});

test('an actor whose lease is gone prepares no account', async () => {
  const { tradingAccount, opened, live } = openRig();
  opened.close();
  const outcome = await tradingAccount.venue.setLeverage(tradingAccount.account, live.botMarket.symbol, 3, 'isolated');
  expect(outcome.outcome).toBe('unknown');
});
