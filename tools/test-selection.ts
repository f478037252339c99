// What `npm test -- changed` runs: the tests nearest to what has changed, by imports, as many as fit into its time, and never
// fewer than those that changed themselves. What is left out is told: the whole suite alone says that all is well.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { HOUSE, resolveImport } from './boundaries.ts';
import { importsOf, isModule, listFiles, readSource } from './source-tree.ts';

/** Seconds of each test file, as the last run of it took them. */
export type Seconds = Readonly<Record<string, number>>;

export interface Choice {
  readonly chosen: readonly string[];
  readonly left: readonly string[];
}

const SECONDS_FILE = join('.cache', 'test-seconds.json');
/** Of a file that has not been run here yet. */
const UNKNOWN_UNIT_S = 3;
const UNKNOWN_INTEGRATION_S = 20;

/**
 * Paths that differ from where this work began: on a branch from main's last common commit, on main itself from its head;
 * where nothing differs, what the last commit changed. Untracked files count.
 */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const since = (base: string) => [
    ...git('diff', '--name-only', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const has = (name: string) => git('for-each-ref', '--format=%(refname)', name).length > 0;
  const main = ['refs/heads/main', 'refs/remotes/origin/main'].find(has) ?? 'HEAD';
  const [base = 'HEAD'] = git('merge-base', 'HEAD', main);
  const found = since(base);
  return found.length > 0 ? found : git('diff', '--name-only', 'HEAD~1', 'HEAD');
}

/** Test files that reach a changed one, the nearest first (0 = changed itself). */
export function testsNear(root: string, changed: readonly string[]): { path: string; distance: number }[] {
  const modules = listFiles(root).filter(isModule);
  const users = usersOf(root, modules);
  const distances = new Map<string, number>();
  const queue: string[] = [];
  const reach = (path: string, distance: number): void => {
    if (distances.has(path)) return;
    distances.set(path, distance);
    queue.push(path);
  };
  for (const path of changed) if (isModule(path)) reach(path, 0);
  // A file that is no module (SQL, CSS, a snapshot) is read by those beside it.
  for (const path of changed) {
    if (isModule(path)) continue;
    const folder = dirname(path);
    const readers = [dirname(folder), folder];
    for (const one of modules) if (readers.includes(dirname(one))) reach(one, 1);
  }
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const user of users.get(path) ?? []) reach(user, (distances.get(path) as number) + 1);
  }
  return [...distances]
    .filter(([path]) => /\.(test|spec)\.tsx?$/.test(path) && existsSync(join(root, path)))
    .map(([path, distance]) => ({ path, distance }))
    .sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1));
}

/** Who imports each file, or names it to start it as a process. */
function usersOf(root: string, modules: readonly string[]): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  const add = (target: string, user: string): void => {
    const known = users.get(target);
    if (known === undefined) users.set(target, new Set([user]));
    else known.add(user);
  };
  for (const path of modules) {
    const source = readSource(root, path);
    for (const { specifier } of importsOf(source)) {
      const target = resolveImport(root, HOUSE, path, specifier);
      if (target !== undefined && 'file' in target) add(target.file, path);
    }
    for (const [, named] of source.text.matchAll(/['"]([\w./-]+\.(?:ts|mjs))['"]/g)) {
      for (const target of [posix.join(posix.dirname(path), named as string), posix.normalize(named as string)]) {
        if (target !== path && existsSync(join(root, target))) add(target, path);
      }
    }
  }
  return users;
}

/** As many of the nearest as take `withinS` together; those that changed themselves whatever they take. */
export function chooseTests(
  near: readonly { path: string; distance: number }[],
  seconds: Seconds,
  withinS: number,
): Choice {
  const chosen: string[] = [];
  const left: string[] = [];
  let takenS = 0;
  for (const { path, distance } of near) {
    const lastsS = seconds[path] ?? (path.startsWith('tests/') ? UNKNOWN_INTEGRATION_S : UNKNOWN_UNIT_S);
    if (distance > 0 && takenS + lastsS > withinS) {
      left.push(path);
      continue;
    }
    takenS += lastsS;
    chosen.push(path);
  }
  return { chosen, left };
}

export function readSeconds(root: string): Seconds {
  const path = join(root, SECONDS_FILE);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Seconds) : {};
}

/** Keeps what a run took, beside what other files took before. */
export function keepSeconds(root: string, seconds: Seconds): void {
  mkdirSync(join(root, dirname(SECONDS_FILE)), { recursive: true });
  writeFileSync(join(root, SECONDS_FILE), `${JSON.stringify({ ...readSeconds(root), ...seconds }, null, 1)}\n`);
}
