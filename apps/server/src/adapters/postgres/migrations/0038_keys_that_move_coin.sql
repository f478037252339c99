-- Keys that can move coin to other wallets or accounts of their exchange; null where the exchange does not tell.

alter table exchange_keys add column can_transfer boolean;
