// Whether a bot that is made now would trade by a bound key: the words of `keys` that say so.
import type { ExchangeKey } from '@cormorant/contract/entities/exchange-key.ts';

/** A key that failed its check carries no new bots, and nothing else does in its place. */
export function newBotsText(status: ExchangeKey['status']) {
  return status === 'valid' || status === 'checking' ? 'keys.tradesText' : 'keys.noNewText';
}
