// Rows of deposits and withdrawals as the contract has them, for answers and for live events alike.
import { type Deposit, NETWORK, type Withdrawal } from '@cormorant/contract/entities/custody.ts';
import { takenFor } from '@cormorant/core/custody/similar-address.ts';
import { creditOf } from '@cormorant/core/ledger/wallet-journals.ts';
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import type { DepositRow } from '../../ports/deposit-store.ts';
import type { NamedAddress, WithdrawalRow } from '../../ports/withdrawal-store.ts';

/** Shown up to what is needed. */
function confirmationsOf({ block, required, status }: DepositRow, head: number): number {
  if (status === 'credited') return required;
  if (block === null || status === 'orphaned') return 0;
  return Math.max(0, Math.min(required, head - block.number + 1));
}

type Checksum = (address: string) => string;

/** What an address may be taken for of those that its user knows, where there are such. */
export function similarOf(address: string, familiar: readonly NamedAddress[], checksumAddress: Checksum) {
  const similar = new Set(takenFor(address, familiar).map((one) => checksumAddress(one.address)));
  return similar.size === 0 ? {} : { similar: [...similar] };
}

export function depositView(row: DepositRow, head: number): Deposit {
  const { id, chainId, txid, logIndex, from, to, rawE18, required, status, reason, createdAtMs, creditedAtMs } = row;
  return {
    id,
    network: NETWORK,
    chain_id: chainId,
    txid,
    log_index: logIndex,
    from,
    to,
    raw: `${rawE18}`,
    amount: format18(creditOf(rawE18)),
    confirmations: confirmationsOf(row, head),
    required,
    status,
    ...(creditedAtMs === null ? {} : { credited_at: creditedAtMs }),
    ...(reason === '' ? {} : { reason }),
    created_at: createdAtMs,
  };
}

export interface WithdrawalViewDeps {
  readonly checksumAddress: (address: string) => string;
  /** '' where nobody can look at a transaction. */
  readonly explorer: string;
}

/** The field, where it says something. */
function optional<K extends string, V>(key: K, value: V | null): { [key in K]?: V } {
  return value === null || value === '' ? {} : ({ [key]: value } as { [key in K]: V });
}

export function withdrawalView({ checksumAddress, explorer }: WithdrawalViewDeps) {
  return (row: WithdrawalRow): Withdrawal => ({
    id: row.id,
    sn: row.sn,
    network: row.network,
    address: checksumAddress(row.address),
    amount: format18(row.amountE18),
    fee: format18(row.feeE18),
    receive: format18(row.amountE18 - row.feeE18),
    status: row.status,
    explorer,
    ...optional('txid', row.txid),
    ...optional('nonce', row.nonce),
    ...optional('reason', row.reason),
    created_at: row.createdAtMs,
    ...optional('reviewed_at', row.reviewedAtMs),
    ...optional('broadcast_at', row.broadcastAtMs),
    ...optional('confirmed_at', row.confirmedAtMs),
  });
}
