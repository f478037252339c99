// How time that runs out is written.
import { createInstance } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { words as en } from '../locales/en.ts';
import { words as zh } from '../locales/zh.ts';
import { spanText } from './countdown.ts';

const i18n = createInstance();
beforeAll(async () => {
  await i18n.init({ resources: { zh: { translation: zh }, en: { translation: en } } });
});

describe('time that is left', () => {
  it.each([
    [0, '0 秒', '0 s'],
    [59, '59 秒', '59 s'],
    [75, '1 分 15 秒', '1 min 15 s'],
    [898, '14 分 58 秒', '14 min 58 s'],
    [3600, '1 小时 00 分 00 秒', '1 h 00 min 00 s'],
    [86_400, '24 小时 00 分 00 秒', '24 h 00 min 00 s'],
  ])('%i seconds are %s', (seconds, inZh, inEn) => {
    expect(spanText(i18n.getFixedT('zh'), seconds)).toBe(inZh);
    expect(spanText(i18n.getFixedT('en'), seconds)).toBe(inEn);
  });
});
