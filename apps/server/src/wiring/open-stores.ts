// Opens the database, brings its schema up to date, and makes every store over it.
import type { Logger } from 'pino';
import { createAssetSnapshots } from '../adapters/postgres/bots/asset-snapshots.ts';
import { createBatchStore } from '../adapters/postgres/bots/batch-store.ts';
import { createBillStore } from '../adapters/postgres/bots/bill-store.ts';
import { createBotStore } from '../adapters/postgres/bots/bot-store.ts';
import { createBotSummary } from '../adapters/postgres/bots/bot-summary.ts';
import { createExportStore } from '../adapters/postgres/bots/export-store.ts';
import { createHookStore } from '../adapters/postgres/bots/hook-store.ts';
import { createPositionStore } from '../adapters/postgres/bots/position-store.ts';
import { createHelpStore } from '../adapters/postgres/content/help-store.ts';
import { createChainOutbox } from '../adapters/postgres/custody/chain-outbox.ts';
import { createColdStore } from '../adapters/postgres/custody/cold-sends.ts';
import { createCustodyBooks } from '../adapters/postgres/custody/custody-books.ts';
import { createDepositStore } from '../adapters/postgres/custody/deposit-store.ts';
import { createOwnMoves } from '../adapters/postgres/custody/own-moves.ts';
import { createWithdrawalStore } from '../adapters/postgres/custody/withdrawal-store.ts';
import { createAccountStore } from '../adapters/postgres/exchanges/account-store.ts';
import { createKeyStore } from '../adapters/postgres/exchanges/key-store.ts';
import { createCredentialStore } from '../adapters/postgres/identity/credential-store.ts';
import { createEmailCodes } from '../adapters/postgres/identity/email-codes.ts';
import { createLoginGuard } from '../adapters/postgres/identity/login-guard.ts';
import { createNonceStore } from '../adapters/postgres/identity/nonce-store.ts';
import { createPaymentGuard } from '../adapters/postgres/identity/payment-guard.ts';
import { createProfileStore } from '../adapters/postgres/identity/profile-store.ts';
import { createReferralStore } from '../adapters/postgres/identity/referral-store.ts';
import { createSessionStore } from '../adapters/postgres/identity/session-store.ts';
import { createTeamStore } from '../adapters/postgres/identity/team-store.ts';
import { createUserStore } from '../adapters/postgres/identity/user-store.ts';
import { createChangeStore } from '../adapters/postgres/ledger/change-store.ts';
import { createLedgerStore } from '../adapters/postgres/ledger/ledger-store.ts';
import { migrate } from '../adapters/postgres/migrate.ts';
import { openPool } from '../adapters/postgres/pool.ts';
import { createRunnerStore } from '../adapters/postgres/runner/runner-store.ts';
import { createIdempotencyStore } from '../adapters/postgres/server/idempotency-store.ts';
import { createMailOutbox } from '../adapters/postgres/server/mail-outbox.ts';
import { loadSettings } from '../adapters/postgres/server/settings-store.ts';
import type { Config } from '../config.ts';
import { simulatedExchanges } from '../features/trading-exchanges.ts';
import type { Clock } from '../ports/clock.ts';
import { openFees } from './fees.ts';
import type { Undoing } from './undoing.ts';

/** A database that is only just starting, or on a machine too busy to answer yet, is waited for; one that refuses us is an error. */
function mayComeUp(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  // What pg says of a connection that was not made in time has words and no code.
  return (
    ['ECONNREFUSED', '57P03'].includes(String(code)) || /timeout exceeded|connection timeout/.test(String(message))
  );
}

async function migrateWhenUp(pool: ReturnType<typeof openPool>): Promise<void> {
  const giveUpAtMs = Date.now() + 60_000;
  for (;;) {
    try {
      await migrate(pool);
      return;
    } catch (error) {
      if (!mayComeUp(error) || Date.now() > giveUpAtMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

export interface OpenStoresDeps {
  readonly config: Pick<Config, 'databaseUrl' | 'databaseConnections'>;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
  readonly undoing: Undoing;
}

export async function openStores({ clock, config, logger, report, undoing }: OpenStoresDeps) {
  const pool = openPool(config.databaseUrl, config.databaseConnections, report);
  undoing.add(() => pool.end());
  await migrateWhenUp(pool);
  const settings = await loadSettings(pool, (message) => logger.warn(message));
  undoing.add(() => settings.stop());
  const { charging, fuel, repayment } = openFees({ pool, settings, clock, report });
  return {
    pool,
    settings,
    users: createUserStore(pool),
    sessions: createSessionStore(pool),
    accounts: createAccountStore(pool),
    snapshots: createAssetSnapshots(pool),
    guard: createLoginGuard(pool),
    emailCodes: createEmailCodes(pool),
    outbox: createMailOutbox(pool),
    nonces: createNonceStore(pool),
    credentials: createCredentialStore(pool),
    payments: createPaymentGuard(pool),
    profiles: createProfileStore(pool),
    referrals: createReferralStore(pool),
    idempotency: createIdempotencyStore(pool),
    bots: createBotStore(pool),
    bills: createBillStore(pool),
    batches: createBatchStore(pool),
    hooks: createHookStore(pool),
    keys: createKeyStore(pool, [...simulatedExchanges]),
    exports: createExportStore(pool),
    ledger: createLedgerStore(pool),
    changes: createChangeStore(pool, { simulated: [...simulatedExchanges], repayment }),
    positions: createPositionStore(pool),
    botSummary: createBotSummary(pool),
    deposits: createDepositStore(pool),
    withdrawals: createWithdrawalStore(pool),
    sends: createChainOutbox(pool),
    custodyBooks: createCustodyBooks(pool),
    ownMoves: createOwnMoves(pool),
    cold: createColdStore(pool),
    help: createHelpStore(pool),
    fuel,
    teams: createTeamStore(pool),
    runner: createRunnerStore(pool, charging),
  };
}

export type Stores = Awaited<ReturnType<typeof openStores>>;
