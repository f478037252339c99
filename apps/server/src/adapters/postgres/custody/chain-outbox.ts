// The outbox of the chain in PostgreSQL. A nonce is taken in the transaction that makes its row and never given back; the
// first signed transaction and the withdrawal's `signed` are one transaction. Reservations are reserve-send.ts's, endings
// chain-endings.ts's.
import type { Ending } from '@cormorant/core/custody/withdrawal.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool, PoolClient } from 'pg';
import { CHAIN_ID } from '../../../ports/chain.ts';
import type { ChainOutbox, ChainSend, SendPurpose, StoredRaw, SweepRow } from '../../../ports/chain-outbox.ts';
import { appendAudit } from '../audit/audit-log.ts';
import { moneyTransaction } from '../ledger/ledger-post.ts';
import { transaction, violatedUnique } from '../pool.ts';
import { chainEndings } from './chain-endings.ts';
import { reserveSend } from './reserve-send.ts';
import { barOf, lockWithdrawal, stepRow } from './withdrawal-rows.ts';

interface FoundRaw {
  readonly txid: string;
  readonly attempt: number;
  readonly kind: 'pay' | 'cancel';
  readonly raw: string;
  readonly maxFee: string;
  readonly tip: string;
  readonly storedMs: number;
  readonly sentMs: number | null;
}

export interface FoundSend {
  readonly id: number;
  readonly purpose: SendPurpose;
  readonly ref_id: number;
  readonly wallet: string;
  readonly nonce: number;
  readonly target: string;
  readonly token: string;
  readonly value_wei: string;
  readonly gas: number;
  readonly withdrawn: boolean;
  readonly ending: Ending | null;
  readonly fault: string;
  readonly raws: FoundRaw[];
}

function rawOf({ txid, attempt, kind, raw, maxFee, tip, storedMs, sentMs }: FoundRaw): StoredRaw {
  const fees = { maxFeeWei: BigInt(maxFee), tipWei: BigInt(tip) };
  return { txid, attempt, kind, raw, fees, storedAtMs: storedMs, sentAtMs: sentMs };
}

export function sendOf(found: FoundSend): ChainSend {
  const { id, purpose, ref_id: refId, wallet, nonce, target, token, value_wei, gas, raws } = found;
  const { withdrawn, ending: booked, fault } = found;
  const amounts = { tokenE18: BigInt(token), valueWei: BigInt(value_wei), gas: BigInt(gas) };
  return { id, purpose, refId, wallet, nonce, target, ...amounts, withdrawn, booked, fault, raws: raws.map(rawOf) };
}

/** Of a send `s`, the oldest first. */
export const RAWS_OF_SEND = `coalesce((
    select jsonb_agg(jsonb_build_object('txid', r.txid, 'attempt', r.attempt, 'kind', r.kind, 'raw', r.raw,
      'maxFee', r.max_fee_wei::text, 'tip', r.tip_wei::text,
      'storedMs', floor(extract(epoch from r.stored_at) * 1000), 'sentMs', floor(extract(epoch from r.sent_at) * 1000))
      order by r.attempt)
    from chain_raws r where r.send_id = s.id), '[]')`;

const OPEN = `
select s.*, ${RAWS_OF_SEND} as raws
from chain_sends s where s.chain_id = ${CHAIN_ID} and (s.ending is null or s.taken_back) order by s.wallet, s.nonce`;

type NewRaw = Omit<StoredRaw, 'storedAtMs' | 'sentAtMs'>;

/** Held until the transaction ends: whoever ends it comes before or after the signature. */
const STILL_OPEN = 'select 1 from chain_sends where id = $1 and (ending is null or taken_back) for share';

/**
 * The first signature of a withdrawal whose owner may not be paid any more is not kept: its nonce pays nobody then. None is of a
 * send that ended meanwhile: what is given back must not be payable.
 */
