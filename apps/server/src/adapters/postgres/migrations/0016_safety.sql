-- When a bot and its exchange last agreed, with what was compared (ports/runner-store.ts, Agreement); what somebody did by
-- hand beside it and has not answered for yet (Drift), null = nothing. And panic: what a bot was before everything of it was
-- stopped at once; '' = it was not.
alter table bots
  add column agreed jsonb,
  add column drift jsonb,
  add column halted text not null default '';
