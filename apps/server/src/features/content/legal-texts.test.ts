// The legal texts: whole in both languages and without promises.
import { describe, expect, it } from 'vitest';
import { legalTexts } from './legal-texts.ts';
import { riskTip } from './risk.ts';

const banned = /稳赚|无风险|日收益|guaranteed|risk-free/i;

describe.each(Object.entries(legalTexts))('%s', (_type, texts) => {
  it('has the same sections in both languages', () => {
    const sections = (text: string) => text.split('\n').filter((line) => line.startsWith('## ')).length;
    expect(sections(texts.zh.content)).toBeGreaterThanOrEqual(7);
    expect(sections(texts.en.content)).toBe(sections(texts.zh.content));
    expect(texts.zh.title).toMatch(/[\u4e00-\u9fff]/);
    expect(texts.en.content).not.toMatch(/[\u4e00-\u9fff]/);
  });

  it('promises nothing', () => {
    expect(texts.zh.content).not.toMatch(banned);
    expect(texts.en.content).not.toMatch(banned);
  });
});

it('the risk disclosure begins with the short warning', () => {
  expect(legalTexts.risk.zh.content.startsWith(riskTip.zh)).toBe(true);
  expect(legalTexts.risk.en.content.startsWith(riskTip.en)).toBe(true);
});
