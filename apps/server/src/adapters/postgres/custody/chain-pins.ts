// What is pinned of the chain at the first start, how far it was read, and which addresses of it are ours, in PostgreSQL.
import type { Pool } from 'pg';
import { CHAIN_ID } from '../../../ports/chain.ts';
import type { ColdPin, DepositStore } from '../../../ports/deposit-store.ts';
import { transaction } from '../pool.ts';

/** Held from taking an index to its commit: indexes appear in their order, so whoever has read up to one misses none below. */
const INDEX_LOCK = 7316180018;

type ChainSide = Pick<
  DepositStore,
  'pin' | 'coldPin' | 'scanState' | 'setScanned' | 'addressOf' | 'addressesAbove' | 'isOurs' | 'stopWithdrawals'
>;

interface PinRow {
  readonly contract: string;
  readonly decimals: number;
  readonly genesis: string;
  readonly xpub_mark: string;
  readonly hot_wallet: string | null;
  readonly cold_wallet: string | null;
}

export function chainSide(pool: Pool): ChainSide {
  return {
    pin: async ({ contract, facts, xpubMark, hotWallet, coldWallet }, head, nowMs) => {
      const { chainId, decimals, genesis } = facts;
      await pool.query(
        `insert into chain_pins (chain_id, contract, decimals, genesis, xpub_mark, hot_wallet, first_block, scanned_block,
           scanned_hash, head_block, updated_at, cold_wallet, cold_since_block)
         values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $7, $9, $10, case when $10::text is not null then $7::bigint end)
         on conflict (chain_id) do update set hot_wallet = coalesce(chain_pins.hot_wallet, excluded.hot_wallet),
           cold_wallet = coalesce(chain_pins.cold_wallet, excluded.cold_wallet),
           cold_since_block = case when chain_pins.cold_wallet is null then excluded.cold_since_block
             else chain_pins.cold_since_block end`,
        [
          ...[chainId, contract, decimals, genesis, xpubMark, hotWallet, head.number, head.hash, new Date(nowMs)],
          coldWallet,
        ],
      );
      const kept = await pool.query<PinRow>('select * from chain_pins where chain_id = $1', [chainId]);
      const pinned = kept.rows[0] as PinRow;
      const wrongs: [boolean, string][] = [
        [pinned.contract !== contract, 'the contract of the token'],
        [pinned.decimals !== decimals, 'the decimals of the token'],
        [pinned.genesis !== genesis, 'the first block of the chain'],
        [pinned.xpub_mark !== xpubMark, 'DEPOSIT_XPUB'],
        [hotWallet !== null && pinned.hot_wallet !== hotWallet, 'the hot wallet'],
        [coldWallet !== null && pinned.cold_wallet !== coldWallet, 'COLD_ADDRESS'],
      ];
      return wrongs.find(([wrong]) => wrong)?.[1] ?? null;
    },
    coldPin: async () => {
      const found = await pool.query<ColdPin>(
        `select cold_wallet as wallet, cold_since_block as "sinceBlock" from chain_pins
         where chain_id = ${CHAIN_ID} and cold_wallet is not null`,
      );
      return found.rows[0] ?? null;
    },
    scanState: async () => {
      const found = await pool.query<{ first: number; number: number; hash: string; head: number }>(
        `select first_block as first, scanned_block as number, scanned_hash as hash, head_block as head
         from chain_pins where chain_id = ${CHAIN_ID}`,
      );
      const row = found.rows[0];
      if (row === undefined) throw new Error('the chain is not pinned yet');
      return { firstBlock: row.first, scanned: { number: row.number, hash: row.hash }, head: row.head };
    },
    setScanned: async ({ number, hash }, head, nowMs) => {
      await pool.query(
        `update chain_pins set scanned_block = $1, scanned_hash = $2, head_block = $3, updated_at = $4
         where chain_id = ${CHAIN_ID}`,
        [number, hash, head, new Date(nowMs)],
      );
    },
    addressOf: async (userId, derive, nowMs) => {
      const find = () =>
        pool.query<{ address: string }>('select address from deposit_addresses where user_id = $1', [userId]);
      const known = (await find()).rows[0];
      if (known !== undefined) return known.address;
      await transaction(pool, async (client) => {
        await client.query('select pg_advisory_xact_lock($1)', [INDEX_LOCK]);
        const next = await client.query<{ index: number }>(`select nextval('deposit_index') as index`);
        const { index } = next.rows[0] as { index: number };
        await client.query(
          `insert into deposit_addresses (user_id, user_index, address, created_at) values ($1, $2, $3, $4)
           on conflict (user_id) do nothing`,
          [userId, index, derive(index).toLowerCase(), new Date(nowMs)],
        );
      });
      return ((await find()).rows[0] as { address: string }).address;
    },
    addressesAbove: async (index) => {
      const found = await pool.query<{ index: number; userId: number; address: string }>(
        `select user_index as index, user_id as "userId", address from deposit_addresses where user_index > $1
         order by user_index`,
        [index],
      );
      return found.rows;
    },
    isOurs: async (address) => {
      const found = await pool.query<{ ours: boolean }>(
        `select exists (select 1 from deposit_addresses where address = $1)
           or exists (select 1 from chain_pins where $1 in (hot_wallet, cold_wallet)) as ours`,
        [address.toLowerCase()],
      );
      return found.rows[0]?.ours === true;
    },
    stopWithdrawals: async (userId, reason) => {
      const stopped = await pool.query(`update users set withdraw_stop = $2 where id = $1 and withdraw_stop = ''`, [
        userId,
        reason,
      ]);
      return stopped.rowCount === 1;
    },
  };
}
