// The conditions that a row of the log says held, in words: 'rsi(14)@1h 27.41 < 30; …' as the core writes it. What is not
// written so (an older row, another machine's figures) is said as it stands.
import type { Lang } from '../envelope.ts';
import { timeframeWords } from './timeframes.ts';
import type { Words } from './words.ts';

const indicators: Readonly<Record<string, Words>> = {
  price: { zh: '价格', en: 'price' },
  change: { zh: '涨跌幅 %', en: 'change %' },
  ma: { zh: '均线 MA', en: 'average MA' },
  ema: { zh: '均线 EMA', en: 'average EMA' },
  rsi: { zh: 'RSI', en: 'RSI' },
  macd: { zh: 'MACD', en: 'MACD' },
  boll: { zh: '布林带', en: 'Bollinger' },
  kdj: { zh: 'KDJ', en: 'KDJ' },
  atr: { zh: 'ATR', en: 'ATR' },
  adx: { zh: 'ADX', en: 'ADX' },
  cci: { zh: 'CCI', en: 'CCI' },
  obv: { zh: 'OBV', en: 'OBV' },
  vol: { zh: '成交量', en: 'volume' },
  vol_ma: { zh: '均量', en: 'mean volume' },
  highest: { zh: '前高', en: 'earlier high' },
  lowest: { zh: '前低', en: 'earlier low' },
  supertrend: { zh: '超级趋势', en: 'Supertrend' },
  funding: { zh: '资金费率 %', en: 'funding %' },
};

const outputs: Readonly<Record<string, Words>> = {
  hist: { zh: '柱', en: 'histogram' },
  up: { zh: '上轨', en: 'upper' },
  mid: { zh: '中轨', en: 'middle' },
  low: { zh: '下轨', en: 'lower' },
  pctb: { zh: '%B', en: '%B' },
  width: { zh: '带宽 %', en: 'width %' },
  pdi: { zh: '+DI', en: '+DI' },
  mdi: { zh: '-DI', en: '-DI' },
  dir: { zh: '方向', en: 'direction' },
};

const comparisons: Readonly<Record<string, Words>> = {
  '>': { zh: '大于', en: 'is above' },
  '>=': { zh: '不低于', en: 'is at or above' },
  '<': { zh: '小于', en: 'is below' },
  '<=': { zh: '不高于', en: 'is at or below' },
  cross_up: { zh: '上穿', en: 'crossed above' },
  cross_down: { zh: '下穿', en: 'crossed below' },
};

const comparison = /^(.+?) (>=|<=|>|<|cross_up|cross_down) (.+)$/;
const reading = /^([a-z_]+)(?:\(([\d.,]*)\))?(?:\.([a-z]+))?@(\w+) (\S+)$/;

interface Side {
  readonly text: string;
  /** Empty of a number. */
  readonly timeframe: string;
}

export function conditionWords(held: string, lang: Lang): string {
  const said = held.split('; ').map((each) => saidOf(each, lang));
  return said.every((each) => each !== null) ? said.join(lang === 'zh' ? ';' : '; ') : held;
}

function saidOf(condition: string, lang: Lang): string | null {
  const [, left = '', cmp = '', right = ''] = comparison.exec(condition) ?? [];
  const [first, second] = [sideOf(left, lang), sideOf(right, lang)];
  const word = comparisons[cmp];
  if (first === null || second === null || word === undefined) return null;
  return [first.timeframe || second.timeframe, first.text, word[lang], second.text].join(' ').trim();
}

/** 'ma(20)@15m 60123.4' or a number. */
function sideOf(text: string, lang: Lang): Side | null {
  if (/^-?\d+(\.\d+)?$/.test(text)) return { text, timeframe: '' };
  const [, ind = '', args = '', out = '', tf = '', figure = ''] = reading.exec(text) ?? [];
  const [name, timeframe] = [indicators[ind], timeframeWords[tf]];
  if (name === undefined || timeframe === undefined) return null;
  const given = args === '' ? '' : `(${args.replaceAll(',', ', ')})`;
  const part = out === '' ? '' : ` ${outputs[out]?.[lang] ?? out.toUpperCase()}`;
  return { text: `${name[lang]}${given}${part} ${figure}`, timeframe: timeframe[lang] };
}
