// What is said of new bots is where the server puts them: on a key only while it is good, else on the account of the house.
import { keyStatuses } from '@cormorant/contract/entities/exchange-key.ts';
import { expect, test } from 'vitest';
import { newBotsText } from './new-bots.ts';

test('a key that is no good is not said to carry new bots', () => {
  const texts = (exchange: string) => Object.fromEntries(keyStatuses.map((one) => [one, newBotsText(exchange, one)]));
  const good = { valid: 'keys.tradesText', checking: 'keys.tradesText' };
  expect(texts('local')).toEqual({ ...good, invalid: 'keys.houseText', expired: 'keys.houseText' });
  expect(texts('binance')).toEqual({ ...good, invalid: 'keys.noNewText', expired: 'keys.noNewText' });
});
