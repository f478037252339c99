// Style as a failing check: the rules of design and names that no other tool knows, each with its reason. Invariant: the
// core stays free of clocks, chance, timers and I/O, which is what lets live, paper and backtest run the same code.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor } from 'rolldown/utils';
import * as codes from '../packages/contract/src/codes.ts';
import { isModule, isTest, lineOf, listFiles, parse, readSource, type SourceFile } from './source-tree.ts';

type Fault = string;

const CORE = 'packages/core/src/';
const IMPURE = new Set([
  'Date',
  'Promise',
  'fetch',
  'process',
  'performance',
  'crypto',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
]);
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
/** What others wrote, as the field names its folder. */
const TEST_DATA = 'test_data';
const MIGRATION = /^\d{4}_[a-z0-9]+(_[a-z0-9]+)*\.sql$/;
const EMPTY_NAME = /^(utils?|helpers?|managers?|common|misc)$/;
const EMPTY_EXPORT = /(Utils?|Helpers?|Manager|Common|Misc)$/;
// Spelled in pieces, so that these rules do not find themselves.
const PROMISE = new RegExp(`\\b(TO${'DO'}|FIX${'ME'}|XX${'X'})\\b|[Cc]oming ${'soon'}|[Nn]ot yet ${'implemented'}`);
const IDLE_TEST = new RegExp(`\\b(it|test|describe|suite)(\\.\\w+)*\\.(sk${'ip'}|on${'ly'}|to${'do'}|fix${'me'})\\b`);
const MACHINE_PATH = new RegExp(`(^|[\\s'"\`(=:])/(wo${'rk'}|t${'mp'}|ho${'me'}|ro${'ot'})/\\w`);

