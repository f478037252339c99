// The custom bot on each market and in each direction: trees of few conditions that turn often, with and without ticks,
// stops and callbacks within a few percent, and webhooks at any time.
import { formatPrice } from '@cormorant/core/market/conversions.ts';
import { custom } from '@cormorant/core/strategies/custom/machine.ts';
import { parseCustomParams } from '@cormorant/core/strategies/custom/params.ts';
import type { ParamsContext, RawParams } from '@cormorant/core/strategy/field.ts';
import type { Command, SignalAction } from '@cormorant/core/strategy/strategy.ts';
import fc from 'fast-check';
import { machineCase } from './case.ts';
import { coarseSpot, perpetual, spot } from './instruments.ts';

const signal = (action: SignalAction, side: 'buy' | 'sell' | '', amountAtoms: number): Command => ({
  name: 'signal',
  id: `${action}${side}${amountAtoms}`,
  action,
  side,
  amountAtoms,
});
const commands: readonly Command[] = [
  { name: 'add', amountAtoms: 0 },
  { name: 'add', amountAtoms: 30e8 },
  signal('open', '', 0),
  signal('open', 'buy', 40e8),
  signal('open', 'sell', 0),
  signal('add', '', 0),
  signal('add', '', 1e8),
  signal('close', '', 0),
];

function condition({ instrument, lastTicks }: ParamsContext): fc.Arbitrary<unknown> {
  const near = fc
    .double({ min: 0.97, max: 1.03, noNaN: true })
    .map((share) => ({ num: formatPrice(instrument, Math.round(lastTicks * share)) }));
  const tf = fc.constantFrom('1m', '5m', '15m');
  const indicator = fc.constantFrom(
    { ind: 'rsi', args: [14] },
    { ind: 'ema', args: [9] },
    { ind: 'kdj', args: [9], out: 'j' },
  );
  const cmp = fc.constantFrom('>', '>=', '<', '<=', 'cross_up', 'cross_down');
  const price = { ind: 'price' };
  return fc.oneof(
    fc.record({ left: indicator, cmp, right: fc.integer({ min: 10, max: 90 }).map((n) => ({ num: String(n) })), tf }),
    fc.record({ left: indicator, cmp, right: fc.constant({ ind: 'ema', args: [21] }), tf }),
    fc.record({ left: fc.constant(price), cmp, right: near, tf, on: fc.constantFrom('close', 'tick') }),
    fc.record({
      left: fc.constant(price),
      cmp,
      right: fc.constant({ ind: 'ma', args: [7] }),
      tf,
      on: fc.constant('tick'),
    }),
  );
}

function raw(context: ParamsContext): fc.Arbitrary<RawParams> {
  const group = (item: fc.Arbitrary<unknown>) =>
    fc.record({ op: fc.constantFrom('all', 'any'), items: fc.array(item, { minLength: 1, maxLength: 3 }) });
  const tree = group(fc.oneof(condition(context), group(condition(context))));
  const percent = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((n) => String(n / 10));
  return fc.record(
    {
      amount: fc.integer({ min: 6, max: 120 }).map(String),
      leverage: fc.constantFrom('1', '3', '10'),
      open: tree,
      add: tree,
      close: tree,
      max_positions: fc.constantFrom('1', '2', '4'),
      multiplier: fc.constantFrom('1', '1.5', '2'),
      take_profit: percent(0.5, 3),
      tp_callback: fc.constantFrom('0', '0.1', '0.4'),
      stop_loss: percent(1, 8),
      cooldown_s: fc.constantFrom('0', '90', '900'),
      webhook: fc.constant('1'),
      opposite_close: fc.constantFrom('0', '1'),
    },
    { requiredKeys: ['amount', 'leverage', 'open', 'stop_loss', 'webhook', 'take_profit'] },
  );
}

const shared = { strategy: custom, parse: parseCustomParams, commands };

export const customSpot = machineCase({
  ...shared,
  name: 'custom spot',
  instruments: [spot, coarseSpot],
  raw,
  direction: () => 'long',
});

const futures = (direction: 'long' | 'short') =>
  machineCase({
    ...shared,
    name: `custom futures ${direction}`,
    instruments: [perpetual],
    raw: (context) => raw(context).map((params) => ({ ...params, direction })),
    direction: () => direction,
  });

export const customLong = futures('long');
export const customShort = futures('short');
