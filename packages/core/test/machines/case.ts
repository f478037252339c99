// One kind of bot on one market, as the property rig takes it. A case says how to make valid params; everything that
// must hold for every bot is asked by the rig.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { ParamsContext, ParamsResult, RawParams } from '@cormorant/core/strategy/field.ts';
import type { Command, Strategy } from '@cormorant/core/strategy/strategy.ts';
import type fc from 'fast-check';

export interface MachineCase {
  /** 'grid spot': names the tests. */
  readonly name: string;
  readonly strategy: Strategy<unknown, unknown>;
  readonly instruments: readonly Instrument[];
  parse(raw: RawParams, context: ParamsContext): ParamsResult<unknown>;
  /**
   * Params that the parser takes, given market, price and investment. Those it refuses are drawn again, so a few may be
   * wrong, but not most. Make the rare things (stops, callbacks, guards) common, and the distances small: a tape moves
   * some percent a step and has some hundred steps.
   */
  raw(context: ParamsContext): fc.Arbitrary<RawParams>;
  /** What this kind hears besides start, pause, resume, close, stop and edit: add, signal. */
  readonly commands?: readonly Command[];
  /** How long its tapes' quiet steps take, in ms; seconds when absent. What waits for the hour would never begin on those. */
  readonly quietStepsMs?: readonly number[];
  /** Range of the investment in whole quote coins; 500 to 50,000 when absent. */
  readonly investment?: readonly [number, number];
  /** The only direction its position may have; absent or null = any. */
  direction?(params: unknown): 'long' | 'short' | null;
}

/** Hides the kind's own types, as the registry does. */
export function machineCase<Params, State>(
  given: Omit<MachineCase, 'strategy' | 'parse' | 'direction'> & {
    strategy: Strategy<Params, State>;
    parse(raw: RawParams, context: ParamsContext): ParamsResult<Params>;
    direction?(params: Params): 'long' | 'short' | null;
  },
): MachineCase {
  return given as unknown as MachineCase;
}
