// A lock file that names the process holding it, so that a lock left behind by kill -9 is recognised and taken over.
// Invariant: at most one living process holds a given path. Plain JavaScript, because the bootstrap runs on Node 20.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The fields of /proc/<pid>/stat from the state on; none where there is no /proc. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** A process id alone may have been given to another process since: its start time tells them apart (Linux). */
function startMark(pid) {
  return statOf(pid)[19] ?? '';
}

/** A zombie, dead but not yet collected by its parent, counts as gone. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  return statOf(pid)[0] !== 'Z';
}

function holderOf(path) {
  try {
    const [pid, mark] = readFileSync(path, 'utf8').trim().split(' ');
    return { pid: Number(pid), mark: mark ?? '' };
  } catch {
    return undefined;
  }
}

/** Takes the lock and answers its release, or answers the pid of the living process that holds it. */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${path}.${process.pid}`;
  for (;;) {
    writeFileSync(mine, `${process.pid} ${startMark(process.pid)}\n`);
    try {
      linkSync(mine, path);
      rmSync(mine);
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      rmSync(mine, { force: true });
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = holderOf(path);
    if (holder && isAlive(holder.pid) && startMark(holder.pid) === holder.mark) return { heldBy: holder.pid };
    try {
      const stale = `${path}.stale-${process.pid}`;
      renameSync(path, stale);
      rmSync(stale, { force: true });
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
}
