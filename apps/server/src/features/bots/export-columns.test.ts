// A name that was made for a bot is made anew for who reads the file, as on the screens.
import { expect, test } from 'vitest';
import { exportColumns } from './export-columns.ts';

test.each(['fills', 'settlements', 'actions'] as const)('%s name a bot in the language of the reader', (kind) => {
  const column = exportColumns[kind].find(({ heading }) => heading.en === 'bot');
  const cell = (name: string, lang: 'zh' | 'en') => column?.cell({ botName: name, name, typeId: 3 } as never, lang);
  expect(cell('BTC 现货网格', 'en')).toBe('BTC Spot Grid');
  expect(cell('BTC 现货网格', 'zh')).toBe('BTC 现货网格');
  expect(cell('My own', 'zh')).toBe('My own');
});
