-- Of what goes from the hot wallet to cold storage by hand the books know both ends.
create or replace view known_moves as
select m.*,
  case when m.sender = p.hot_wallet then 'hot' when m.sender = p.cold_wallet then 'cold' else 'deposit' end as comes_from,
  case when m.status = 'settled' then 'out'
    when m.receiver = p.cold_wallet and m.block_number > p.cold_since_block then 'cold'
    when m.sender = p.hot_wallet then null
    when m.receiver = p.hot_wallet then 'hot' end as goes_to
from own_moves m join chain_pins p on p.chain_id = m.chain_id
where m.status <> 'orphaned';

-- Sends whose nonce a transaction that is not known here has used, as the newest comparison found them: up to its block, where
-- the wallet has used so many nonces.
create table used_nonces (
  send_id bigint primary key references chain_sends (id),
  block_number bigint not null,
  block_hash text not null,
  next_nonce integer not null
);
