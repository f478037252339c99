-- Bots on perpetual contracts, and rounds of every kind. Funding is booked once per settlement of the venue, like trades;
-- the orders of a round that make it larger have a row each. A forced trade has an order row of its own, made by us.

alter table bots
  add column funding numeric(38, 18) not null default 0,
  add column pending_funding numeric(38, 18) not null default 0,
  add column position_side text not null default 'net' check (position_side in ('net', 'long', 'short')),
  add column reserve_added numeric(38, 18) not null default 0 check (reserve_added >= 0);

alter table bot_orders add column reduce_only boolean not null default false;

create table bot_fundings (
  id bigint generated always as identity primary key,
  account_id bigint not null references exchange_accounts (id),
  books text not null,
  venue_funding_id text not null,
  bot_id bigint not null references bots (id),
  symbol text not null,
  rate numeric(38, 18) not null,
  mark numeric(38, 18) not null check (mark > 0),
  amount numeric(38, 18) not null,
  market_ms bigint not null,
  booked_at timestamptz not null default now(),
  unique (account_id, books, venue_funding_id)
);
create index bot_fundings_of_bot on bot_fundings (bot_id, id);

-- How far the funding of an account has been read by polling.
create table funding_cursors (
  account_id bigint not null references exchange_accounts (id),
  books text not null,
  funding_id text not null,
  read_at timestamptz not null default now(),
  primary key (account_id, books)
);

alter table positions
  add column leverage integer not null default 1,
  add column margin numeric(38, 18),
  add column liq_price numeric(38, 18),
  add column funding numeric(38, 18) not null default 0,
  add column max_adds integer not null default 0,
  add column next_add_price numeric(38, 18),
  add column tp_price numeric(38, 18),
  add column sl_price numeric(38, 18);
create index positions_stopped_out on positions (bot_id, closed_market_ms) where close_reason = 'stop_loss';

-- The first order of a round is step 0. Price is the average of the order's fills.
create table position_adds (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  position_id bigint not null references positions (id),
  bot_id bigint not null references bots (id),
  round integer not null,
  cid text not null unique references bot_orders (cid),
  step integer not null check (step >= 0),
  kind text not null check (kind in ('open', 'add', 'manual_add')),
  trigger_price numeric(38, 18),
  price numeric(38, 18) not null check (price > 0),
  qty numeric(38, 18) not null check (qty > 0),
  amount numeric(38, 18) not null check (amount >= 0),
  fee numeric(38, 18) not null,
  callback numeric(9, 4),
  filled_market_ms bigint not null
);
create index position_adds_of_position on position_adds (position_id, step);
