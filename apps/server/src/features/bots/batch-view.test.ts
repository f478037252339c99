// A task on many bots in two languages: a name that was made for a bot is said as the list of bots says it.
import { expect, test } from 'vitest';
import { batchView } from './batch-view.ts';

test('names that nobody gave speak the reader’s language; given ones and those of no bot stay', () => {
  const item = { botId: 1, symbol: 'BTC/USDT', code: null, said: null, detail: null };
  const items = [
    { ...item, name: 'BTC 现货网格', typeId: 3 },
    { ...item, name: '我的网格', typeId: 3 },
    { ...item, name: '', typeId: null },
  ];
  const names = (lang: 'zh' | 'en') =>
    batchView({ id: 't', action: 'pause', status: 'done', items }, lang).items.map(({ name }) => name);
  expect(names('en')).toEqual(['BTC Spot Grid', '我的网格', '']);
  expect(names('zh')).toEqual(['BTC 现货网格', '我的网格', '']);
});
