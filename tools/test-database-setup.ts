// Vitest's global set-up: makes the folder in which the run's throw-away PostgreSQL lives, and removes both at the end; says
// where compiled modules lie, to `vitest` alone, too.
// Invariant: nested set-ups (one per project) share one folder.
import { dirname, join } from 'node:path';
import { openTestFolder } from './test-database.ts';

let users = 0;
let close: (() => Promise<void>) | undefined;

export function setup(): void {
  users += 1;
  process.env['NODE_COMPILE_CACHE'] ??= join(dirname(import.meta.dirname), '.cache', 'compiled');
  close ??= openTestFolder();
}

export async function teardown(): Promise<void> {
  users -= 1;
  if (users === 0) await close?.();
}
