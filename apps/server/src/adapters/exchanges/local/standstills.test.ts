// Commands that come together stand in one standstill, and a market that stood still goes on before it stands again.
import { expect, it } from 'vitest';
import { createStandstills } from './standstills.ts';

function setUp() {
  const sent: string[] = [];
  const clock = { nowMs: 0 };
  const standstills = createStandstills(
    (symbol, on) => sent.push(`${symbol} ${on}`),
    () => clock.nowMs,
  );
  return { clock, sent, standstills };
}

it('asks once for commands that come together, and lets go when the last of them is done', async () => {
  const { sent, standstills } = setUp();
  const both = Promise.all([standstills.ask('A'), standstills.ask('A')]);
  const other = standstills.ask('B');
  expect(sent).toEqual(['A true', 'B true']);
  standstills.stands('A');
  const [first, second] = await both;
  first();
  expect(sent).toEqual(['A true', 'B true']);
  second();
  expect(sent).toEqual(['A true', 'B true', 'A false']);
  standstills.stands('B');
  (await other)();
  expect(sent.at(-1)).toBe('B false');
});

it('lets the market go on for as long as it stood before it stands again', async () => {
  const { clock, sent, standstills } = setUp();
  const first = standstills.ask('A');
  standstills.stands('A');
  const leave = await first;
  clock.nowMs = 400;
  leave();
  const second = standstills.ask('A');
  clock.nowMs = 799;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(sent).toEqual(['A true', 'A false']);
  clock.nowMs = 800;
  await expect.poll(() => sent).toEqual(['A true', 'A false', 'A true']);
  standstills.stands('A');
  (await second)();
});

it('is not kept standing by commands that follow each other without end', async () => {
  const { clock, sent, standstills } = setUp();
  const first = standstills.ask('A');
  standstills.stands('A');
  const leave = await first;
  clock.nowMs = 1_000;
  const late = standstills.ask('A');
  leave();
  expect(sent).toEqual(['A true', 'A false']);
  clock.nowMs = 2_000;
  await expect.poll(() => sent.length).toBe(3);
  standstills.stands('A');
  (await late)();
});

it('lets everybody go when the connection is gone, and says nothing of it on the next one', async () => {
  const { sent, standstills } = setUp();
  const waiting = standstills.ask('A');
  standstills.lost();
  (await waiting)();
  expect(sent).toEqual(['A true']);
  const next = standstills.ask('A');
  standstills.stands('A');
  (await next)();
  expect(sent).toEqual(['A true', 'A true', 'A false']);
});

it('asks nothing for whoever still waited for his turn when the connection went', async () => {
  const { clock, sent, standstills } = setUp();
  const first = standstills.ask('A');
  standstills.stands('A');
  const leave = await first;
  clock.nowMs = 400;
  leave();
  const waiting = standstills.ask('A');
  standstills.lost();
  (await waiting)();
  expect(sent).toEqual(['A true', 'A false']);
  const next = standstills.ask('A');
  expect(sent).toEqual(['A true', 'A false', 'A true']);
  standstills.stands('A');
  (await next)();
});
