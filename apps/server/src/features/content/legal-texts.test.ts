// All that the public pages say: whole in both languages and without promises.
import { describe, expect, it } from 'vitest';
import { type SettingKey, type Settings, type SettingValue, settingTable } from '../../ports/settings.ts';
import { promises } from '../promises.ts';
import { aboutPages } from './about-pages.ts';
import { banners } from './banners.ts';
import { legalTexts } from './legal-texts.ts';
import { riskTip } from './risk.ts';
import { tips } from './tips.ts';

describe.each(Object.entries(legalTexts))('%s', (_type, texts) => {
  it('has the same sections in both languages', () => {
    const sections = (text: string) => text.split('\n').filter((line) => line.startsWith('## ')).length;
    expect(sections(texts.zh.content)).toBeGreaterThanOrEqual(7);
    expect(sections(texts.en.content)).toBe(sections(texts.zh.content));
    expect(texts.zh.title).toMatch(/[\u4e00-\u9fff]/);
    expect(texts.en.content).not.toMatch(/[\u4e00-\u9fff]/);
  });

  it('promises nothing', () => {
    expect(texts.zh.content).not.toMatch(promises);
    expect(texts.en.content).not.toMatch(promises);
  });
});

describe.each([
  ['as installed', {}],
  ['with a fee and an address', { fuel_rate: 20, contact_email: 'help@fish.example', security_hold_hours: 48 }],
  ['with a higher fee announced', { fuel_rate_next: 25, fuel_rate_at: Date.UTC(2026, 11, 1, 20) }],
])('the pages about the product, %s', (_state, values: Partial<Record<SettingKey, string | number>>) => {
  const settings: Settings = {
    get: <K extends SettingKey>(key: K) => (values[key] ?? settingTable[key].default) as SettingValue<K>,
  };
  const pages = Object.entries(aboutPages).map(([type, page]) => [type, page(settings)] as const);

  it.each(pages)('%s is whole in both languages and promises nothing', (_type, { zh, en }) => {
    const sections = (text: string) => text.split('\n').filter((line) => line.startsWith('## ')).length;
    expect(sections(zh.content)).toBeGreaterThanOrEqual(1);
    expect(sections(en.content)).toBe(sections(zh.content));
    expect(zh.title).toMatch(/[\u4e00-\u9fff]/);
    expect(en.content.replace('鱼鹰', '')).not.toMatch(/[\u4e00-\u9fff]/);
    for (const { content } of [zh, en]) expect(content).not.toMatch(promises);
  });
});

it('a higher fee that was announced is on the page of fees with its day, and with none there is no such line', () => {
  const values: Partial<Record<SettingKey, number>> = { fuel_rate_next: 25, fuel_rate_at: Date.UTC(2026, 11, 1, 20) };
  const pageBy = (own: typeof values) =>
    aboutPages.fees({
      get: <K extends SettingKey>(key: K) => (own[key] ?? settingTable[key].default) as SettingValue<K>,
    });
  expect(pageBy(values).zh.content).toContain('自 2026-12-02(UTC+8)起,费率调整为 25%');
  expect(pageBy(values).en.content).toContain('From 2026-12-02 (UTC+8) the rate is 25 %');
  expect(pageBy({}).en.content).not.toContain('From 20');
});

it('tips and banners promise nothing either, in both languages', () => {
  for (const { zh, en } of [...tips.map((tip) => tip.text), ...banners.map((banner) => banner.title)]) {
    expect(zh).toMatch(/[\u4e00-\u9fff]/);
    expect(en).not.toMatch(/[\u4e00-\u9fff]/);
    expect(`${zh} ${en}`).not.toMatch(promises);
  }
});

it('the risk disclosure begins with the short warning', () => {
  expect(legalTexts.risk.zh.content.startsWith(riskTip.zh)).toBe(true);
  expect(legalTexts.risk.en.content.startsWith(riskTip.en)).toBe(true);
});
