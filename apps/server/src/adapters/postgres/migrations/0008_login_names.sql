-- One name signs in one user. Account names and verified e-mail addresses are two columns that the login reads as one, so
-- no index can keep them apart: whoever takes a name waits for others who take it, and looks into the other column.
create function users_take_login_name() returns trigger language plpgsql as $$
declare
  name text;
begin
  -- In one order, so that two who take the same two names wait for each other and not both.
  for name in
    select taken from unnest(array[
      lower(new.account), case when new.email_verified_at is not null then lower(new.email) end]) taken
    where taken is not null order by taken
  loop
    perform pg_advisory_xact_lock(7316, hashtext(name));
    if exists (select from users where id <> new.id
      and (lower(account) = name or (lower(email) = name and email_verified_at is not null)))
    then
      raise exception 'the login name is taken'
        using errcode = 'unique_violation', constraint = 'users_login_name', table = 'users';
    end if;
  end loop;
  return new;
end $$;
create trigger users_login_name before insert or update of account, email, email_verified_at on users
  for each row execute function users_take_login_name();
