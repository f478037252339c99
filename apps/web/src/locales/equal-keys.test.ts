// Both languages have the same keys with the same placeholders, and no word is missing or left in the other language.
import { describe, expect, it } from 'vitest';
import { words as en } from './en.ts';
import { words as zh } from './zh.ts';

function flatten(tree: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') found.set(at, value);
    else for (const [inner, text] of flatten(value as object, at)) found.set(inner, text);
  }
  return found;
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

describe('the two languages', () => {
  const chinese = flatten(zh);
  const english = flatten(en);

  it('have the same keys', () => {
    expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort());
    expect(chinese.size).toBeGreaterThan(150);
  });

  it('have the same placeholders', () => {
    for (const [key, text] of chinese)
      expect([key, placeholders(english.get(key) ?? '')]).toEqual([key, placeholders(text)]);
  });

  it('leave nothing empty and nothing in the other language', () => {
    for (const [key, text] of chinese) expect(text, key).not.toBe('');
    for (const [key, text] of english) {
      expect(text, key).not.toBe('');
      if (key !== 'language.zh') expect(text, key).not.toMatch(/[\u4e00-\u9fff]/);
    }
  });

  it('promise no profit', () => {
    const banned = /稳赚|保本|无风险|guaranteed|risk-free|!|!/;
    for (const [key, text] of [...chinese, ...english]) expect(text, key).not.toMatch(banned);
  });
});
