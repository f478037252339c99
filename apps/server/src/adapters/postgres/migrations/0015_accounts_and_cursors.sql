-- Several accounts of one user, also at one exchange: 'house' = the funded account of the local exchange, opened by us;
-- 'key' = the account behind a key that its user bound.
alter table exchange_accounts add column wire text not null default 'house' check (wire in ('house', 'key'));
alter table exchange_accounts drop constraint exchange_accounts_user_id_exchange_key;
alter table exchange_accounts drop constraint exchange_accounts_exchange_account_key;
create unique index exchange_accounts_one_house on exchange_accounts (user_id, exchange) where wire = 'house';
create unique index exchange_accounts_house_account on exchange_accounts (exchange, account) where wire = 'house';
-- An account that changes hands (its key removed here, bound by somebody else) is another row for its new user.
create unique index exchange_accounts_key_account on exchange_accounts (user_id, exchange, account) where wire = 'key';
-- Keys bound before: their accounts. Books of a real exchange are its code; ref names the row.
insert into exchange_accounts (user_id, exchange, wire, ref, account, books, opened_at)
  select user_id, exchange, 'key', 'key-' || user_id || '-' || account_uid, account_uid, exchange, now()
  from exchange_keys where removed_at is null;

-- How far trades and funding have been read by polling: most exchanges tell them per symbol, under ids of that symbol.
create table read_cursors (
  account_id bigint not null references exchange_accounts (id),
  books text not null,
  -- As the venue names it.
  symbol text not null,
  -- '' = nothing has been read yet.
  fill_id text not null default '',
  funding_id text not null default '',
  read_at timestamptz not null default now(),
  primary key (account_id, books, symbol)
);
-- What was read of an account was read of all its symbols; ids of the local exchange count over the whole account.
insert into read_cursors (account_id, books, symbol, fill_id, funding_id)
  select distinct b.account_id, b.books, b.symbol_rules ->> 'symbol', coalesce(f.fill_id, ''), coalesce(g.funding_id, '')
  from bots b
  left join fill_cursors f on f.account_id = b.account_id and f.books = b.books
  left join funding_cursors g on g.account_id = b.account_id and g.books = b.books
  where f.fill_id is not null or g.funding_id is not null;
drop table fill_cursors;
drop table funding_cursors;
