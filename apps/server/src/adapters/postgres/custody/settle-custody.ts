// What a hand did with the key of the hot wallet, taken over by the books: part of the transaction in which the second person
// agrees. Invariant: the figure and the proof are those of a fresh comparison, in which both nodes told the same of a final
// block; what somebody types only has to be equal to it.
import { lostGasJournal } from '@cormorant/core/ledger/settle-journals.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { PoolClient } from 'pg';
import { CHAIN_ID } from '../../../ports/chain.ts';
import type { ChainSend } from '../../../ports/chain-outbox.ts';
import type { NoticeText } from '../../../ports/credential-store.ts';
import { FRESH_MS } from '../../../ports/custody-books.ts';
import type { WithdrawalRow } from '../../../ports/withdrawal-store.ts';
import { postSure } from '../ledger/post-sure.ts';
import { finishOnce } from './chain-endings.ts';
import { type FoundSend, RAWS_OF_SEND, sendOf, storeOnce } from './chain-outbox.ts';
import { takeMove } from './own-moves.ts';
import { lockWithdrawal, stepRow } from './withdrawal-rows.ts';

const LACKING = `
select block_number as block, gas_books - gas as lacking from custody_reports
where chain_id = ${CHAIN_ID} and proven_at >= $1 for update`;

/** What the chain has is what the books have from here on: the same comparison is settled once. */
const SETTLED = `update custody_reports set gas_books = gas where chain_id = ${CHAIN_ID}`;

/** False when the hot wallet does not lack just this much gas, as far as is known. */
export async function settleGas(client: PoolClient, wei: bigint, nowMs: number): Promise<boolean> {
  const found = await client.query<{ block: number; lacking: string }>(LACKING, [new Date(nowMs - FRESH_MS)]);
  const [report] = found.rows;
  if (report === undefined || wei <= 0n || parse18(report.lacking) !== wei) return false;
  await postSure(client, lostGasJournal(report.block, wei), nowMs);
  await client.query(SETTLED);
  return true;
}

/** Its owner was paid by hand, and that cannot be taken for its payment: given back it would be paid twice. */
export class PaidByHand extends Error {
  constructor(txid: string) {
    super(`transaction ${txid} paid the same to the same address: its owner may not be paid now (op user show)`);
  }
}

type FoundUsed = FoundSend & { readonly used_block: number; readonly used_hash: string; readonly next_nonce: number };

const USED = `
select s.*, ${RAWS_OF_SEND} as raws, u.block_number as used_block, u.block_hash as used_hash, u.next_nonce
from chain_sends s join used_nonces u on u.send_id = s.id
  join custody_reports r on r.chain_id = s.chain_id and r.block_number = u.block_number
where s.id = $1 and (s.ending is null or s.taken_back) and r.proven_at >= $2 for update of r, s`;

/**
 * Since the withdrawal was asked for, by the blocks: it may be noted long after, and a hand may have paid before the outbox gave
 * it a nonce. Where the block was not kept yet, by when it was noted.
 */
const BY_HAND = `
select m.id, m.txid from known_moves m join withdrawals w on w.id = $4
where m.sender = $1 and m.receiver = $2 and m.raw = $3 and m.status in ('seen', 'settled')
  and case when w.since_block is null then m.created_at >= w.created_at else m.block_number > w.since_block end
order by m.id limit 1`;

const GO_BEHIND = `
update chain_wallets set next_nonce = greatest(next_nonce, $2) where chain_id = ${CHAIN_ID} and wallet = $1`;

export type NoticeOfReturn = (row: WithdrawalRow) => Readonly<Record<'zh' | 'en', NoticeText>>;

/** A withdrawal that was not signed yet ends as one whose signature paid nobody. */
async function readyToEnd(client: PoolClient, { refId }: ChainSend, nowMs: number): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(client, refId);
  if (row.status === 'approved') await stepRow(client, { row, event: { kind: 'signed' }, nowMs });
  return row;
}

/**
 * A withdrawal that a hand has paid: its transaction is the send's from here on, and is booked as any other, also where people
 * have settled it as a loss before.
 */
async function takeOver(client: PoolClient, send: ChainSend, nowMs: number): Promise<boolean> {
  const values = [send.wallet, send.target, `${send.tokenE18}`, send.refId];
  const found = await client.query<{ id: number; txid: string }>(BY_HAND, values);
  const [move] = found.rows;
  if (move === undefined) return false;
  await takeMove(client, move.id, nowMs);
  const fees = { maxFeeWei: 0n, tipWei: 0n };
  const raw = { txid: move.txid, attempt: send.raws.length + 1, kind: 'pay', raw: '0x', fees } as const;
  if (!(await storeOnce(client, send, raw, nowMs))) throw new PaidByHand(move.txid);
  return true;
}

/**
 * Its nonce is used up, so none of its signatures can ever pay: what it was to pay is given back, and the wallet goes on behind
 * what the hand used. Of one that the books had as ended before the chain took it back, the chain's ending is noted, to be
 * settled as any that was turned round. False when no fresh comparison says so. Throws `PaidByHand`.
 */
export async function settleUsed(
  client: PoolClient,
  sendId: number,
  noticeOf: NoticeOfReturn,
  nowMs: number,
): Promise<boolean> {
  const found = await client.query<FoundUsed>(USED, [sendId, new Date(nowMs - FRESH_MS)]);
  const [row] = found.rows;
  if (row === undefined) return false;
  const send = sendOf(row);
  const isOfUser = send.purpose === 'withdraw';
  if (!isOfUser || !(await takeOver(client, send, nowMs))) {
    const isBack = isOfUser && send.booked === null;
    const notice = isBack ? noticeOf(await readyToEnd(client, send, nowMs)) : null;
    const block = { number: row.used_block, hash: row.used_hash };
    await finishOnce(client, send, { ending: 'replaced', txid: null, block, costWei: 0n, notice }, nowMs);
  }
  await client.query(GO_BEHIND, [send.wallet, row.next_nonce]);
  await client.query('delete from used_nonces where send_id = $1', [sendId]);
  return true;
}
