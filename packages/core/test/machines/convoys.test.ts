// Arbitrage in any world: whatever the markets, the user and the venues do, the money of each leg and of the convoy adds up
// after every event, what stands is hedged, nothing is sent twice, and a bot that is told to stop stops.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { cross } from '@cormorant/core/strategies/arbitrage/cross.ts';
import { funding } from '@cormorant/core/strategies/arbitrage/funding.ts';
import type { CrossParams, FundingParams, TriangularParams } from '@cormorant/core/strategies/arbitrage/params.ts';
import { triangular } from '@cormorant/core/strategies/arbitrage/triangular.ts';
import type { Coordinator } from '@cormorant/core/strategy/coordinator.ts';
import { minExitLots } from '@cormorant/core/strategy/order-minimums.ts';
import type { Command } from '@cormorant/core/strategy/strategy.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConvoyRig } from './convoy-rig.ts';
import { coarseSpot, perpetual, spot } from './instruments.ts';

const RUNS = Number(process.env['MACHINE_RUNS'] ?? 150);
const MINUTE = 60_000;

const filters = { maxQty: '9000', minPrice: '0.00001', maxPrice: '1000000', maxOpenOrders: 200, maker: '0.001' };
const eth: Instrument = makeInstrument({
  ...{ symbol: 'ETH/USDT', tick: '0.01', step: '0.0001', minQty: '0.0001', minNotional: '5', taker: '0.001' },
  ...filters,
});
const ethBtc: Instrument = makeInstrument({
  ...{ symbol: 'ETH/BTC', tick: '0.00001', step: '0.0001', minQty: '0.0001', minNotional: '0.0001', taker: '0.001' },
  ...filters,
});

interface ConvoyCase<Params, State> {
  readonly name: string;
  readonly coordinator: Coordinator<Params, State>;
  readonly instruments: readonly Instrument[];
  readonly params: fc.Arbitrary<Params>;
  /** Prices of all legs, from a common price and a disturbance in ppm for each. */
  prices(ticks: number, noise: readonly number[]): number[];
  checkStanding(rig: ConvoyRig<Params, State>): void;
}

function conv<Params, State>(given: ConvoyCase<Params, State>): ConvoyCase<unknown, unknown> {
  return given as unknown as ConvoyCase<unknown, unknown>;
}
const off = (ticks: number, ppm: number) => Math.max(1, Math.round(ticks * (1 + ppm / 1e6)));

