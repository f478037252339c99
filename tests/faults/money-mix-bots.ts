// People with a live bot each, below one another, and results of these bots as a runner writes them.
import type { Pool } from 'pg';
import type { SettlementWrite, UserWrites } from '../../apps/server/src/ports/runner-writes.ts';

export interface MixBot {
  readonly id: number;
  readonly userId: number;
}

async function idOf(pool: Pool, sql: string, values: readonly unknown[]): Promise<number> {
  const made = await pool.query<{ id: number }>(sql, [...values]);
  return made.rows[0]!.id;
}

/** A partner whose rate is the lower, the deeper. */
export async function liveBot(pool: Pool, at: number, referrerId: number | undefined): Promise<MixBot> {
  const rateBp = Math.max(0, 5_000 - at * 700);
  const userId = await idOf(
    pool,
    `insert into users (sn, nickname, account, password_hash, avatar, referrer_id, is_partner, rate_bp)
     values ($1, 'n', $2, 'h', 'a01', $3, $4, $5) returning id`,
    [String(40_000_000 + at), `mix_${at}`, referrerId ?? null, rateBp > 0, rateBp],
  );
  const account = await idOf(
    pool,
    `insert into exchange_accounts (user_id, exchange, ref) values ($1, 'binance', $2) returning id`,
    [userId, `mix_${at}`],
  );
  await pool.query(`insert into runner_leases (user_id, runner_id, token, expires_at) values ($1, 1, 1, now())`, [
    userId,
  ]);
  const id = await idOf(
    pool,
    `insert into bots (user_id, account_id, books, exchange, market, symbol, type_id, kind, name, params, symbol_rules,
       investment, status, phase, created_market_ms, fuel_rate_bp)
     values ($1, $2, 'b', 'binance', 'spot', 'BTC/USDT', 1, 'martin', 'n', '{}', '{}', 100, 'running', 'idle', 0, 2000) returning id`,
    [userId, account],
  );
  return { id, userId };
}

/** One result of it. */
export function writesOf({ id, userId }: MixBot, net: string): UserWrites {
  const settlement: SettlementWrite = {
    ...{ botId: id, exchange: 'binance', market: 'spot', symbol: 'BTC/USDT', simulate: false, purpose: 'take_profit' },
    ...{ pairId: 0, qty: '1', gross: net, fee: '0', funding: '0', net, fillNo: 1, slot: 0, leg: null, marketMs: 1_000 },
  };
  return {
    ...{ userId, token: 1, bots: [], orders: [], fills: [], settlements: [settlement], actions: [], positions: [] },
    ...{ adds: [], fundings: [], marginAdds: [], equity: [], equityDrops: [], pushes: [], cursors: [] },
  };
}
