-- Whose hand an operator is, what takes two persons, and charges that were taken back.

-- Who adds an operator could hold both tokens: until another person vouches for the name, it counts as the adder's. People
-- of the beginning, and whom two vouched for, are their own.
alter table operators add column person text;
with recursive added as (
  select o.name, coalesce((select l.operator from operator_log l where l.action = 'operator_add' and l.subject = o.name
    order by l.id desc limit 1), o.name) as adder
  from operators o
), up as (
  select name, adder, name as subject from added
  union all
  select a.name, a.adder, up.subject from up join added a on a.name = up.adder where up.adder <> up.name
)
update operators o set person = coalesce((select up.name from up where up.subject = o.name and up.adder = up.name), o.name);
alter table operators alter column person set not null;

-- Asked for by one operator, carried out by the word of another person.
create table operator_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('setting', 'reverse_charge')),
  -- The setting's name; the charge's number.
  subject text not null,
  value text not null default '',
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text check (decided_by <> asked_by),
  decided_at timestamptz,
  state text not null default 'asked' check (state in ('asked', 'done', 'rejected')),
  check ((state = 'asked') = (decided_by is null))
);

alter table fuel_charges add column reversed_at timestamptz;
-- A share that is taken back is a row of its own, below zero.
alter table profit_shares drop constraint profit_shares_amount_check, add check (amount <> 0);
