-- Who has seen an operator's token besides itself, until it has traded it for one of its own; null = nobody. The first ones
-- are trusted with theirs. Words for operators whose tokens those who added them still know do not count any more: each renews
-- its token, and is vouched for again.
alter table operators add column token_seen_by text check (token_seen_by <> name);
with recursive added as (
  select o.name, coalesce((select l.operator from operator_log l where l.action = 'operator_add' and l.subject = o.name
    order by l.id desc limit 1), o.name) as adder
  from operators o
), up as (
  select name, adder, name as subject from added
  union all
  select a.name, a.adder, up.subject from up join added a on a.name = up.adder where up.adder <> up.name
)
update operators o set
  person = coalesce((select up.name from up where up.subject = o.name and up.adder = up.name), o.person),
  token_seen_by = (select nullif(a.adder, a.name) from added a where a.name = o.name);
