// A martingale of two sides in any world: the money of each side and of the bot adds up after every event, the long side
// is never short and the short one never long, neither is stopped or paused alone for longer than the rules say, and a bot
// that is told to stop stops. Beside it, worked out by hand: what the sides do when one of them ends.
import { runConvoyBacktest } from '@cormorant/core/backtest/convoy-backtest.ts';
import { CandleColumns } from '@cormorant/core/market/candles.ts';
import { type DualState, dual } from '@cormorant/core/strategies/martin/dual.ts';
import { type DualParams, isDual, parseAnyMartin } from '@cormorant/core/strategies/martin/dual-params.ts';
import type { RawParams } from '@cormorant/core/strategy/field.ts';
import type { Command } from '@cormorant/core/strategy/strategy.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ConvoyRig } from './convoy-rig.ts';
import { perpetual } from './instruments.ts';

const RUNS = Number(process.env['MACHINE_RUNS'] ?? 100);
const MINUTE = 60_000;
const START = 100_000;

function paramsOf(raw: RawParams, investment = 20_000): DualParams | null {
  const context = { instrument: perpetual, lastTicks: START, investmentAtoms: investment * 1e8 };
  const parsed = parseAnyMartin({ direction: 'dual', ...raw }, context);
  if (!parsed.ok) return null;
  if (!isDual(parsed.params)) throw new Error('one side');
  return parsed.params;
}

const percent = (min: number, max: number) =>
  fc.integer({ min: Math.round(min * 100), max: Math.round(max * 100) }).map((value) => String(value / 100));

const raws = fc.record({
  first_amount: fc.constantFrom('10', '25'),
  leverage: fc.integer({ min: 1, max: 10 }).map(String),
  max_positions: fc.integer({ min: 1, max: 6 }).map(String),
  multiplier: fc.constantFrom('1', '1.5', '2'),
  add_drop: percent(0.3, 4),
  add_base: fc.constantFrom('last', 'first', 'avg'),
  add_callback: fc.constantFrom('0', '0.1', '0.5'),
  take_profit: percent(0.5, 3),
  tp_callback: fc.constantFrom('0', '0.1', '0.4'),
  tp_mode: fc.constantFrom('full', 'tail'),
  tail_from: fc.constantFrom('2', '3'),
  cycle: fc.constantFrom('loop', 'loop', 'once'),
  loop_count: fc.constantFrom('0', '0', '3'),
  loop_interval: fc.constantFrom('0', '60'),
  stop_loss: fc.constantFrom('', '1', '9'),
  unstuck_budget: fc.constantFrom('0', '50'),
});

const COMMANDS: readonly Command[] = [
  { name: 'pause', reason: 'user' },
  { name: 'close' },
  { name: 'start' },
  { name: 'edit' },
  { name: 'add', amountAtoms: 0, leg: 0 },
  { name: 'add', amountAtoms: 15e8, leg: 1 },
  { name: 'stop', close: true, reason: 'user' },
  { name: 'stop', close: false, reason: 'user' },
];

const moves = (most: number) => fc.integer({ min: -most, max: most });
const step = fc.oneof(
  { weight: 14, arbitrary: fc.record({ movePpm: moves(4_000), stepMs: fc.constantFrom(1_000, MINUTE) }) },
  { weight: 8, arbitrary: fc.record({ movePpm: moves(60_000), stepMs: fc.constantFrom(20_000, 26 * 3_600_000) }) },
  { weight: 2, arbitrary: fc.record({ command: fc.constantFrom(...COMMANDS) }) },
  { weight: 2, arbitrary: fc.constant({ command: { name: 'resume' } as Command }) },
  { weight: 1, arbitrary: fc.constant({ restart: true as const }) },
  { weight: 1, arbitrary: fc.record({ panic: fc.constantFrom('halt' as const, 'release' as const) }) },
  { weight: 1, arbitrary: fc.record({ leg: fc.constantFrom(0, 1), rateE8: moves(200_000) }) },
);

const worlds = fc.record({
  raw: raws,
  dice: fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 5, maxLength: 60 }),
  steps: fc.array(step, { minLength: 5, maxLength: 100 }),
});
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never;
type Rig = ConvoyRig<DualParams, DualState>;

function checkSides({ convoy, facts }: Rig): void {
  const fail = (what: string) => {
    throw new Error(`${what}\n${facts.map(({ trace }) => trace.slice(-12).join('\n')).join('\n--\n')}`);
  };
  const [long, short] = convoy.legs;
  if (long!.books.baseAtoms < 0) fail('the long side is short');
  if (short!.books.baseAtoms > 0) fail('the short side is long');
  const statuses = convoy.legs.map(({ status }) => status);
  if (convoy.status === 'stopped' && statuses.some((status) => status !== 'stopped')) fail('a side goes on alone');
  if (convoy.status !== 'stopped' && statuses.every((status) => status === 'stopped')) fail('a bot without a side');
  const other = convoy.status === 'running' ? 'paused' : 'running';
  if (convoy.status !== 'stopped' && statuses.includes(other))
    fail(`${convoy.status} with sides ${statuses.join(', ')}`);
}

