-- Since when a user has each factor (null = since the account was opened; an e-mail address has email_verified_at), and
-- the count of wrong payment passwords in a row.

alter table users
  add column password_set_at timestamptz,
  add column payment_set_at timestamptz,
  add column address_bound_at timestamptz,
  add column payment_failures integer not null default 0,
  add column payment_locked_until timestamptz;
