// Of what a bot remembers every count of lots becomes so many times as much, whatever its kind, and nothing else changes: a field
// whose name says that it counts lots and that is left out here would be coin that comes from nowhere.
import { expect, test } from 'vitest';
import { freshState as custom } from '../strategies/custom/state.ts';
import { freshState as dca } from '../strategies/dca/state.ts';
import { flatCells, freshState as grid } from '../strategies/grid/state.ts';
import { freshState as martin } from '../strategies/martin/state.ts';
import { strategyOf } from '../strategies/registry.ts';
import type { Bot } from './bot.ts';
import { countFiner, ledLeg } from './finer-steps.ts';
import { LegMachine } from './leg-machine.ts';

const TIMES = 100;
const ORDER = { slot: 0, cycle: 1, attempt: 0, side: 'buy', purpose: 'grid', priceTicks: 7, lockedAtoms: 7 };
const order = (finalLots: number) => ({ ...ORDER, qtyLots: 9, filledLots: 2, finalLots });

const states = {
  grid: { ...grid(), cells: flatCells(3, 7), lines: [7, 8, 9, 10], parts: [{ cell: 1, lots: 0, coinAtoms: 0 }] },
  martin: { ...martin(), lots: [{ step: 0, slot: -1, qtyLots: 0, notionalAtoms: 0 }] },
  dca: dca(),
  custom: custom(),
  leg: new LegMachine('arbitrage', () => {}).open(),
};

/** Every figure is seven. */
function filled<T>(value: T): T {
  if (typeof value === 'number') return 7 as T;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(filled) as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one)])) as T;
}

/** By where they stand. */
function figures(value: unknown, path = ''): Map<string, number> {
  if (typeof value === 'number') return new Map([[path, value]]);
  if (value === null || typeof value !== 'object') return new Map();
  const parts = Object.entries(value).map(([key, one]) => figures(one, `${path}.${key}`));
  return new Map(parts.flatMap((part) => [...part]));
}

const countsLots = (path: string) => /(Lots|\.lots)(\.\d+)?$/.test(path);

test.each(Object.keys(states) as (keyof typeof states)[])('all lots of a %s, and nothing else', (kind) => {
  const state = filled(states[kind]);
  const before = figures(state);
  const bot = { kind: kind === 'leg' ? 'arbitrage' : kind, state, orders: [null, order(-1)], guard: order(6) };
  countFiner(bot as unknown as Bot, kind === 'leg' ? ledLeg : strategyOf(kind), TIMES);
  const after = figures(state);
  expect([...after.keys()]).toEqual([...before.keys()]);
  expect([...after.keys()].some(countsLots)).toBe(true);
  for (const [path, figure] of after) expect([path, figure]).toEqual([path, countsLots(path) ? 7 * TIMES : 7]);
  expect(bot.orders[1]).toEqual({ ...order(-1), qtyLots: 900, filledLots: 200 });
  expect(bot.guard).toEqual({ ...order(600), qtyLots: 900, filledLots: 200 });
});

test('a machine that does not know how, and steps that are not finer, change nothing', () => {
  const bot = { kind: 'grid', state: filled(states.grid), orders: [order(6)] } as unknown as Bot;
  const before = structuredClone(bot);
  expect(() => countFiner(bot, {}, TIMES)).toThrow(/counts in the steps/);
  for (const times of [0, -1, 0.5, Number.NaN]) expect(() => countFiner(bot, strategyOf('grid'), times)).toThrow();
  expect(bot).toEqual(before);
});
