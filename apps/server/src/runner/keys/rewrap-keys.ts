// After a new master key stands first in the file of keys, wraps by it what older ones wrapped. The secrets stay closed, and
// a row that does not open is left as it is. Master keys that the file lacks, or has another under the name of, are told.
import type { KeyStore, WrappedRow } from '../../ports/key-store.ts';
import { type KeyVault, SealBroken, type WrappedKey } from '../../ports/key-vault.ts';
import type { RunnerLog } from '../shared/runner-log.ts';

const AT_ONCE = 100;

/** The same row wrapped by the present master key; null where it does not open. */
function rewrapped(vault: KeyVault, { exchange, id, userId, version, ...wrapped }: WrappedRow): WrappedKey | null {
  try {
    return vault.rewrap({ rowId: id, userId, exchange, version }, wrapped);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return null;
  }
}

/** How many rows were wrapped anew. */
export async function rewrapKeys(keys: KeyStore, vault: KeyVault, log: RunnerLog): Promise<number> {
  const closed = new Map<number, string>();
  let done = 0;
  for (;;) {
    const rows = await keys.wrappedByOthers(vault.masterId, AT_ONCE + closed.size);
    const open = rows.filter(({ id }) => !closed.has(id));
    if (open.length === 0) break;
    for (const row of open) {
      const anew = rewrapped(vault, row);
      if (anew === null) closed.set(row.id, row.masterId);
      else {
        await keys.setWrapped(row.id, row.version, anew);
        done += 1;
      }
    }
  }
  if (closed.size > 0) {
    const missing = [...new Set(closed.values())].join(', ');
    log(
      'error',
      `${closed.size} keys are wrapped by a master key that the file does not name or has another of: ${missing}`,
    );
  }
  const own = await keys.oldestWrappedBy(vault.masterId);
  if (own !== null && rewrapped(vault, own) === null) {
    log(
      'error',
      `the master key ${vault.masterId} of the file is another than the one that wrapped the key in row ${own.id}`,
    );
  }
  return done;
}
