-- The EIP-4361 texts wallets sign, each for one address, one purpose and, when it is not for signing in, one user.
create table login_nonces (
  id bigint generated always as identity primary key,
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  purpose text not null check (purpose in ('login', 'bind', 'prove')),
  user_id bigint references users (id),
  nonce text not null unique check (nonce ~ '^[A-Za-z0-9]{22}$'),
  message text not null,
  ip text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'login') = (user_id is null))
);
create index login_nonces_live on login_nonces (address, purpose, id) where used_at is null;
create index login_nonces_age on login_nonces (expires_at);
