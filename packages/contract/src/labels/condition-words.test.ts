// The log's conditions in words: every shape that the core writes, and what it does not write as it stands.
import { expect, it } from 'vitest';
import { conditionWords } from './condition-words.ts';

it.each([
  ['price@15m 0.1185 > ma(20)@15m 0.118082', '15 分钟 价格 0.1185 大于 均线 MA(20) 0.118082'],
  ['rsi(14)@1h 27.41 < 30', '1 小时 RSI(14) 27.41 小于 30'],
  [
    'macd(12,26,9).dif@4h 1.2 cross_up macd(12,26,9).dea@4h 1.1',
    '4 小时 MACD(12, 26, 9) DIF 1.2 上穿 MACD(12, 26, 9) DEA 1.1',
  ],
  [
    'funding@1h -0.01 <= 0; boll(20,2).low@1d ? >= 5',
    '1 小时 资金费率 % -0.01 不高于 0;1 天 布林带(20, 2) 下轨 ? 不低于 5',
  ],
])('says %s', (held, said) => {
  expect(conditionWords(held, 'zh')).toBe(said);
});

it('says it in English', () => {
  expect(conditionWords('price@1m 5 cross_down boll(20,2).mid@1m 6', 'en')).toBe(
    '1 min price 5 crossed below Bollinger(20, 2) middle 6',
  );
});

it.each(['0.1 ETH, -0.1 ETH', '', 'strange@1h 5 > 3', 'price@1h 5 ~ 3'])('leaves %j as it stands', (held) => {
  expect(conditionWords(held, 'zh')).toBe(held);
});
