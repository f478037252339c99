/** Types of process-lock.mjs, which stays plain JavaScript because the bootstrap runs it on Node 20. */
export function isAlive(pid: number): boolean;
export function tryLock(
  path: string,
): { release(): void; heldBy?: undefined } | { heldBy: number; release?: undefined };
