-- What users did among their own accounts and with each other; and who works the installation by hand, with everything they
-- did, in a chain of hashes: a row that was changed or taken out breaks it.

create table changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  request_id text not null,
  kind text not null check (kind in ('convert', 'transfer')),
  from_account text not null,
  to_account text not null,
  to_user_id bigint references users (id) check (to_user_id <> user_id),
  amount numeric(38, 18) not null check (amount > 0),
  rate text not null,
  receive numeric(38, 18) not null check (receive > 0),
  remark text not null,
  created_at timestamptz not null,
  unique (user_id, request_id),
  check ((kind = 'transfer') = (to_user_id is not null))
);
create index changes_of_day on changes (user_id, created_at);

create table operators (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z][a-z0-9_]{1,31}$'),
  roles text[] not null,
  -- SHA-256 of the token, which is shown once.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  disabled_at timestamptz
);

-- Corrections by hand: asked for by one operator, done by another.
create table adjustments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  part text not null check (part in ('available', 'fuel_paid', 'fuel_bonus', 'points')),
  amount numeric(38, 18) not null check (amount <> 0),
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text check (decided_by <> asked_by),
  decided_at timestamptz,
  state text not null default 'asked' check (state in ('asked', 'done', 'rejected')),
  check ((state = 'asked') = (decided_by is null))
);

create table operator_log (
  id bigint primary key,
  at timestamptz not null,
  operator text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text not null check (length(reason) > 0),
  hash text not null
);

create function operator_hash(previous text, row_of operator_log) returns text language sql stable as $$
  select encode(sha256(convert_to(previous || jsonb_build_array(row_of.id, extract(epoch from row_of.at), row_of.operator,
    row_of.action, row_of.subject, row_of.before, row_of.after, row_of.reason)::text, 'UTF8')), 'hex')
$$;

-- One after the other, so that each has one before it.
create function operator_note(p_at timestamptz, p_operator text, p_action text, p_subject text, p_before jsonb,
  p_after jsonb, p_reason text) returns void language plpgsql as $$
declare
  newest operator_log;
  noted operator_log;
begin
  perform pg_advisory_xact_lock(7316180012);
  select * into newest from operator_log order by id desc limit 1;
  noted := row(coalesce(newest.id, 0) + 1, p_at, p_operator, p_action, p_subject, p_before, p_after, p_reason, '');
  noted.hash := operator_hash(coalesce(newest.hash, ''), noted);
  insert into operator_log select noted.*;
end $$;

create function operator_log_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% of operator_log is refused: what was done stays written', lower(tg_op) using errcode = 'CL004';
end $$;
create trigger operator_log_kept before update or delete or truncate on operator_log
  for each statement execute function operator_log_refuse();
