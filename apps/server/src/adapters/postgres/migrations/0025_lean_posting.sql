-- The posting function with fewer statements: one takes the accounts and judges all entries by what they hold, one writes.
-- It answers as ledger_post of 0017 does. What stands in the way of one journal makes each be posted by itself.

-- Few journals reverse another: only those stand in the index.
alter table ledger_journals drop constraint ledger_journals_reverses_key;
create unique index ledger_journals_reversed on ledger_journals (reverses) where reverses is not null;

create or replace function ledger_post(
  p_keys text[], p_kinds text[], p_ref_types text[], p_ref_ids text[], p_remarks text[], p_contents text[],
  p_reverses text[], p_at timestamptz[],
  e_journals integer[], e_accounts bigint[], e_amounts numeric[], e_logs text[]
) returns table (place integer, state text, journal_id bigint, short_account bigint) language plpgsql as $$
declare
  journals integer := cardinality(p_keys);
  afters numeric[];
  balanced boolean;
  covered boolean;
  known record;
  reversed bigint;
begin
  -- One statement takes the accounts in the order of their ids, sees what they hold then, and judges all entries by it.
  with held as materialized (
    select a.id, a.balance, a.asset, a.side, a.user_id from ledger_accounts a
    where a.id = any (e_accounts) order by a.id for no key update
  ), lines as materialized (
    select e.journal, e.account, e.line, h.asset, e.amount * h.side as weight, h.user_id,
      h.balance + sum(e.amount) over (partition by e.account order by e.line) as after
    from unnest(e_journals, e_accounts, e_amounts) with ordinality e (journal, account, amount, line)
      left join held h on h.id = e.account
  )
  select array_agg(l.after order by l.line), coalesce(bool_and(l.user_id is null or l.after >= 0), false),
    count(distinct l.journal) = journals
      and not exists (select 1 from lines w group by w.journal, w.asset having w.asset is null or sum(w.weight) <> 0)
    into afters, covered, balanced from lines l;
  if not balanced then
    raise exception 'a journal of % does not balance', p_keys using errcode = 'CL001';
  end if;

  -- Mostly nothing stands in the way, and all journals are written at once.
  if journals > 1 and (not covered
    or exists (select 1 from unnest(p_reverses) r where r <> '')
    or exists (select 1 from ledger_journals j where j.key = any (p_keys))
    or (select count(distinct k) from unnest(p_keys) k) < journals) then
    for i in 1..journals loop
      return query select i, one.state, one.journal_id, one.short_account from (
        select array_agg(1 order by e.line) as journals, array_agg(e.account order by e.line) as accounts,
          array_agg(e.amount order by e.line) as amounts, array_agg(e.log order by e.line) as logs
        from unnest(e_journals, e_accounts, e_amounts, e_logs) with ordinality e (journal, account, amount, log, line)
        where e.journal = i
      ) own cross join lateral ledger_post(p_keys[i:i], p_kinds[i:i], p_ref_types[i:i], p_ref_ids[i:i], p_remarks[i:i],
        p_contents[i:i], p_reverses[i:i], p_at[i:i], own.journals, own.accounts, own.amounts, own.logs) one;
    end loop;
    return;
  end if;

  if journals = 1 then
    select j.id, j.content into known from ledger_journals j where j.key = p_keys[1];
    if found then
      return query select 1, case when known.content = p_contents[1] then 'repeated' else 'conflict' end, known.id,
        null::bigint;
      return;
    end if;
    if p_reverses[1] <> '' then
      select j.id into reversed from ledger_journals j where j.key = p_reverses[1]
        and not exists (select 1 from ledger_journals r where r.reverses = j.id);
      if not found then
        raise exception 'journal % cannot be reversed: it is not there, or was', p_reverses[1] using errcode = 'CL003';
      end if;
    end if;
    if not covered then
      return query select 1, 'short', null::bigint, e.account
        from unnest(e_accounts, afters) with ordinality e (account, after, line)
        where e.after < 0 and e.account < 1000000000000000 order by e.line limit 1;
      return;
    end if;
  end if;

  perform set_config('ledger.posting', 'on', true);
  return query
  with numbered as materialized (
    select nextval('ledger_journals_id_seq') as id, p.key, p.kind, p.ref_type, p.ref_id, p.remark, p.content, p.at,
      p.line::integer as line
    from unnest(p_keys, p_kinds, p_ref_types, p_ref_ids, p_remarks, p_contents, p_at) with ordinality
      p (key, kind, ref_type, ref_id, remark, content, at, line)
  ), written as (
    insert into ledger_journals (id, key, kind, ref_type, ref_id, remark, content, reverses, created_at)
    overriding system value
    select n.id, n.key, n.kind, n.ref_type, n.ref_id, n.remark, n.content, reversed, n.at from numbered n
  ), entries as (
    insert into ledger_entries (journal_id, account_id, amount, before, after, log, created_at)
    select n.id, e.account, e.amount, e.after - e.amount, e.after, e.log, n.at
    from unnest(e_journals, e_accounts, e_amounts, e_logs, afters) with ordinality
      e (journal, account, amount, log, after, line) join numbered n on n.line = e.journal
    order by e.line
  ), moved as (
    update ledger_accounts a set balance = s.after
    from (select distinct on (e.account) e.account, e.after
      from unnest(e_accounts, afters) with ordinality e (account, after, line) order by e.account, e.line desc) s
    where a.id = s.account
  )
  select n.line, 'posted', n.id, null::bigint from numbered n order by n.line;
  perform set_config('ledger.posting', '', true);
end $$;
