// Sums over a user's bots and settlements in PostgreSQL; amounts are added by the database, in numeric.
import type { Pool } from 'pg';
import type { BotBill, BotCounts, BotSummary } from '../../../ports/bot-summary.ts';

const UTC8_MS = 28_800_000;
const DAY_MS = 86_400_000;

const dayOf = (marketMs: number): number => Math.floor((marketMs + UTC8_MS) / DAY_MS);

const nothing: BotBill = {
  ...{ today: '0', yesterday: '0', week: '0', month: '0', total: '0' },
  ...{ fuelToday: '0', fuelTotal: '0', count: 0 },
};

export function createBotSummary(pool: Pool): BotSummary {
  return {
    counts: async (userId) => {
      const counted = await pool.query<BotCounts>(
        `select count(*)::integer as total,
           count(*) filter (where status = 'running' and not halt_asked)::integer as running,
           count(*) filter (where status = 'paused' or status = 'running' and halt_asked)::integer as paused,
           count(*) filter (where status = 'stopped')::integer as stopped,
           count(*) filter (where simulate)::integer as simulate
         from bots where user_id = $1 and parent_id is null and deleted_at is null`,
        [userId],
      );
      return counted.rows[0] ?? { total: 0, running: 0, paused: 0, stopped: 0, simulate: 0 };
    },
    bill: async (userId, exchange, marketClocks) => {
      const summed = await pool.query<BotBill>(
        `select coalesce(sum(net) filter (where day = today), 0) as today,
           coalesce(sum(net) filter (where day = today - 1), 0) as yesterday,
           coalesce(sum(net) filter (where day > today - 7), 0) as week,
           coalesce(sum(net) filter (where day > today - 30), 0) as month,
           coalesce(sum(fuel) filter (where day = today), 0) as "fuelToday", coalesce(sum(fuel), 0) as "fuelTotal",
           coalesce(sum(net), 0) as total, count(*)::integer as count
         from settlements left join unnest($3::text[], $4::integer[]) as clock (exchange, today) using (exchange)
         where user_id = $1 and not simulate and ($2 = '' or exchange = $2)`,
        [userId, exchange, [...marketClocks.keys()], [...marketClocks.values()].map(dayOf)],
      );
      return summed.rows[0] ?? nothing;
    },
  };
}
