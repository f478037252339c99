-- What somebody did by hand beside a bot and has not answered for yet (ports/runner-store.ts, Drift); null = nothing.
alter table bots add column drift jsonb;
