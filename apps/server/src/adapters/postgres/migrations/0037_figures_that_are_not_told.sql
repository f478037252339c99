-- Some exchanges tell no mark price or no rate of a settlement of funding. What is not told is null, and never 0.

alter table bot_fundings
  alter column rate drop not null,
  alter column mark drop not null;
