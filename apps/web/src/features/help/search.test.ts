// The search of the help centre.
import { expect, test } from 'vitest';
import { found } from './search.ts';

const categories = [
  {
    code: 'bots',
    name: 'Strategies',
    list: [
      { title: 'Spot grid', summary: 'Buys one line lower, sells one line higher' },
      { title: '现货马丁', summary: '每跌一段就买入更多' },
    ],
  },
  { code: 'keys', name: 'Exchange keys', list: [{ title: 'OKX key', summary: 'Make a key with a passphrase' }] },
];
const titles = (keyword: string) => found(categories, keyword).flatMap(({ list }) => list.map(({ title }) => title));

test('without a word everything is there', () => {
  expect(found(categories, '  ')).toEqual(categories);
});

test.each([
  ['GRID', ['Spot grid']],
  ['higher spot', ['Spot grid']],
  ['马丁', ['现货马丁']],
  ['okx　key', ['OKX key']],
  ['grid okx', []],
  ['Strategies', []],
])('%s finds %j', (keyword, wanted) => {
  expect(titles(keyword)).toEqual(wanted);
});

test('a category in which nothing is found is left out', () => {
  expect(found(categories, 'passphrase').map(({ code }) => code)).toEqual(['keys']);
});
