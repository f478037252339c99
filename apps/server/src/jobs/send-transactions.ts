// Signs, sends, sends again and follows every transaction of the outbox, whatever it is for. Invariant: nothing leaves
// before its raw text is stored; a nonce is signed anew only with a higher fee; an ending is booked from a receipt on which
// both nodes agree, deep and final, and from nothing else.
import { nextFees } from '@cormorant/core/custody/chain-figures.ts';
import type { Ending } from '@cormorant/core/custody/withdrawal.ts';
import { encodeFunctionData, erc20Abi } from 'viem';
import type { ChainOutbox, ChainSend, SendPurpose, StoredRaw } from '../ports/chain-outbox.ts';
import type { Clock } from '../ports/clock.ts';
import type { NoticeText } from '../ports/credential-store.ts';
import type { WalletSigner } from '../ports/custody-keys.ts';
import type { ChainFees, ChainHeads, ChainReceipt, MoneyChain } from '../ports/money-chain.ts';
import type { Settings } from '../ports/settings.ts';
import type { WithdrawalRow } from '../ports/withdrawal-store.ts';
import { findTakenBack } from './find-taken-back.ts';
import { costOf, endingOf } from './send-outcome.ts';

/** Of payments: what pays nobody may always be offered once more. */
const MOST_ATTEMPTS = 30;
const REFUSED = 'the nodes do not take it: ';
const CANCEL_GAS = 21_000n;

