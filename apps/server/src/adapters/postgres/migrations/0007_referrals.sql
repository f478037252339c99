-- Referrers make a forest. `path` is the referrer's path with the referrer behind it, so nobody is above themselves.
--
-- Two changes may each be right alone and make a ring together (A under B while B goes under A), and a newcomer may take
-- a path that is just being moved. Row locks would have to cover every ancestor of both sides, in one order, while that
-- order changes; a person changes the referrer once in a lifetime, so one lock for the whole forest is enough. Whoever
-- moves holds it alone; newcomers share it and do not wait for each other. 7316180012 is any number, used for nothing else.

create function users_take_path() returns trigger language plpgsql as $$
begin
  new.path := '{}';
  if new.referrer_id is not null then
    perform pg_advisory_xact_lock_shared(7316180012);
    select r.path || r.id into strict new.path from users r where r.id = new.referrer_id;
  end if;
  return new;
end $$;
create trigger users_path before insert on users for each row execute function users_take_path();

create function users_lock_forest() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7316180012);
  return null;
end $$;
create trigger users_move before update of referrer_id, path on users
  for each statement execute function users_lock_forest();

-- Looks when the statement is done, so that a whole team can move in one. A ring cannot pass: each path would have to be
-- longer than the next one all the way round.
create function users_check_path() returns trigger language plpgsql as $$
begin
  if new.path is distinct from coalesce((select r.path || r.id from users r where r.id = new.referrer_id), '{}')
    or exists (select from users c where c.referrer_id = new.id and c.path <> new.path || new.id) then
    raise exception 'the path of user % does not follow from the referrer', new.id
      using errcode = 'check_violation', constraint = 'users_forest', table = 'users';
  end if;
  return null;
end $$;
create constraint trigger users_forest after insert or update of referrer_id, path on users
  for each row execute function users_check_path();

-- Gives a user another referrer, by sn or alias, with the whole team behind. `outcome` is changed, unknown, self,
-- descendant or locked; only the first has written anything. To ask for the referrer one has already changes nothing and
-- does not use up the one change.
create function change_referrer(moved bigint, code text, moved_at timestamptz)
  returns table (outcome text, old_referrer bigint, new_referrer bigint) language plpgsql as $$
declare
  mover users;
  target users;
begin
  perform pg_advisory_xact_lock(7316180012);
  select * into strict mover from users where id = moved;
  select * into target from users where (sn = code or alias = lower(code)) and status = 'active';
  if target.id is null then
    return query select 'unknown', null::bigint, null::bigint;
  elsif target.id = mover.id then
    return query select 'self', null::bigint, null::bigint;
  elsif mover.id = any (target.path) then
    return query select 'descendant', null::bigint, null::bigint;
  elsif mover.referral_changed_at is not null or target.id is not distinct from mover.referrer_id then
    return query select 'locked', null::bigint, null::bigint;
  else
    with recursive team (id) as (
      select mover.id
      union all
      select u.id from users u join team t on u.referrer_id = t.id
    )
    update users u set
      path = target.path || target.id || u.path[cardinality(mover.path) + 1 :],
      referrer_id = case when u.id = mover.id then target.id else u.referrer_id end,
      referral_changed_at = case when u.id = mover.id then moved_at else u.referral_changed_at end,
      updated_at = case when u.id = mover.id then moved_at else u.updated_at end
    from team where u.id = team.id;
    return query select 'changed', mover.referrer_id, target.id;
  end if;
end $$;
