// What `npm test -- changed` runs, in a checkout made for it: the nearest first, those that changed always.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedFiles, chooseTests, keepSeconds, readSeconds, testsNear } from './test-selection.ts';

let root = '';

function write(path: string, text: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function git(...args: string[]): void {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...who, ...args], { cwd: root, stdio: 'ignore' });
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'cormorant-selection-'));
  write('packages/core/src/a.ts', 'export const a = 1;\n');
  write('packages/core/src/b.ts', "import { a } from './a.ts';\nexport const b = a;\n");
  write('packages/core/src/a.test.ts', "import { a } from './a.ts';\nvoid a;\n");
  write('packages/core/src/far.test.ts', "import { b } from './b.ts';\nvoid b;\n");
  write('packages/core/src/other.test.ts', 'export {};\n');
  write('apps/server/src/main.ts', "import { b } from '@cormorant/core/b.ts';\nvoid b;\n");
  write('tests/api/process.test.ts', "const program = '../../apps/server/src/main.ts';\nvoid program;\n");
  write('apps/server/src/store/rows.sql', 'select 1;\n');
  write('apps/server/src/store/rows.test.ts', 'export {};\n');
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'one');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('what is near to a change', () => {
  it('is found through imports, packages and programs that are started, the nearest first', () => {
    expect(testsNear(root, ['packages/core/src/a.ts'])).toEqual([
      { path: 'packages/core/src/a.test.ts', distance: 1 },
      { path: 'packages/core/src/far.test.ts', distance: 2 },
      { path: 'tests/api/process.test.ts', distance: 3 },
    ]);
    expect(testsNear(root, ['apps/server/src/store/rows.sql'])).toContainEqual({
      path: 'apps/server/src/store/rows.test.ts',
      distance: 1,
    });
  });

  it('is run as far as it fits, a test that changed itself whatever it takes', () => {
    const near = [
      { path: 'tests/slow.test.ts', distance: 0 },
      { path: 'packages/quick.test.ts', distance: 1 },
      { path: 'tests/unknown.test.ts', distance: 1 },
      { path: 'packages/known.test.ts', distance: 2 },
    ];
    const choice = chooseTests(near, { 'tests/slow.test.ts': 100, 'packages/known.test.ts': 1 }, 104);
    expect(choice).toEqual({
      chosen: ['tests/slow.test.ts', 'packages/quick.test.ts', 'packages/known.test.ts'],
      left: ['tests/unknown.test.ts'],
    });
  });
});

it('counts what is not committed, not tracked, and of a branch all since it left main', () => {
  // Nothing differs: what the last commit changed.
  write('packages/core/src/b.ts', 'export const b = 2;\n');
  git('commit', '-q', '-a', '-m', 'two');
  expect(changedFiles(root)).toEqual(['packages/core/src/b.ts']);
  write('packages/core/src/new.ts', 'export {};\n');
  expect(changedFiles(root)).toEqual(['packages/core/src/new.ts']);
  git('checkout', '-q', '-b', 'work');
  write('packages/core/src/a.ts', 'export const a = 2;\n');
  git('add', '.');
  git('commit', '-q', '-m', 'three');
  write('packages/core/src/b.ts', 'export const b = 3;\n');
  expect(changedFiles(root).sort()).toEqual([
    'packages/core/src/a.ts',
    'packages/core/src/b.ts',
    'packages/core/src/new.ts',
  ]);
});

it('keeps what files took, beside what is known of others', () => {
  expect(readSeconds(root)).toEqual({});
  keepSeconds(root, { 'a.test.ts': 3, 'b.test.ts': 4 });
  keepSeconds(root, { 'b.test.ts': 5 });
  expect(readSeconds(root)).toEqual({ 'a.test.ts': 3, 'b.test.ts': 5 });
});
