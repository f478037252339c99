-- How far deposits were read when a withdrawal was asked for: what paid the same up to there is not its payment.
alter table withdrawals add column since_block bigint;
