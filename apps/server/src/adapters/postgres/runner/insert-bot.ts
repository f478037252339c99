// A bot that is made: its row, the rows of its legs and the first row of its log, under the fencing token of its owner's lease.
import type { Pool } from 'pg';
import type { RunnerStore } from '../../../ports/runner-store.ts';
import { transaction, violatedUnique } from '../pool.ts';

const insertBotSql = `
insert into bots (user_id, request_id, account_id, exchange, market, symbol, type_id, kind, direction, simulate, source_id,
  created_market_ms, name, params, investment, is_public, version, symbol_rules, books, legs, engine, status, phase)
select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $20, $21, $22, 'stopped', 'idle'
from runner_leases where user_id = $1 and token = $19 for share
returning id`;

// In the transaction that made the parent.
const insertLegSql = `
insert into bots (user_id, account_id, exchange, market, symbol, type_id, kind, direction, simulate, created_market_ms, name,
  params, investment, version, symbol_rules, books, position_side, parent_id, leg, status, phase)
select p.user_id, $8, $9, $3, $4, p.type_id, p.kind, $5, p.simulate, p.created_market_ms, p.name,
  '{}'::jsonb, $6, 1, $7, $10, $11, p.id, $2, 'stopped', 'idle'
from bots p where p.id = $1`;

export async function insertBot(
  pool: Pool,
  ...[origin, setup, token, created, legs = [], engine = null]: Parameters<RunnerStore['insertBot']>
): ReturnType<RunnerStore['insertBot']> {
  const { userId, requestId } = origin;
  const values = [userId, requestId, origin.accountId, origin.exchange, origin.market, origin.symbol, origin.typeId];
  values.push(origin.kind, setup.direction);
  try {
    return await transaction(pool, async (client) => {
      const { rows } = await client.query<{ id: number }>(insertBotSql, [
        ...values,
        origin.simulate,
        origin.sourceId,
        origin.createdMarketMs,
        setup.name,
        JSON.stringify(setup.params),
        setup.investment,
        setup.isPublic,
        setup.version,
        JSON.stringify(setup.symbolRules),
        token,
        origin.books,
        legs.length,
        engine === null ? null : JSON.stringify(engine),
      ]);
      const id = rows[0]?.id;
      if (id === undefined) return 'fenced' as const;
      for (const [leg, { market, symbol, direction, investment, symbolRules, ...place }] of legs.entries()) {
        const values = [id, leg, market, symbol, direction, investment, JSON.stringify(symbolRules)];
        await client.query(insertLegSql, [...values, place.accountId, place.exchange, place.books, place.positionSide]);
      }
      await client.query(
        `insert into bot_actions (id, user_id, bot_id, action, actor, why, data, market_ms) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          created.id,
          userId,
          id,
          created.action,
          created.actor,
          created.why,
          JSON.stringify(created.data),
          created.marketMs,
        ],
      );
      return { id, again: false };
    });
  } catch (error) {
    if (violatedUnique(error) !== 'bots_by_request') throw error;
    const { rows } = await pool.query<{ id: number }>('select id from bots where user_id = $1 and request_id = $2', [
      userId,
      requestId,
    ]);
    if (rows[0] === undefined) throw error;
    return { id: rows[0].id, again: true };
  }
}
