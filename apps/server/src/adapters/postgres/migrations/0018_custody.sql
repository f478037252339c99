-- The money on the chain: which chain and token it is, deposit addresses and deposits, withdrawals with who decided them,
-- and every transaction that is sent, by wallet and nonce. Amounts are USDT of 1e-18.

-- What was found at the first start and must be found at every later one, and how far the scanner has come.
create table chain_pins (
  chain_id integer primary key,
  contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
  decimals smallint not null,
  genesis text not null,
  xpub_mark text not null,
  hot_wallet text check (hot_wallet ~ '^0x[0-9a-f]{40}$'),
  first_block bigint not null,
  scanned_block bigint not null,
  scanned_hash text not null,
  head_block bigint not null,
  updated_at timestamptz not null
);

create sequence deposit_index minvalue 0 start 0;
create table deposit_addresses (
  user_id bigint primary key references users (id),
  user_index integer not null unique,
  address text not null unique check (address ~ '^0x[0-9a-f]{40}$'),
  created_at timestamptz not null
);

-- log_index -1: its owner has told of it, and it is in no block yet.
create table deposits (
  id bigint generated always as identity primary key,
  chain_id integer not null,
  txid text not null check (txid ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= -1),
  user_id bigint not null references users (id),
  sender text not null,
  address text not null,
  raw numeric(38, 0) not null check (raw >= 0),
  amount numeric(38, 18) not null check (amount >= 0),
  dust numeric(38, 18) not null check (dust >= 0),
  block_number bigint,
  block_hash text,
  required integer not null check (required > 0),
  status text not null check (status in ('seen', 'confirming', 'credited', 'below_min', 'orphaned')),
  reason text not null default '',
  created_at timestamptz not null,
  credited_at timestamptz,
  unique (chain_id, txid, log_index),
  check ((log_index = -1) = (block_number is null)),
  check ((status = 'seen') = (block_number is null)),
  check ((status = 'credited') = (credited_at is not null))
);
create index deposits_of_user on deposits (user_id, id desc);
create index deposits_open on deposits (chain_id, block_number) where status in ('seen', 'confirming');
create index deposits_of_address on deposits (address);

-- Set when the chain took back what was credited, until an operator has looked: '' = not.
alter table users add column withdraw_stop text not null default '';

create table withdrawals (
  id bigint generated always as identity primary key,
  sn text not null unique check (sn ~ '^W[0-9]{14}$'),
  user_id bigint not null references users (id),
  network text not null,
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  amount numeric(38, 18) not null check (amount > 0),
  fee numeric(38, 18) not null check (fee >= 0 and fee < amount),
  status text not null check (status in ('submitted', 'reviewing', 'approved', 'signed', 'broadcast', 'confirmed',
    'cancelled', 'rejected', 'failed')),
  risk text[] not null default '{}',
  reason text not null default '',
  nonce bigint,
  txid text,
  review_by text,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  broadcast_at timestamptz,
  confirmed_at timestamptz
);
create unique index withdrawals_in_progress on withdrawals (user_id)
  where status in ('submitted', 'reviewing', 'approved', 'signed', 'broadcast');
create index withdrawals_of_user on withdrawals (user_id, id desc);

create table withdrawal_reviews (
  withdrawal_id bigint not null references withdrawals (id),
  operator text not null check (operator <> ''),
  decision text not null check (decision in ('approve', 'reject', 'cancel')),
  reason text not null check (reason <> ''),
  created_at timestamptz not null,
  primary key (withdrawal_id, operator)
);

create table withdraw_addresses (
  user_id bigint not null references users (id),
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  label text not null default '' check (char_length(label) <= 20),
  last_used_at timestamptz not null,
  primary key (user_id, address)
);

create table sweeps (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  address text not null,
  amount numeric(38, 18) not null check (amount > 0),
  status text not null check (status in ('fuelling', 'moving', 'done', 'failed')),
  block_number bigint,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index sweeps_under_way on sweeps (address) where status in ('fuelling', 'moving');

-- A nonce belongs to one purpose for ever, and each purpose has one nonce.
create table chain_wallets (
  chain_id integer not null,
  wallet text not null check (wallet ~ '^0x[0-9a-f]{40}$'),
  next_nonce bigint not null check (next_nonce >= 0),
  primary key (chain_id, wallet)
);
create table chain_sends (
  id bigint generated always as identity primary key,
  chain_id integer not null,
  wallet text not null,
  nonce bigint not null check (nonce >= 0),
  purpose text not null check (purpose in ('withdraw', 'gas', 'sweep')),
  ref_id bigint not null,
  target text not null check (target ~ '^0x[0-9a-f]{40}$'),
  token numeric(38, 0) not null check (token >= 0),
  value_wei numeric(38, 0) not null check (value_wei >= 0),
  gas bigint not null check (gas > 0),
  withdrawn boolean not null default false,
  ending text check (ending in ('paid', 'reverted', 'replaced')),
  fault text not null default '',
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (chain_id, wallet, nonce),
  unique (purpose, ref_id),
  check ((ending is null) = (ended_at is null))
);
create index chain_sends_open on chain_sends (wallet, nonce) where ending is null;

-- Every signed transaction of a nonce, stored before it is sent, never changed.
create table chain_raws (
  txid text primary key check (txid ~ '^0x[0-9a-f]{64}$'),
  send_id bigint not null references chain_sends (id),
  attempt integer not null check (attempt > 0),
  kind text not null check (kind in ('pay', 'cancel')),
  raw text not null,
  max_fee_wei numeric(38, 0) not null,
  tip_wei numeric(38, 0) not null,
  stored_at timestamptz not null,
  sent_at timestamptz,
  unique (send_id, attempt)
);