const CODES = new Map(Object.entries(codes).map(([name, code]) => [String(code), name]));
/** Where a number stands for a code of the catalogue. */
const NAKED_CODE =
  /(?:\b(?:Refusal|answersWith)\(|\bmissing: |(?:\berrors\b|[cC]odes\w*\b|[cC]ode\b)(?:: [^=\n]+)? ?(?:[!=]==?|[:=]) ?\[?)(\d{3,4})(?![\d_.])/g;

/** Every fault of the tree below root, one line each. */
export function checkTidy(root: string): Fault[] {
  const faults: Fault[] = [];
  const files = listFiles(root, ['packages', 'apps', 'tests', 'bench', 'tools', 'commands', 'docs', '.ci']);
  for (const path of files) {
    faults.push(...nameFaults(path));
    if (!/\.(ts|tsx|mts|mjs|css|sql|md|json|html|svg)$/.test(path)) continue;
    const file = readSource(root, path);
    faults.push(...textFaults(file));
    if (!isModule(path)) continue;
    faults.push(...headerFaults(file), ...exportFaults(file));
    if (/^(apps\/(server|web)|packages\/contract)\/src\//.test(path) && !isTest(path)) faults.push(...codeFaults(file));
    if (path.startsWith(CORE) && !isTest(path)) faults.push(...purityFaults(file));
  }
  faults.push(...lockFaults(root), ...walkFaults(root, files));
  return faults;
}

/** A code of the catalogue is said by its name: a number tells nobody what is refused. */
function codeFaults({ path, text }: SourceFile): Fault[] {
  if (path.startsWith('packages/contract/src/') && /(rows|codes)\.ts$/.test(path)) return [];
  return [...text.matchAll(NAKED_CODE)].flatMap((found) => {
    const before = text.slice(text.lastIndexOf('\n', found.index) + 1, found.index);
    const name = /\/\/|^\s*\/?\*/.test(before) ? undefined : CODES.get(found[1] ?? '');
    return name === undefined ? [] : [`${path}:${lineOf(text, found.index)}: ${found[1]} is codes.${name}`];
  });
}

interface LockEntry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * A release may name packages for other platforms that the registry does not have yet. `npm install` then passes them
 * over in silence, and `npm ci` refuses the lock file: on every machine, for ever.
 */
function lockFaults(root: string): Fault[] {
  if (!existsSync(join(root, 'package-lock.json'))) return [];
  const { packages } = JSON.parse(readSource(root, 'package-lock.json').text) as {
    packages: Record<string, LockEntry>;
  };
  const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !locked.has(name))
      .map((name) => `package-lock.json: ${path} needs ${name}, which is not locked: npm ci refuses it`),
  );
}

/** The walks in the architecture's document name real files, by their ends; a renamed file must be renamed there too. */
function walkFaults(root: string, files: readonly string[]): Fault[] {
  const path = 'docs/ARCHITECTURE.md';
  if (!files.includes(path)) return [];
  const named = readSource(root, path).text.match(/`[\w./-]+\.(ts|tsx|mjs|sql)`/g) ?? [];
  return named
    .map((quoted) => quoted.slice(1, -1))
    .filter((name) => {
      const end = `/${name.replace(/^core\//, 'core/src/')}`;
      return !name.includes('NNNN') && !files.some((file) => `/${file}`.endsWith(end));
    })
    .map((name) => `${path}: ${name} does not exist`);
}

function nameFaults(path: string): Fault[] {
  const faults: Fault[] = [];
  const parts = path.split('/');
  for (const [at, part] of parts.entries()) {
    const isFile = at === parts.length - 1;
    const lastWord = part.split('.')[0]!.split('-').at(-1)!;
    if (EMPTY_NAME.test(lastWord)) faults.push(`${path}: "${part}" says nothing: name what it does`);
    const free = (isFile && part.endsWith('.md')) || MIGRATION.test(part) || part === TEST_DATA || part.startsWith('.');
    if (!free && !KEBAB.test(part)) faults.push(`${path}: "${part}" is not kebab-case`);
  }
  return faults;
}

function textFaults(file: SourceFile): Fault[] {
  const faults: Fault[] = [];
  const lines = file.text.split('\n');
  for (const [at, line] of lines.entries()) {
    const where = `${file.path}:${at + 1}`;
    if (PROMISE.test(line)) faults.push(`${where}: a promise instead of work: do it, or write it into an issue`);
    if (isTest(file.path) && IDLE_TEST.test(line))
      faults.push(`${where}: a test that does not run, or keeps others from it`);
    if (MACHINE_PATH.test(line)) faults.push(`${where}: a path of one machine`);
  }
  return faults;
}

function headerFaults(file: SourceFile): Fault[] {
  const text = file.text.replace(/^#!.*\n/, '');
  const header = /^(\/\/.{12,}|\/\*[\s\S]{12,}?\*\/)/.test(text);
  return header ? [] : [`${file.path}: opens without its purpose and the invariant it keeps`];
}

function exportFaults(file: SourceFile): Fault[] {
  const faults: Fault[] = [];
  const { program } = parse(file);
  const reexports = program.body.filter(
    (node) => node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source),
  );
  if (reexports.length > 0 && reexports.length === program.body.length) {
    faults.push(`${file.path}: a barrel: import from where things are`);
  }
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration' || !node.declaration) continue;
    const { declaration } = node;
    const ids = declaration.type === 'VariableDeclaration' ? declaration.declarations : [declaration];
    for (const item of ids) {
      const id = 'id' in item ? item.id : undefined;
      if (id?.type === 'Identifier' && EMPTY_EXPORT.test(id.name)) {
        faults.push(`${file.path}:${lineOf(file.text, id.start)}: ${id.name} says nothing: name what it does`);
      }
    }
  }
  return faults;
}

function purityFaults(file: SourceFile): Fault[] {
  const faults: Fault[] = [];
  const names = new Set<number>();
  const report = (offset: number, what: string) =>
    faults.push(`${file.path}:${lineOf(file.text, offset)}: ${what} in the core: it must replay to the same figures`);
  const isName = (node: { start: number }) => names.add(node.start);
  new Visitor({
    // Names of properties are not references: `x.process` is nobody's process.
    MemberExpression: (node) => {
      if (!node.computed) isName(node.property);
      const isRandom = !node.computed && node.property.type === 'Identifier' && node.property.name === 'random';
      if (isRandom && node.object.type === 'Identifier' && node.object.name === 'Math')
        report(node.start, 'Math.random');
    },
    Property: (node) => {
      if (!node.computed && !node.shorthand) isName(node.key);
    },
    MethodDefinition: (node) => isName(node.key),
    PropertyDefinition: (node) => isName(node.key),
    TSPropertySignature: (node) => isName(node.key),
    TSMethodSignature: (node) => isName(node.key),
    AwaitExpression: (node) => report(node.start, 'await'),
    ForOfStatement: (node) => {
      if (node.await) report(node.start, 'await');
    },
    FunctionDeclaration: (node) => {
      if (node.async) report(node.start, 'async');
    },
    FunctionExpression: (node) => {
      if (node.async) report(node.start, 'async');
    },
    ArrowFunctionExpression: (node) => {
      if (node.async) report(node.start, 'async');
    },
    Identifier: (node) => {
      if (IMPURE.has(node.name) && !names.has(node.start)) report(node.start, node.name);
    },
  }).visit(parse(file).program);
  return faults;
}
