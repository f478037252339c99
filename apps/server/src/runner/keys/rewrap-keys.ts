// After a new master key stands first in the file of keys, wraps by it what older ones wrapped. The secrets stay closed, and
// a row that does not open is left as it is.
import type { KeyStore } from '../../ports/key-store.ts';
import { type KeyVault, SealBroken } from '../../ports/key-vault.ts';
import type { RunnerLog } from '../runner-log.ts';

const AT_ONCE = 100;

/** How many rows were wrapped anew. */
export async function rewrapKeys(keys: KeyStore, vault: KeyVault, log: RunnerLog): Promise<number> {
  const closed = new Set<number>();
  let done = 0;
  for (;;) {
    const rows = await keys.wrappedByOthers(vault.masterId, AT_ONCE + closed.size);
    const open = rows.filter(({ id }) => !closed.has(id));
    if (open.length === 0) break;
    for (const { id, userId, exchange, version, ...wrapped } of open) {
      try {
        await keys.setWrapped(id, version, vault.rewrap({ rowId: id, userId, exchange, version }, wrapped));
        done += 1;
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        closed.add(id);
      }
    }
  }
  if (closed.size > 0) log('error', `${closed.size} keys are wrapped by a master key that the file does not name`);
  return done;
}
