// The journal of a runner: one statement writes what many users' actors want durable, each under his fencing token. A
// user whose token is no longer the lease's has nothing written; for the others all or nothing holds.
import type { Pool, PoolClient } from 'pg';
import type { CommitResult, OutboxRow, UserWrites } from '../../../ports/runner-writes.ts';
import { botChangeColumns } from '../bots/bot-rows.ts';

type Columns = readonly (readonly [column: string, field: string, type: string])[];

const orderColumns: Columns = [
  ['cid', 'cid', 'text'],
  ['bot_id', 'botId', 'bigint'],
  ['slot', 'slot', 'integer'],
  ['cycle', 'cycle', 'integer'],
  ['attempt', 'attempt', 'integer'],
  ['purpose', 'purpose', 'text'],
  ['side', 'side', 'text'],
  ['type', 'type', 'text'],
  ['tif', 'tif', 'text'],
  ['reduce_only', 'reduceOnly', 'boolean'],
  ['price', 'price', 'numeric'],
  ['qty', 'qty', 'numeric'],
  ['filled', 'filled', 'numeric'],
  ['status', 'status', 'text'],
  ['reason', 'reason', 'text'],
  ['intended_market_ms', 'marketMs', 'bigint'],
];
const fillColumns: Columns = [
  ['account_id', 'accountId', 'bigint'],
  ['books', 'books', 'text'],
  ['venue_fill_id', 'venueFillId', 'text'],
  ['bot_id', 'botId', 'bigint'],
  ['cid', 'cid', 'text'],
  ['symbol', 'symbol', 'text'],
  ['side', 'side', 'text'],
  ['purpose', 'purpose', 'text'],
  ['price', 'price', 'numeric'],
  ['qty', 'qty', 'numeric'],
  ['fee', 'fee', 'numeric'],
  ['fee_asset', 'feeAsset', 'text'],
  ['fee_worth', 'feeWorth', 'numeric'],
  ['maker', 'maker', 'boolean'],
  ['last', 'last', 'numeric'],
  ['market_ms', 'marketMs', 'bigint'],
];
const settlementColumns: Columns = [
  ['bot_id', 'botId', 'bigint'],
  ['exchange', 'exchange', 'text'],
  ['market', 'market', 'text'],
  ['symbol', 'symbol', 'text'],
  ['simulate', 'simulate', 'boolean'],
  ['purpose', 'purpose', 'text'],
  ['pair_id', 'pairId', 'bigint'],
  ['qty', 'qty', 'numeric'],
  ['gross', 'gross', 'numeric'],
  ['fee', 'fee', 'numeric'],
  ['funding', 'funding', 'numeric'],
  ['net', 'net', 'numeric'],
  ['fill_no', 'fillNo', 'integer'],
  ['slot', 'slot', 'integer'],
  ['leg', 'leg', 'smallint'],
  ['market_ms', 'marketMs', 'bigint'],
];
const actionColumns: Columns = [
  ['id', 'id', 'bigint'],
  ['bot_id', 'botId', 'bigint'],
  ['action', 'action', 'text'],
  ['actor', 'actor', 'text'],
  ['why', 'why', 'text'],
  ['data', 'data', 'jsonb'],
  ['code', 'code', 'integer'],
  ['side', 'side', 'text'],
  ['price', 'price', 'numeric'],
  ['qty', 'qty', 'numeric'],
  ['amount', 'amount', 'numeric'],
  ['profit', 'profit', 'numeric'],
  ['round', 'round', 'integer'],
  ['market_ms', 'marketMs', 'bigint'],
];
const positionColumns: Columns = [
  ['id', 'id', 'bigint'],
  ['bot_id', 'botId', 'bigint'],
  ['round', 'round', 'integer'],
  ['side', 'side', 'text'],
  ['status', 'status', 'text'],
  ['qty', 'qty', 'numeric'],
  ['avg_price', 'avgPrice', 'numeric'],
  ['cost', 'cost', 'numeric'],
  ['realized', 'realized', 'numeric'],
  ['fee', 'fee', 'numeric'],
  ['funding', 'funding', 'numeric'],
  ['leverage', 'leverage', 'integer'],
  ['margin', 'margin', 'numeric'],
  ['liq_price', 'liqPrice', 'numeric'],
  ['adds', 'adds', 'integer'],
  ['max_adds', 'maxAdds', 'integer'],
  ['next_add_price', 'nextAddPrice', 'numeric'],
  ['tp_price', 'tpPrice', 'numeric'],
  ['sl_price', 'slPrice', 'numeric'],
  ['opened_market_ms', 'openedMarketMs', 'bigint'],
  ['closed_market_ms', 'closedMarketMs', 'bigint'],
  ['close_reason', 'closeReason', 'text'],
  ['close_price', 'closePrice', 'numeric'],
];
const addColumns: Columns = [
  ['position_id', 'positionId', 'bigint'],
  ['bot_id', 'botId', 'bigint'],
  ['round', 'round', 'integer'],
  ['cid', 'cid', 'text'],
  ['step', 'step', 'integer'],
  ['kind', 'kind', 'text'],
  ['trigger_price', 'triggerPrice', 'numeric'],
  ['price', 'price', 'numeric'],
  ['qty', 'qty', 'numeric'],
  ['amount', 'amount', 'numeric'],
  ['fee', 'fee', 'numeric'],
  ['callback', 'callback', 'numeric'],
  ['filled_market_ms', 'marketMs', 'bigint'],
];
const fundingColumns: Columns = [
  ['account_id', 'accountId', 'bigint'],
  ['books', 'books', 'text'],
  ['venue_funding_id', 'venueFundingId', 'text'],
  ['bot_id', 'botId', 'bigint'],
  ['symbol', 'symbol', 'text'],
  ['rate', 'rate', 'numeric'],
  ['mark', 'mark', 'numeric'],
  ['amount', 'amount', 'numeric'],
  ['market_ms', 'marketMs', 'bigint'],
];
const marginColumns: Columns = [
  ['ref', 'ref', 'text'],
  ['bot_id', 'botId', 'bigint'],
  ['round', 'round', 'integer'],
  ['attempt', 'attempt', 'integer'],
  ['symbol', 'symbol', 'text'],
  ['position_side', 'positionSide', 'text'],
  ['amount', 'amount', 'numeric'],
  ['status', 'status', 'text'],
  ['reason', 'reason', 'text'],
  ['intended_market_ms', 'marketMs', 'bigint'],
];
const equityColumns: Columns = [
  ['bot_id', 'botId', 'bigint'],
  ['market_ms', 'marketMs', 'bigint'],
  ['equity', 'equity', 'numeric'],
];

