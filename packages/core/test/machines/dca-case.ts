// DCA bots, ladder and calendar, on both markets and in both directions: steps and targets near the price, callbacks and
// stops common.
import { dca } from '@cormorant/core/strategies/dca/machine.ts';
import { type DcaParams, parseDcaParams } from '@cormorant/core/strategies/dca/params.ts';
import type { ParamsContext, RawParams } from '@cormorant/core/strategy/field.ts';
import type { Command } from '@cormorant/core/strategy/strategy.ts';
import fc from 'fast-check';
import { machineCase } from './case.ts';
import { coarseSpot, perpetual, spot } from './instruments.ts';

const commands: readonly Command[] = [
  { name: 'add', amountAtoms: 0 },
  { name: 'add', amountAtoms: 25_00000000 },
];

const exits = {
  profit: fc.constantFrom('0.4', '1', '2.5'),
  split: fc.boolean(),
  callback: fc.constantFrom('', '', '0.2'),
};

function exitsOf(given: { profit: string; split: boolean; callback: string }): RawParams {
  if (!given.split) return { take_profit: given.profit, tp_callback: given.callback };
  return {
    tp_steps: [
      { profit: given.profit, share: '33.3' },
      { profit: '3', share: '33.3' },
      { profit: '6', share: '33.4' },
    ],
  };
}

function ladder(context: ParamsContext): fc.Arbitrary<RawParams> {
  const units = Math.floor(context.investmentAtoms / 1e8);
  return fc
    .record({
      ...exits,
      safety: fc.integer({ min: 0, max: 6 }),
      active: fc.integer({ min: 1, max: 4 }),
      step: fc.constantFrom('0.5', '1', '2'),
      scale: fc.constantFrom('0.8', '1', '1.4'),
      volume: fc.constantFrom('0.7', '1', '1.5'),
      stops: fc.boolean(),
      cooldown: fc.constantFrom('0', '60', '900'),
      direction: fc.constantFrom('long', 'short'),
      leverage: fc.constantFrom('1', '3'),
    })
    .map(({ safety, active, step, scale, volume, stops, cooldown, direction, leverage, ...rest }) => ({
      mode: 'ladder',
      base_amount: String(Math.max(25, Math.floor(units / 60))),
      safety_amount: String(Math.max(25, Math.floor(units / 60))),
      max_safety: String(safety),
      active_safety: String(active),
      step,
      step_mult: scale,
      vol_mult: volume,
      cooldown,
      ...(stops ? { stop_loss: '30' } : {}),
      ...(context.instrument.market === 'futures' ? { direction, leverage } : {}),
      ...exitsOf(rest),
    }));
}

/** A slot counts for a quarter of an hour: a tape of seconds seldom comes to one, and a leap of hours passes over it. */
const CALENDAR_STEPS_MS = [600_000, 840_000];

function calendar(context: ParamsContext): fc.Arbitrary<RawParams> {
  const units = Math.floor(context.investmentAtoms / 1e8);
  return fc
    .record({
      ...exits,
      sells: fc.boolean(),
      buys: fc.integer({ min: 1, max: 30 }),
      minute: fc.integer({ min: 0, max: 59 }),
      dips: fc.boolean(),
      // Near, since a round has what is left of the tape after its slot.
      stop: fc.constantFrom('', '1', '1', '1', '4'),
      direction: fc.constantFrom('long', 'short'),
      leverage: fc.constantFrom('1', '3'),
      // Most often the shortest, so that buys happen on a short tape.
      interval: fc.constantFrom(...Array<'1h'>(12).fill('1h'), '4h', '1d', '1w', '2w', '1M'),
    })
    .map(({ sells, buys, minute, dips, stop, direction, leverage, interval, ...rest }) => ({
      mode: 'calendar',
      amount: String(Math.max(11, Math.floor(units / 12))),
      interval,
      at: `00:${String(minute).padStart(2, '0')}`,
      max_positions: String(buys),
      ...(dips ? { dip_drop: '1', multiplier: '2' } : {}),
      ...(stop === '' ? {} : { stop_loss: stop }),
      ...(context.instrument.market === 'futures' ? { direction, leverage } : {}),
      ...(sells ? exitsOf(rest) : {}),
    }));
}

const shared = {
  strategy: dca,
  parse: parseDcaParams,
  commands,
  direction: (params: DcaParams) => params.direction,
};

export const dcaLadderSpot = machineCase({
  ...shared,
  name: 'dca ladder spot',
  instruments: [spot, coarseSpot],
  raw: ladder,
});
export const dcaLadderFutures = machineCase({
  ...shared,
  name: 'dca ladder futures',
  instruments: [perpetual],
  raw: ladder,
});
export const dcaCalendarSpot = machineCase({
  ...shared,
  name: 'dca calendar spot',
  quietStepsMs: CALENDAR_STEPS_MS,
  instruments: [spot, coarseSpot],
  raw: calendar,
});
export const dcaCalendarFutures = machineCase({
  ...shared,
  name: 'dca calendar futures',
  quietStepsMs: CALENDAR_STEPS_MS,
  instruments: [perpetual],
  raw: calendar,
});
