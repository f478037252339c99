// The why-line of a log row: one sentence with its figures, in the tone "what happened, why, what now". Rows carry a key
// and figures; the sentence is made when it is read, in the reader's language, so old rows follow a change of language.
import type { Lang } from '../envelope.ts';
import { accountWhys } from './account-why.ts';
import { arbitrageWhys } from './arbitrage-why.ts';
import { conditionWords } from './condition-words.ts';
import { customWhys } from './custom-why.ts';
import { dcaWhys } from './dca-why.ts';
import { fieldLabel } from './fields.ts';
import { moneyFigure, plainFigure, signedFigure } from './figures.ts';
import { fillWhys } from './fill-why.ts';
import { gridWhys } from './grid-why.ts';
import { lifeWhys } from './life-why.ts';
import { heldWords, martinWhys } from './martin-why.ts';
import { pauseWords, refusalWords, sideWords, stopWords, type Words, wordsOf } from './words.ts';

export type Figures = Readonly<Record<string, string | number>>;

/** Sentences of one key, the fullest first: the first whose figures are all known is said. */
type Sentences = readonly Words[];

const whys: Readonly<Record<string, Sentences>> = {
  ...lifeWhys,
  ...fillWhys,
  ...gridWhys,
  ...accountWhys,
  ...dcaWhys,
  ...arbitrageWhys,
  ...customWhys,
  ...martinWhys,
};

/** The keys that have sentences. */
export const whyKeys: readonly string[] = Object.keys(whys);

/** Of a bot of two sides: which of them a row is about. */
const positions: Readonly<Record<string, Words>> = {
  long: { zh: '做多:', en: 'Long side: ' },
  short: { zh: '做空:', en: 'Short side: ' },
};

/** The sentence of a row; empty for a key that has none. */
export function whyText(why: string, figures: Figures, lang: Lang): string {
  if (!Object.hasOwn(whys, why)) return '';
  const position = Object.hasOwn(figures, 'position') ? String(figures['position']) : '';
  const whose = Object.hasOwn(positions, position) ? wordsOf(positions, position, lang) : '';
  for (const sentence of whys[why] ?? []) {
    const said = complete(sentence[lang], figures, lang);
    if (said !== null) return whose + said;
  }
  return '';
}

function complete(template: string, figures: Figures, lang: Lang): string | null {
  let known = true;
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const said = sayFigure(name, figures, lang);
    if (said === '') known = false;
    return said;
  });
  return known ? text : null;
}

/** One figure as a reader sees it; empty when the row does not have it. */
function sayFigure(name: string, figures: Figures, lang: Lang): string {
  const value = (key: string) => (Object.hasOwn(figures, key) ? (figures[key] ?? '') : '');
  const reason = String(value('reason'));
  switch (name) {
    case 'pause':
      return wordsOf(pauseWords, reason, lang);
    case 'stop':
      return wordsOf(stopWords, reason, lang);
    case 'refusal':
      return wordsOf(refusalWords, reason, lang);
    case 'refuser':
      return wordsOf(refusers, String(value('by')), lang);
    case 'side':
      return lowerFirst(wordsOf(sideWords, String(value('side')), lang));
    case 'guard':
      return lowerFirst(wordsOf(heldWords, String(value('guard')), lang));
    case 'changed':
      return String(value(name))
        .split(/,\s*/)
        .flatMap((key) => (key === '' ? [] : [fieldLabel(key, lang)]))
        .join(lang === 'zh' ? '、' : ', ');
    case 'profit':
    case 'next_profit':
      return value(name) === '' ? '' : signedFigure(value(name));
    case 'held':
    case 'conditions':
      return conditionWords(String(value(name)), lang);
    case 'id':
      return String(value(name));
    case 'signal':
      return lowerFirst(wordsOf(signalWords, String(value('action')), lang));
    case 'left':
    case 'amount':
    case 'free':
    case 'min':
      return value(name) === '' ? '' : `${moneyFigure(value(name))} USDT`;
    default:
      return value(name) === '' ? '' : plainFigure(value(name));
  }
}

const signalWords: Readonly<Record<string, Words>> = {
  open: { zh: '开仓', en: 'Open' },
  add: { zh: '加仓', en: 'Add' },
  close: { zh: '平仓', en: 'Close' },
};

const refusers: Readonly<Record<string, Words>> = {
  risk: { zh: '风控', en: 'Risk control' },
  venue: { zh: '交易所', en: 'The exchange' },
};

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
