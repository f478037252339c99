// The articles of the help centre as they are written: whole in both languages, alike in both, with links that lead
// somewhere, and without promises.
import { readFileSync } from 'node:fs';
import { aboutTypes, legalTypes } from '@cormorant/contract/calls/index-pages.ts';
import { expect, test } from 'vitest';
import { readHelpFiles } from '../../adapters/system/help-files.ts';
import { promises } from '../promises.ts';
import { helpCategories } from './help-categories.ts';

const articles = await readHelpFiles();
const slugs = new Set(articles.map(({ slug }) => slug));
const each = articles.map((article) => [article.slug, article] as const);
const inBoth = articles.flatMap(({ slug, texts }) =>
  (['zh', 'en'] as const).map((lang) => [`${slug}.${lang}`, texts[lang], lang] as const),
);

const app = new URL('../../../../web/src/app/', import.meta.url);
const sources = ['routes.tsx', 'strategy-routes.ts'].map((name) => readFileSync(new URL(name, app), 'utf8')).join('\n');
const paths = [...sources.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path);
const screens = paths.map((path) => {
  const pattern = path
    .replace(/^\//, '')
    .replace(/\/:\w+\?/g, '(/[^/]+)?')
    .replace(/:\w+/g, '[^/]+');
  return new RegExp(`^/${pattern}$`);
});

const linksOf = (text: string) => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);
const headingsOf = (text: string) => text.match(/^#+ /gm) ?? [];
const tablesOf = (text: string) => text.split('\n').map((line) => (line.startsWith('|') ? line.split('|').length : 0));
const listsOf = (text: string) => text.match(/^(-|\d+\.) /gm) ?? [];
const withoutCode = (text: string) => text.replace(/`[^`]*`/g, '');

test('there are articles in every category, each place taken once', () => {
  for (const { code, name } of helpCategories) {
    const places = articles.filter(({ category }) => category === code).map(({ sort }) => sort);
    expect(places.length, name.en).toBeGreaterThan(0);
    expect(new Set(places).size, name.en).toBe(places.length);
  }
  expect(articles.filter(({ category }) => helpCategories.every(({ code }) => code !== category))).toEqual([]);
});

test.each(each)('%s says the same in both languages', (_slug, { texts: { zh, en } }) => {
  expect(headingsOf(zh.content)).toEqual(headingsOf(en.content));
  expect(headingsOf(en.content).length).toBeGreaterThanOrEqual(2);
  expect(tablesOf(zh.content).filter(Boolean)).toEqual(tablesOf(en.content).filter(Boolean));
  expect(listsOf(zh.content).length).toBe(listsOf(en.content).length);
  expect(linksOf(zh.content).toSorted()).toEqual(linksOf(en.content).toSorted());
});

test.each(inBoth)('%s is written in its language, and fits its place in the list', (_name, text, lang) => {
  for (const part of Object.values(text)) {
    if (lang === 'zh') expect(part).toMatch(/[\u4e00-\u9fff]/);
    else expect(part).not.toMatch(/[\u4e00-\u9fff]/);
  }
  expect(text.title.length).toBeLessThanOrEqual(40);
  expect(text.summary.length).toBeLessThanOrEqual(100);
});

test.each(inBoth)('%s promises nothing', (_name, { title, summary, content }) => {
  expect(`${title}\n${summary}\n${content}`).not.toMatch(promises);
});

test.each(inBoth)(
  '%s has no HTML, no pictures and no signs that cannot be seen',
  (_name, { title, summary, content }) => {
    const text = withoutCode(`${title}\n${summary}\n${content}`);
    expect(text).not.toMatch(/<[a-z/!]/i);
    expect(text).not.toContain('![');
    expect(text).not.toMatch(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/);
  },
);

test.each(inBoth)('%s links to screens and articles that exist', (_name, { content }) => {
  expect(screens.length).toBeGreaterThan(30);
  for (const link of linksOf(content)) {
    expect(
      screens.some((screen) => screen.test(link)),
      link,
    ).toBe(true);
    const [, room, name = ''] = /^\/(help\/detail|about)\/(.+)$/.exec(link) ?? [];
    if (room === 'help/detail') expect(slugs, link).toContain(name);
    if (room === 'about') expect([...aboutTypes, ...legalTypes], link).toContain(name);
  }
});
