// Names that nobody gave speak the reader's language; names that somebody gave stay.
import { expect, test } from 'vitest';
import { defaultName, nameAfter, shownName } from './bot-name.ts';

const made = { name: defaultName('ETH/USDT', 3, 'zh'), typeId: 3 };

test('a name that was made for a bot is told in the language of who reads it', () => {
  expect(shownName(made, 'en')).toBe('ETH Spot Grid');
  expect(shownName(made, 'zh')).toBe('ETH 现货网格');
  expect(shownName({ ...made, name: 'ETH 网格一号' }, 'en')).toBe('ETH 网格一号');
});

test('sent back as it was read, it is no change; another name is', () => {
  expect(nameAfter(made, 'ETH Spot Grid')).toBe(made.name);
  expect(nameAfter(made, undefined)).toBe(made.name);
  expect(nameAfter(made, 'Mine')).toBe('Mine');
  expect(nameAfter({ ...made, name: 'Mine' }, 'ETH Spot Grid')).toBe('ETH Spot Grid');
});
