// Every sentence names the field and, where there is one, its allowed range; refusals find the field they speak of.
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { refusedError, transportError } from '../../../lib/api/errors.ts';
import { editor as en } from '../../../locales/en/editor.ts';
import { editor as zh } from '../../../locales/zh/editor.ts';
import { issueText, rangeText } from './issue-text.ts';
import { passingText, placeRefusal } from './refusal.ts';
import { gridType } from './sample-form.ts';

const t = ((key: string, given?: object) => `${key} ${JSON.stringify(given ?? {})}`) as unknown as TFunction;
const field = (key: string) => gridType('en').fields.find((one) => one.key === key)!;

it.each([
  [{ rule: 'range', min: '2', max: '200' }, 'between', ['Grid levels', '2', '200']],
  [{ rule: 'untradable' }, 'untradable', []],
  [{ rule: 'range', min: '60000.00' }, 'least', ['Grid levels', '60,000']],
  [{ rule: 'range', max: '49999.99' }, 'most', ['Grid levels', '49,999.99']],
  [{ rule: 'range' }, 'range', ['Grid levels']],
  [{ rule: 'format' }, 'format', ['Grid levels']],
  [{ rule: 'required', min: '2', max: '200' }, 'requiredRange', ['Grid levels', '2–200']],
] as const)('%j reads %s', (issue, key, words) => {
  const text = issueText(t, { field: 'grid_levels', ...issue }, field('grid_levels'));
  expect(text).toMatch(new RegExp(`^editor\\.issue\\.${key}\\b`));
  for (const word of words) expect(text).toContain(`"${word}"`);
});

it('says too little money as the catalogue does', () => {
  const issue = { field: 'investment', rule: 'range', min: '318.4' } as const;
  expect(issueText(t, issue, field('investment'))).toBe('editor.issue.money {"min":"318.4"}');
  expect(issueText(t, { ...issue, min: '470.37037038' }, field('investment'))).toContain('"470.38"');
  expect(issueText(t, { ...issue, min: '1999.99000001' }, field('investment'))).toContain('"2,000"');
  expect(rangeText(field('investment'))).toBe('≥ 50');
  expect(rangeText({ min: '-1', max: '1' })).toBe('\u22121 – 1');
});

const refused = (code: number, data: unknown) => refusedError({ code, show: 1, msg: 'x', data });
const drawn = new Set(['lower', 'investment', 'symbol']);

it.each([
  [4008, { field: 'lower', min: '1', max: '2' }, 'lower', null],
  [4008, { field: 'unknown' }, null, null],
  [4019, { field: 'investment', min: '50' }, 'investment', null],
  [3010, { free: '1', need: '2' }, 'investment', null],
  [4010, { bot_id: 7 }, 'symbol', '/strategy/detail/7'],
  [4106, { go: '/my/asset/fuel?sheet=convert' }, null, '/my/asset/fuel?sheet=convert'],
  [4106, { go: '//evil.example' }, null, null],
  [4012, null, null, null],
])('places %i with %j', (code, data, at, go) => {
  expect(placeRefusal(refused(code, data), drawn)).toEqual({ field: at, go, code, text: 'x' });
});

it('takes a limit for the answer it is, and says only of none that the outcome is open, in sentences', () => {
  const limited = transportError('http', 429, { code: 104, show: 1, msg: '操作过于频繁,请稍后再试', data: null });
  expect(passingText(limited, t)).toBe('操作过于频繁,请稍后再试');
  for (const error of [transportError('offline'), transportError('timeout'), transportError('http', 502)]) {
    const reason = error.message.replace(/。$/u, '');
    expect(passingText(error, t)).toBe(`editor.unknownResult ${JSON.stringify({ reason })}`);
  }
  for (const words of [zh, en]) expect(words.unknownResult).toMatch(/^\{\{reason\}\}[。.]/u);
});
