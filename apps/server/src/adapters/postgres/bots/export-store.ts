// Rows for files in PostgreSQL, by ascending id, always by their owner.
import type { Pool } from 'pg';
import type { ExportFilter, ExportRows, ExportStore } from '../../../ports/export-store.ts';
import { settlementColumns } from './bill-store.ts';
import { actionColumns } from './bot-store.ts';

interface Source {
  readonly columns: string;
  readonly from: string;
  /** The rows' own table. */
  readonly row: string;
}

const fillColumns = `f.id, b.id as "botId", b.name as "botName", b.type_id as "typeId", b.exchange, l.market, f.symbol, f.side, f.purpose,
  trim_scale(f.price) as price, trim_scale(f.qty) as qty, trim_scale(f.fee) as fee, f.fee_asset as "feeAsset", f.maker,
  f.cid, f.venue_fill_id as "venueFillId", f.market_ms as "marketMs"`;

const sources: Readonly<Record<keyof ExportRows, Source>> = {
  // A leg's trades are those of the bot it belongs to.
  fills: {
    columns: fillColumns,
    from: `bot_fills f join bots l on l.id = f.bot_id join bots b on b.id = coalesce(l.parent_id, l.id)`,
    row: 'f',
  },
  settlements: { columns: settlementColumns, from: 'settlements s join bots b on b.id = s.bot_id', row: 's' },
  actions: {
    columns: actionColumns,
    from: `bot_actions a join bots b on b.id = a.bot_id
      left join positions p on p.bot_id = a.bot_id and p.round = a.round`,
    row: 'a',
  },
};

function where({ row }: Source): string {
  return `b.user_id = $1 and not b.simulate and ($2::bigint is null or b.id = $2) and ($3 = '' or b.exchange = $3)
    and ${row}.market_ms >= $4 and ${row}.market_ms < $5`;
}

function valuesOf(userId: number, { botId, exchange, fromMs, untilMs }: ExportFilter): unknown[] {
  return [userId, botId, exchange, fromMs, untilMs];
}

export function createExportStore(pool: Pool): ExportStore {
  return {
    count: async (kind, userId, filter) => {
      const source = sources[kind];
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::integer as count from ${source.from} where ${where(source)}`,
        valuesOf(userId, filter),
      );
      return rows[0]?.count ?? 0;
    },
    piece: async (kind, userId, filter, afterId, most) => {
      const source = sources[kind];
      const { rows } = await pool.query<ExportRows[typeof kind]>(
        `select ${source.columns} from ${source.from} where ${where(source)} and ${source.row}.id > $6
         order by ${source.row}.id limit $7`,
        [...valuesOf(userId, filter), afterId, most],
      );
      return rows;
    },
  };
}
