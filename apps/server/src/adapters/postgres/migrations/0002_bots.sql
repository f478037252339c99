-- Bots, what they intend, what happened, and who may write. Intentions (bot_orders) are committed before any call to a
-- venue; facts (bot_fills) are booked once per venue trade; amounts are numeric in whole coins, never floating point.
-- Times named *_market_ms are milliseconds of the venue's market clock.

-- The salt keeps the client order ids of one installation apart from those of another on the same exchange account.
create table installation (
  only_row boolean primary key default true check (only_row),
  salt integer not null check (salt between 0 and 1048575)
);

create table bots (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users (id),
  request_id text,
  account_id bigint not null references exchange_accounts (id),
  -- The set of books of the venue it trades in; a local exchange may be started with others.
  books text not null,
  exchange text not null,
  market text not null check (market in ('spot', 'futures')),
  symbol text not null,
  type_id integer not null,
  kind text not null,
  name text not null check (length(name) between 1 and 32),
  direction text not null default 'long',
  simulate boolean not null default false,
  is_public boolean not null default false,
  source_id bigint,
  params jsonb not null,
  version integer not null default 1,
  symbol_rules jsonb not null,
  investment numeric(38, 18) not null check (investment > 0),
  status text not null check (status in ('running', 'paused', 'stopped')),
  phase text not null,
  pause_reason text not null default '',
  stop_reason text not null default '',
  kept boolean not null default false,
  engine jsonb,
  start_seq bigint,
  quote numeric(38, 18) not null default 0,
  base numeric(38, 18) not null default 0,
  realized numeric(38, 18) not null default 0,
  fees numeric(38, 18) not null default 0,
  adds_used integer not null default 0,
  rounds integer not null default 0,
  win_rounds integer not null default 0,
  peak_equity numeric(38, 18) not null default 0,
  max_drawdown numeric(9, 4) not null default 0,
  last_error jsonb,
  started_market_ms bigint,
  stopped_market_ms bigint,
  created_market_ms bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (status <> 'running' or (pause_reason = '' and stop_reason = '')),
  check (deleted_at is null or status = 'stopped')
);
create unique index bots_by_request on bots (user_id, request_id) where request_id is not null;
create unique index bots_one_live_per_side on bots (user_id, exchange, books, market, symbol, direction)
  where status in ('running', 'paused') and not simulate;
create index bots_of_user on bots (user_id, id desc) where deleted_at is null;

-- status: intended (committed, maybe sent), open, filled, cancelled, refused. What the runner does not know yet stays
-- `intended` or `open` and keeps its reservation inside the bot's own budget.
create table bot_orders (
  cid text primary key,
  bot_id bigint not null references bots (id),
  slot integer not null,
  cycle integer not null,
  attempt integer not null,
  purpose text not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('limit', 'market')),
  tif text not null check (tif in ('gtc', 'ioc', 'post')),
  price numeric(38, 18) not null check (price >= 0),
  qty numeric(38, 18) not null check (qty > 0),
  filled numeric(38, 18) not null default 0 check (filled >= 0 and filled <= qty),
  status text not null check (status in ('intended', 'open', 'filled', 'cancelled', 'refused', 'unknown')),
  reason text not null default '',
  intended_market_ms bigint not null,
  intended_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (bot_id, slot, cycle, attempt)
);
create index bot_orders_live on bot_orders (bot_id) where status in ('intended', 'open', 'unknown');
create index bot_orders_of_bot on bot_orders (bot_id, intended_market_ms desc);

create table bot_fills (
  id bigint generated always as identity primary key,
  account_id bigint not null references exchange_accounts (id),
  books text not null,
  venue_fill_id text not null,
  bot_id bigint not null references bots (id),
  cid text not null references bot_orders (cid),
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  purpose text not null,
  price numeric(38, 18) not null check (price > 0),
  qty numeric(38, 18) not null check (qty > 0),
  fee numeric(38, 18) not null check (fee >= 0),
  fee_asset text not null,
  maker boolean not null,
  last numeric(38, 18) not null,
  market_ms bigint not null,
  booked_at timestamptz not null default now(),
  unique (account_id, books, venue_fill_id)
);
create index bot_fills_of_bot on bot_fills (bot_id, id);

