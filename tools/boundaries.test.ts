// The boundary check must see what it is there for: every kind of import, every kind of room, cycles, and its own
// blindness. Each case plants one violation in a small tree that is otherwise sound.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkBoundaries, HOUSE, type ServerContext } from './boundaries.ts';
import { plantTree } from './planted-tree.ts';
import { EXPECTED_MODULES } from './rooms.ts';

const core = 'packages/core/src';
const server = 'apps/server/src';
const web = 'apps/web/src';

/** A small sound house: one module in most rooms, importing along the arrows. */
const sound: Readonly<Record<string, string>> = {
  [`${core}/money/ticks.ts`]: "import { Decimal } from 'decimal.js';\nexport const ticks = Decimal;",
  [`${core}/market/tick.ts`]: 'export type Tick = number;',
  [`${core}/strategy/strategy.ts`]: "import '../market/tick.ts';\nimport '../money/ticks.ts';\nexport const kinds = 1;",
  [`${core}/strategies/grid/params.ts`]: "export * from '../../strategy/strategy.ts';",
  [`${core}/strategies/grid/machine.ts`]: "import { kinds } from './params.ts';\nexport const grid = kinds;",
  [`${core}/strategies/dca/machine.ts`]: 'export const dca = 1;',
  [`${core}/strategies/registry.ts`]:
    "export { grid } from './grid/machine.ts';\nexport { dca } from './dca/machine.ts';",
  'packages/contract/src/calls.ts':
    "import { kinds } from '@cormorant/core/strategies/grid/params.ts';\nexport { kinds };",
  [`${server}/ports/clock.ts`]: 'export const clock = 1;',
  [`${server}/features/bots/list-bots.ts`]: "import { clock } from '../../ports/clock.ts';\nexport { clock };",
  [`${server}/features/identity/entry/log-in.ts`]: 'export const logIn = 1;',
  [`${server}/adapters/system/clock.ts`]:
    "import '../../ports/clock.ts';\nimport 'node:os';\nimport pg from 'pg';\nexport { pg };",
  [`${web}/lib/client.ts`]: "import { kinds } from '@cormorant/contract/calls.ts';\nexport { kinds };",
  [`${web}/features/bots/list.ts`]:
    "import '../../lib/client.ts';\nexport const m = () => import('@cormorant/core/money/ticks.ts');",
  [`${web}/features/home/home.ts`]:
    "import type { ticks } from '@cormorant/core/money/ticks.ts';\nexport type T = typeof ticks;",
};
const unmeasured: ServerContext = { ...HOUSE, expected: {} };

function faultsOf(planted: Readonly<Record<string, string>>, context = unmeasured): string[] {
  return plantTree({ ...sound, ...planted }, (root) => checkBoundaries(root, context).faults);
}

it('passes the sound house', () => {
  expect(faultsOf({})).toEqual([]);
});

