// Lines of the poster: nothing is lost, nothing is wider than it may be.
import { expect, it } from 'vitest';
import { wrapText } from './draw-poster.ts';

const within = (most: number) => (line: string) => line.length <= most;

it('breaks Chinese anywhere and other words between them', () => {
  expect(wrapText('机器人只执行您设定的规则', within(5))).toEqual(['机器人只执', '行您设定的', '规则']);
  expect(wrapText('Bots only follow your rules', within(12))).toEqual(['Bots only', 'follow your', 'rules']);
  expect(wrapText('', within(5))).toEqual([]);
});

it('loses no letter', () => {
  const text = 'Digital-asset trading 数字资产交易风险极高,可能损失全部投入。It may cost everything.';
  for (let most = 8; most < 40; most += 1)
    expect(wrapText(text, within(most)).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
});
