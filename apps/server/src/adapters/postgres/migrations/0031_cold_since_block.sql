-- An address is cold storage from the block on at which it was pinned: to name one does not turn into a move between wallets of
-- ours what left to it before. What was pinned without a block keeps what was judged by it.
alter table chain_pins add column cold_since_block bigint;
update chain_pins set cold_since_block = 0 where cold_wallet is not null;

create or replace view known_moves as
select m.*,
  case when m.sender = p.hot_wallet then 'hot' when m.sender = p.cold_wallet then 'cold' else 'deposit' end as comes_from,
  case when m.status = 'settled' then 'out' when m.sender = p.hot_wallet then null
    when m.receiver = p.hot_wallet then 'hot'
    when m.receiver = p.cold_wallet and m.block_number > p.cold_since_block then 'cold' end as goes_to
from own_moves m join chain_pins p on p.chain_id = m.chain_id
where m.status <> 'orphaned';
