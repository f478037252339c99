// Coin that moved without the outbox, in PostgreSQL. Invariants: row and journal change in one transaction, under the row's
// lock; moves off one deposit address are booked in their order, behind the credits of what came before them.

import { reversalOf } from '@cormorant/core/ledger/journal.ts';
import { type OwnMoveEvent, ownMoveJournal } from '@cormorant/core/ledger/wallet-journals.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool, PoolClient } from 'pg';
import { CHAIN_ID } from '../../../ports/chain.ts';
import type { OwnMove, OwnMoveStore } from '../../../ports/own-move-store.ts';
import { moneyTransaction } from '../ledger/ledger-post.ts';
import { postSure } from '../ledger/post-sure.ts';
import { transaction } from '../pool.ts';

interface Found extends Pick<OwnMove, 'id' | 'required' | 'status'> {
  readonly txid: string;
  readonly log_index: number;
  readonly sender: string;
  readonly receiver: string;
  readonly raw: string;
  readonly block_number: number;
  readonly block_hash: string;
  readonly from_books: string;
  readonly times: number;
  readonly comes_from: OwnMove['comesFrom'];
  readonly goes_to: OwnMove['goesTo'];
}

function moveOf(found: Found): OwnMove {
  const { id, required, status, txid, log_index: logIndex, sender: from, receiver: to, raw } = found;
  const block = { number: found.block_number, hash: found.block_hash };
  const way = { comesFrom: found.comes_from, goesTo: found.goes_to };
  return { id, required, status, txid, logIndex, from, to, rawE18: BigInt(raw), block, ...way };
}

function eventOf(found: Found, to: OwnMoveEvent['to'], time: number, fromBooksE18: bigint): OwnMoveEvent {
  const { id: moveId, txid, log_index: logIndex, comes_from: from, raw } = found;
  return { moveId, txid, logIndex, time, from, to, rawE18: BigInt(raw), fromBooksE18 };
}

const NOTE = `
insert into own_moves (chain_id, txid, log_index, sender, receiver, raw, required, block_number, block_hash, status, created_at)
select ${CHAIN_ID}, $1, $2, $3, $4, $5, $6, $7, $8, 'seen', $9 where not exists (select 1 from chain_raws where txid = $1)
on conflict (chain_id, txid, log_index) do update
  set sender = excluded.sender, receiver = excluded.receiver, raw = excluded.raw, required = excluded.required,
    block_number = excluded.block_number, block_hash = excluded.block_hash, status = 'seen'
  where own_moves.status = 'orphaned' or (own_moves.status = 'seen'
    and (own_moves.block_hash, own_moves.sender, own_moves.receiver, own_moves.raw)
      <> (excluded.block_hash, excluded.sender, excluded.receiver, excluded.raw))
returning id`;

/** What the books have of a deposit address up to the block of a move off it, and whether something before it is open. */
const BEFORE = `
select (select coalesce(sum(amount + dust), 0) from deposits
        where address = $1 and status = any ($4) and block_number <= $2)
     - (select coalesce(sum(amount), 0) from sweeps where address = $1 and status = 'done' and block_number <= $2)
     - (select coalesce(sum(from_books), 0) from own_moves where sender = $1) as known,
  exists (select 1 from deposits where address = $1 and status = 'confirming' and block_number <= $2)
  or exists (select 1 from chain_sends where purpose = 'sweep' and wallet = $1 and (ending is null or taken_back))
  or exists (select 1 from known_moves where sender = $1 and status = 'seen' and goes_to is not null
    and (block_number, log_index) < ($2, $3)) as waits`;

/** Held until the transaction ends, with the moves of the same address; null when it is none of that state any more. */
async function lockMove(client: PoolClient, id: number, status: OwnMove['status'] | null): Promise<Found | null> {
  const locked = await client.query<{ sender: string }>('select sender from own_moves where id = $1 for update', [id]);
  await client.query('select 1 from deposit_addresses where address = $1 for update', [locked.rows[0]?.sender]);
  const found = await client.query<Found>(
    'select * from known_moves where id = $1 and ($2::text is null or status = $2)',
    [id, status],
  );
  return found.rows[0] ?? null;
}

async function write(client: PoolClient, found: Found, to: OwnMoveEvent['to'], fromBooksE18: bigint, nowMs: number) {
  const time = found.times + 1;
  await client.query('update own_moves set status = $2, from_books = $3, times = $4 where id = $1', [
    ...[found.id, to === 'out' ? 'settled' : 'booked', format18(fromBooksE18), time],
  ]);
  const journal = ownMoveJournal(eventOf(found, to, time, fromBooksE18));
  if (journal !== null) await postSure(client, journal, nowMs);
}

type Counted = 'credited' | 'confirming';

