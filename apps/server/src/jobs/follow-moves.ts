// Follows coin of ours that moves by no transaction of the outbox: sweeps by hand and what comes back from cold storage are
// booked when they are as deep as a deposit must be; what goes to nobody of ours is told at once and is a fault of the
// comparison of chain and books until two persons have settled it. Invariant: the books have what the chain has.
import { confirmationsFor } from '@cormorant/core/custody/chain-figures.ts';
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import type { Clock } from '../ports/clock.ts';
import type { ChainReceipt, MoneyChain, TokenTransfer } from '../ports/money-chain.ts';
import type { OwnMove, OwnMoveStore } from '../ports/own-move-store.ts';
import type { Settings } from '../ports/settings.ts';
import { REWIND_BLOCKS } from './find-taken-back.ts';
import { isDeep, type ScanRound } from './scan-round.ts';

export interface FollowMovesDeps {
  readonly chain: MoneyChain;
  readonly moves: OwnMoveStore;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: (level: 'warn' | 'error', message: string) => void;
}

/** Its own log, in this receipt; undefined where it is not. */
function transferIn(move: OwnMove, receipt: ChainReceipt | null): TokenTransfer | undefined {
  if (receipt?.ok !== true) return undefined;
  return receipt.transfers.find(
    ({ from, logIndex, rawE18, to }) =>
      logIndex === move.logIndex && from === move.from && to === move.to && rawE18 === move.rawE18,
  );
}

const nameOf = ({ from, rawE18, to, txid }: OwnMove): string =>
  `transaction ${txid}, ${format18(rawE18)} USDT from ${from} to ${to}`;

export function followMoves({ chain, moves, settings, clock, log }: FollowMovesDeps) {
  /** `ours`: deposit addresses and wallets. Anybody can have the token tell of a transfer of nothing from us. */
  async function note(found: readonly TokenTransfer[], ours: ReadonlySet<string>): Promise<void> {
    const moved = found.filter(({ from, rawE18, to }) => ours.has(from) && from !== to && rawE18 > 0n);
    if (moved.length === 0) return;
    const usual = settings.get('deposit_conf');
    const required = moved.map((move) => ({ ...move, required: confirmationsFor(move.rawE18, usual) }));
    for (const move of await moves.note(required, clock.nowMs())) {
      if (move.goesTo === null) log('error', `ALARM: coin of ours left to nobody of ours: ${nameOf(move)}`);
    }
  }

  /** Its block is another one now: it stands elsewhere, or nowhere. While only one of the nodes knows, it waits. */
  async function follow(move: OwnMove, ours: ReadonlySet<string>): Promise<void> {
    const receipt = await chain.receipt(move.txid);
    const transfer = transferIn(move, receipt);
    if (transfer !== undefined) return moves.relocate(move, transfer.block);
    if (receipt === null && !(await chain.isGone(move.txid))) return;
    const wasBooked = await moves.takeBack(move, clock.nowMs());
    if (wasBooked) log('error', `${nameOf(move)}: booked, and the chain took it back`);
    // Another of its logs has that place, and its block may lie behind what is read again.
    if (receipt?.ok === true) await note(receipt.transfers, ours);
  }

  async function settle({ heads, hashOf }: ScanRound, ours: ReadonlySet<string>): Promise<void> {
    for (const move of await moves.since(heads.latest - REWIND_BLOCKS)) {
      if (move.block.number > heads.latest) continue;
      if ((await hashOf(move.block.number)) !== move.block.hash) {
        await follow(move, ours);
        continue;
      }
      if (move.status !== 'seen' || move.goesTo === null || !isDeep(move, heads)) continue;
      const receipt = await chain.receipt(move.txid);
      if (receipt?.block.hash === move.block.hash && transferIn(move, receipt) !== undefined) {
        await moves.book(move, clock.nowMs());
      }
    }
  }

  return { note, settle };
}
