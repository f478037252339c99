// Rows of operators in PostgreSQL, read and written in the caller's transaction.
import type { PoolClient } from 'pg';
import type { OperatorRow, OperatorRows, Standing } from '../../../ports/operator-store.ts';

export const OPERATOR = `select name, roles, person, token_hash as "tokenHash", token_seen_by as "tokenSeenBy",
  disabled_at is null as "isActive" from operators`;

const STANDINGS = `
select o.name, o.person, o.created_at as "createdAtMs",
  p.name is not null and p.token_seen_by is null as "personHasOwnToken"
from operators o left join operators p on p.name = o.person where o.name = any ($1::text[])`;

const ADDER = `
select operator as adder from operator_log where action = 'operator_add' and subject = $1 order by id desc limit 1`;

export function operatorRowsOf(client: PoolClient): OperatorRows {
  const one = async (sql: string, values: unknown[] = []): Promise<OperatorRow | null> =>
    (await client.query<OperatorRow>(sql, values)).rows[0] ?? null;
  return {
    first: () => one(`${OPERATOR} order by id limit 1 for share`),
    take: (name, hold) => one(`${OPERATOR} where name = $1 for ${hold === 'share' ? 'share' : 'update'}`, [name]),
    standings: async (names) => (await client.query<Standing>(STANDINGS, [names])).rows,
    adderOf: async (name) => (await client.query<{ adder: string }>(ADDER, [name])).rows[0]?.adder ?? null,
    add: async ({ name, roles, person, tokenHash, tokenSeenBy }, nowMs) => {
      await client.query(
        `insert into operators (name, roles, token_hash, created_at, person, token_seen_by) values ($1, $2, $3, $4, $5, $6)`,
        [name, roles, tokenHash, new Date(nowMs), person, tokenSeenBy],
      );
    },
    setOwnToken: async (name, tokenHash) => {
      await client.query('update operators set token_hash = $2, token_seen_by = null where name = $1', [
        name,
        tokenHash,
      ]);
    },
    setPerson: async (name, person) => {
      await client.query('update operators set person = $2 where name = $1', [name, person]);
    },
    disable: async (name, nowMs) => {
      await client.query('update operators set disabled_at = $2 where name = $1', [name, new Date(nowMs)]);
    },
  };
}
