-- The ledger (product.md 1.13). Money moves through ledger_post alone: balanced for each asset, one effect a key, locks in the
-- order of ids, nothing of a user's below zero, and what was written is never changed: a mistake is taken back by a journal
-- of its own. An account is counted on its natural side (side 1 = credit: what the platform owes or has earned; -1 = debit:
-- what it owns, is owed or has spent); a journal balances when sum(amount * side) is zero.

create table ledger_parts (
  house boolean not null,
  no smallint not null check (no between 1 and 15),
  part text not null,
  asset text not null check (asset in ('USDT', 'POINTS')),
  side smallint not null check (side in (1, -1)),
  primary key (house, no),
  unique (house, part)
);
insert into ledger_parts (house, no, part, asset, side) values
  (false, 1, 'available', 'USDT', 1), (false, 2, 'frozen', 'USDT', 1), (false, 3, 'fuel_paid', 'USDT', 1),
  (false, 4, 'fuel_bonus', 'USDT', 1), (false, 5, 'points', 'POINTS', 1), (false, 6, 'fuel_owed', 'USDT', -1),
  (true, 1, 'fee', 'USDT', 1), (true, 2, 'fuel_income', 'USDT', 1), (true, 3, 'share_paid', 'USDT', -1),
  (true, 4, 'bonus', 'USDT', -1), (true, 5, 'withdraw_fee', 'USDT', 1), (true, 6, 'points_issued', 'POINTS', -1),
  (true, 7, 'dust', 'USDT', 1), (true, 8, 'hot', 'USDT', -1), (true, 9, 'pending_in', 'USDT', -1),
  (true, 10, 'adjust', 'USDT', -1);

-- A user's accounts have the id user * 16 + no. The house's come after all of them, so that who locks by id takes the rows
-- that everybody needs last.
create table ledger_accounts (
  id bigint primary key,
  user_id bigint references users (id),
  part text not null,
  asset text not null,
  side smallint not null,
  balance numeric(38, 18) not null default 0,
  check (user_id is null or balance >= 0),
  check (user_id is null or id between user_id * 16 + 1 and user_id * 16 + 15)
) with (fillfactor = 70);
insert into ledger_accounts (id, part, asset, side)
  select 1000000000000000 + no, part, asset, side from ledger_parts where house;

create table ledger_journals (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null,
  ref_type text not null,
  ref_id text not null,
  remark text not null,
  -- What makes a repeat the same event.
  content text not null,
  reverses bigint unique references ledger_journals (id),
  created_at timestamptz not null
);
create index ledger_journals_ref on ledger_journals (ref_type, ref_id);

-- Rows come from ledger_post alone, which has the journal and the account in its hands: no foreign keys are looked up.
create table ledger_entries (
  id bigint generated always as identity primary key,
  journal_id bigint not null,
  account_id bigint not null,
  amount numeric(38, 18) not null check (amount <> 0),
  before numeric(38, 18) not null,
  after numeric(38, 18) not null check (after = before + amount),
  -- The kind of the row in its owner's log; null = none.
  log text,
  created_at timestamptz not null,
  check (account_id >= 1000000000000000 or after >= 0)
);
create index ledger_entries_account on ledger_entries (account_id, id);
create index ledger_entries_journal on ledger_entries (journal_id);

create function ledger_open_accounts() returns trigger language plpgsql as $$
begin
  perform set_config('ledger.posting', 'on', true);
  insert into ledger_accounts (id, user_id, part, asset, side)
    select new.id * 16 + no, new.id, part, asset, side from ledger_parts where not house;
  perform set_config('ledger.posting', '', true);
  return null;
end $$;
create trigger users_open_ledger after insert on users for each row execute function ledger_open_accounts();
insert into ledger_accounts (id, user_id, part, asset, side)
  select u.id * 16 + p.no, u.id, p.part, p.asset, p.side from users u, ledger_parts p where not p.house;

create function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: money moves through ledger_post alone', lower(tg_op), tg_table_name
    using errcode = 'CL002';
end $$;
create function ledger_refuse_unposted() returns trigger language plpgsql as $$
begin
  if current_setting('ledger.posting', true) is distinct from 'on' then
    raise exception '% of % is refused: money moves through ledger_post alone', lower(tg_op), tg_table_name
      using errcode = 'CL002';
  end if;
  return null;
end $$;
create trigger ledger_journals_kept before update or delete or truncate on ledger_journals
  for each statement execute function ledger_refuse();
create trigger ledger_entries_kept before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse();
create trigger ledger_journals_posted before insert on ledger_journals
  for each statement execute function ledger_refuse_unposted();
create trigger ledger_entries_posted before insert on ledger_entries
  for each statement execute function ledger_refuse_unposted();
create trigger ledger_accounts_posted before insert or update or delete on ledger_accounts
  for each statement execute function ledger_refuse_unposted();

