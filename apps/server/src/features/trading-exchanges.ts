// Where bots trade. Keys of the other exchanges the house knows can be bound and checked, and no more.
import { LOCAL_EXCHANGE } from '@cormorant/contract/labels/exchanges.ts';

export function botsTradeAt(exchange: string): boolean {
  return exchange === LOCAL_EXCHANGE;
}
