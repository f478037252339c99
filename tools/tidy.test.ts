// Every rule of tidiness, shown by a planted violation, and a file that keeps them all. The words the rules forbid are
// put together here, so that this file keeps the rules too.
import { expect, it } from 'vitest';
import { plantTree } from './planted-tree.ts';
import { checkTidy } from './tidy.ts';

const header = '// Keeps what the test needs; its invariant is that it is sound.\n';
const core = 'packages/core/src/engine';

function faultsOf(path: string, text: string): string[] {
  return plantTree({ [path]: text }, checkTidy);
}

it('passes a sound file, its property names and its tests', () => {
  const text = `${header}// Date, Promise and process are only words in a comment.
export interface Step { process: number; fetch(): number }
export const step = { process: 1, Date: 2, random: () => 3 };
export const total = step.process + step.Date;`;
  expect(faultsOf(`${core}/step.ts`, text)).toEqual([]);
  expect(faultsOf(`${core}/step.test.ts`, `${header}export const at = Date.now();`)).toEqual([]);
  expect(faultsOf('apps/server/src/clock.ts', `${header}export const now = async () => Date.now();`)).toEqual([]);
});

const impure: readonly [what: string, code: string][] = [
  ['the clock', 'export const a = Date.now();'],
  ['a new date', 'export const a = new Date();'],
  ['chance', 'export const a = Math.random();'],
  ['a timer', 'setTimeout(() => 1, 5);'],
  ['an interval', 'setInterval(() => 1, 5);'],
  ['the process', 'export const a = process.env;'],
  ['fetch', 'export const a = fetch;'],
  ['a promise', 'export const a = new Promise(() => 1);'],
  ['the type of a promise', 'export type A = Promise<number>;'],
  ['an async function', 'export async function a() {}'],
  ['an async arrow', 'export const a = async () => 1;'],
  ['an async method', 'export class A { async b() {} }'],
  ['the performance clock', 'export const a = performance.now();'],
  ['a shorthand', 'export const a = { process };'],
  ['the global object', "export const a = globalThis['Date'];"],
];

it.each(impure)('keeps %s out of the core', (_what, code) => {
  const faults = faultsOf(`${core}/a.ts`, `${header}${code}`);
  expect(faults.length).toBeGreaterThan(0);
  for (const fault of faults) expect(fault).toMatch(/^packages\/core\/src\/engine\/a\.ts:2: .* in the core/);
});

it('keeps await out of the core', () => {
  expect(faultsOf(`${core}/a.ts`, `${header}await 1;`)).toEqual([expect.stringMatching(/:2: await in the core/)]);
});

const untidy: readonly [what: string, path: string, text: string, fault: RegExp][] = [
  ['a camel-case file', 'apps/web/src/botList.ts', header, /not kebab-case/],
  ['an upper-case component', 'apps/web/src/BotList.tsx', header, /not kebab-case/],
  ['an empty name', 'apps/web/src/utils.ts', header, /says nothing/],
  ['an empty folder name', 'apps/web/src/common/a.ts', header, /says nothing/],
  ['an empty last word', 'apps/web/src/date-helpers.ts', header, /says nothing/],
  ['an empty export', 'apps/web/src/a.ts', `${header}export class BotManager {}`, /BotManager says nothing/],
  ['an empty function', 'apps/web/src/a.ts', `${header}export function dateUtils() {}`, /dateUtils says nothing/],
  ['a barrel', 'apps/web/src/a.ts', `${header}export * from './b.ts';\nexport { c } from './c.ts';`, /barrel/],
  ['a missing header', 'apps/web/src/a.ts', 'export const a = 1;', /opens without its purpose/],
  ['an empty header', 'apps/web/src/a.ts', '// a\nexport const a = 1;', /opens without its purpose/],
  ['a promise', 'apps/web/src/a.ts', `${header}// TO${'DO'} later`, /:2: a promise/],
  ['a promise to people', 'apps/web/src/a.html', `coming ${'soon'}`, /:1: a promise/],
  ['a skipped test', 'apps/web/src/a.test.ts', `${header}it.sk${'ip'}('a', () => 1);`, /:2: a test that does not run/],
  [
    'a lonely test',
    'apps/web/src/a.test.ts',
    `${header}describe.on${'ly'}('a', () => 1);`,
    /:2: a test that does not run/,
  ],
  [
    'a path of one machine',
    'apps/web/src/a.ts',
    `${header}export const a = '/wo${'rk'}/main';`,
    /:2: a path of one machine/,
  ],
  ['a path in the docs', 'docs/A.md', `see /ho${'me'}/me`, /:1: a path of one machine/],
];

it.each(untidy)('sees %s', (_what, path, text, fault) => {
  const faults = faultsOf(path, text);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(fault);
});

const naked = [
  'throw new Refusal(4018);',
  'const busyCode = 4024;',
  'if (error.code === 1304) go();',
  'export const answer = { code: 9002 };',
];

it.each(naked)('asks for the name of a code in: %s', (code) => {
  const faults = faultsOf('apps/server/src/a.ts', `${header}${code}`);
  expect(faults).toEqual([expect.stringMatching(/^apps\/server\/src\/a\.ts:2: \d{4} is codes\.\w+$/)]);
  expect(faultsOf('apps/server/src/a.test.ts', `${header}${code}`)).toEqual([]);
});

it('takes no other number for a code', () => {
  const text = `${header}reply.code(200); const limit = 4018; const a = { code: 4018.5 }; const code = Number('4018');`;
  expect(faultsOf('apps/server/src/a.ts', text)).toEqual([]);
});

it('sees a lock file that npm ci would refuse', () => {
  const packages = {
    '': {},
    'node_modules/tool': { optionalDependencies: { '@tool/linux': '1.0.0', '@tool/mac': '1.0.0' } },
    'node_modules/@tool/linux': {},
  };
  expect(faultsOf('package-lock.json', JSON.stringify({ packages }))).toEqual([
    'package-lock.json: node_modules/tool needs @tool/mac, which is not locked: npm ci refuses it',
  ]);
});

it('sees a walk through a file that is gone', () => {
  const text = 'First `core/engine/step.ts`, then `start.ts`, then `core/engine/gone.ts`.';
  const files = {
    'docs/ARCHITECTURE.md': text,
    'packages/core/src/engine/step.ts': header,
    'commands/start.ts': header,
  };
  expect(plantTree(files, checkTidy)).toEqual(['docs/ARCHITECTURE.md: core/engine/gone.ts does not exist']);
});
