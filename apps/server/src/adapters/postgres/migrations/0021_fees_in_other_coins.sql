-- What a fee was booked at in quote, where the exchange took it in a coin that the trade did not move (BNB): null = it was
-- paid in coin or in quote, and says so itself.
alter table bot_fills add column fee_worth numeric(38, 18) check (fee_worth >= 0);
