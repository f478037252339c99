// Random markets, random commands and a venue that refuses, fills in parts and loses races: whatever happens, the money
// adds up after every event (GridRig checks it), and a bot that is told to stop stops. A failing seed is printed.

import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import type { Command } from '@cormorant/core/strategy/strategy.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GridRig, testInstrument } from './grid-rig.ts';

const inQuote = { ...testInstrument, feeAsset: 'quote' as const };
/** Lots so coarse that a fee in coin is always a large part of one. */
const coarse = makeInstrument({
  symbol: 'DOGE/USDT',
  tick: '1',
  step: '0.01',
  minQty: '0.01',
  maxQty: '900',
  minNotional: '5',
  minPrice: '1',
  maxPrice: '1000000',
  maxOpenOrders: 12,
  maker: '0.001',
  taker: '0.001',
});

const command: fc.Arbitrary<Command> = fc.constantFrom<Command>(
  { name: 'pause', reason: 'user' },
  { name: 'resume' },
  { name: 'close' },
  { name: 'start' },
  { name: 'edit' },
  { name: 'stop', close: true, reason: 'user' },
  { name: 'stop', close: false, reason: 'user' },
);
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ move: fc.integer({ min: -180, max: 180 }), stepMs: fc.constantFrom(1000, 20_000, 600_000) }),
  },
  { weight: 2, arbitrary: fc.record({ command }) },
  { weight: 1, arbitrary: fc.constant({ restart: true as const }) },
);
const world = fc.record({
  instrument: fc.constantFrom(testInstrument, inQuote, coarse),
  investment: fc.integer({ min: 200, max: 50_000 }),
  levels: fc.integer({ min: 2, max: 25 }),
  mode: fc.constantFrom('arithmetic' as const, 'geometric' as const),
  stopLossTicks: fc.constantFrom(0, 950),
  takeProfitTicks: fc.constantFrom(0, 2050, 2400),
  trailLimitTicks: fc.constantFrom(0, 2600),
  triggerTicks: fc.constantFrom(0, 0, 1450),
  startTicks: fc.integer({ min: 1000, max: 2000 }),
  mischief: fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 5, maxLength: 60 }),
  steps: fc.array(step, { minLength: 5, maxLength: 90 }),
});

describe('a grid in any world', () => {
  it('keeps its money straight and stops when told to', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { levels, mode, stopLossTicks, takeProfitTicks, trailLimitTicks, triggerTicks } = given;
        const trailingUp = trailLimitTicks > 0;
        const params = { levels, mode, stopLossTicks, takeProfitTicks, trailLimitTicks, triggerTicks, trailingUp };
        const rig = new GridRig(params, given.investment, given.instrument);
        let drawn = 0;
        const dice = () => given.mischief[drawn++ % given.mischief.length]!;
        rig.mischief = {
          refuse: (order) => dice() < (order.type === 'market' ? 15 : 6) && 'funds',
          part: (leftLots) => (dice() < 20 ? Math.floor(leftLots / 3) : leftLots),
          marketPart: (lots) => (dice() < 25 ? Math.floor(lots / 2) : lots),
          loseRace: () => dice() < 10,
        };
        rig.start(given.startTicks);
        let price = given.startTicks;
        for (const one of given.steps) {
          if ('restart' in one) rig.restart();
          else if ('command' in one) rig.command(one.command);
          else {
            price = Math.max(300, price + one.move);
            rig.print(price, one.stepMs);
          }
        }
        rig.mischief = {};
        rig.command({ name: 'stop', close: true, reason: 'user' });
        for (let minute = 0; minute < 8 && rig.bot.status !== 'stopped'; minute++) rig.print(price, 60_000);
        expect(rig.bot).toMatchObject({ status: 'stopped', openOrders: 0, lockedQuoteAtoms: 0, lockedBaseAtoms: 0 });
        expect(rig.resting.size).toBe(0);
        expect(new Set(rig.sentIds).size).toBe(rig.sentIds.length);
      }),
      { numRuns: 400 },
    );
  });

  it('takes coin too little to sell into the next round as dust (seed -631347506)', () => {
    const rig = new GridRig({ levels: 5 }, 200, coarse);
    let refusals = 1;
    rig.mischief = {
      refuse: () => refusals-- > 0 && 'funds',
      marketPart: (lots) => Math.floor(lots / 2),
    };
    rig.start(1700);
    rig.print(1700, 600_000);
    expect(rig.state.opening).toMatchObject({ doneLots: 1, gotAtoms: 999_000 });
    rig.command({ name: 'close' });
    expect(rig.state).toMatchObject({ stage: 'cooldown', dustAtoms: 999_000, dustCostAtoms: 1_701_000_000 });
    rig.mischief = {};
    rig.print(1700, 600_000);
    expect(rig.state.stage).toBe('trading');
    rig.command({ name: 'stop', close: true, reason: 'user' });
    expect(rig.bot).toMatchObject({ status: 'stopped', openOrders: 0 });
  });

  it('gives the same trace for the same world', () => {
    fc.assert(
      fc.property(world, (given) => {
        const run = () => {
          const rig = new GridRig({ levels: given.levels, mode: given.mode }, given.investment, given.instrument);
          rig.start(given.startTicks);
          let price = given.startTicks;
          for (const one of given.steps) {
            if ('command' in one) rig.command(one.command);
            else if ('move' in one) {
              price = Math.max(300, price + one.move);
              rig.print(price, one.stepMs);
            }
          }
          return JSON.stringify([rig.bot, rig.fills, rig.settlements, rig.logs]);
        };
        expect(run()).toBe(run());
      }),
      { numRuns: 25 },
    );
  });
});
