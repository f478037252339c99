-- People, sessions, sign-in attempts, settings, answers kept for repeats, and accounts at venues.

create table users (
  id bigint generated always as identity primary key,
  sn text not null unique check (sn ~ '^[1-9][0-9]{7}$'),
  nickname text not null check (char_length(nickname) between 1 and 20),
  account text check (char_length(account) between 4 and 254),
  password_hash text,
  payment_hash text,
  address text check (address ~ '^0x[0-9a-f]{40}$'),
  email text,
  email_verified_at timestamptz,
  mobile text,
  avatar text not null,
  referrer_id bigint references users (id) check (referrer_id <> id),
  referral_changed_at timestamptz,
  path bigint[] not null default '{}',
  is_partner boolean not null default false,
  rate_bp integer not null default 0 check (rate_bp between 0 and 10000),
  alias text check (alias ~ '^[a-z0-9_]{3,32}$' and alias !~ '^[0-9]+$'),
  status text not null default 'active' check (status in ('active', 'locked', 'disabled', 'closed')),
  fuel_notice numeric(20, 8) not null default 10,
  rank_public boolean not null default false,
  lang text not null default 'zh' check (lang in ('zh', 'en')),
  terms_version integer not null default 0,
  terms_agreed_at timestamptz,
  security_hold_until timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (address is not null or (account is not null and password_hash is not null)),
  check (rate_bp = 0 or is_partner)
);
create unique index users_account_key on users (lower(account));
create unique index users_address_key on users (address);
create unique index users_email_key on users (lower(email));
create unique index users_alias_key on users (alias);
create index users_referrer on users (referrer_id);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  terminal smallint not null check (terminal between 1 and 4),
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text
);
create index sessions_live on sessions (user_id, created_at) where revoked_at is null;

-- The subject is a hash, so that accounts that do not exist leave no names here.
create table login_attempts (
  subject bytea primary key check (octet_length(subject) = 32),
  failures integer not null,
  window_started_at timestamptz not null,
  locked_until timestamptz,
  locks integer not null default 0
);

create table settings (
  key text primary key,
  value text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null default 'install'
);

create table idempotent_answers (
  user_id bigint not null references users (id),
  call text not null,
  request_id text not null,
  payload_hash bytea not null,
  answer jsonb,
  claimed_at timestamptz not null,
  primary key (user_id, call, request_id)
);
create index idempotent_answers_age on idempotent_answers (claimed_at);

create table exchange_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  exchange text not null,
  ref text not null,
  account text,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  unique (user_id, exchange),
  unique (exchange, ref),
  unique (exchange, account)
);
create index exchange_accounts_unopened on exchange_accounts (exchange, id) where account is null;