const cursorColumns: Columns = [
  ['account_id', 'accountId', 'bigint'],
  ['books', 'books', 'text'],
  ['symbol', 'symbol', 'text'],
  ['fill_id', 'fillId', 'text'],
  ['funding_id', 'fundingId', 'text'],
];

/** The rows of one array of every held user, typed, with the user beside them. */
function rowsOf(array: string, columns: Columns): string {
  const types = columns.map(([, field, type]) => `"${field}" ${type}`).join(', ');
  return `held h cross join lateral jsonb_to_recordset(h.writes -> '${array}') as r(${types})`;
}

function insertFrom(table: string, array: string, columns: Columns, extra: readonly [string, string][] = []): string {
  const names = [...columns.map(([column]) => column), ...extra.map(([column]) => column)];
  const values = [...columns.map(([, field]) => `r."${field}"`), ...extra.map(([, value]) => value)];
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${rowsOf(array, columns)}`;
}

const updateOnConflict = (columns: Columns, keys: readonly string[]) =>
  columns
    .map(([column]) => column)
    .filter((column) => !keys.includes(column))
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');

const changes: Columns = [['id', 'id', 'bigint'], ['deleted', 'deleted', 'boolean'], ...botChangeColumns];
const user: [string, string] = ['user_id', 'h.user_id'];

const commitSql = `
with sent as (
  select (w ->> 'userId')::bigint as user_id, (w ->> 'token')::bigint as token, w as writes
  from jsonb_array_elements($1::jsonb) w
), held as materialized (
  select s.* from sent s join runner_leases l on l.user_id = s.user_id and l.token = s.token for share of l
), changed_bots as (
  update bots b set ${botChangeColumns.map(([column, field]) => `${column} = r."${field}"`).join(', ')},
    updated_at = now(), deleted_at = case when r.deleted then coalesce(b.deleted_at, now()) end
  from ${rowsOf('bots', changes)} where b.id = r.id and b.user_id = h.user_id
), written_orders as (
  ${insertFrom('bot_orders', 'orders', orderColumns)}
  on conflict (cid) do update set filled = excluded.filled, status = excluded.status, reason = excluded.reason, updated_at = now()
), written_fills as (
  ${insertFrom('bot_fills', 'fills', fillColumns)}
), written_fundings as (
  ${insertFrom('bot_fundings', 'fundings', fundingColumns)}
), written_settlements as (
  ${insertFrom('settlements', 'settlements', settlementColumns, [user])}
), written_actions as (
  ${insertFrom('bot_actions', 'actions', actionColumns, [user])}
), written_positions as (
  ${insertFrom('positions', 'positions', positionColumns, [user])}
  on conflict (bot_id, round) do update set ${updateOnConflict(positionColumns, ['id', 'bot_id', 'round'])}
), written_adds as (
  ${insertFrom('position_adds', 'adds', addColumns, [user])}
  on conflict (position_id, cid) do update set ${updateOnConflict(addColumns, ['position_id', 'bot_id', 'round', 'cid', 'step', 'kind', 'trigger_price', 'callback'])}
), written_margin_adds as (
  ${insertFrom('margin_adds', 'marginAdds', marginColumns)}
  on conflict (ref) do update set status = excluded.status, reason = excluded.reason, updated_at = now()
), written_equity as (
  ${insertFrom('bot_equity', 'equity', equityColumns)}
  on conflict (bot_id, market_ms) do update set equity = excluded.equity
), thinned_equity as (
  delete from bot_equity e using ${rowsOf('equityDrops', equityColumns.slice(0, 2))}
  where e.bot_id = r."botId" and e.market_ms = r."marketMs"
), moved_cursors as (
  insert into read_cursors as c (account_id, books, symbol, fill_id, funding_id)
  select r."accountId", r."books", r."symbol", coalesce(r."fillId", ''), coalesce(r."fundingId", '')
  from ${rowsOf('cursors', cursorColumns)}
  on conflict (account_id, books, symbol) do update set
    fill_id = coalesce(nullif(excluded.fill_id, ''), c.fill_id),
    funding_id = coalesce(nullif(excluded.funding_id, ''), c.funding_id), read_at = now()
), announced as (
  insert into push_outbox (user_id, channel, data)
  select h.user_id, r.channel, r.data
  from held h cross join lateral rows from (jsonb_to_recordset(h.writes -> 'pushes') as (channel text, data jsonb)) with ordinality as r(channel, data, place)
  order by h.user_id, r.place
  returning id, user_id, channel, data
), removed as (
  delete from push_outbox where id = any($2::bigint[])
)
select coalesce((select jsonb_agg(user_id) from held), '[]') as held,
  coalesce((select jsonb_agg(jsonb_build_object('id', id, 'userId', user_id, 'channel', channel, 'data', data) order by id) from announced), '[]') as outbox`;

/** Over a pool as a transaction of its own, over a client inside its transaction. */
export async function commitWrites(
  pool: Pool | PoolClient,
  writes: readonly UserWrites[],
  sentOutboxIds: readonly number[],
): Promise<CommitResult> {
  const { rows } = await pool.query<{ held: number[]; outbox: OutboxRow[] }>({
    name: 'runner-commit',
    text: commitSql,
    values: [JSON.stringify(writes), sentOutboxIds],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('the journal answered nothing');
  const held = new Set(row.held);
  const fenced = new Set(writes.map(({ userId }) => userId).filter((userId) => !held.has(userId)));
  return { fenced, outbox: row.outbox };
}
