-- In which set of the venue's books an account was opened. The local exchange keeps separate books for each market it
-- plays; an account opened in one of them has to be opened again in another before it can be used there.
alter table exchange_accounts add column books text;
drop index exchange_accounts_unopened;
create index exchange_accounts_by_books on exchange_accounts (exchange, books, id);
