-- Mails that wait to be sent, and the codes that some of them carry.

-- A row is written in the transaction of what it tells. The body is gone once it has been handed to a mail server.
create table mail_outbox (
  id bigint generated always as identity primary key,
  recipient text not null check (recipient ~ '^[^[:space:][:cntrl:]<>]+@[^[:space:][:cntrl:]<>]+$'),
  subject text not null check (subject !~ '[[:cntrl:]]'),
  body text,
  created_at timestamptz not null,
  -- Not sent any more after this; null = worth sending at any time.
  expires_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  -- Sent, shown on the local page, or given up.
  ended_at timestamptz,
  outcome text check (outcome in ('sent', 'local', 'refused', 'expired', 'given_up')),
  check ((ended_at is null) = (outcome is null)),
  check (body is not null or ended_at is not null)
);
create index mail_outbox_due on mail_outbox (next_try_at) where ended_at is null;
create index mail_outbox_age on mail_outbox (ended_at) where ended_at is not null;

-- One code a subject: a purpose with a user and an address, where a new code takes the place of the one before, or the
-- ticket of one who asked for a reset. Hashes only, so that neither codes nor tickets are kept here.
create table email_codes (
  subject bytea primary key check (octet_length(subject) = 32),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index email_codes_age on email_codes (expires_at);

-- How often codes were asked for: per user, per address, per typed account name, and per such name and who typed it.
create table email_code_limits (
  subject bytea primary key check (octet_length(subject) = 32),
  last_at timestamptz not null,
  day_started_at timestamptz not null,
  sent integer not null
);
create index email_code_limits_age on email_code_limits (last_at);
