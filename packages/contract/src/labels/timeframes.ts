// What the timeframes of candles are called.
import type { Words } from './words.ts';

export const timeframeWords: Readonly<Record<string, Words>> = {
  '1m': { zh: '1 分钟', en: '1 min' },
  '5m': { zh: '5 分钟', en: '5 min' },
  '15m': { zh: '15 分钟', en: '15 min' },
  '1h': { zh: '1 小时', en: '1 hour' },
  '4h': { zh: '4 小时', en: '4 hours' },
  '1d': { zh: '1 天', en: '1 day' },
};
