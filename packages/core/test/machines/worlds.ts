// Random worlds for one case: a market (quiet, wild, with gaps), a start, commands at any moment and a venue that refuses.
import type { ParamsContext, ParamsResult } from '@cormorant/core/strategy/field.ts';
import type { Command } from '@cormorant/core/strategy/strategy.ts';
import fc from 'fast-check';
import type { MachineCase } from './case.ts';

const START_MS = 1_700_000_000_000;
const COMMANDS: readonly Command[] = [
  { name: 'pause', reason: 'user' },
  { name: 'resume' },
  { name: 'close' },
  { name: 'start' },
  { name: 'edit' },
  { name: 'stop', close: true, reason: 'user' },
  { name: 'stop', close: false, reason: 'user' },
];

/** A print some ppm away from the last one, some time later; a gap is a leap of many percent after hours. */
const quiet = (stepsMs: readonly number[]) =>
  fc.record({ movePpm: fc.integer({ min: -4_000, max: 4_000 }), stepMs: fc.constantFrom(...stepsMs) });
const QUIET_STEPS_MS = [1_000, 15_000, 60_000];
const wild = fc.record({ movePpm: fc.integer({ min: -50_000, max: 50_000 }), stepMs: fc.constantFrom(1_000, 20_000) });
const gap = fc.record({
  movePpm: fc.integer({ min: -250_000, max: 250_000 }),
  stepMs: fc.constantFrom(3_600_000, 26 * 3_600_000),
});

export type WorldStep =
  | { movePpm: number; stepMs: number }
  | { command: Command }
  /** Panic, and the end of it for a bot that was paused before. */
  | { panic: 'halt' | 'release' }
  | { restart: true }
  /** Its owner traded beside it, in so many trades, and wants it to take them. */
  | { byHand: readonly HandShare[] }
  | { rateE8: number };

export interface HandShare {
  /** Of the bot's investment, in millionths. */
  readonly sharePpm: number;
  readonly movePpm: number;
  readonly maker: boolean;
}

const handShare = fc.record({
  sharePpm: fc.integer({ min: 100, max: 120_000 }),
  movePpm: fc.integer({ min: -30_000, max: 30_000 }),
  maker: fc.boolean(),
});

export interface World {
  readonly context: ParamsContext;
  /** What the parser refused is left out by the test: never filtered here, because a market may allow no params at all. */
  readonly parsed: ParamsResult<unknown>;
  readonly startMs: number;
  readonly mischief: readonly number[];
  readonly steps: readonly WorldStep[];
}

export function worldOf(given: MachineCase): fc.Arbitrary<World> {
  const [least, most] = given.investment ?? [500, 50_000];
  const steps = fc.array(
    fc.oneof(
      { weight: 10, arbitrary: quiet(given.quietStepsMs ?? QUIET_STEPS_MS) },
      { weight: 8, arbitrary: wild },
      { weight: 1, arbitrary: gap },
      { weight: 2, arbitrary: fc.record({ command: fc.constantFrom(...COMMANDS, ...(given.commands ?? [])) }) },
      { weight: 1, arbitrary: fc.record({ panic: fc.constantFrom('halt' as const, 'release' as const) }) },
      { weight: 2, arbitrary: fc.record({ byHand: fc.array(handShare, { minLength: 1, maxLength: 3 }) }) },
      { weight: 1, arbitrary: fc.constant({ restart: true as const }) },
      { weight: 1, arbitrary: fc.record({ rateE8: fc.integer({ min: -300_000, max: 300_000 }) }) },
    ),
    { minLength: 5, maxLength: 120 },
  );
  return fc
    .record({
      instrument: fc.constantFrom(...given.instruments),
      lastTicks: fc.integer({ min: 50_000, max: 200_000 }),
      investment: fc.integer({ min: least, max: most }),
    })
    .chain(({ instrument, lastTicks, investment }) => {
      const context: ParamsContext = {
        instrument,
        lastTicks,
        investmentAtoms: investment * 10 ** instrument.quoteScale,
      };
      const parsed = given.raw(context).map((raw) => given.parse(raw, context));
      return fc.record({
        context: fc.constant(context),
        parsed,
        startMs: fc.integer({ min: 0, max: 86_400_000 }).map((ms) => START_MS + ms),
        mischief: fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 5, maxLength: 60 }),
        steps,
      });
    });
}
