-- The chain against the books: where each ended transaction stands and what it cost, so that one which the chain takes back
-- is followed again; gas as a coin of the books; why an approved withdrawal waits; and what the last comparison found.

alter table chain_sends
  add column ended_block bigint,
  add column ended_hash text,
  -- What it took from its wallet in coin of the chain, a gift of gas included.
  add column cost_wei numeric(38, 0),
  -- The books have its ending, and the chain has taken its block back.
  add column taken_back boolean not null default false,
  -- A sweep whose gas did not reach is given more.
  add column part smallint not null default 1 check (part > 0),
  drop constraint chain_sends_purpose_ref_id_key,
  add unique (purpose, ref_id, part),
  add check (purpose = 'gas' or part = 1),
  add check (not taken_back or ending is not null),
  add check ((ended_block is null) = (ended_hash is null)),
  add check (ended_block is null or ending is not null);
drop index chain_sends_open;
create index chain_sends_open on chain_sends (wallet, nonce) where ending is null or taken_back;
create index chain_sends_ended on chain_sends (ended_block);

alter table withdrawals add column waits text not null default '' check (waits in ('', 'closed', 'coin', 'gas'));

alter table ledger_parts
  drop constraint ledger_parts_asset_check,
  add check (asset in ('USDT', 'POINTS', 'BNB'));
insert into ledger_parts (house, no, part, asset, side) values
  (true, 11, 'gas', 'BNB', -1), (true, 12, 'gas_spent', 'BNB', -1), (true, 13, 'gas_funded', 'BNB', 1),
  (true, 14, 'funded', 'USDT', 1);
select set_config('ledger.posting', 'on', true);
insert into ledger_accounts (id, part, asset, side)
  select 1000000000000000 + no, part, asset, side from ledger_parts where house and no > 10;
select set_config('ledger.posting', '', true);

create table custody_reports (
  chain_id integer primary key,
  block_number bigint not null,
  proven_at timestamptz not null,
  hot numeric(38, 18) not null,
  hot_books numeric(38, 18) not null,
  deposits numeric(38, 18) not null,
  deposits_books numeric(38, 18) not null,
  gas numeric(38, 18) not null,
  gas_books numeric(38, 18) not null,
  liabilities numeric(38, 18) not null,
  faults text[] not null
);
