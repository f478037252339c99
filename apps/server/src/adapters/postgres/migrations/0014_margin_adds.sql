-- What was put behind positions besides their orders' own margin: an intent like an order, committed before the venue is
-- asked, with an id that is the same whenever it is asked again. And an order that goes on in the next round of its bot
-- has a row in each.

create table margin_adds (
  ref text primary key,
  bot_id bigint not null references bots (id),
  round integer not null,
  attempt integer not null check (attempt >= 0),
  symbol text not null,
  position_side text not null check (position_side in ('net', 'long', 'short')),
  amount numeric(38, 18) not null check (amount > 0),
  status text not null check (status in ('intended', 'done', 'refused')),
  reason text not null default '',
  intended_market_ms bigint not null,
  intended_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (bot_id, round, attempt)
);

alter table position_adds drop constraint position_adds_cid_key;
alter table position_adds add unique (position_id, cid);
create index position_adds_of_order on position_adds (cid);