create table settlements (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  bot_id bigint not null references bots (id),
  exchange text not null,
  market text not null,
  symbol text not null,
  simulate boolean not null,
  -- Of the order that closed it: 'grid' for a matched pair, else why the bot sold.
  purpose text not null,
  pair_id bigint not null,
  qty numeric(38, 18) not null,
  gross numeric(38, 18) not null,
  fee numeric(38, 18) not null,
  funding numeric(38, 18) not null default 0,
  net numeric(38, 18) not null,
  fuel numeric(38, 18) not null default 0,
  -- Accounting day: calendar day in UTC+8 of the market clock, counted from 1970-01-01.
  day integer not null generated always as (((market_ms + 28800000) / 86400000)::integer) stored,
  market_ms bigint not null,
  booked_at timestamptz not null default now(),
  check (net = gross - fee + funding)
);
create index settlements_of_bot on settlements (bot_id, day);
create index settlements_of_user on settlements (user_id, day);

create table bot_actions (
  id bigint generated by default as identity primary key,
  user_id bigint not null references users (id),
  bot_id bigint not null references bots (id),
  action text not null check (action in ('create', 'update', 'delete', 'start', 'pause', 'resume', 'stop', 'open', 'add',
    'manual_add', 'close', 'manual_close', 'manual', 'success', 'failed')),
  actor text not null check (actor in ('user', 'system', 'ai', 'operator', 'webhook')),
  why text not null,
  data jsonb not null default '{}',
  code integer,
  side text,
  price numeric(38, 18),
  qty numeric(38, 18),
  amount numeric(38, 18),
  profit numeric(38, 18),
  round integer,
  market_ms bigint not null,
  written_at timestamptz not null default now()
);
create index bot_actions_of_bot on bot_actions (bot_id, id desc);
create index bot_actions_of_user on bot_actions (user_id, id desc);

-- One row per round: from the first coin held to the last one gone.
create table positions (
  id bigint generated by default as identity primary key,
  user_id bigint not null references users (id),
  bot_id bigint not null references bots (id),
  round integer not null,
  side text not null check (side in ('long', 'short')),
  status text not null check (status in ('open', 'closing', 'closed')),
  qty numeric(38, 18) not null,
  avg_price numeric(38, 18) not null,
  cost numeric(38, 18) not null,
  realized numeric(38, 18) not null,
  fee numeric(38, 18) not null,
  adds integer not null default 0,
  opened_market_ms bigint not null,
  closed_market_ms bigint,
  close_reason text,
  close_price numeric(38, 18),
  unique (bot_id, round)
);
create index positions_of_user on positions (user_id, status);

create table bot_equity (
  bot_id bigint not null references bots (id),
  market_ms bigint not null,
  equity numeric(38, 18) not null,
  primary key (bot_id, market_ms)
);

-- How far the fills of an account have been read by polling. Streams and replies run ahead of it.
create table fill_cursors (
  account_id bigint not null references exchange_accounts (id),
  books text not null,
  fill_id text not null,
  read_at timestamptz not null default now(),
  primary key (account_id, books)
);

-- One writer per user. The token grows with every change of hands; a write that carries an older one is dropped.
create sequence runner_ids;
create table runner_leases (
  user_id bigint primary key references users (id),
  runner_id bigint not null,
  token bigint not null,
  expires_at timestamptz not null
);

-- Live events that go out after the facts they tell of; a row is removed when it has been handed to the bus.
create table push_outbox (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  channel text not null check (channel in ('bot', 'position', 'action', 'account')),
  data jsonb not null,
  written_at timestamptz not null default now()
);