const planted: readonly [what: string, path: string, text: string, fault: RegExp][] = [
  ['a static import', `${core}/money/a.ts`, "import '../market/tick.ts';", /core\/money may not import core\/market/],
  [
    'a type import',
    `${core}/money/a.ts`,
    "import type { Tick } from '../market/tick.ts';\nexport type A = Tick;",
    /core\/money may/,
  ],
  [
    'an inline type import',
    `${core}/money/a.ts`,
    "export type A = import('../market/tick.ts').Tick;",
    /core\/money may/,
  ],
  ['a dynamic import', `${core}/money/a.ts`, "export const a = () => import('../market/tick.ts');", /core\/money may/],
  ['a re-export', `${core}/money/a.ts`, "export * from '../market/tick.ts';", /core\/money may/],
  ['a named re-export', `${core}/money/a.ts`, "export { Tick } from '../market/tick.ts';", /core\/money may/],
  ['a workspace import', `${core}/money/a.ts`, "import '@cormorant/core/market/tick.ts';", /core\/money may/],
  [
    'another strategy',
    `${core}/strategies/dca/a.ts`,
    "import '../grid/machine.ts';",
    /strategies\/dca may not import core\/strategies\/grid/,
  ],
  ['Node in the core', `${core}/engine/a.ts`, "import 'node:fs';", /core\/engine may not import Node's modules/],
  ['a package in the core', `${core}/market/a.ts`, "import 'decimal.js';", /may not import the package decimal.js/],
  [
    'a machine in the contract',
    'packages/contract/src/a.ts',
    "import '@cormorant/core/strategies/grid/machine.ts';",
    /contract may not/,
  ],
  [
    'another feature',
    `${server}/features/bots/a.ts`,
    "import '../identity/entry/log-in.ts';",
    /bots may not import server\/features\/identity/,
  ],
  [
    'an adapter in a feature',
    `${server}/features/bots/a.ts`,
    "import '../../adapters/system/clock.ts';",
    /may not import server\/adapters/,
  ],
  ['npm in a feature', `${server}/features/bots/a.ts`, "import 'pg';", /may not import the package pg/],
  [
    'another web feature',
    `${web}/features/home/a.ts`,
    "import '../bots/list.ts';",
    /home may not import web\/features\/bots/,
  ],
  [
    'the server in the web',
    `${web}/app/a.ts`,
    "import '@cormorant/server/ports/clock.ts';",
    /web\/app may not import server\/ports/,
  ],
  ['the core in a screen', `${web}/features/home/a.ts`, "import '@cormorant/core/money/ticks.ts';", /only lazily/],
  [
    'a worker by URL',
    `${core}/money/a.ts`,
    "export const w = new URL('../market/tick.ts', import.meta.url);",
    /core\/money may/,
  ],
  ['a file that is not there', `${core}/money/a.ts`, "import './gone.ts';", /leads to no file/],
  ['an import without its extension', `${core}/money/a.ts`, "import './ticks';", /leads to no file/],
  ['a file in no room', `${core}/attic/a.ts`, 'export const a = 1;', /belongs to no room/],
];

it.each(planted)('sees %s', (_what, path, text, fault) => {
  const faults = faultsOf({ [path]: text });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(fault);
});

it('sees a cycle of modules inside a room', () => {
  const faults = faultsOf({
    [`${core}/money/a.ts`]: "import './b.ts';",
    [`${core}/money/b.ts`]: "import type { ticks } from './a.ts';\nexport type B = typeof ticks;",
  });
  expect(faults).toEqual([`modules in a cycle: ${core}/money/a.ts, ${core}/money/b.ts`]);
});

it('sees a cycle of rooms that no single module closes', () => {
  const rooms = HOUSE.rooms.map((room) =>
    room.room === 'core/money' ? { ...room, may: [`${core}/market/**`] } : room,
  );
  const faults = faultsOf(
    { [`${core}/money/a.ts`]: "import '../market/b.ts';", [`${core}/market/b.ts`]: "import '../money/ticks.ts';" },
    { ...unmeasured, rooms },
  );
  expect(faults).toEqual(['rooms in a cycle: core/market, core/money']);
});

it('lets tests import everything', () => {
  expect(faultsOf({ [`${core}/money/a.test.ts`]: "import '../market/tick.ts';\nimport 'node:fs';" })).toEqual([]);
});

it('fails on a file it cannot parse', () => {
  expect(() => faultsOf({ [`${core}/money/a.ts`]: 'export const = ;' })).toThrow(/cannot be parsed/);
});

it('fails when it sees too few modules', () => {
  const faults = faultsOf({}, HOUSE);
  expect(faults).toHaveLength(Object.keys(EXPECTED_MODULES).length);
  expect(faults[0]).toMatch(/saw \d+ modules, expected at least \d+/);
});

it('sees the real house: at least half of what it expects is not left to luck', () => {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const least = Object.values(EXPECTED_MODULES).reduce((sum, count) => sum + count, 0);
  expect(checkBoundaries(root).modules).toBeGreaterThanOrEqual(least);
});
