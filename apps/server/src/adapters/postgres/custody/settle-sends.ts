// Endings that the chain turned round after they were booked, taken over by the books: part of the transaction in which the
// second person agrees. Invariant: the journal, the row that it is about and the send's ending change together, once.
import { type Ending, liveStates } from '@cormorant/core/custody/withdrawal.ts';
import {
  paidJournal,
  type TurnedSend,
  turnedMoveJournal,
  unpaidJournal,
} from '@cormorant/core/ledger/settle-journals.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { PoolClient } from 'pg';
import type { SendPurpose } from '../../../ports/chain-outbox.ts';
import { lockHoldings } from '../ledger/ledger-post.ts';
import { postSure } from '../ledger/post-sure.ts';
import { lockWithdrawal } from './withdrawal-rows.ts';

interface Turned {
  readonly purpose: SendPurpose;
  readonly refId: number;
  /** What the books had. */
  readonly booked: Ending;
  readonly ending: Ending;
  readonly blockHash: string;
}

const TAKE = `
update chain_sends s set ending = s.chain_ending, chain_ending = null, fault = ''
from (select id, ending as booked from chain_sends where id = $1 and chain_ending is not null and not taken_back for update) t
where s.id = t.id returning s.purpose, s.ref_id as "refId", t.booked, s.ending, s.ended_hash as "blockHash"`;

/** What was given back is frozen for another withdrawal: it is to be rejected first, or its owner has the coin twice. */
export class AskedAgain extends Error {
  constructor(sn: string) {
    super(`its owner has asked for withdrawal ${sn} since, which is to be rejected first (op withdraw reject ${sn})`);
  }
}

/** Without a nonce it can be rejected. What its owner asks for from here on finds what is taken gone: the accounts are held. */
const ASKED = `
select sn from withdrawals where user_id = $1 and nonce is null and status = any ($2) order by id limit 1`;

async function refuseIfAsked(client: PoolClient, userId: number): Promise<void> {
  const asked = await client.query<{ sn: string }>(ASKED, [userId, liveStates]);
  const [row] = asked.rows;
  if (row !== undefined) throw new AskedAgain(row.sn);
}

async function settleWithdrawal(client: PoolClient, turned: TurnedSend, { refId, ending }: Turned, nowMs: number) {
  const { amountE18, feeE18, id: withdrawId, userId } = await lockWithdrawal(client, refId);
  const money = { withdrawId, userId, amountE18 };
  const paid = ending === 'paid';
  const held = paid ? await lockHoldings(client, [userId]) : null;
  if (paid) await refuseIfAsked(client, userId);
  const journal =
    held === null
      ? unpaidJournal(turned, money, feeE18)
      : paidJournal(turned, money, feeE18, held.get(userId)?.available ?? 0n);
  await postSure(client, journal, nowMs);
  await client.query('update withdrawals set status = $2, reason = $3, confirmed_at = $4 where id = $1', [
    ...[refId, paid ? 'confirmed' : 'failed', paid ? '' : ending, paid ? new Date(nowMs) : null],
  ]);
}

const TABLES = { sweep: 'sweeps', cold: 'cold_sends' } as const;
const WAYS = { sweep: ['pending_in', 'hot'], cold: ['hot', 'cold'] } as const;

async function settleOwn(
  client: PoolClient,
  turned: TurnedSend,
  purpose: 'sweep' | 'cold',
  { refId, ending }: Turned,
  nowMs: number,
): Promise<void> {
  const paid = ending === 'paid';
  const table = TABLES[purpose];
  const changed = await client.query<{ amount: string }>(
    `update ${table} set status = $2 where id = $1 returning amount`,
    [refId, paid ? 'done' : 'failed'],
  );
  const amountE18 = parse18((changed.rows[0] as { amount: string }).amount);
  await postSure(client, turnedMoveJournal(turned, WAYS[purpose], paid ? amountE18 : -amountE18), nowMs);
}

/** False when there is nothing to settle, or the chain has taken that back, too. Throws `AskedAgain`. */
export async function settleSend(client: PoolClient, sendId: number, nowMs: number): Promise<boolean> {
  const taken = await client.query<Turned>(TAKE, [sendId]);
  const [send] = taken.rows;
  if (send === undefined) return false;
  const { blockHash, booked, ending, purpose } = send;
  const turned = { sendId, blockHash };
  // What failed in the one way or in the other has moved nothing, and the cost of gas is booked.
  if (purpose === 'gas' || (booked !== 'paid' && ending !== 'paid')) return true;
  if (purpose === 'withdraw') await settleWithdrawal(client, turned, send, nowMs);
  else await settleOwn(client, turned, purpose, send, nowMs);
  return true;
}
