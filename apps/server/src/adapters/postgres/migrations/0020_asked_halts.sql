-- Panic where an exchange has not told which bots are its own since the start: these bots are halted before anything else
-- happens to them, by whoever reads them next.
alter table bots add column halt_asked boolean not null default false;
