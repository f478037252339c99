// Where a bot that is made now would trade, of an exchange with a bound key: the words of `keys` that say so.
import type { ExchangeKey } from '@cormorant/contract/entities/exchange-key.ts';

/** A key that failed its check carries no new bots; only the local exchange has an account beside it. */
export function newBotsText(exchange: string, status: ExchangeKey['status']) {
  if (status === 'valid' || status === 'checking') return 'keys.tradesText';
  return exchange === 'local' ? 'keys.houseText' : 'keys.noNewText';
}
