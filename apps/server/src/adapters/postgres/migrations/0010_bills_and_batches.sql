-- Which trades a result is made of: how many trades of its bot were booked when it was settled, the last of them
-- included, and the slot of the order that settled it (-1: it was settled by no order's event). Null in older rows.
alter table settlements add column fill_no integer, add column slot integer;
create index settlements_newest on settlements (user_id, id desc);

-- One action on many bots. Whoever carries a task out shows that it lives (alive_at); a task whose process died is ended
-- by whoever asks for it next, because a wish that was not carried out at once is not carried out later unasked.
create table bot_batches (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users (id),
  action text not null,
  status text not null check (status in ('pending', 'running', 'done')),
  created_at timestamptz not null,
  alive_at timestamptz not null
);
create index bot_batches_by_age on bot_batches (created_at);

-- What each bot answered: code 1 with the key of its success text, or a refusal with what its text is made of.
create table bot_batch_items (
  batch_id uuid not null references bot_batches (id) on delete cascade,
  place integer not null,
  bot_id bigint not null,
  name text not null,
  symbol text not null,
  code integer,
  said text,
  detail jsonb,
  primary key (batch_id, place)
);
