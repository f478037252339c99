// The jobs of the money on the chain, each again and again: deposits are found, withdrawals and sweeps are given nonces, what
// has a nonce is signed, sent and followed, and the chain is compared with the books.
import { checksumAddress } from '../adapters/chain/chain.ts';
import { withdrawalBackNotice, withdrawalPaidNotice } from '../features/assets/custody-notices.ts';
import { depositView, withdrawalView } from '../features/assets/custody-view.ts';
import type { Custody } from '../features/assets/deposit.ts';
import { proveCustody } from '../jobs/prove-custody.ts';
import { scanDeposits } from '../jobs/scan-deposits.ts';
import { sendCold } from '../jobs/send-cold.ts';
import { sendTransactions } from '../jobs/send-transactions.ts';
import { sendWithdrawals } from '../jobs/send-withdrawals.ts';
import { sweepDeposits } from '../jobs/sweep-deposits.ts';
import type { CustodyKeys, WalletSigner } from '../ports/custody-keys.ts';
import type { WithdrawalRow } from '../ports/withdrawal-store.ts';
import { keepDoing, type ServerContext } from './house.ts';

export interface CustodyPace {
  readonly pauseMs: number;
  readonly sweepPauseMs: number;
  readonly proofPauseMs: number;
  /** How long one waits before sending the same again, and before offering more for it. */
  readonly resendMs: number;
  readonly stuckMs: number;
}

export const REAL_PACE: CustodyPace = {
  ...{ pauseMs: 1_500, sweepPauseMs: 5_000, proofPauseMs: 30_000, resendMs: 10_000, stuckMs: 60_000 },
};
export const LOCAL_PACE: CustodyPace = { ...REAL_PACE, pauseMs: 300, proofPauseMs: 5_000 };
/** 50 gwei, many times what the chain asks for. */
const MOST_FEE_WEI = 50_000_000_000n;

type JobContext = Pick<ServerContext, 'bus' | 'clock' | 'logger' | 'report' | 'undoing'> & {
  readonly stores: Pick<
    ServerContext['stores'],
    'cold' | 'custodyBooks' | 'deposits' | 'ownMoves' | 'sends' | 'settings' | 'withdrawals'
  >;
};
type JobCustody = Pick<Custody, 'chain' | 'explorer'> & {
  /** Lower case. */
  readonly coldWallet: string | null;
};

function startSending(
  context: JobContext,
  { chain, coldWallet, explorer }: JobCustody,
  keys: CustodyKeys,
  pace: CustodyPace,
): void {
  const { bus, clock, logger, stores } = context;
  const { cold, sends: outbox, settings, withdrawals } = stores;
  const { pauseMs, resendMs, stuckMs, sweepPauseMs } = pace;
  const log = (level: 'warn' | 'error', message: string): void => logger[level](message);
  const view = withdrawalView({ checksumAddress, explorer });
  const tell = (row: WithdrawalRow): void => bus.publish({ channel: 'withdraw', userId: row.userId, data: view(row) });
  const signers = new Map<string, WalletSigner>([[keys.hot.address, keys.hot]]);
  const hotWallet = keys.hot.address;
  const common = { chain, outbox, settings, clock, mostFeeWei: MOST_FEE_WEI, log };
  keepDoing(context, pauseMs, sendWithdrawals({ ...common, withdrawals, hotWallet, tell }));
  keepDoing(context, pauseMs, sendCold({ ...common, cold, hotWallet, coldWallet }));
  keepDoing(
    context,
    pauseMs,
    sendTransactions({
      ...{ ...common, coldWallet, hotWallet, tell, resendMs, stuckMs },
      signerOf: (wallet) => signers.get(wallet),
      noticeOf: async (send, ending) => {
        const row = send.purpose === 'withdraw' ? await withdrawals.byId(send.refId) : null;
        if (row === null) return null;
        return ending === 'paid' ? withdrawalPaidNotice(row) : withdrawalBackNotice(row, '');
      },
    }),
  );
  const { depositSigner } = keys;
  if (depositSigner === null) return;
  const sweep = sweepDeposits({ ...common, hotWallet });
  const keepSigners = async (): Promise<void> => {
    for (const { address, index } of await outbox.sweepsUnderWay()) {
      if (!signers.has(address)) signers.set(address, depositSigner(index));
    }
  };
  keepDoing(context, sweepPauseMs, async () => {
    await sweep();
    await keepSigners();
  });
}

/** `keys`: null where this process signs nothing. */
export function startCustodyJobs(
  context: JobContext,
  custody: JobCustody,
  keys: CustodyKeys | null,
  pace: CustodyPace,
): void {
  const { bus, clock, logger, stores } = context;
  const { custodyBooks: books, deposits, sends: outbox, settings } = stores;
  const { chain } = custody;
  const log = (level: 'warn' | 'error', message: string): void => logger[level](message);
  keepDoing(
    context,
    pace.pauseMs,
    scanDeposits({
      ...{ chain, store: deposits, moves: context.stores.ownMoves, settings, clock, log },
      tell: (row, head) => bus.publish({ channel: 'deposit', userId: row.userId, data: depositView(row, head) }),
    }),
  );
  keepDoing(context, pace.proofPauseMs, proveCustody({ chain, books, outbox, settings, clock, log }));
  if (keys !== null) startSending(context, custody, keys, pace);
}
