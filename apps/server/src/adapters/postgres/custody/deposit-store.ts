// Deposits in PostgreSQL. A credit is one transaction: the row changes from `confirming` in the very block that was
// looked at, its journal is posted, its owner is written to; a second one finds no such row.
import { creditOf, depositJournal } from '@cormorant/core/ledger/wallet-journals.ts';
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool, PoolClient } from 'pg';
import { CHAIN_ID } from '../../../ports/chain.ts';
import type { DepositRow, DepositStatus, DepositStore, OwnTransfer } from '../../../ports/deposit-store.ts';
import { moneyTransaction } from '../ledger/ledger-post.ts';
import { postSure } from '../ledger/post-sure.ts';
import { transaction } from '../pool.ts';
import { queueNotice } from '../server/mail-outbox.ts';
import { chainSide } from './chain-pins.ts';

interface Found {
  readonly id: number;
  readonly user_id: number;
  readonly chain_id: number;
  readonly txid: string;
  readonly log_index: number;
  readonly sender: string;
  readonly address: string;
  readonly raw: string;
  readonly block_number: number | null;
  readonly block_hash: string | null;
  readonly required: number;
  readonly status: DepositStatus;
  readonly reason: string;
  readonly created_at: number;
  readonly credited_at: number | null;
}

function rowOf(found: Found): DepositRow {
  const { block_number, block_hash } = found;
  return {
    id: found.id,
    userId: found.user_id,
    chainId: found.chain_id,
    txid: found.txid,
    logIndex: found.log_index,
    from: found.sender,
    to: found.address,
    rawE18: BigInt(found.raw),
    block: block_number === null || block_hash === null ? null : { number: block_number, hash: block_hash },
    required: found.required,
    status: found.status,
    reason: found.reason,
    createdAtMs: found.created_at,
    creditedAtMs: found.credited_at,
  };
}

/**
 * A row that was orphaned comes back when its transaction does. A log may stand at another place of its block after a
 * reorganisation, so the row takes the facts of the one that has its place then. One that is credited stays as it is: where
 * its transfer is not there any more, its owner's withdrawals are stopped, and people look.
 */
const NOTE = `
insert into deposits (chain_id, txid, log_index, user_id, sender, address, raw, amount, dust, block_number, block_hash,
  required, status, created_at)
values (${CHAIN_ID}, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'confirming', $12)
on conflict (chain_id, txid, log_index) do update
  set user_id = excluded.user_id, sender = excluded.sender, address = excluded.address, raw = excluded.raw,
    amount = excluded.amount, dust = excluded.dust, required = excluded.required,
    block_number = excluded.block_number, block_hash = excluded.block_hash, status = 'confirming', reason = ''
  where deposits.status = 'orphaned' or (deposits.status in ('confirming', 'below_min')
    and (deposits.block_hash, deposits.sender, deposits.address, deposits.raw)
      <> (excluded.block_hash, excluded.sender, excluded.address, excluded.raw))
returning *`;

async function noteOne(client: PoolClient, transfer: OwnTransfer, nowMs: number): Promise<DepositRow | null> {
  const { txid, logIndex, userId, from, to, rawE18, block, required } = transfer;
  const credit = creditOf(rawE18);
  await client.query(`delete from deposits where chain_id = ${CHAIN_ID} and txid = $1 and log_index = -1`, [txid]);
  const noted = await client.query<Found>(NOTE, [
    ...[txid, logIndex, userId, from, to, `${rawE18}`, format18(credit), format18(rawE18 - credit)],
    ...[block.number, block.hash, required, new Date(nowMs)],
  ]);
  const row = noted.rows[0];
  return row === undefined ? null : rowOf(row);
}

const NOTE_SEEN = `
insert into deposits (chain_id, txid, log_index, user_id, sender, address, raw, amount, dust, required, status, created_at)
values (${CHAIN_ID}, $1, -1, $2, $3, $4, $5, $6, $7, $8, 'seen', $9)
on conflict (chain_id, txid, log_index) do update set txid = excluded.txid
returning *`;

const CREDIT = `
update deposits set status = 'credited', credited_at = $3, reason = ''
where id = $1 and status = 'confirming' and block_hash = $2`;

const COIN_DUE = `
select (select coalesce(sum(raw), 0) from deposits
        where address = $1 and status in ('confirming', 'credited', 'below_min') and block_number <= $2)
     - (select coalesce(sum(amount), 0) * 1000000000000000000 from sweeps
        where address = $1 and status = 'done' and block_number <= $2)
     - (select coalesce(sum(raw), 0) from known_moves
        where sender = $1 and goes_to is not null and block_number <= $2) as due`;

export function createDepositStore(pool: Pool): DepositStore {
  const rows = async (sql: string, values: unknown[]): Promise<DepositRow[]> =>
    (await pool.query<Found>(sql, values)).rows.map(rowOf);
  return {
    ...chainSide(pool),
    note: (transfers, nowMs) =>
      transaction(pool, async (client) => {
        const noted: DepositRow[] = [];
        for (const transfer of transfers) {
          const row = await noteOne(client, transfer, nowMs);
          if (row !== null) noted.push(row);
        }
        return noted;
      }),
    noteSeen: async ({ txid, userId, from, to, rawE18, required }, nowMs) => {
      const credit = creditOf(rawE18);
      const [row] = await rows(NOTE_SEEN, [
        ...[txid, userId, from, to, `${rawE18}`, format18(credit), format18(rawE18 - credit)],
        ...[required, new Date(nowMs)],
      ]);
      return row as DepositRow;
    },
    confirming: () =>
      rows(`select * from deposits where chain_id = ${CHAIN_ID} and status = 'confirming' order by block_number`, []),
    creditedFrom: (block) =>
      rows(
        `select * from deposits where chain_id = ${CHAIN_ID} and status = 'credited' and block_number >= $1
         order by block_number`,
        [block],
      ),
    coinDue: async (address, upToBlock) => {
      const found = await pool.query<{ due: string }>(COIN_DUE, [address, upToBlock]);
      return BigInt((found.rows[0] as { due: string }).due.split('.')[0] as string);
    },
    credit: (row, notice, nowMs) =>
      moneyTransaction(pool, async (client) => {
        const credited = await client.query(CREDIT, [row.id, row.block?.hash, new Date(nowMs)]);
        if (credited.rowCount !== 1) return false;
        const { id: depositId, userId, txid, logIndex, rawE18 } = row;
        await postSure(client, depositJournal({ depositId, userId, txid, logIndex, rawE18 }), nowMs);
        await queueNotice(client, userId, notice, nowMs);
        return true;
      }),
    end: async (row, status, reason) => {
      await pool.query(`update deposits set status = $2, reason = $3 where id = $1 and status = 'confirming'`, [
        row.id,
        status,
        reason,
      ]);
    },
    setReason: async (row, reason) => {
      await pool.query('update deposits set reason = $2 where id = $1 and reason <> $2', [row.id, reason]);
    },
    listOf: (userId, most) =>
      rows('select * from deposits where user_id = $1 order by id desc limit $2', [userId, most]),
    ofTransaction: (userId, txid) =>
      rows(`select * from deposits where chain_id = ${CHAIN_ID} and user_id = $1 and txid = $2 order by log_index`, [
        userId,
        txid,
      ]),
  };
}
