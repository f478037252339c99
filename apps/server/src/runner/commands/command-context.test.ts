// While an exchange is away nothing new begins on what was known before: starts, resumes and adds are refused with 2015.
// What lessens risk goes on: a pause, a close, a stop.
import { expect, test } from 'vitest';
import { operate, started } from '../../../test/contract-rig.ts';

test('no new exposure while the exchange is away; pausing and stopping go on', async () => {
  const rig = await started();
  rig.connection.isUp = false;
  expect(await operate(rig, { name: 'add', amount: null })).toMatchObject({ outcome: 'refused', code: 2015 });
  expect(await operate(rig, { name: 'pause' })).toMatchObject({ outcome: 'done', value: { status: 'paused' } });
  expect(await operate(rig, { name: 'resume' })).toMatchObject({ outcome: 'refused', code: 2015 });
  expect(await operate(rig, { name: 'stop', close: true, reason: 'user' })).toMatchObject({ outcome: 'done' });
  expect(rig.live.bot.status).toBe('stopped');
  expect(await operate(rig, { name: 'start' })).toMatchObject({ outcome: 'refused', code: 2015 });
  rig.connection.isUp = true;
  expect(await operate(rig, { name: 'start' })).toMatchObject({ outcome: 'done', value: { status: 'running' } });
});