function live({ dice: thrown, steps }: World, params: DualParams, faulty: boolean): { rig: Rig; ticks: number } {
  let ticks = START;
  const rig: Rig = new ConvoyRig(dual, [perpetual, perpetual], params, 20_000e8, [ticks, ticks]);
  let drawn = 0;
  const dice = () => thrown[drawn++ % thrown.length]!;
  if (faulty) {
    rig.mischief = {
      refuse: () => dice() < 12 && 'funds',
      part: (_leg, lots) => (dice() < 30 ? Math.floor(lots / (1 + (dice() % 5))) : lots),
      loseRace: () => dice() < 30,
    };
  }
  rig.command({ name: 'start' });
  for (const act of steps) {
    if ('restart' in act) rig.restart();
    else if ('command' in act) rig.command(act.command);
    else if ('panic' in act) rig.panic(act.panic);
    else if ('rateE8' in act) rig.fund(act.leg, act.rateE8);
    else {
      ticks = Math.min(400_000, Math.max(20_000, Math.round(ticks * (1 + act.movePpm / 1e6))));
      rig.print([ticks, ticks], act.stepMs);
    }
    checkSides(rig);
  }
  return { rig, ticks };
}

describe('a martingale of two sides in any world', () => {
  it('keeps the money of both sides straight and stops when told to', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const params = paramsOf(world.raw);
        if (params === null) return;
        const { rig, ticks } = live(world, params, true);
        rig.mischief = {};
        rig.command({ name: 'start' });
        rig.command({ name: 'stop', close: true, reason: 'user' });
        for (let minute = 0; minute < 40 && rig.convoy.status !== 'stopped'; minute++) {
          rig.print([ticks, ticks], MINUTE);
        }
        expect(rig.convoy).toMatchObject({ status: 'stopped', phase: 'idle' });
        for (const bot of rig.convoy.legs) {
          expect(bot).toMatchObject({ openOrders: 0, lockedQuoteAtoms: 0, lockedBaseAtoms: 0, lockedShortAtoms: 0 });
          expect(bot.books.baseAtoms).toBe(0);
        }
        const { equityAtoms, realizedAtoms, pendingFundingAtoms } = rig.profit;
        expect(equityAtoms).toBe(20_000e8 + realizedAtoms + pendingFundingAtoms);
        expect(rig.convoy.rounds).toBe(rig.facts[0]!.settlements + rig.facts[1]!.settlements);
        expect(new Set(rig.sentIds).size).toBe(rig.sentIds.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('gives the same trace for the same world, with and without restarts', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const params = paramsOf(world.raw);
        if (params === null) return;
        const run = (steps: World['steps']) => {
          const { rig } = live({ ...world, steps }, params, false);
          return JSON.stringify([rig.convoy, rig.facts.map(({ trace }) => trace)]);
        };
        expect(run(world.steps)).toBe(run(world.steps.filter((act) => !('restart' in act))));
      }),
      { numRuns: Math.ceil(RUNS / 8) },
    );
  });
});

/** Adds and exits at their levels, one order of 100 a side and one add of as much. */
const plain: RawParams = {
  ...{ first_amount: '100', max_positions: '2', multiplier: '1', add_drop: '2', add_callback: '0', tp_callback: '0' },
  ...{ take_profit: '1', guard_drop: '20', loop_interval: '0', leverage: '2' },
};

function rigOf(raw: RawParams): Rig {
  const params = paramsOf({ ...plain, ...raw })!;
  const rig: Rig = new ConvoyRig(dual, [perpetual, perpetual], params, 20_000e8, [START, START]);
  rig.command({ name: 'start' });
  return rig;
}

const held = ({ convoy }: Rig) => convoy.legs.map(({ books }) => books.baseAtoms / perpetual.baseAtomsPerLot);
const print = (rig: Rig, ticks: number, stepMs = 1_000) => rig.print([ticks, ticks], stepMs);