const cases = [
  conv({
    name: 'funding',
    coordinator: funding,
    instruments: [spot, perpetual],
    params: fc.record({
      kind: fc.constant('funding' as const),
      symbol: fc.constant('BTC/USDT'),
      leverage: fc.integer({ min: 1, max: 3 }),
      exitRateE8: fc.integer({ min: -10_000, max: 10_000 }),
      maxBreakevenDays: fc.integer({ min: 1, max: 30 }),
      basisTargetPpm: fc.constantFrom(0, 2_000, 10_000),
      marginGuardPpm: fc.constantFrom(50_000, 150_000, 300_000),
    }) satisfies fc.Arbitrary<FundingParams>,
    prices: (ticks, noise) => [ticks, off(ticks, noise[0]!)],
    checkStanding: ({ convoy, markets, facts }) => {
      if ((convoy.state as { stage: string } | null)?.stage !== 'holding') return;
      if (convoy.legs.some(({ openOrders }) => openOrders > 0)) throw new Error('orders while standing');
      const [long, short] = convoy.legs.map(({ books }) => Math.abs(books.baseAtoms)) as [number, number];
      // Too much short can always be bought back to the step; too much coin only from the venue's minimum on.
      const least = Math.ceil(minExitLots(spot, markets[0]!.lastTicks) * 1.01 + 1) * spot.baseAtomsPerLot;
      const delta = long - short;
      if (delta > least || delta <= -perpetual.baseAtomsPerLot) {
        throw new Error(`standing with a delta of ${delta}\n${facts[0]!.trace.slice(-20).join('\n')}`);
      }
    },
  }),
  conv({
    name: 'cross',
    coordinator: cross,
    instruments: [spot, { ...coarseSpot, symbol: 'BTC/USDT', base: 'BTC' }],
    params: fc.record({
      kind: fc.constant('cross' as const),
      symbol: fc.constant('BTC/USDT'),
      exchangeB: fc.constant('2'),
      minProfitPpm: fc.integer({ min: 500, max: 5_000 }),
      maxOrderAtoms: fc.constantFrom(0, 50e8, 700e8),
      depthSharePpm: fc.constant(300_000),
      inventoryFloorPpm: fc.constantFrom(0, 200_000),
    }) satisfies fc.Arbitrary<CrossParams>,
    prices: (ticks, noise) => [ticks, off(ticks, noise[0]!)],
    checkStanding: ({ convoy, markets, facts }) => {
      const state = convoy.state as { stage: string; coinAtoms: number } | null;
      if (state?.stage !== 'trading' || convoy.status !== 'running') return;
      const total = convoy.legs.reduce((sum, { books }) => sum + books.baseAtoms, 0);
      // What is owed is less than the smaller venue would take (an entry's minimum has 5 % head-room).
      const least = (minExitLots(spot, markets[0]!.lastTicks) * 1.12 + 3) * spot.baseAtomsPerLot;
      const coarse = (minExitLots(coarseSpot, markets[1]!.lastTicks) * 1.12 + 3) * coarseSpot.baseAtomsPerLot;
      if (Math.abs(total - state.coinAtoms) > Math.max(least, coarse)) {
        throw new Error(`owes ${total - state.coinAtoms}\n${facts[0]!.trace.slice(-20).join('\n')}`);
      }
    },
  }),
  conv({
    name: 'triangular',
    coordinator: triangular,
    instruments: [spot, ethBtc, eth],
    params: fc.record({
      kind: fc.constant('triangular' as const),
      symbol: fc.constant('ETH/USDT'),
      via: fc.constant('BTC'),
      minProfitPpm: fc.integer({ min: 500, max: 5_000 }),
      maxOrderAtoms: fc.constantFrom(0, 60e8, 900e8),
    }) satisfies fc.Arbitrary<TriangularParams>,
    // ETH is at about a thirtieth of BTC; the cross pair is what the two say, and some.
    prices: (ticks, noise) => {
      const coin = off(Math.round(ticks / 30), noise[1]!);
      return [ticks, Math.max(1, off(Math.round((coin / ticks) * 1e5), noise[0]!)), coin];
    },
    checkStanding: ({ convoy }) => {
      const { stage } = (convoy.state ?? { stage: '' }) as { stage: string };
      const [, middle] = convoy.legs;
      const { books, state } = middle!;
      if (stage !== 'watching' || state === null) return;
      // Parts that the other legs cannot count may stay; a result or a debt of its own may not.
      const left =
        books.baseAtoms > 0 || books.quoteAtoms > 9 || books.investmentAtoms > 9 || books.investmentAtoms < 0;
      if (left || books.realizedAtoms !== 0 || state.sale.lots !== 0) {
        throw new Error(`the middle leg is not empty: ${JSON.stringify(middle)}`);
      }
    },
  }),
];

const COMMANDS: readonly Command[] = [
  { name: 'pause', reason: 'user' },
  { name: 'resume' },
  { name: 'close' },
  { name: 'start' },
  { name: 'edit' },
  { name: 'stop', close: true, reason: 'user' },
  { name: 'stop', close: false, reason: 'user' },
];

const step = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({
      movePpm: fc.oneof(fc.integer({ min: -3_000, max: 3_000 }), fc.integer({ min: -60_000, max: 60_000 })),
      noise: fc.tuple(fc.integer({ min: -9_000, max: 9_000 }), fc.integer({ min: -9_000, max: 9_000 })),
      stepMs: fc.constantFrom(1_000, 20_000, MINUTE, 2 * 3_600_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ command: fc.constantFrom(...COMMANDS) }) },
  { weight: 2, arbitrary: fc.constant({ command: { name: 'resume' } as Command }) },
  { weight: 1, arbitrary: fc.record({ panic: fc.constantFrom('halt' as const, 'release' as const) }) },
  { weight: 1, arbitrary: fc.constant({ restart: true as const }) },
  { weight: 3, arbitrary: fc.record({ rateE8: fc.integer({ min: -30_000, max: 120_000 }) }) },
);

