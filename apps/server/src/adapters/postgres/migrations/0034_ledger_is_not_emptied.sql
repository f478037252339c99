-- TRUNCATE goes round what guards each row, and what a part is decides on which side its accounts are counted.
create trigger ledger_accounts_kept before truncate on ledger_accounts
  for each statement execute function ledger_refuse();
create trigger ledger_parts_kept before update or delete or truncate on ledger_parts
  for each statement execute function ledger_refuse();
