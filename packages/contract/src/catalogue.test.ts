// The catalogue as a whole: both languages, one meaning a code, three codes that end a session.
import { describe, expect, test } from 'vitest';
import { catalogue, fill, isErrorCode, successTextOf, textOf } from './catalogue.ts';
import { catalogueRows } from './catalogue-rows.ts';
import * as codes from './codes.ts';
import { sessionCodes } from './envelope.ts';
import { clientTexts, successTexts } from './texts.ts';

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string).sort();
}

describe('error catalogue', () => {
  test('has no code and no key twice', () => {
    expect(new Set(catalogueRows.map((row) => row.code)).size).toBe(catalogueRows.length);
    expect(new Set(catalogueRows.map((row) => row.key)).size).toBe(catalogueRows.length);
    expect(catalogue.size).toBe(catalogueRows.length);
  });

  test('has one row for each name of a code, and no code without a name', () => {
    expect(Object.fromEntries(catalogueRows.map(({ code, key }) => [key, code]))).toEqual({ ...codes });
  });

  test('is whole: 169 codes in every range of the design', () => {
    expect(catalogueRows.length).toBe(169);
    const ranges = new Set(catalogueRows.map((row) => Math.floor(row.code / 100)));
    for (const range of [10, 11, 12, 13, 20, 30, 40, 41, 42, 50, 51, 52, 53, 54, 60, 70, 80, 90]) {
      expect(ranges).toContain(range);
    }
  });

  test.each(catalogueRows.map((row) => [row.code, row] as const))('%i speaks both languages alike', (_, row) => {
    expect(row.zh).toMatch(/\p{Script=Han}/u);
    expect(row.en).toMatch(/^[A-Za-z].*[^.!]$/);
    expect(row.en).not.toMatch(/\p{Script=Han}/u);
    expect(placeholders(row.zh)).toEqual(placeholders(row.en));
    for (const name of placeholders(row.zh)) expect(['field', 'min', 'max', 'time', 'n', 'market']).toContain(name);
  });

  test('101, 1006 and 2003 alone end a session', () => {
    const marked = catalogueRows.filter((row) => 'session' in row && row.session).map((row) => row.code);
    expect(marked).toEqual([101, 1006, 2003]);
    expect(sessionCodes).toEqual(marked);
  });

  test('marks what only the client raises', () => {
    const marked = catalogueRows.filter((row) => 'client' in row && row.client).map((row) => row.code);
    expect(marked).toEqual([1201, 1202, 1204, 1205, 1208]);
  });
});

describe('textOf', () => {
  test('fills the figures', () => {
    expect(textOf(codes.rate_range, 'zh', { min: 0, max: 25 })).toBe('比例须在0%–25%之间');
    expect(textOf(codes.rate_range, 'en', { min: 0, max: 25 })).toBe('Rate must be between 0% and 25%');
    expect(textOf(4008, 'en', { field: 'Grid levels' })).toBe('Invalid strategy parameter: Grid levels');
    expect(textOf(1003, 'zh', { time: '10:05' })).toBe('账号已锁定,请于10:05后重试');
  });

  test('leaves no brace for a figure it was not given, whatever is in the figure', () => {
    for (const row of catalogueRows) expect(textOf(row.code, 'en')).not.toContain('{');
    expect(fill('{field}', { field: '{min}', min: 1 })).toBe('{min}');
    expect(fill('{constructor}', {})).toBe('');
  });

  test('speaks an unknown code as a server error', () => {
    expect(isErrorCode(4242)).toBe(false);
    expect(textOf(4242, 'en')).toBe('Server error');
  });
});

describe('texts without a code', () => {
  test.each(Object.entries({ ...successTexts, ...clientTexts }))('%s speaks both languages', (_, text) => {
    expect(text.zh).toMatch(/\p{Script=Han}/u);
    expect(text.en).toMatch(/^[A-Z]/);
    expect(text.en).not.toMatch(/\p{Script=Han}/u);
  });

  test('success texts are the eighteen of the design, three of panic and one of a bot that was made and not started', () => {
    expect(Object.keys(successTexts)).toHaveLength(22);
    expect(successTextOf('bot_created', 'zh')).toBe('策略创建成功');
  });
});