async function knownBefore(client: PoolClient, found: Found, counted: readonly Counted[]) {
  if (found.comes_from !== 'deposit') return { knownE18: 0n, waits: false };
  const before = await client.query<{ known: string; waits: boolean }>(BEFORE, [
    ...[found.sender, found.block_number, found.log_index, counted],
  ]);
  const { known, waits } = before.rows[0] as { known: string; waits: boolean };
  const [rawE18, saidE18] = [BigInt(found.raw), parse18(known)];
  return { knownE18: saidE18 < 0n ? 0n : saidE18 < rawE18 ? saidE18 : rawE18, waits };
}

async function bookOnce(client: PoolClient, id: number, nowMs: number): Promise<boolean> {
  const found = await lockMove(client, id, 'seen');
  if (found === null || found.goes_to === null) return false;
  const { knownE18, waits } = await knownBefore(client, found, ['credited']);
  if (waits) return false;
  await write(client, found, found.goes_to, knownE18, nowMs);
  return true;
}

/**
 * Part of the caller's transaction: what left to nobody of ours is a loss. A deposit that is not credited yet counts: it waits
 * for this very settlement, and its credit brings back what is taken here. False when there is no such move.
 */
export async function settleMove(client: PoolClient, id: number, nowMs: number): Promise<boolean> {
  const found = await lockMove(client, id, 'seen');
  if (found === null || found.goes_to !== null) return false;
  const { knownE18 } = await knownBefore(client, found, ['credited', 'confirming']);
  await write(client, found, 'out', knownE18, nowMs);
  return true;
}

/** What was booked of it goes back; false when nothing was. */
async function unbook(client: PoolClient, found: Found, remark: string, nowMs: number): Promise<boolean> {
  const { from_books: fromBooks, goes_to: to, status, times } = found;
  if (status === 'seen' || to === null) return false;
  const journal = ownMoveJournal(eventOf(found, to, times, parse18(fromBooks)));
  if (journal !== null) await postSure(client, reversalOf(journal, remark), nowMs);
  return true;
}

/** Of the block that was judged, and of no other: another process may have followed it to a later one. */
async function takeBackOnce(client: PoolClient, { id, block }: OwnMove, nowMs: number): Promise<boolean> {
  const found = await lockMove(client, id, null);
  if (found === null || found.block_hash !== block.hash) return false;
  await client.query(`update own_moves set status = 'orphaned', from_books = 0 where id = $1`, [id]);
  return unbook(client, found, 'taken back by the chain', nowMs);
}

/** Part of the caller's transaction, which has it as a payment of the outbox from here on: what was a loss is none. */
export async function takeMove(client: PoolClient, id: number, nowMs: number): Promise<void> {
  const found = await lockMove(client, id, null);
  if (found === null) throw new Error(`move ${id} was taken back by the chain meanwhile`);
  await unbook(client, found, 'it paid a withdrawal', nowMs);
  await client.query('delete from own_moves where id = $1', [id]);
}

export function createOwnMoves(pool: Pool): OwnMoveStore {
  return {
    wallets: async () => {
      const found = await pool.query<{ wallet: string }>(
        `select w.wallet from chain_pins, unnest(array[hot_wallet, cold_wallet]) w (wallet)
         where chain_id = ${CHAIN_ID} and w.wallet is not null`,
      );
      return found.rows.map(({ wallet }) => wallet);
    },
    note: (transfers, nowMs) =>
      transaction(pool, async (client) => {
        const noted: number[] = [];
        for (const { block, from, logIndex, rawE18, required, to, txid } of transfers) {
          const values = [txid, logIndex, from, to, `${rawE18}`, required, block.number, block.hash, new Date(nowMs)];
          const made = await client.query<{ id: number }>(NOTE, values);
          noted.push(...made.rows.map(({ id }) => id));
        }
        if (noted.length === 0) return [];
        const found = await client.query<Found>('select * from known_moves where id = any ($1::bigint[])', [noted]);
        return found.rows.map(moveOf);
      }),
    since: async (block) => {
      const found = await pool.query<Found>(
        `select * from known_moves where chain_id = ${CHAIN_ID} and (status = 'seen' or block_number >= $1)
         order by block_number, log_index`,
        [block],
      );
      return found.rows.map(moveOf);
    },
    relocate: async ({ id, block }, { number, hash }) => {
      await pool.query('update own_moves set block_number = $2, block_hash = $3 where id = $1 and block_hash = $4', [
        ...[id, number, hash, block.hash],
      ]);
    },
    book: ({ id }, nowMs) => moneyTransaction(pool, (client) => bookOnce(client, id, nowMs)),
    takeBack: (move, nowMs) => moneyTransaction(pool, (client) => takeBackOnce(client, move, nowMs)),
  };
}
