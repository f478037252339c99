-- Ids of requests are looked up in lower case, so that is how they are kept: a repeat finds what was written with capitals. Of
-- several that differ in their case alone, each of which was done, one keeps the id, and the others get one that nobody can send.
-- Kept answers are for a day and only one of them can be given.
with places as (
  select id, row_number() over (partition by user_id, lower(request_id) order by request_id = lower(request_id) desc, id) as place
  from bots where request_id is not null
)
update bots t set request_id = lower(t.request_id) || case when p.place > 1 then '#' || t.id else '' end
from places p where p.id = t.id and (p.place > 1 or t.request_id <> lower(t.request_id));
with places as (
  select id, row_number() over (partition by user_id, lower(request_id) order by request_id = lower(request_id) desc, id) as place
  from changes
)
update changes t set request_id = lower(t.request_id) || case when p.place > 1 then '#' || t.id else '' end
from places p where p.id = t.id and (p.place > 1 or t.request_id <> lower(t.request_id));
with places as (
  select id, row_number() over (partition by user_id, lower(request_id) order by request_id = lower(request_id) desc, id) as place
  from withdrawals where request_id is not null
)
update withdrawals t set request_id = lower(t.request_id) || case when p.place > 1 then '#' || t.id else '' end
from places p where p.id = t.id and (p.place > 1 or t.request_id <> lower(t.request_id));
delete from idempotent_answers a using idempotent_answers b
where b.user_id = a.user_id and b.call = a.call and lower(b.request_id) = lower(a.request_id) and b.request_id <> a.request_id
  and a.request_id <> lower(a.request_id) and (b.request_id = lower(b.request_id) or b.request_id < a.request_id);
update idempotent_answers set request_id = lower(request_id) where request_id <> lower(request_id);

alter table bots add check (request_id = lower(request_id));
alter table changes add check (request_id = lower(request_id));
alter table withdrawals add check (request_id = lower(request_id));
alter table idempotent_answers add check (request_id = lower(request_id));
