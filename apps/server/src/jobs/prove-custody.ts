// Compares the chain with the books again and again, at a block that both nodes call final and that is as deep as a deposit
// must be. What the hot wallet holds above the books, while nothing is missing anywhere, is booked as its owner's; what is
// missing is an alarm in the log, and the health page says so, until it is there. A round in which the nodes do not tell what
// became of a transaction says nothing; without a newer proof the health page says so, too.
import { custodyProof, type Done } from '@cormorant/core/custody/custody-proof.ts';
import type { ChainOutbox } from '../ports/chain-outbox.ts';
import type { Clock } from '../ports/clock.ts';
import type { BookedSend, CustodyBooksStore } from '../ports/custody-books.ts';
import type { MoneyChain } from '../ports/money-chain.ts';
import type { Settings } from '../ports/settings.ts';
import { findTakenBack } from './find-taken-back.ts';
import { costOf, endingOf } from './send-outcome.ts';

/** A proof that is older says nothing of now. */
const FRESH_MS = 600_000;

export interface ProveCustodyDeps {
  readonly chain: MoneyChain;
  readonly books: CustodyBooksStore;
  readonly outbox: Pick<ChainOutbox, 'endedFrom' | 'takeBack'>;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: (level: 'error', message: string) => void;
}

export function proveCustody({ chain, books, outbox, settings, clock, log }: ProveCustodyDeps) {
  const lookBack = findTakenBack({ chain, outbox, log });

  /**
   * What the chain has of it in blocks up to this one. `unsure`: its nonce is used and no receipt is told, so one of the nodes
   * keeps it back, or has not read its block yet.
   */
  async function minedOf(send: BookedSend, block: number): Promise<Done | null | 'unsure'> {
    if (!send.open || send.raws.length === 0) return null;
    for (const { txid, kind } of send.raws.toReversed()) {
      const receipt = await chain.receipt(txid);
      if (receipt === null) continue;
      if (receipt.block.number > block) return null;
      const ending = endingOf(send, kind, receipt);
      return ending === null ? null : { ending, costWei: costOf(send, ending, receipt) };
    }
    return (await chain.minedNonce(send.wallet)) > send.nonce ? 'unsure' : null;
  }

  async function minedOfAll(sends: readonly BookedSend[], block: number) {
    const seen: (BookedSend & { mined: Done | null })[] = [];
    for (const send of sends) {
      const mined = await minedOf(send, block);
      if (mined === 'unsure') return null;
      seen.push({ ...send, mined });
    }
    return seen;
  }

  return async (): Promise<void> => {
    const heads = await chain.heads();
    const number = Math.min(heads.latest - settings.get('deposit_conf') + 1, heads.finalized);
    const hash = number < 1 ? null : await chain.hashOf(number);
    if (hash === null) return;
    await lookBack(heads);
    const now = await books.read(number);
    const { addresses, hotWallet } = now;
    if (hotWallet === null) return;
    const sends = await minedOfAll(now.sends, number);
    if (sends === null) return;
    const held = {
      hotE18: await chain.tokenBalance(hotWallet, number),
      depositsE18: addresses.length === 0 ? 0n : await chain.tokenBalances(addresses, number),
      gasWei: await chain.gasBalance(hotWallet, number),
    };
    // Another block stands there by now: what was read does not belong together.
    if ((await chain.hashOf(number)) !== hash) return;
    const proof = custodyProof(held, { ...now, sends });
    const { funded, faults } = proof;
    const nowMs = clock.nowMs();
    // What is missing elsewhere may be what is too much here.
    if (faults.length === 0 && (funded.coinE18 > 0n || funded.gasWei > 0n))
      await books.fund(now.ledger, funded, { number, hash }, nowMs);
    await books.save({ ...proof, block: number, liabilitiesE18: now.liabilitiesE18, provenAtMs: nowMs });
    for (const fault of faults) log('error', `ALARM: the chain and the books do not agree: block ${number}: ${fault}`);
  };
}

/** Whether the newest comparison found nothing, and is no older than it should be; before the first one, since `sinceMs`. */
export async function custodyHolds(
  books: Pick<CustodyBooksStore, 'newest'>,
  nowMs: number,
  sinceMs: number,
): Promise<boolean> {
  const newest = await books.newest();
  const atMs = Math.max(newest?.provenAtMs ?? 0, sinceMs);
  return nowMs - atMs <= FRESH_MS && (newest === null || newest.faults.length === 0);
}
