-- When a bot and its exchange last agreed, with what was compared (ports/runner-store.ts, Agreement). And panic: what a bot
-- was before everything of it was stopped at once; '' = it was not.
alter table bots
  add column agreed jsonb,
  add column halted text not null default '';
