// Follows the chain for deposits (product.md 3.2), and hands coin that leaves us to `follow-moves.ts`. Invariant: a transfer is
// credited once, in a block that both nodes call final and that is deep enough, when the coin really lies on its address;
// whatever is in doubt waits.
import { confirmationsFor } from '@cormorant/core/custody/chain-figures.ts';
import { creditOf } from '@cormorant/core/ledger/wallet-journals.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import { depositNotice } from '../features/assets/custody-notices.ts';
import type { Clock } from '../ports/clock.ts';
import type { DepositRow, DepositStore, OwnTransfer } from '../ports/deposit-store.ts';
import type { ChainHeads, ChainReceipt, MoneyChain, TokenTransfer } from '../ports/money-chain.ts';
import type { OwnMoveStore } from '../ports/own-move-store.ts';
import type { Settings } from '../ports/settings.ts';
import { REWIND_BLOCKS } from './find-taken-back.ts';
import { followMoves } from './follow-moves.ts';
import { isDeep, openRound, type ScanRound } from './scan-round.ts';

const OVERLAP_BLOCKS = 20;
const MOST_BLOCKS_AT_ONCE = 200;

export interface ScanDepositsDeps {
  readonly chain: MoneyChain;
  readonly store: DepositStore;
  readonly moves: OwnMoveStore;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Tells the owner that a row is new or has changed. */
  readonly tell: (row: DepositRow, head: number) => void;
  readonly log: (level: 'warn' | 'error', message: string) => void;
}

const sameTransfer = (row: DepositRow) => (one: TokenTransfer) =>
  one.logIndex === row.logIndex && one.to === row.to && one.rawE18 === row.rawE18;

/** Its own log, in this receipt; undefined where it is not. */
function transferIn(row: DepositRow, receipt: ChainReceipt | null): TokenTransfer | undefined {
  return receipt?.ok === true ? receipt.transfers.find(sameTransfer(row)) : undefined;
}

export function scanDeposits(deps: ScanDepositsDeps) {
  const { chain, store, settings, clock, tell, log } = deps;
  const ownMoves = followMoves(deps);
  const users = new Map<string, number>();
  let lastIndex = -1;

  async function readAddresses(): Promise<void> {
    for (const { address, index, userId } of await store.addressesAbove(lastIndex)) {
      users.set(address, userId);
      lastIndex = index;
    }
  }

  function owned(transfers: readonly TokenTransfer[]): OwnTransfer[] {
    return transfers.flatMap((transfer) => {
      const userId = users.get(transfer.to);
      const required = confirmationsFor(transfer.rawE18, settings.get('deposit_conf'));
      return userId === undefined ? [] : [{ ...transfer, userId, required }];
    });
  }

  async function read({ heads, hashOf }: ScanRound, ours: ReadonlySet<string>): Promise<void> {
    const { firstBlock, scanned } = await store.scanState();
    const stands = scanned.number <= heads.latest && (await hashOf(scanned.number)) === scanned.hash;
    const back = stands ? OVERLAP_BLOCKS : REWIND_BLOCKS;
    let from = Math.max(firstBlock, Math.min(scanned.number, heads.latest) - back);
    while (from <= heads.latest) {
      const to = Math.min(from + MOST_BLOCKS_AT_ONCE - 1, heads.latest);
      const hash = await hashOf(to);
      const found = await chain.transfersOf(ours, from, to);
      const noted = found.length === 0 ? [] : await store.note(owned(found), clock.nowMs());
      await ownMoves.note(found, ours);
      if (hash === null) return; // it has just been taken back: the next round reads again
      await store.setScanned({ number: to, hash }, heads.latest, clock.nowMs());
      for (const row of noted) tell(row, heads.latest);
      from = to + 1;
    }
  }

  /** Where the row's block is another one now: its transaction stands elsewhere, or nowhere. */
  async function follow(row: DepositRow, head: number): Promise<void> {
    const transfer = transferIn(row, await chain.receipt(row.txid));
    if (transfer !== undefined) {
      await store.note(owned([transfer]), clock.nowMs());
      return;
    }
    await store.end(row, 'orphaned', 'reorganised');
    tell({ ...row, status: 'orphaned' }, head);
  }

  async function credit(row: DepositRow, { finalized, latest }: ChainHeads): Promise<void> {
    const receipt = await chain.receipt(row.txid);
    if (receipt === null || receipt.block.hash !== row.block?.hash) return; // the next round follows it
    if (transferIn(row, receipt) === undefined) {
      log('error', `deposit ${row.id}: its receipt does not hold its transfer`);
      await store.end(row, 'orphaned', 'no_transfer');
      return;
    }
    const creditE18 = creditOf(row.rawE18);
    if (creditE18 === 0n || creditE18 < parse18(String(settings.get('deposit_min')))) {
      await store.end(row, 'below_min', '');
      return tell({ ...row, status: 'below_min' }, latest);
    }
    const upTo = Math.max(finalized, row.block.number);
    const [due, held] = [await store.coinDue(row.to, upTo), await chain.tokenBalance(row.to, upTo)];
    if (held < due) {
      if (row.reason !== 'coin_missing') log('error', `deposit ${row.id}: its address holds ${held}, not ${due}`);
      return store.setReason(row, 'coin_missing');
    }
    const nowMs = clock.nowMs();
    if (await store.credit(row, depositNotice(creditE18), nowMs)) {
      tell({ ...row, status: 'credited', creditedAtMs: nowMs }, latest);
    }
  }

  async function settle({ heads, hashOf }: ScanRound): Promise<void> {
    for (const row of await store.confirming()) {
      if (row.block === null || row.block.number > heads.latest) continue;
      const hash = await hashOf(row.block.number);
      if (hash !== row.block.hash) await follow(row, heads.latest);
      else if (isDeep(row, heads)) await credit(row, heads);
    }
  }

  /** What was credited and is gone is more than we guard against: money stops for its owner, and people look. */
  async function lookBack({ heads, hashOf }: ScanRound): Promise<void> {
    for (const row of await store.creditedFrom(heads.latest - REWIND_BLOCKS)) {
      if (row.block === null || row.block.number > heads.latest) continue;
      if ((await hashOf(row.block.number)) === row.block.hash) continue;
      if (transferIn(row, await chain.receipt(row.txid)) !== undefined) continue;
      if (await store.stopWithdrawals(row.userId, `deposit ${row.id} was taken back by the chain`)) {
        log('error', `deposit ${row.id} was credited and is not on the chain any more`);
      }
    }
  }

  return async (): Promise<void> => {
    await readAddresses();
    const round = await openRound(chain);
    const ours = new Set([...users.keys(), ...(await deps.moves.wallets())]);
    await read(round, ours);
    await settle(round);
    // Behind the credits of the same round: a sweep by hand takes what was credited before it.
    await ownMoves.settle(round, ours);
    await lookBack(round);
  };
}