export interface SendTransactionsDeps {
  readonly chain: MoneyChain;
  readonly outbox: ChainOutbox;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Undefined for a wallet whose key is not here. */
  readonly signerOf: (wallet: string) => WalletSigner | undefined;
  /** Lower case; null: none was told, and nothing is signed for it. */
  readonly coldWallet: string | null;
  /** Lower case: where sweeps go. */
  readonly hotWallet: string;
  readonly noticeOf: (send: ChainSend, ending: Ending) => Promise<Readonly<Record<'zh' | 'en', NoticeText>> | null>;
  readonly tell: (row: WithdrawalRow) => void;
  readonly log: (level: 'warn' | 'error', message: string) => void;
  /** How long one waits before sending the same again, and before offering more for it. */
  readonly resendMs: number;
  readonly stuckMs: number;
  /** Above this no replacement goes. */
  readonly mostFeeWei: bigint;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * What its nonce is to be used for. Of what the books have ended, and the chain took back, they have the last word: what they
 * have as paid is never cancelled, and what they gave back is never paid once more.
 */
function kindWanted({ booked, withdrawn }: ChainSend, newest: StoredRaw): StoredRaw['kind'] {
  if (booked !== null) return booked === 'paid' ? 'pay' : 'cancel';
  return withdrawn ? 'cancel' : newest.kind;
}

const nameOf = ({ purpose, refId, nonce }: Pick<ChainSend, 'purpose' | 'refId' | 'nonce'>): string =>
  `${purpose} ${refId}, nonce ${nonce}`;

export function sendTransactions(deps: SendTransactionsDeps) {
  const { chain, outbox, settings, clock, signerOf, noticeOf, tell, log, resendMs, stuckMs, mostFeeWei } = deps;
  /** Coin that stays ours goes only where this process was told that it is ours; a row may be forged. */
  const ownTargets: Partial<Record<SendPurpose, string | null>> = { cold: deps.coldWallet, sweep: deps.hotWallet };

  const lookBack = findTakenBack(deps);

  async function fault(send: ChainSend, text: string): Promise<void> {
    if (send.fault === text) return;
    log('error', `${nameOf(send)}: ${text}`);
    await outbox.setFault(send, text);
  }

  /** Signs and stores; what was stored is sent in the next step. */
  async function sign(send: ChainSend, kind: StoredRaw['kind'], fees: ChainFees): Promise<StoredRaw | null> {
    const signer = signerOf(send.wallet);
    if (signer === undefined) {
      await fault(send, 'no key here signs for its wallet');
      return null;
    }
    const { nonce, purpose, target, tokenE18, valueWei, gas, wallet } = send;
    const own = ownTargets[purpose];
    if (kind === 'pay' && own !== undefined && target !== own) {
      await fault(send, purpose === 'cold' ? 'its address is not COLD_ADDRESS' : 'its address is not the hot wallet');
      return null;
    }
    const call =
      tokenE18 > 0n
        ? encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [target as `0x${string}`, tokenE18] })
        : '0x';
    const what =
      kind === 'cancel'
        ? { to: wallet, data: '0x', valueWei: 0n, gas: CANCEL_GAS }
        : { to: tokenE18 > 0n ? chain.contract : target, data: call, valueWei, gas };
    const { raw, txid } = await signer.sign({ nonce, ...what, ...fees });
    const stored = { txid, attempt: send.raws.length + 1, kind, raw, fees };
    const nowMs = clock.nowMs();
    if (!(await outbox.storeRaw(send, stored, nowMs))) return null; // another process was first, or it may not be paid
    return { ...stored, storedAtMs: nowMs, sentAtMs: null };
  }

  async function book(one: ChainSend, ending: Ending, receipt: ChainReceipt): Promise<void> {
    const { txid, block } = receipt;
    const notice = one.booked === null ? await noticeOf(one, ending) : null;
    const end = { ending, txid, block, costWei: costOf(one, ending, receipt), notice };
    const row = await outbox.finish(one, end, clock.nowMs());
    if (row !== null) tell(row);
    if (one.booked === null && ending === 'reverted') log('error', `${nameOf(one)}: reverted in block ${block.number}`);
    if (one.booked === null || one.booked === ending) return;
    log('error', `ALARM: ${nameOf(one)}: the books have it ${one.booked}, and the chain has it ${ending}`);
  }

  async function send(one: ChainSend, raw: StoredRaw): Promise<void> {
    const refusal = await chain.send(raw.raw);
    if (refusal !== null) {
      if (one.fault === '') await fault(one, `${REFUSED}${refusal}`);
      return;
    }
    if (one.fault.startsWith(REFUSED)) await outbox.setFault(one, '');
    const row = await outbox.markSent(one, raw.txid, clock.nowMs());
    if (row !== null) tell(row);
  }

  /** Whether one of its transactions is in a block; a deep one is booked. */
  async function settle(one: ChainSend, { latest, finalized }: ChainHeads): Promise<boolean> {
    for (const { txid, kind } of one.raws.toReversed()) {
      const receipt = await chain.receipt(txid);
      if (receipt === null) continue;
      const { block } = receipt;
      const deep = latest - block.number + 1 >= settings.get('deposit_conf') && block.number <= finalized;
      if (!deep || (await chain.hashOf(block.number)) !== block.hash) return true;
      const ending = endingOf(one, kind, receipt);
      if (ending === null) await fault(one, 'its receipt does not hold its transfer');
      else await book(one, ending, receipt);
      return true;
    }
    return false;
  }

  /** A transaction that is next at its wallet and does not get into a block offers more; so does one whose nonce is to be used otherwise. */
  async function renew(one: ChainSend, newest: StoredRaw): Promise<StoredRaw | null> {
    const kind = kindWanted(one, newest);
    const turns = kind !== newest.kind;
    const stuck = clock.nowMs() - newest.storedAtMs >= stuckMs;
    if (!turns && !stuck) return null;
    const mined = await chain.minedNonce(one.wallet);
    if (mined > one.nonce) {
      // Both nodes are past it, and its receipt has not come: not yet, or never.
      if (stuck) await fault(one, 'its nonce was used by a transaction that is not ours');
      return null;
    }
    if (mined < one.nonce && !turns) return null;
    const asked = await chain.fees();
    // What no node took is not stuck for its fee, unless the chain asks for more by now.
    if (!turns && newest.sentAtMs === null && asked.maxFeeWei <= newest.fees.maxFeeWei) return null;
    const fees = nextFees(newest.fees, asked, mostFeeWei);
    const mayOffer = kind === 'cancel' || one.raws.length < MOST_ATTEMPTS;
    if (fees === null || !mayOffer) {
      await fault(one, 'it is stuck and may not offer more');
      return null;
    }
    return sign(one, kind, fees);
  }

  async function first(one: ChainSend): Promise<void> {
    // Nothing of it can be in a block yet, so it waits with its nonce; one that is taken back uses the nonce up.
    if (one.purpose === 'withdraw' && !one.withdrawn && settings.get('withdraw_open') !== 1) return;
    const { maxFeeWei, tipWei } = await chain.fees();
    const fees = { maxFeeWei: smaller(maxFeeWei, mostFeeWei), tipWei: smaller(tipWei, mostFeeWei) };
    const raw = await sign(one, one.withdrawn ? 'cancel' : 'pay', fees);
    if (raw !== null) await send(one, raw);
  }

  async function follow(one: ChainSend, heads: ChainHeads): Promise<void> {
    const newest = one.raws.at(-1);
    if (newest === undefined) return first(one);
    if (await settle(one, heads)) return;
    const renewed = await renew(one, newest);
    if (renewed !== null) return send(one, renewed);
    if (one.booked !== null && newest.kind !== kindWanted(one, newest)) return;
    const due = newest.sentAtMs === null || clock.nowMs() - newest.sentAtMs >= resendMs;
    if (due) await send(one, newest);
  }

  return async (): Promise<void> => {
    const heads = await chain.heads();
    await lookBack(heads);
    const open = await outbox.open();
    const failed: Error[] = [];
    for (const one of open) {
      // One that cannot be judged now does not keep the others.
      await follow(one, heads).catch((error: unknown) => {
        failed.push(error instanceof Error ? error : new Error(String(error)));
      });
    }
    const [first] = failed;
    if (first !== undefined) throw first;
  };
}
