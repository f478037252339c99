// An operator of the product under test, who says yes to withdrawals: through the store that the command line uses, over
// the product's own database.
import { launchPostgres } from '../../apps/server/src/adapters/postgres/launcher.ts';
import { openPool } from '../../apps/server/src/adapters/postgres/pool.ts';
import { createWithdrawalStore } from '../../apps/server/src/adapters/postgres/withdrawal-store.ts';

export async function approveWithdrawal(sn: string): Promise<void> {
  const dataDir = process.env['E2E_DATA_DIR'];
  if (dataDir === undefined) throw new Error('E2E_ORIGIN names a product whose database the tests do not know');
  // The server that runs on the folder is adopted, not started.
  const { url } = await launchPostgres({ dataDir });
  const pool = openPool(url, 1, () => {});
  try {
    const decided = { operator: 'ann', decision: 'approve', reason: 'known to us', notice: null } as const;
    const outcome = await createWithdrawalStore(pool).review({
      ...{ sn, ...decided, twoPersonE18: 1_000n * 10n ** 18n, nowMs: Date.now() },
    });
    if (outcome.state !== 'done') throw new Error(`the withdrawal was not approved: ${outcome.state}`);
  } finally {
    await pool.end();
  }
}
