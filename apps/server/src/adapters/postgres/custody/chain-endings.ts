// How transactions of the chain end in the books: the ending with its journal in one transaction, and again only as far as
// the chain took one back. Invariant: what a send has paid or given back is booked once, whatever the chain does later.
import type { Ending } from '@cormorant/core/custody/withdrawal.ts';
import { coldJournal, gasJournal, sweepJournal } from '@cormorant/core/ledger/wallet-journals.ts';
import type { Pool, PoolClient } from 'pg';
import { CHAIN_ID } from '../../../ports/chain.ts';
import type { ChainOutbox, ChainSend, EndedSend, SendEnd, SendPurpose } from '../../../ports/chain-outbox.ts';
import type { WithdrawalRow } from '../../../ports/withdrawal-store.ts';
import { moneyTransaction } from '../ledger/ledger-post.ts';
import { postSure } from '../ledger/post-sure.ts';
import { lockWithdrawal, stepRow } from './withdrawal-rows.ts';

const REASONS = { paid: '', reverted: 'reverted', replaced: 'replaced' } as const;

async function finishWithdrawal(client: PoolClient, send: ChainSend, end: SendEnd, nowMs: number) {
  const row = await lockWithdrawal(client, send.refId);
  const { ending, txid, notice } = end;
  const paid = ending === 'paid';
  const columns = { ...(txid !== null && { txid }), reason: REASONS[ending], confirmedAt: paid, broadcastAt: paid };
  const stepped = await stepRow(client, { row, event: { kind: 'final', ending }, columns, notice, nowMs });
  if (stepped === null) throw new Error(`withdrawal ${row.sn} was ${row.status} when its transaction was final`);
  return stepped;
}

async function finishSweep(client: PoolClient, send: ChainSend, { ending, txid, block }: SendEnd, nowMs: number) {
  const done = ending === 'paid' && txid !== null;
  await client.query('update sweeps set status = $2, block_number = $3, ended_at = $4 where id = $1', [
    ...[send.refId, done ? 'done' : 'failed', block.number, new Date(nowMs)],
  ]);
  if (done) await postSure(client, sweepJournal(txid, send.tokenE18), nowMs);
}

async function finishCold(client: PoolClient, { refId, tokenE18 }: ChainSend, { ending }: SendEnd, nowMs: number) {
  const done = ending === 'paid';
  await client.query('update cold_sends set status = $2, ended_at = $3 where id = $1', [
    ...[refId, done ? 'done' : 'failed', new Date(nowMs)],
  ]);
  if (done) await postSure(client, coldJournal(refId, tokenE18), nowMs);
}

/** It is in another block now, or another signature of its nonce is; money has moved before, or it is for a person. */
async function finishAgain(client: PoolClient, send: ChainSend, booked: Ending, end: SendEnd): Promise<void> {
  const { purpose, refId } = send;
  if (booked !== end.ending) {
    const fault = `the books have it ${booked}, and the chain has it ${end.ending}`;
    await client.query('update chain_sends set fault = $2, chain_ending = $3 where id = $1', [
      ...[send.id, fault, end.ending],
    ]);
    const stop = `update users set withdraw_stop = $2
      where id = (select user_id from withdrawals where id = $1) and withdraw_stop = ''`;
    if (purpose === 'withdraw') await client.query(stop, [refId, `withdrawal ${refId}: ${fault}`]);
    return;
  }
  if (purpose === 'withdraw') await client.query('update withdrawals set txid = $2 where id = $1', [refId, end.txid]);
  if (purpose === 'sweep')
    await client.query('update sweeps set block_number = $2 where id = $1', [refId, end.block.number]);
}

interface Before {
  readonly booked: Ending | null;
  readonly cost: string | null;
}

const END = `
update chain_sends s set ending = coalesce(s.ending, $2), ended_at = coalesce(s.ended_at, $3), ended_block = $4,
  ended_hash = $5, cost_wei = $6, taken_back = false, chain_ending = null
from (select ending as booked, cost_wei as cost from chain_sends where id = $1 for update) b
where s.id = $1 and (s.ending is null or s.taken_back) returning b.booked, b.cost`;

async function finishPurpose(
  client: PoolClient,
  send: ChainSend,
  booked: Ending | null,
  end: SendEnd,
  nowMs: number,
): Promise<WithdrawalRow | null> {
  if (booked !== null) await finishAgain(client, send, booked, end);
  else if (send.purpose === 'withdraw') return finishWithdrawal(client, send, end, nowMs);
  else if (send.purpose === 'sweep') await finishSweep(client, send, end, nowMs);
  else if (send.purpose === 'cold') await finishCold(client, send, end, nowMs);
  return null;
}

/** Part of the caller's transaction; null when it has ended already, and where it was no withdrawal. */
export async function finishOnce(client: PoolClient, send: ChainSend, end: SendEnd, nowMs: number) {
  const { block, costWei, ending } = end;
  const ended = await client.query<Before>(END, [
    ...[send.id, ending, new Date(nowMs), block.number, block.hash, `${costWei}`],
  ]);
  const [before] = ended.rows;
  if (before === undefined) return null;
  const row = await finishPurpose(client, send, before.booked, end, nowMs);
  // A sweep pays from what was given to its address, which is spent already.
  const moreWei = costWei - BigInt(before.cost ?? '0');
  // Behind the coin: whoever takes both accounts takes that of the hot wallet first.
  if (send.purpose !== 'sweep' && moreWei !== 0n) {
    await postSure(client, gasJournal(send.id, block.hash, moreWei), nowMs);
  }
  return row;
}

interface FoundEnded {
  readonly id: number;
  readonly purpose: SendPurpose;
  readonly refId: number;
  readonly nonce: number;
  readonly ending: Ending;
  readonly number: number;
  readonly hash: string;
}

const ENDED = `
select id, purpose, ref_id as "refId", nonce, ending, ended_block as number, ended_hash as hash from chain_sends
where chain_id = ${CHAIN_ID} and ended_block >= $1 and not taken_back order by ended_block, id`;

export function chainEndings(pool: Pool): Pick<ChainOutbox, 'finish' | 'endedFrom' | 'takeBack'> {
  return {
    finish: (send, end, nowMs): Promise<WithdrawalRow | null> =>
      moneyTransaction(pool, (client) => finishOnce(client, send, end, nowMs)),
    endedFrom: async (block): Promise<EndedSend[]> => {
      const found = await pool.query<FoundEnded>(ENDED, [block]);
      return found.rows.map(({ number, hash, ...send }) => ({ ...send, block: { number, hash } }));
    },
    takeBack: async ({ id, block }) => {
      await pool.query('update chain_sends set taken_back = true where id = $1 and ended_hash = $2', [id, block.hash]);
    },
  };
}