describe('what one side does to the bot', () => {
  it('opens both sides, each with its half, and lets each live its own rounds', () => {
    const rig = rigOf({});
    expect(rig.convoy.legs.map(({ books }) => books.investmentAtoms)).toEqual([10_000e8, 10_000e8]);
    // 100 USDT at 1,000.20 (slipped) and at 999.80.
    expect(held(rig)).toEqual([999, -999]);
    expect(rig.convoy).toMatchObject({ status: 'running', phase: 'holding' });
    // The long side takes its profit and begins again; the short side waits for its add at 1,020.
    print(rig, 101_500);
    expect(rig.convoy.rounds).toBe(1);
    print(rig, 101_500);
    const [long, short] = held(rig);
    expect([long! > 900, short]).toEqual([true, -999]);
    print(rig, 102_100);
    expect(held(rig)[1]).toBeLessThan(-1_900);
  });

  it('adds by hand on the side that was asked for', () => {
    const rig = rigOf({});
    rig.command({ name: 'add', amountAtoms: 100e8, leg: 1 });
    expect(held(rig)).toEqual([999, -1_998]);
    rig.command({ name: 'add', amountAtoms: 100e8, leg: 0 });
    expect(held(rig)).toEqual([1_998, -1_998]);
  });

  it('once: the side that is done waits for the other, and the bot ends with it', () => {
    const rig = rigOf({ cycle: 'once' });
    print(rig, 101_500);
    expect(rig.convoy.legs.map(({ status }) => status)).toEqual(['stopped', 'running']);
    expect(rig.convoy).toMatchObject({ status: 'running', phase: 'holding' });
    expect(rig.logs.at(-1)).toEqual({ why: 'dual_long_done', data: {} });
    // A pause and what follows reach the side that lives, and leave the one that is done.
    rig.command({ name: 'pause', reason: 'user' });
    rig.command({ name: 'resume' });
    expect(rig.convoy.legs.map(({ status }) => status)).toEqual(['stopped', 'running']);
    print(rig, 98_000);
    print(rig, 98_000);
    expect(rig.convoy).toMatchObject({
      status: 'stopped',
      stopReason: 'rounds_done',
      phase: 'idle',
      rounds: 2,
      winRounds: 2,
    });
  });

  it('a side that pauses itself pauses the bot, and its sibling keeps its exits', () => {
    const rig = rigOf({ stop_loss: '1', max_positions: '1' });
    print(rig, 98_500);
    print(rig, 98_500, MINUTE);
    print(rig, 97_000, MINUTE);
    expect(rig.convoy).toMatchObject({ status: 'paused', pauseReason: 'risk' });
    expect(rig.convoy.legs.map(({ status }) => status)).toEqual(['paused', 'paused']);
    expect(rig.logs.map(({ why }) => why)).toContain('dual_long_paused');
    rig.command({ name: 'resume' });
    expect(rig.convoy.legs.map(({ status }) => status)).toEqual(['running', 'running']);
  });

  it('a liquidated side ends the bot: the other is closed at market', () => {
    const rig = rigOf({ leverage: '10', max_positions: '1', take_profit: '50', stop_loss: '9' });
    // Past stop and liquidation in one leap: the venue is first.
    print(rig, 88_000);
    print(rig, 88_000);
    expect(rig.facts[0]!.liquidations).toBe(1);
    expect(held(rig)).toEqual([0, 0]);
    expect(rig.convoy).toMatchObject({ status: 'stopped', stopReason: 'liquidated' });
    expect(rig.logs.map(({ why }) => why)).toContain('dual_long_liquidated');
    expect(rig.profit.equityAtoms).toBe(20_000e8 + rig.profit.realizedAtoms);
  });

  it('stops both sides, and keeps both when asked to', () => {
    const rig = rigOf({});
    rig.command({ name: 'stop', close: false, reason: 'user' });
    expect(rig.convoy).toMatchObject({ status: 'stopped', stopReason: 'user' });
    expect(held(rig)).toEqual([999, -999]);
    rig.command({ name: 'start' });
    rig.command({ name: 'stop', close: true, reason: 'user' });
    expect(rig.convoy).toMatchObject({ status: 'stopped', stopReason: 'user' });
    expect(held(rig)).toEqual([0, 0]);
  });
});

test('a backtest has a row for the forced close of a side, and its rows are what the books say', () => {
  const raw = { leverage: '10', max_positions: '1', take_profit: '50', stop_loss: '9', first_amount: '100' };
  const params = paramsOf(raw);
  if (params === null) throw new Error('not taken');
  const candles = new CandleColumns(MINUTE, 8);
  for (const [at, close] of [START, START, START, 88_000, 88_000, 88_000, 88_000, 88_000].entries())
    candles.push(1_700_006_400_000 + at * MINUTE, close, close, close, close, 1);
  const tape = { instrument: perpetual, candles };
  const options = { coordinator: dual, params, investmentAtoms: 20_000e8, tapes: [tape, tape] };
  const { convoy, trades } = runConvoyBacktest(options);
  expect(convoy).toMatchObject({ status: 'stopped', stopReason: 'liquidated' });
  expect(trades.filter(({ purpose }) => purpose === 'liquidation')).toMatchObject([{ leg: 0, side: 'sell' }]);
  for (const leg of [0, 1]) {
    const own = trades.filter((trade) => trade.leg === leg);
    expect(own.reduce((sum, { side, qtyLots }) => sum + (side === 'buy' ? qtyLots : -qtyLots), 0)).toBe(0);
  }
});
