// A send gets its nonce. Invariant: while its wallet's row is held it is judged whether the wallet can keep the promise beside
// all that it has promised, so processes that reserve at the same time cannot promise the same coin or gas twice.
import type { PoolClient } from 'pg';
import { CHAIN_ID } from '../../../ports/chain.ts';
import type { NewSend, PayingWallet, Reservation, WalletFunds } from '../../../ports/chain-outbox.ts';
import { barOf, lockWithdrawal } from './withdrawal-rows.ts';

/**
 * Held until the transaction ends, so whoever promises something of it comes one after another. Of a deposit address whoever
 * moved coin by hand has used nonces, and its next sweep goes behind them. Never so of the hot wallet: there a nonce that is
 * used and not known here may be a payment that the books have lost, and what comes behind it would pay once more.
 */
async function lockWallet(client: PoolClient, wallet: string, firstNonce: number): Promise<void> {
  await client.query(
    `insert into chain_wallets (chain_id, wallet, next_nonce) values (${CHAIN_ID}, $1, $2) on conflict do nothing`,
    [wallet, firstNonce],
  );
  await client.query(`select 1 from chain_wallets where chain_id = ${CHAIN_ID} and wallet = $1 for update`, [wallet]);
}

async function takeNonce(client: PoolClient, wallet: string, leastNonce: number): Promise<number> {
  const taken = await client.query<{ nonce: number }>(
    `update chain_wallets set next_nonce = greatest(next_nonce, $2) + 1 where chain_id = ${CHAIN_ID} and wallet = $1
     returning next_nonce - 1 as nonce`,
    [wallet, leastNonce],
  );
  return (taken.rows[0] as { nonce: number }).nonce;
}

const PROMISED = `
select coalesce(sum(token), 0) as token, coalesce(sum(gas * $3::numeric + value_wei), 0) as wei from chain_sends
where chain_id = ${CHAIN_ID} and wallet = $1 and (ending is null or taken_back or ended_block > $2)`;

/** What of its funds is missing for this send; null = nothing. The wallet is held. */
async function missingFor(client: PoolClient, send: NewSend, funds: WalletFunds): Promise<'coin' | 'gas' | null> {
  const { block, gasPriceWei, gasWei, tokenE18 } = funds;
  const found = await client.query<{ token: string; wei: string }>(PROMISED, [send.wallet, block, `${gasPriceWei}`]);
  const { token, wei } = found.rows[0] as { token: string; wei: string };
  if (send.tokenE18 > 0n && BigInt(token) + send.tokenE18 > tokenE18) return 'coin';
  return BigInt(wei) + send.gas * gasPriceWei + send.valueWei > gasWei ? 'gas' : null;
}

/** Each has room for three times the price, so whoever needs more has something wrong with it. */
const MOST_GIFTS_A_DAY = 3;
const DAY_MS = 86_400_000;
const GIFTS = `select 1 from chain_sends where purpose = 'gas' and target = $1 and created_at > $2`;

async function hadMostGifts(client: PoolClient, target: string, nowMs: number): Promise<boolean> {
  const gifts = await client.query(GIFTS, [target, new Date(nowMs - DAY_MS)]);
  return (gifts.rowCount ?? 0) >= MOST_GIFTS_A_DAY;
}

const PARTS = `
select count(*)::integer as parts, coalesce(bool_or(ending is null or taken_back), false) as open
from chain_sends where purpose = $1 and ref_id = $2`;

async function mayBePaid(client: PoolClient, withdrawalId: number, nowMs: number): Promise<boolean> {
  if ((await barOf(client, withdrawalId, nowMs)) !== null) return false;
  const { nonce, status } = await lockWithdrawal(client, withdrawalId);
  return status === 'approved' && nonce === null;
}

/** Held until the transaction ends: it cannot be called off meanwhile. */
const COLD = `
select 1 from cold_sends where id = $1 and status = 'approved' and target = $2
  and target = (select cold_wallet from chain_pins where chain_id = ${CHAIN_ID}) for update`;

/** Part of the caller's transaction. */
export async function reserveSend(
  client: PoolClient,
  send: NewSend,
  from: PayingWallet,
  nowMs: number,
): Promise<Reservation> {
  const { purpose, refId, wallet, target, tokenE18, valueWei, gas } = send;
  if (purpose === 'withdraw' && !(await mayBePaid(client, refId, nowMs))) return { state: 'refused' };
  if (purpose === 'cold' && (await client.query(COLD, [refId, target])).rowCount !== 1) return { state: 'refused' };
  await lockWallet(client, wallet, from.firstNonce);
  const known = await client.query<{ parts: number; open: boolean }>(PARTS, [purpose, refId]);
  const { parts, open } = known.rows[0] as { parts: number; open: boolean };
  if (open || (parts > 0 && purpose !== 'gas')) return { state: 'refused' };
  if (purpose === 'gas' && (await hadMostGifts(client, target, nowMs))) return { state: 'most_gifts' };
  const missing = from.funds === null ? null : await missingFor(client, send, from.funds);
  if (missing !== null) return { state: missing };
  const nonce = await takeNonce(client, wallet, purpose === 'sweep' ? from.firstNonce : 0);
  await client.query(
    `insert into chain_sends (chain_id, wallet, nonce, purpose, ref_id, target, token, value_wei, gas, created_at,
       part)
     values (${CHAIN_ID}, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [wallet, nonce, purpose, refId, target, `${tokenE18}`, `${valueWei}`, `${gas}`, new Date(nowMs), parts + 1],
  );
  if (purpose === 'withdraw')
    await client.query(`update withdrawals set nonce = $2, waits = '' where id = $1`, [refId, nonce]);
  if (purpose === 'cold') await client.query(`update cold_sends set status = 'moving' where id = $1`, [refId]);
  if (purpose === 'sweep') await client.query(`update sweeps set status = 'moving' where id = $1`, [refId]);
  return { state: 'done', nonce };
}
