// Categories and their fields against the params tables they are derived from.
import { availableKinds, fieldsOf } from '@cormorant/core/strategies/registry.ts';
import { describe, expect, test } from 'vitest';
import { botType } from '../entities/bot-type.ts';
import { botTypes, categoryOf, typeName } from './bot-types.ts';
import { botFieldLabels } from './fields.ts';

describe.each(['zh', 'en'] as const)('in %s', (lang) => {
  test.each(botTypes(lang).map((type) => [type.code, type] as const))('%s is whole', (_, type) => {
    expect(botType.parse(type)).toEqual(type);
    const han = /\p{Script=Han}/u;
    for (const text of [type.name, type.desc]) expect(han.test(text)).toBe(lang === 'zh');
    for (const field of type.fields) {
      expect(botFieldLabels, field.key).toHaveProperty(field.key);
      expect(han.test(field.label), field.key).toBe(lang === 'zh');
      expect(han.test(field.help), field.key).toBe(lang === 'zh');
      for (const option of field.options ?? []) expect(option.label, field.key).not.toBe(option.value);
    }
  });

  test('fields carry the limits of the table, after the investment', () => {
    const type = botTypes(lang).find((one) => one.code === 'grid-spot');
    const [investment, ...rest] = type?.fields ?? [];
    expect(investment).toMatchObject({ key: 'investment', min: '50', required: 1 });
    expect(rest.map((field) => field.key)).toEqual(fieldsOf('grid', 'spot').map((spec) => spec.key));
    for (const spec of fieldsOf('grid', 'spot')) {
      expect(rest.find((field) => field.key === spec.key)).toMatchObject({
        default: spec.default,
        min: spec.min ?? null,
        max: spec.max ?? null,
        required: spec.required ? 1 : 0,
        locked_with_position: spec.lockedWithPosition ? 1 : 0,
      });
    }
  });
});

test('only categories that trade are listed', () => {
  expect(botTypes('zh').map((type) => type.code)).toEqual([
    'martin-spot',
    'martin-futures',
    'grid-spot',
    'grid-futures',
    'dca-spot',
    'dca-futures',
    'arbitrage-spot',
    'arbitrage-futures',
    'custom-spot',
    'custom-futures',
  ]);
  for (const type of botTypes('zh')) {
    expect(type.enabled).toBe(1);
    expect(availableKinds).toContain(type.type);
  }
});

test('a category is found by its number', () => {
  expect(categoryOf(3)).toMatchObject({ code: 'grid-spot', type: 'grid', market: 'spot', min_investment: '50' });
  expect(categoryOf(99)).toBeUndefined();
  expect(typeName(3, 'en')).toBe('Spot Grid');
  expect(typeName(99, 'en')).toBe('');
});

describe.each(['zh', 'en'] as const)('a field that 0 turns off says so in %s', (lang) => {
  const fields = botTypes(lang).flatMap(({ code, fields: all }) => all.map((field) => [code, field] as const));
  const off = fields.filter(([, field]) => field.zero_is_off === 1);
  test.each(off)('%s $key', (_, { help }) => expect(help).toMatch(/(?<![\d.])0(?![\d.%])/));
  test('there are some', () => expect(off.length).toBeGreaterThan(10));
});
