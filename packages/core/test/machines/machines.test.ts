// Every kind of bot in any world: whatever the market, the user and the venue do, its money adds up after every event
// (rig-checks.ts says how), nothing is sent twice, and a bot that is told to stop stops. A failing seed is printed.
import { putToSleep, wakeUp } from '@cormorant/core/engine/sleep.ts';
import { minExitLots } from '@cormorant/core/strategy/order-minimums.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MachineCase } from './case.ts';
import { cases } from './cases.ts';
import { MachineRig } from './machine-rig.ts';
import { type World, worldOf } from './worlds.ts';

const RUNS = Number(process.env['MACHINE_RUNS'] ?? 150);
const MINUTE = 60_000;
/** Market time in which a bot that was told to stop must have stopped, once the venue behaves. */
const MINUTES_TO_STOP = 12;

function live(given: MachineCase, world: World, faulty: boolean, naps = false): { rig: MachineRig; price: number } {
  const { instrument, investmentAtoms, lastTicks } = world.context;
  fc.pre(world.parsed.ok);
  const { params } = world.parsed;
  const rig = new MachineRig(given, instrument, params, investmentAtoms, world.startMs, isGuarded(world));
  let drawn = 0;
  const dice = () => world.mischief[drawn++ % world.mischief.length]!;
  if (faulty) {
    rig.mischief = {
      refuse: (order) => dice() < (order.type === 'market' ? 15 : 6) && 'funds',
      part: (leftLots) => (dice() < 20 ? Math.floor(leftLots / 3) : leftLots),
      marketPart: (lots) => (dice() < 25 ? Math.floor(lots / 2) : lots),
      loseRace: () => dice() < 10,
    };
  }
  rig.print(lastTicks);
  rig.command({ name: 'start' });
  let price = lastTicks;
  for (const step of world.steps) {
    if (naps) wakeUp(rig.bot, putToSleep(rig.bot));
    if ('restart' in step) rig.restart();
    else if ('command' in step) rig.command(step.command);
    else if ('panic' in step) rig.panic(step.panic);
    else if ('rateE8' in step) rig.fund(step.rateE8);
    else if ('byHand' in step) rig.adopt(step.byHand);
    else {
      price = Math.max(2_000, Math.round(price * (1 + step.movePpm / 1e6)));
      rig.print(price, step.stepMs);
    }
  }
  return { rig, price };
}

/** On contracts every other bot keeps a protective stop at the venue. */
function isGuarded({ context, mischief }: World): boolean {
  return context.instrument.contract !== null && mischief[0]! % 2 === 0;
}

describe.each(cases)('$name in any world', (given) => {
  it('keeps its money straight and stops when told to', () => {
    let adoptions = 0;
    let guardFills = 0;
    fc.assert(
      fc.property(worldOf(given), (world) => {
        const { rig, price } = live(given, world, true);
        const { instrument } = world.context;
        adoptions += rig.facts.adoptions;
        guardFills += rig.facts.guardFills;
        rig.mischief = {};
        rig.command({ name: 'start' });
        rig.command({ name: 'stop', close: true, reason: 'user' });
        for (let minute = 0; minute < MINUTES_TO_STOP && rig.bot.status !== 'stopped'; minute++)
          rig.print(price, MINUTE);
        expect(rig.bot).toMatchObject({ status: 'stopped', openOrders: 0, lockedQuoteAtoms: 0, lockedBaseAtoms: 0 });
        expect(rig.bot.lockedShortAtoms).toBe(0);
        expect(rig.resting.size).toBe(0);
        expect(new Set(rig.sentIds).size).toBe(rig.sentIds.length);
        const heldLots = Math.abs(rig.bot.books.baseAtoms) / instrument.baseAtomsPerLot;
        const mayStayLots = instrument.contract === null ? Math.ceil(minExitLots(instrument, price) * 1.01) + 1 : 0;
        expect(heldLots).toBeLessThanOrEqual(mayStayLots);
      }),
      { numRuns: RUNS },
    );
    // Trades of its owner were taken, by kinds that take them and by no other.
    expect(adoptions > 0).toBe(given.strategy.adoptSlot !== undefined);
    // So did protective stops, of every kind that has one on its market.
    const hasGuard = given.strategy.guardStop !== undefined;
    expect(guardFills > 0).toBe(hasGuard && given.instruments.every(({ contract }) => contract !== null));
  });

  it('gives the same trace for the same world, and when it sleeps between any two events', () => {
    fc.assert(
      fc.property(worldOf(given), (world) => {
        const run = (naps: boolean) => {
          const { rig } = live(given, world, false, naps);
          return JSON.stringify([rig.bot, rig.facts.trace]);
        };
        expect(run(true)).toBe(run(false));
      }),
      { numRuns: Math.ceil(RUNS / 8) },
    );
  });
});
