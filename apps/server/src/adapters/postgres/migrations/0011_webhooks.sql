-- Webhooks of custom bots. The token of an address is kept as its hash alone; the secret of its signatures is derived
-- from the token and the installation's pepper, and kept nowhere.
create table bot_hooks (
  bot_id bigint primary key references bots (id) on delete cascade,
  token_hash bytea not null unique,
  -- The last four characters of the token, for the masked address.
  tail text not null,
  created_at timestamptz not null,
  last_at timestamptz
);

-- Every signal that had a right to be asked, as it came, with what became of it; code null = it is being passed on, or
-- the process died meanwhile: then its id counts as used, because a signal is never followed twice.
create table hook_signals (
  id bigint generated always as identity primary key,
  bot_id bigint not null references bots (id) on delete cascade,
  signal_id text not null,
  body text not null,
  address text not null,
  received_at timestamptz not null,
  -- Its id counts as used for a day.
  counts boolean not null,
  code integer
);
create index hook_signals_by_id on hook_signals (bot_id, signal_id, received_at) where counts;
create index hook_signals_by_age on hook_signals (received_at);
create index hook_signals_by_bot on hook_signals (bot_id, received_at);
