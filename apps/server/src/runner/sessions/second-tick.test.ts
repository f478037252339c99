// The look of every second: a bot that cannot be looked at keeps no other one from being told.
import { expect, test } from 'vitest';
import { openRig } from '../../../test/runner-rig.ts';
import type { PrivateEvent } from '../../ports/bus.ts';
import type { UserActor } from '../accounts/user-actor.ts';
import { createSecondTick } from './second-tick.ts';

test('a bot that throws is told of once, and the price of the next one is shown', async () => {
  const { tradingAccount, live, start } = openRig();
  await start();
  live.curve.isDue = () => false;
  live.dirty = false;
  const bad = Object.create(live, {
    id: { value: 1002 },
    dirty: {
      get: () => {
        throw new RangeError('a figure that is none');
      },
    },
  });
  const faults: string[] = [];
  const told: PrivateEvent[] = [];
  const tick = createSecondTick({ clock: { nowMs: () => 0 }, announce: (event) => told.push(event) });
  const log = (_level: string, message: string) => faults.push(message);
  const actor = {
    userId: 1,
    deps: { log },
    owners: () => [bad, live].values(),
    isBusy: () => true,
    tradingAccountOf: () => tradingAccount,
  };
  for (let second = 0; second < 3; second++) tick(actor as unknown as UserActor);
  expect(told).toMatchObject([{ channel: 'bot', userId: 1, data: { price: '100' } }]);
  expect(faults).toEqual(['bot 1002 cannot be looked at']);
});
