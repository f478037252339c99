// Builds the web app when what it is made from has changed. Invariant: the folder that is served is always a whole build,
// because a build is made aside and moved into place, under a lock.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTest, listFiles } from '../tools/source-tree.ts';
import { canWrite } from './installation.ts';
import { tryLock } from './process-lock.mjs';

const STAMP = '.inputs';

/** Answers the folder to serve: apps/web/dist, or one below dataDir when the checkout cannot be written. */
export async function buildWeb(root: string, dataDir: string, say: (line: string) => void): Promise<string> {
  const inputs = hashInputs(root);
  const shared = join(root, 'apps', 'web', 'dist');
  if (isBuiltFrom(shared, inputs)) return shared;
  const mayWrite = canWrite(shared) && canWrite(join(root, '.cache'));
  const target = mayWrite ? shared : join(dataDir, 'web');
  const workshop = mayWrite ? join(root, '.cache') : dataDir;
  for (;;) {
    const lock = tryLock(join(workshop, 'web-build.lock'));
    if (lock.release) {
      try {
        if (!isBuiltFrom(target, inputs)) await build(root, target, workshop, inputs, say);
        return target;
      } finally {
        lock.release();
      }
    }
    await sleep(200);
  }
}

function hashInputs(root: string): string {
  const hash = createHash('sha256');
  const files = listFiles(root, ['apps/web', 'packages/contract', 'packages/core']).filter((path) => !isTest(path));
  for (const path of [...files, 'package-lock.json']) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  // The one variable of the environment that is built in.
  return hash.update(process.env.VITE_OSS_URL ?? '').digest('hex');
}

function isBuiltFrom(folder: string, inputs: string): boolean {
  const stamp = join(folder, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs;
}

async function build(
  root: string,
  target: string,
  workshop: string,
  inputs: string,
  say: (line: string) => void,
): Promise<void> {
  say('Building the web app …');
  const fresh = join(workshop, `web-build-${process.pid}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [
    vite,
    'build',
    join(root, 'apps', 'web'),
    '--configLoader',
    'native',
    '--outDir',
    fresh,
    '--emptyOutDir',
  ];
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [...args, '--logLevel', 'warn'], { cwd: root, env, stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The web app could not be built: the messages above say why');
  writeFileSync(join(fresh, STAMP), inputs);
  const old = join(workshop, `web-build-old-${process.pid}`);
  mkdirSync(join(target, '..'), { recursive: true });
  if (existsSync(target)) renameSync(target, old);
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
}
