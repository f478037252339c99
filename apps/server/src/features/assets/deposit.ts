// Paying in by the chain: how, where to, and "I have paid, look at this transaction". Invariant: nothing here credits; what
// is told is only noted for the scanner, which reads the chain itself.
import type { userDeposit, userDepositAddress, userDepositInfo } from '@cormorant/contract/calls/custody.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { type DepositNetwork, NETWORK } from '@cormorant/contract/entities/custody.ts';
import { confirmationsFor } from '@cormorant/core/custody/chain-figures.ts';
import { CHAIN_ID } from '../../ports/chain.ts';
import type { DepositAddresses } from '../../ports/custody-keys.ts';
import type { DepositRow, DepositStore } from '../../ports/deposit-store.ts';
import type { ChainReceipt, MoneyChain } from '../../ports/money-chain.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Settings } from '../../ports/settings.ts';
import type { WithdrawalStore } from '../../ports/withdrawal-store.ts';
import type { Handler } from '../handler.ts';
import { depositView, similarOf } from './custody-view.ts';

const RECORDS = 10;
const TOKEN_DECIMALS = 18;
/** Of the chain, in seconds; with it goes what finality takes. */
const BLOCK_SECONDS = 3;
/** A transaction that is in no block after this is told to be pending. */
const PENDING_MS = 60_000;

/** The chain's side of money, where it is set up and was found to be what it should be. */
export interface Custody {
  readonly chain: MoneyChain;
  readonly addresses: DepositAddresses;
  /** The address of a transaction for people to look at, without its hash; '' on a chain of one's own. */
  readonly explorer: string;
  /** Where test coin is given away; '' where none is. */
  readonly faucet: string;
}

export interface DepositDeps {
  /** Null while money cannot be moved by the chain here. */
  readonly custody: () => Custody | null;
  readonly deposits: DepositStore;
  readonly withdrawals: Pick<WithdrawalStore, 'familiarOf'>;
  readonly settings: Settings;
  readonly checksumAddress: (address: string) => string;
}

export function networkOf({
  custody,
  settings,
  checksumAddress,
}: Omit<DepositDeps, 'deposits' | 'withdrawals'>): DepositNetwork[] {
  const open = custody();
  if (open === null) return [];
  const confirmations = settings.get('deposit_conf');
  return [
    {
      network: NETWORK,
      chain_id: CHAIN_ID,
      coin: 'USDT',
      contract: checksumAddress(open.chain.contract),
      decimals: TOKEN_DECIMALS,
      min: String(settings.get('deposit_min')),
      confirmations,
      eta_seconds: confirmations * BLOCK_SECONDS,
      status: settings.get('deposit_open') === 1 ? 'on' : 'off',
      explorer: open.explorer,
    },
  ];
}

const notices = {
  zh: '充值暂未开放,请勿转账。',
  en: 'Deposits are not open at the moment. Do not send anything.',
} as const;

export function showDepositInfo(deps: DepositDeps): Handler<typeof userDepositInfo> {
  const { checksumAddress, custody, deposits, settings, withdrawals } = deps;
  return async (_request, { lang, userId }) => {
    const open = custody();
    const enabled = open !== null && settings.get('deposit_open') === 1;
    const [rows, familiar] = await Promise.all([deposits.listOf(userId, RECORDS), withdrawals.familiarOf(userId)]);
    const head = open === null ? 0 : (await deposits.scanState()).head;
    return {
      networks: networkOf(deps),
      enabled: enabled ? 1 : 0,
      notice: enabled ? '' : notices[lang],
      faucet: open?.faucet ?? '',
      records: rows.map((row) => ({ ...depositView(row, head), ...similarOf(row.from, familiar, checksumAddress) })),
    };
  };
}

function assertOpen({ custody, settings }: DepositDeps, network: string): Custody {
  if (network !== NETWORK) throw new Refusal(codes.network_invalid);
  if (settings.get('deposit_open') !== 1) throw new Refusal(codes.feature_disabled);
  const open = custody();
  if (open === null) throw new Refusal(codes.config);
  return open;
}

export function showDepositAddress(deps: DepositDeps): Handler<typeof userDepositAddress> {
  return async ({ query }, { nowMs, userId }) => {
    const { addresses, chain } = assertOpen(deps, query.network);
    const kept = await deps.deposits.addressOf(userId, addresses.addressOf, nowMs);
    const address = deps.checksumAddress(kept);
    return {
      network: NETWORK,
      chain_id: CHAIN_ID,
      address,
      contract: deps.checksumAddress(chain.contract),
      decimals: TOKEN_DECIMALS,
      memo: '',
      qr_text: address,
    };
  };
}

export function claimDeposit(deps: DepositDeps): Handler<typeof userDeposit> {
  const { deposits, settings } = deps;

  /** What this transaction has brought its owner, as far as it is known. */
  async function found(userId: number, txid: string): Promise<DepositRow | undefined> {
    return (await deposits.ofTransaction(userId, txid)).find(({ status }) => status !== 'seen');
  }

  async function noteMined(receipt: ChainReceipt, userId: number, address: string, nowMs: number): Promise<DepositRow> {
    if (!receipt.ok) throw new Refusal(codes.deposit_failed);
    const own = receipt.transfers.filter(({ to }) => to === address);
    if (own.length === 0) throw new Refusal(codes.tx_not_ours);
    const conf = settings.get('deposit_conf');
    await deposits.note(
      own.map((one) => ({ ...one, userId, required: confirmationsFor(one.rawE18, conf) })),
      nowMs,
    );
    const row = await found(userId, receipt.txid);
    if (row === undefined) throw new Refusal(codes.deposit_failed);
    return row;
  }

  async function notePending(chain: MoneyChain, txid: string, userId: number, address: string, nowMs: number) {
    const pending = await chain.pending(txid);
    if (pending.kind === 'unknown') throw new Refusal(codes.tx_invalid);
    if (pending.kind === 'other') throw new Refusal(codes.tx_pending);
    if (pending.to !== address) throw new Refusal(codes.tx_not_ours);
    const required = confirmationsFor(pending.rawE18, settings.get('deposit_conf'));
    const row = await deposits.noteSeen({ ...pending, txid, userId, required }, nowMs);
    if (nowMs - row.createdAtMs > PENDING_MS) throw new Refusal(codes.tx_pending);
    return row;
  }

  return async ({ body }, { nowMs, userId }) => {
    const { addresses, chain } = assertOpen(deps, body.network);
    const txid = body.txid.trim().toLowerCase();
    if (!/^0x[0-9a-f]{64}$/.test(txid)) throw new Refusal(codes.tx_invalid);
    const { head } = await deposits.scanState();
    const known = await found(userId, txid);
    if (known !== undefined) return depositView(known, head);
    const address = await deposits.addressOf(userId, addresses.addressOf, nowMs);
    const receipt = await chain.receipt(txid);
    const row =
      receipt === null
        ? await notePending(chain, txid, userId, address, nowMs)
        : await noteMined(receipt, userId, address, nowMs);
    return depositView(row, Math.max(head, row.block?.number ?? 0));
  };
}