function worldOf(given: ConvoyCase<unknown, unknown>) {
  return fc.record({
    params: given.params,
    ticks: fc.integer({ min: 60_000, max: 200_000 }),
    investment: fc.integer({ min: 100, max: 20_000 }),
    rates: fc.array(fc.integer({ min: -10_000, max: 100_000 }), { minLength: 9, maxLength: 9 }),
    dice: fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 5, maxLength: 60 }),
    steps: fc.array(step, { minLength: 5, maxLength: 100 }),
  });
}
type World = typeof worldOf extends (given: never) => fc.Arbitrary<infer W> ? W : never;

function live(given: ConvoyCase<unknown, unknown>, world: World, faulty: boolean) {
  let { ticks } = world;
  const start = given.prices(ticks, [0, 0]);
  const rig = new ConvoyRig(given.coordinator, given.instruments, world.params, world.investment * 1e8, start);
  for (const rateE8 of world.rates) {
    const at = given.instruments.findIndex(({ contract }) => contract !== null);
    if (at >= 0) rig.fund(at, rateE8);
  }
  let drawn = 0;
  const dice = () => world.dice[drawn++ % world.dice.length]!;
  if (faulty) {
    rig.mischief = {
      refuse: () => dice() < 12 && 'funds',
      part: (_leg, lots) => (dice() < 30 ? Math.floor(lots / (1 + (dice() % 5))) : lots),
      hang: () => dice() < 10,
      loseRace: () => dice() < 30,
    };
  }
  rig.command({ name: 'start' });
  for (const act of world.steps) {
    if ('restart' in act) rig.restart();
    else if ('command' in act) rig.command(act.command);
    else if ('panic' in act) rig.panic(act.panic);
    else if ('rateE8' in act) {
      const at = given.instruments.findIndex(({ contract }) => contract !== null);
      if (at >= 0) rig.fund(at, act.rateE8);
    } else {
      ticks = Math.max(20_000, Math.round(ticks * (1 + act.movePpm / 1e6)));
      rig.print(given.prices(ticks, act.noise), act.stepMs);
    }
    given.checkStanding(rig);
  }
  return { rig, ticks };
}

describe.each(cases)('$name in any world', (given) => {
  it('keeps the money of every leg straight, stands hedged, and stops when told to', () => {
    fc.assert(
      fc.property(worldOf(given), (world) => {
        const { rig, ticks } = live(given, world, true);
        rig.mischief = {};
        rig.command({ name: 'start' });
        rig.command({ name: 'stop', close: true, reason: 'user' });
        for (let minute = 0; minute < 12 && rig.convoy.status !== 'stopped'; minute++) {
          rig.print(given.prices(ticks, [0, 0]), MINUTE);
        }
        expect(rig.convoy).toMatchObject({ status: 'stopped', phase: 'idle' });
        for (const [leg, bot] of rig.convoy.legs.entries()) {
          const instrument = given.instruments[leg]!;
          expect(bot).toMatchObject({ openOrders: 0, lockedQuoteAtoms: 0, lockedBaseAtoms: 0, lockedShortAtoms: 0 });
          const price = rig.markets[leg]!.lastTicks;
          const most = instrument.contract === null ? Math.ceil(minExitLots(instrument, price) * 1.01) + 1 : 0;
          expect(Math.abs(bot.books.baseAtoms) / instrument.baseAtomsPerLot).toBeLessThanOrEqual(most);
        }
        expect(new Set(rig.sentIds).size).toBe(rig.sentIds.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('gives the same trace for the same world, with and without restarts', () => {
    fc.assert(
      fc.property(worldOf(given), (world) => {
        const run = (steps: World['steps']) => {
          const { rig } = live(given, { ...world, steps }, false);
          return JSON.stringify([rig.convoy, rig.facts.map(({ trace }) => trace)]);
        };
        const calm = world.steps.filter((act) => !('restart' in act));
        expect(run(world.steps)).toBe(run(calm));
      }),
      { numRuns: Math.ceil(RUNS / 8) },
    );
  });
});