-- Posts journals in their order, in the caller's transaction. Of each: 'posted'; 'repeated' (the key has had this effect);
-- 'conflict' (the key belongs to another content); 'short' (that account would fall below zero; nothing was written).
-- An entry names its journal by its place in p_keys, from 1. A journal that does not balance is a fault of the program
-- and raises CL001, one that reverses what is not there or reversed already CL003; then nothing is posted.
create function ledger_post(
  p_keys text[], p_kinds text[], p_ref_types text[], p_ref_ids text[], p_remarks text[], p_contents text[],
  p_reverses text[], p_at timestamptz[],
  e_journals integer[], e_accounts bigint[], e_amounts numeric[], e_logs text[]
) returns table (place integer, state text, journal_id bigint, short_account bigint) language plpgsql as $$
declare
  journals integer := cardinality(p_keys);
  locked bigint[];
  one_by_one boolean;
  lo integer := 1;
  hi integer;
  known record;
  short bigint;
begin
  select array_agg(distinct a order by a) into locked from unnest(e_accounts) a;
  perform 1 from ledger_accounts a where a.id = any (locked) order by a.id for no key update;
  if exists (
    select 1 from unnest(e_journals, e_accounts, e_amounts) e (journal, account, amount)
      left join ledger_accounts a on a.id = e.account
      group by e.journal, a.asset having a.asset is null or sum(e.amount * a.side) <> 0
  ) or exists (select 1 from generate_series(1, journals) j where j <> all (e_journals)) then
    raise exception 'a journal of % does not balance', p_keys using errcode = 'CL001';
  end if;

  -- Mostly nothing stands in the way, and all journals are written at once.
  one_by_one := exists (select 1 from ledger_journals j where j.key = any (p_keys))
    or journals > 1 and (select count(distinct k) from unnest(p_keys) k) < journals
    or exists (select 1 from unnest(p_reverses) r where r <> '')
    or exists (
      select 1 from (
        select a.balance + sum(e.amount) over (partition by e.account order by e.line) as after
        from unnest(e_accounts, e_amounts) with ordinality e (account, amount, line)
          join ledger_accounts a on a.id = e.account and a.user_id is not null
      ) w where w.after < 0);

  perform set_config('ledger.posting', 'on', true);
  while lo <= journals loop
    hi := case when one_by_one then lo else journals end;
    if one_by_one then
      place := lo;
      short_account := null;
      select j.id, j.content into known from ledger_journals j where j.key = p_keys[lo];
      if found then
        journal_id := known.id;
        state := case when known.content = p_contents[lo] then 'repeated' else 'conflict' end;
        lo := lo + 1;
        return next;
        continue;
      end if;
      if p_reverses[lo] <> '' and not exists (
        select 1 from ledger_journals j where j.key = p_reverses[lo]
          and not exists (select 1 from ledger_journals r where r.reverses = j.id)
      ) then
        raise exception 'journal % cannot be reversed: it is not there, or was', p_reverses[lo] using errcode = 'CL003';
      end if;
      select w.account into short from (
        select e.account, e.line, a.balance + sum(e.amount) over (partition by e.account order by e.line) as after
        from unnest(e_journals, e_accounts, e_amounts) with ordinality e (journal, account, amount, line)
          join ledger_accounts a on a.id = e.account and a.user_id is not null
        where e.journal = lo
      ) w where w.after < 0 order by w.line limit 1;
      if found then
        state := 'short';
        journal_id := null;
        short_account := short;
        lo := lo + 1;
        return next;
        continue;
      end if;
    end if;

    return query
    with written as (
      insert into ledger_journals (key, kind, ref_type, ref_id, remark, content, reverses, created_at)
      select p.key, p.kind, p.ref_type, p.ref_id, p.remark, p.content,
        case when p.reverses <> '' then (select r.id from ledger_journals r where r.key = p.reverses) end, p.at
      from unnest(p_keys[lo:hi], p_kinds[lo:hi], p_ref_types[lo:hi], p_ref_ids[lo:hi], p_remarks[lo:hi],
        p_contents[lo:hi], p_reverses[lo:hi], p_at[lo:hi]) with ordinality
        p (key, kind, ref_type, ref_id, remark, content, reverses, at, line)
      order by p.line
      returning id, key, created_at
    ), placed as (
      select w.id, w.created_at, p.line::integer + lo - 1 as place
      from written w join unnest(p_keys[lo:hi]) with ordinality p (key, line) on p.key = w.key
    ), lines as (
      select e.journal, e.account, e.amount, e.log, e.line,
        a.balance + sum(e.amount) over (partition by e.account order by e.line) as after
      from unnest(e_journals, e_accounts, e_amounts, e_logs) with ordinality e (journal, account, amount, log, line)
        join ledger_accounts a on a.id = e.account
      where e.journal between lo and hi
    ), entries as (
      insert into ledger_entries (journal_id, account_id, amount, before, after, log, created_at)
      select p.id, l.account, l.amount, l.after - l.amount, l.after, l.log, p.created_at
      from lines l join placed p on p.place = l.journal order by l.line
    ), moved as (
      update ledger_accounts a set balance = a.balance + s.amount
      from (select l.account, sum(l.amount) as amount from lines l group by l.account) s
      where a.id = s.account
    )
    select p.place, 'posted', p.id, null::bigint from placed p order by p.place;
    lo := hi + 1;
  end loop;
  perform set_config('ledger.posting', '', true);
end $$;
