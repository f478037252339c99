// The martingale: long on spot and contracts, short on contracts; with and without callbacks, in tails, with every brake.
// Ladders are drawn tight, so that the prices of a world reach their adds, targets and stops.
import { formatPrice } from '@cormorant/core/market/conversions.ts';
import { martin } from '@cormorant/core/strategies/martin/machine.ts';
import { parseMartinParams } from '@cormorant/core/strategies/martin/params.ts';
import type { Command } from '@cormorant/core/strategy/strategy.ts';
import fc from 'fast-check';
import { machineCase } from './case.ts';
import { coarseSpot, perpetual, spot } from './instruments.ts';

const commands: readonly Command[] = [
  { name: 'add', amountAtoms: 0 },
  { name: 'add', amountAtoms: 15_00000000 },
];

const percent = (min: number, max: number) =>
  fc.integer({ min: Math.round(min * 100), max: Math.round(max * 100) }).map((value) => String(value / 100));

const ladder = fc.record({
  first_amount: fc.constantFrom('10', '25', '6'),
  max_positions: fc.integer({ min: 1, max: 6 }).map(String),
  multiplier: fc.constantFrom('1', '1.5', '2'),
  add_drop: percent(0.3, 4),
  drop_scale: fc.constantFrom('0.5', '1', '1.4'),
  add_base: fc.constantFrom('last', 'first', 'avg'),
  add_callback: fc.constantFrom('0', '0.1', '0.5'),
  take_profit: percent(0.5, 3),
  tp_callback: fc.constantFrom('0', '0.1', '0.4'),
  tp_mode: fc.constantFrom('full', 'tail'),
  tail_from: fc.constantFrom('2', '3'),
  cycle: fc.constantFrom('loop', 'loop', 'once'),
  loop_count: fc.constantFrom('0', '0', '3'),
  loop_interval: fc.constantFrom('0', '60', '900'),
  guard_drop: fc.constantFrom('0.5', '2', '20'),
  guard_minutes: fc.constantFrom('1', '5', '60'),
  trend_gate: fc.constantFrom('0', '0', '1'),
  vol_spacing: fc.constantFrom('0', '1'),
  unstuck_budget: fc.constantFrom('0', '20', '50'),
});

const entries = fc.constantFrom('now', 'now', 'price', 'conditions');

function withEntry(raw: Record<string, unknown>, entry: string, price: string): Record<string, unknown> {
  if (entry === 'price') return { ...raw, entry, entry_price: price };
  if (entry === 'now') return { ...raw, entry };
  const left = { ind: 'rsi', args: [14] };
  const item = { left, cmp: '<', right: { num: '60' }, tf: '1m', on: 'close' };
  return { ...raw, entry, entry_conditions: { op: 'all', items: [item] } };
}

export const martinSpot = machineCase({
  name: 'martin spot',
  strategy: martin,
  instruments: [spot, coarseSpot],
  parse: parseMartinParams,
  commands,
  investment: [800, 20_000],
  raw: ({ instrument, lastTicks }) =>
    fc
      .record({ base: ladder, entry: entries, stop: fc.constantFrom('1', '3', '20', 'off') })
      .map(({ base, entry, stop }) => ({
        ...withEntry(base, entry, formatPrice(instrument, Math.round(lastTicks * 0.99))),
        ...(stop === 'off' ? { stop_off: '1' } : { stop_loss: stop }),
      })),
  direction: () => 'long',
});

function onContract(name: string, direction: 'long' | 'short') {
  return machineCase({
    name,
    strategy: martin,
    instruments: [perpetual],
    parse: parseMartinParams,
    commands,
    investment: [800, 20_000],
    raw: ({ instrument, lastTicks }) =>
      fc
        .record({
          base: ladder,
          entry: entries,
          leverage: fc.integer({ min: 1, max: 10 }),
          stop: fc.constantFrom('', '1', '2', '9'),
        })
        .map(({ base, entry, leverage, stop }) => ({
          ...withEntry(
            base,
            entry,
            formatPrice(instrument, Math.round(lastTicks * (direction === 'long' ? 0.99 : 1.01))),
          ),
          direction,
          leverage: String(leverage),
          stop_loss: stop,
        })),
    direction: () => direction,
  });
}

export const martinLong = onContract('martin long', 'long');
export const martinShort = onContract('martin short', 'short');
