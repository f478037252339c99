-- Cold storage; coin that moves off addresses of ours by no transaction of the outbox: sweeps by hand, what comes back from cold
-- storage, and what was taken; and endings that the chain turned round after they were booked.

-- uncompared: why the chain cannot be compared with the books; '' = it can.
alter table chain_pins
  add column cold_wallet text check (cold_wallet ~ '^0x[0-9a-f]{40}$'),
  add column uncompared text not null default '';

insert into ledger_parts (house, no, part, asset, side) values (true, 15, 'cold', 'USDT', -1);
select set_config('ledger.posting', 'on', true);
insert into ledger_accounts (id, part, asset, side)
  select 1000000000000000 + no, part, asset, side from ledger_parts where house and no = 15;
select set_config('ledger.posting', '', true);

alter table custody_reports
  add column cold numeric(38, 18) not null default 0,
  add column cold_books numeric(38, 18) not null default 0;

-- Approved by two persons; its send has purpose `cold`.
create table cold_sends (
  id bigint generated always as identity primary key,
  request_id bigint not null unique references operator_requests (id),
  target text not null check (target ~ '^0x[0-9a-f]{40}$'),
  amount numeric(38, 18) not null check (amount > 0),
  status text not null check (status in ('approved', 'moving', 'done', 'failed', 'cancelled')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((status in ('approved', 'moving')) = (ended_at is null))
);
alter table chain_sends
  drop constraint chain_sends_purpose_check,
  add check (purpose in ('withdraw', 'gas', 'sweep', 'cold')),
  -- How it ended on the chain where the books have it otherwise, until two persons have settled it.
  add column chain_ending text check (chain_ending in ('paid', 'reverted', 'replaced')),
  add check (chain_ending is null or (ending is not null and chain_ending <> ending));
alter table operator_requests
  drop constraint operator_requests_kind_check,
  add check (kind in ('setting', 'reverse_charge', 'cold_send', 'settle'));

-- from_books: how much of it the books had on its deposit address; the rest was never credited to anybody. times: how often it
-- was booked, because the chain took it back in between.
create table own_moves (
  id bigint generated always as identity primary key,
  chain_id integer not null,
  txid text not null check (txid ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0),
  sender text not null,
  receiver text not null,
  raw numeric(38, 0) not null check (raw > 0),
  required integer not null check (required > 0),
  block_number bigint not null,
  block_hash text not null,
  status text not null check (status in ('seen', 'booked', 'settled', 'orphaned')),
  from_books numeric(38, 18) not null default 0 check (from_books >= 0),
  times smallint not null default 0,
  created_at timestamptz not null,
  unique (chain_id, txid, log_index)
);
create index own_moves_of_sender on own_moves (sender);
create index own_moves_by_block on own_moves (block_number);

-- Whence and where to: a wallet that is pinned later is known from then on. `goes_to` null: to nobody we know.
create view known_moves as
select m.*,
  case when m.sender = p.hot_wallet then 'hot' when m.sender = p.cold_wallet then 'cold' else 'deposit' end as comes_from,
  case when m.status = 'settled' then 'out' when m.sender = p.hot_wallet then null
    when m.receiver = p.hot_wallet then 'hot' when m.receiver = p.cold_wallet then 'cold' end as goes_to
from own_moves m join chain_pins p on p.chain_id = m.chain_id
where m.status <> 'orphaned';