export async function storeOnce(client: PoolClient, send: ChainSend, raw: NewRaw, nowMs: number): Promise<boolean> {
  if ((await client.query(STILL_OPEN, [send.id])).rowCount !== 1) return false;
  const first = send.purpose === 'withdraw' && raw.kind === 'pay' && raw.attempt === 1;
  if (first && (await barOf(client, send.refId, nowMs)) !== null) {
    await client.query('update chain_sends set withdrawn = true where id = $1', [send.id]);
    return false;
  }
  await client.query(
    `insert into chain_raws (txid, send_id, attempt, kind, raw, max_fee_wei, tip_wei, stored_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [raw.txid, send.id, raw.attempt, raw.kind, raw.raw, `${raw.fees.maxFeeWei}`, `${raw.fees.tipWei}`, new Date(nowMs)],
  );
  if (send.purpose !== 'withdraw') return true;
  const row = await lockWithdrawal(client, send.refId);
  if (row.status === 'approved') {
    await stepRow(client, { row, event: { kind: 'signed' }, columns: { txid: raw.txid }, nowMs });
  } else if (raw.kind === 'pay') {
    await client.query('update withdrawals set txid = $2 where id = $1', [send.refId, raw.txid]);
  }
  return true;
}

/** Whoever took coin off an address has its key: what comes there waits until that is settled. */
const SWEEPABLE = `
select a.user_index as index, a.user_id as "userId", a.address, d.credited - coalesce(s.swept, 0) - coalesce(m.moved, 0) as amount
from deposit_addresses a
  join (select address, sum(amount + dust) as credited from deposits where status = 'credited' group by address) d
    on d.address = a.address
  left join (select address, sum(amount) as swept from sweeps where status = 'done' group by address) s
    on s.address = a.address
  left join (select sender, sum(case status when 'seen' then raw / 1e18 else from_books end) as moved from known_moves
      where goes_to is not null group by sender) m on m.sender = a.address
where d.credited - coalesce(s.swept, 0) - coalesce(m.moved, 0) >= $1
  and not exists (select 1 from sweeps w where w.address = a.address and w.status in ('fuelling', 'moving'))
  and not exists (select 1 from known_moves k where k.sender = a.address and k.goes_to is null)
order by a.user_index limit 100`;

const UNDER_WAY = `
select s.id, s.user_id as "userId", a.user_index as index, s.address, s.amount, s.status
from sweeps s join deposit_addresses a on a.address = s.address
where s.status in ('fuelling', 'moving') order by s.id`;

type FoundSweep = Omit<SweepRow, 'amountE18'> & { readonly amount: string };
const sweepOf = ({ amount, ...sweep }: FoundSweep): SweepRow => ({ ...sweep, amountE18: parse18(amount) });

export function createChainOutbox(pool: Pool): ChainOutbox {
  return {
    ...chainEndings(pool),
    reserve: (send, from, nowMs) => moneyTransaction(pool, (client) => reserveSend(client, send, from, nowMs)),
    storeRaw: async (send, raw, nowMs) => {
      try {
        return await moneyTransaction(pool, (client) => storeOnce(client, send, raw, nowMs));
      } catch (error) {
        if (violatedUnique(error) !== null) return false;
        throw error;
      }
    },
    markSent: (send, txid, nowMs) =>
      moneyTransaction(pool, async (client) => {
        await client.query('update chain_raws set sent_at = $2 where txid = $1', [txid, new Date(nowMs)]);
        if (send.purpose !== 'withdraw') return null;
        const row = await lockWithdrawal(client, send.refId);
        return stepRow(client, { row, event: { kind: 'sent' }, columns: { broadcastAt: true }, nowMs });
      }),
    open: async () => (await pool.query<FoundSend>(OPEN)).rows.map(sendOf),
    setFault: async (send, fault) => {
      await pool.query('update chain_sends set fault = $2 where id = $1', [send.id, fault]);
    },
    withdraw: (withdrawalId, deed, nowMs) =>
      transaction(pool, async (client) => {
        const asked = await client.query(
          `update chain_sends set withdrawn = true
           where purpose = 'withdraw' and ref_id = $1 and ending is null and not withdrawn`,
          [withdrawalId],
        );
        if (asked.rowCount !== 1) return false;
        await appendAudit(client, deed, nowMs);
        return true;
      }),
    sweepable: async (leastE18) => {
      const found = await pool.query<Omit<FoundSweep, 'id' | 'status'>>(SWEEPABLE, [format18(leastE18)]);
      return found.rows.map(({ amount, ...sweep }) => ({ ...sweep, amountE18: parse18(amount) }));
    },
    openSweep: async ({ userId, address, amountE18 }, nowMs) => {
      await pool.query(
        `insert into sweeps (user_id, address, amount, status, created_at) values ($1, $2, $3, 'fuelling', $4)
         on conflict do nothing`,
        [userId, address, format18(amountE18), new Date(nowMs)],
      );
    },
    sweepsUnderWay: async () => (await pool.query<FoundSweep>(UNDER_WAY)).rows.map(sweepOf),
  };
}
