// When the bootstrap installs, and that two of them never do at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plantTree } from '../tools/planted-tree.ts';
import { installedMatchesLock } from './bootstrap.mjs';
import { tryLock } from './process-lock.mjs';

const tool = { version: '1.0.0', integrity: 'sha512-a' };
const lock = {
  '': {},
  'node_modules/tool': tool,
  'node_modules/mac': { version: '1.0.0', optional: true },
  'apps/web': {},
};

function matches(installed: object | undefined, locked: object = lock): boolean {
  const text = (packages: object) => JSON.stringify({ packages });
  const files: Record<string, string> = { 'package-lock.json': text(locked), 'node_modules/tool/package.json': '{}' };
  if (installed) files['node_modules/.package-lock.json'] = text(installed);
  return plantTree(files, installedMatchesLock);
}

describe('installedMatchesLock', () => {
  it('is content with what the lock file names, less what is for other platforms', () => {
    expect(matches({ 'node_modules/tool': tool })).toBe(true);
  });

  it('asks for an installation when there is none, or one that was cut short, or of another lock file', () => {
    expect(plantTree({ 'package-lock.json': '{"packages":{}}' }, installedMatchesLock)).toBe(false);
    expect(matches(undefined)).toBe(false);
    expect(matches({})).toBe(false);
    expect(matches({ 'node_modules/tool': { ...tool, version: '1.0.1' } })).toBe(false);
    expect(matches({ 'node_modules/tool': { ...tool, integrity: 'sha512-b' } })).toBe(false);
  });

  it('asks for one when a package was deleted by hand', () => {
    const gone = { version: '1.0.0', integrity: 'sha512-c' };
    expect(
      matches({ 'node_modules/tool': tool, 'node_modules/gone': gone }, { ...lock, 'node_modules/gone': gone }),
    ).toBe(false);
  });
});

describe('tryLock', () => {
  it('is held by one, given back, and taken over from the dead, also when their number lives on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cormorant-lock-'));
    try {
      const path = join(folder, 'lock');
      const first = tryLock(path);
      expect(tryLock(path)).toEqual({ heldBy: process.pid });
      first.release?.();

      const module = JSON.stringify(new URL('./process-lock.mjs', import.meta.url).href);
      const program = `(await import(${module})).tryLock(${JSON.stringify(path)}); process.kill(process.pid, 'SIGKILL')`;
      await once(spawn(process.execPath, ['--input-type=module', '-e', program]), 'exit');
      const second = tryLock(path);
      expect(second.heldBy).toBeUndefined();
      second.release?.();

      // Our own process, said to have been started at another time.
      writeFileSync(path, `${process.pid} 1\n`);
      const third = tryLock(path);
      expect(third.heldBy).toBeUndefined();
      third.release?.();
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
