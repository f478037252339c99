// A martingale on a contract is never without a stop: left empty, one is computed.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';

export function hasOwnStop({ type, market }: { readonly type: string; readonly market: BotType['market'] }): boolean {
  return type === 'martin' && market === 'futures';
}
