// Compares the chain with the books again and again, at a block that both nodes call final and that is as deep as a deposit
// must be. What our wallets hold above the books, while nothing is missing anywhere, is booked as their owner's; what is
// missing is an alarm in the log, and the health page says so, until it is there. A round in which the nodes tell different
// things, or in which the scanner is not there yet, notes only why it compared nothing; without a newer proof the health page
// says that nothing could be compared, which is another thing than coin that is missing.
import { type AddressCoin, custodyProof, type Done, type Wallets } from '@cormorant/core/custody/custody-proof.ts';
import type { ChainOutbox } from '../ports/chain-outbox.ts';
import type { Clock } from '../ports/clock.ts';
import {
  type BookedSend,
  type BooksNow,
  type CustodyBooksStore,
  FRESH_MS,
  type UsedNonce,
} from '../ports/custody-books.ts';
import { ChainDisagrees, ChainStateMissing, type MoneyChain } from '../ports/money-chain.ts';
import type { Settings } from '../ports/settings.ts';
import { findTakenBack } from './find-taken-back.ts';
import { costOf, endingOf } from './send-outcome.ts';

type SeenSend = BookedSend & { readonly mined: Done | null };

const usedText = ({ id, nonce, purpose, refId, wallet }: BookedSend): string =>
  `${purpose} ${refId} (send ${id}): nonce ${nonce} of ${wallet} was used by a transaction that is not known here ` +
  `(op custody settle used:${id})`;

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
   * What the chain has of it in blocks up to this one. A used nonce: nothing, and yet its nonce is used there, so a hand or a
   * thief has the wallet's key, or a node keeps the receipt back: either is a person's to look into.
   */
  async function minedOf(send: BookedSend, block: number): Promise<Done | null | UsedNonce> {
    const { turned } = send;
    if (!send.open) return turned !== null && turned.block <= block ? turned : null;
    for (const { txid, kind } of send.raws.toReversed()) {
      const receipt = await chain.receipt(txid);
      if (receipt === null) continue;
      if (receipt.block.number > block) return null;
      const ending = endingOf(send, kind, receipt);
      return ending === null ? null : { ending, costWei: costOf(send, ending, receipt) };
    }
    const nextNonce = await chain.minedNonce(send.wallet, block);
    if (nextNonce <= send.nonce) return null;
    // One of the nodes keeps the receipt of our own back: that says nothing of who used the nonce.
    for (const { txid } of send.raws) if (!(await chain.isGone(txid))) throw new ChainDisagrees(`transaction ${txid}`);
    return { sendId: send.id, nextNonce };
  }

  async function minedOfAll(sends: readonly BookedSend[], block: number) {
    const seen: SeenSend[] = [];
    const used: UsedNonce[] = [];
    const texts: string[] = [];
    for (const send of sends) {
      const mined = await minedOf(send, block);
      const isUsed = mined !== null && 'sendId' in mined;
      seen.push({ ...send, mined: isUsed ? null : mined });
      if (!isUsed) continue;
      used.push(mined);
      texts.push(usedText(send));
    }
    return { seen, used, texts };
  }

  /** False when what the scanner has noted is not of this chain up to this block: then it has to look again. */
  async function isRead({ scanned, seenIn }: BooksNow, block: number): Promise<boolean> {
    if (scanned.number < block) return false;
    for (const { hash, number } of [scanned, ...seenIn]) {
      if ((await chain.hashOf(number)) !== hash) return false;
    }
    return true;
  }

  async function coinsOf({ addresses }: BooksNow, sends: readonly SeenSend[], block: number): Promise<AddressCoin[]> {
    const swept = new Map<string, bigint>();
    for (const { mined, open, purpose, tokenE18, wallet } of sends) {
      if (!open || purpose !== 'sweep' || mined?.ending !== 'paid') continue;
      swept.set(wallet, (swept.get(wallet) ?? 0n) + tokenE18);
    }
    const said = addresses.map(({ address, saidE18 }) => ({
      address,
      saidE18: saidE18 - (swept.get(address) ?? 0n),
    }));
    const asked = said.filter(({ saidE18 }) => saidE18 > 0n);
    const named = asked.map(({ address }) => address);
    const held = asked.length === 0 ? [] : await chain.tokenBalances(named, block);
    const below = said.filter(({ saidE18 }) => saidE18 < 0n).map((one) => ({ ...one, heldE18: 0n }));
    return [...asked.map((one, at) => ({ ...one, heldE18: held[at] ?? 0n })), ...below];
  }

  async function walletsAt({ coldWallet, hotWallet }: BooksNow, block: number): Promise<Wallets> {
    const coinOf = async (wallet: string | null) => (wallet === null ? 0n : chain.tokenBalance(wallet, block));
    return {
      hotE18: await coinOf(hotWallet),
      coldE18: await coinOf(coldWallet),
      gasWei: hotWallet === null ? 0n : await chain.gasBalance(hotWallet, block),
    };
  }

  /** Why nothing was compared; null = it was. */
  async function compare(): Promise<string | null> {
    const heads = await chain.heads();
    const number = Math.min(heads.latest - settings.get('deposit_conf') + 1, heads.finalized);
    const hash = number < 1 ? null : await chain.hashOf(number);
    if (hash === null) return 'the chain has no block yet that is deep and final';
    await lookBack(heads);
    const now = await books.read(number);
    if (!(await isRead(now, number))) return `deposits are not read up to block ${number}`;
    const { seen: sends, texts, used } = await minedOfAll(now.sends, number);
    const wallets = await walletsAt(now, number);
    const coins = await coinsOf(now, sends, number);
    // What was read does not belong together.
    if ((await chain.hashOf(number)) !== hash) return `another block ${number} came while it was compared`;
    const proof = custodyProof(wallets, coins, { ...now, sends, findings: [...now.findings, ...texts] });
    const { funded, faults } = proof;
    const nowMs = clock.nowMs();
    // What is missing elsewhere may be what is too much here.
    const isMore = Object.values(funded).some((amount) => amount > 0n);
    if (faults.length === 0 && isMore) await books.fund(now.ledger, funded, { number, hash }, nowMs);
    const { liabilitiesE18, settled } = now;
    const report = { ...proof, block: number, liabilitiesE18, provenAtMs: nowMs };
    if (!(await books.save(report, { hash, settled, used }))) return 'something was settled while it was compared';
    for (const fault of faults) log('error', `ALARM: the chain and the books do not agree: block ${number}: ${fault}`);
    return null;
  }

  let toldMissing = false;
  return async (): Promise<void> => {
    try {
      const reason = await compare();
      if (reason !== null) await books.setUncompared(reason);
      toldMissing = false;
    } catch (error) {
      if (error instanceof ChainDisagrees) await books.setUncompared(error.message);
      if (!(error instanceof ChainStateMissing)) throw error;
      const depth = settings.get('deposit_conf');
      const reason = `a node keeps no state of blocks ${depth} deep and final: it needs one that keeps more, or deposit_conf is too large`;
      await books.setUncompared(reason);
      if (!toldMissing) log('error', `the chain cannot be compared with the books: ${reason}`);
      toldMissing = true;
    }
  };
}

/** differs: a person has to look; uncompared: nothing is known of lately. */
export type CustodyState = 'agrees' | 'differs' | 'uncompared';

/** By the newest comparison, which is no older than it should be; before the first one, since `sinceMs`. */
export async function custodyState(
  books: Pick<CustodyBooksStore, 'newest'>,
  nowMs: number,
  sinceMs: number,
): Promise<CustodyState> {
  const newest = await books.newest();
  if (newest !== null && newest.faults.length > 0) return 'differs';
  const atMs = Math.max(newest?.provenAtMs ?? 0, sinceMs);
  return nowMs - atMs <= FRESH_MS ? 'agrees' : 'uncompared';
}
