// An exit at market with a floor that ends without a trade, as where another order of the account is the best there is:
// it is sent again by the patience of a refusal, and never in the same breath.
import { EXIT_SLOT } from '@cormorant/core/strategies/martin/state.ts';
import { expect, it } from 'vitest';
import { Life } from './life.ts';

const MINUTE_MS = 60_000;

const sent = ({ rig }: Life): number => rig.sentIds.filter((id) => id.startsWith(`${EXIT_SLOT}/`)).length;

/** The next exit that takes meets nobody. */
function untaken(life: Life): Life {
  life.rig.mischief.takenPart = () => 0;
  return life;
}

function passedTarget(): Life {
  const life = new Life({}).start();
  life.rig.takeAway(EXIT_SLOT, life.rig.bot.orders[EXIT_SLOT]!.cycle);
  life.rig.sentIds.length = 0;
  return untaken(life).wait(MINUTE_MS, 102_000);
}

const cases: readonly (readonly [string, () => Life])[] = [
  ['of a callback', () => untaken(new Life({ tp_callback: '0.5' }).start()).to(103_000, 102_400)],
  [
    'of a tail',
    () =>
      untaken(new Life({ tp_mode: 'tail', tail_from: '2', tp_callback: '0.5' }).start()).to(98_900, 101_200, 100_500),
  ],
  ['of a target that was passed', passedTarget],
];

it.each(cases)('%s', (_name, fired) => {
  const life = fired();
  expect(sent(life)).toBe(1);
  expect(life.logs('exit_refused')).toEqual([{ reason: 'cancelled', tries: 1 }]);
  expect(life.wait(1_000) && sent(life)).toBe(1);
  expect(life.wait(MINUTE_MS) && sent(life)).toBe(2);
  expect(life.wait(MINUTE_MS) && sent(life)).toBe(3);
  // From the third time on it is only probed.
  expect(life.wait(5 * MINUTE_MS) && sent(life)).toBe(3);
  life.rig.mischief = {};
  life.wait(10 * MINUTE_MS);
  expect(sent(life)).toBe(4);
  expect(life.fills('take_profit')).toHaveLength(1);
  expect(life.logs('exit_refused')).toHaveLength(3);
});

it('one that traded in part is settled, and its rest is looked after without a pause', () => {
  const life = new Life({ tp_callback: '0.5' }).start().to(103_000);
  life.rig.mischief.takenPart = (lots) => Math.floor(lots / 2);
  life.to(102_400);
  expect([sent(life), life.state.exitRetryAtMs, life.fills('take_profit').length]).toEqual([1, 0, 1]);
  expect(life.logs('exit_refused')).toEqual([]);
  life.rig.mischief = {};
  // What is left arms its own callback.
  life.to(103_000, 102_400);
  expect([sent(life), life.adds]).toEqual([2, 0]);
});
