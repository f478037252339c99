// What is said of new bots is where the server puts them: on a key only while it is good, else nowhere.
import { keyStatuses } from '@cormorant/contract/entities/exchange-key.ts';
import { expect, test } from 'vitest';
import { newBotsText } from './new-bots.ts';

test('a key that is no good is not said to carry new bots', () => {
  expect(Object.fromEntries(keyStatuses.map((one) => [one, newBotsText(one)]))).toEqual({
    ...{ valid: 'keys.tradesText', checking: 'keys.tradesText' },
    ...{ invalid: 'keys.noNewText', expired: 'keys.noNewText' },
  });
});
