-- Bots of several legs: a parent, which its owner made and sees, and one ordinary bot for each leg (parent_id, leg). A leg
-- is never a bot of its own to anybody. `legs` of a parent says how many it has; 0 = an ordinary bot or a leg itself.

alter table bots
  add column parent_id bigint references bots (id),
  add column leg smallint check (leg >= 0),
  add column legs smallint not null default 0 check (legs >= 0),
  add constraint bots_leg_of_a_parent check ((parent_id is null) = (leg is null)),
  -- Money passes between the legs of one bot, so one of them may have none.
  drop constraint bots_investment_check,
  add constraint bots_investment_check check (investment > 0 or parent_id is not null);
create unique index bots_by_leg on bots (parent_id, leg) where parent_id is not null;

-- A parent has no side in a market: its legs have.
drop index bots_one_live_per_side;
create unique index bots_one_live_per_side on bots (user_id, exchange, books, market, symbol, direction)
  where status in ('running', 'paused') and not simulate and legs = 0;

-- Whose trades it is made of, where the bot has legs: fill_no and slot count in that leg.
alter table settlements add column leg smallint;
