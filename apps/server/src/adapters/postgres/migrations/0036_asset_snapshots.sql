-- What an account at an exchange held when it last could be read: shown, with its time, while the exchange does not answer.
-- One row for each way a user asks about an exchange; that of another account of the exchange takes its place.
create table asset_snapshots (
  user_id bigint not null references users (id),
  exchange text not null,
  wallet text not null check (wallet in ('all', 'spot', 'futures')),
  account text not null,
  asset jsonb not null,
  read_at timestamptz not null,
  primary key (user_id, exchange, wallet)
);
