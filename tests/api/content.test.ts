// The public pages over real HTTP: what they say follows from the settings in force, in both languages, to anybody.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { helpDetail, helpLists } from '@cormorant/contract/calls/help.ts';
import {
  aboutTypes,
  indexAbout,
  indexBanners,
  indexPrivacy,
  indexTips,
  legalTypes,
} from '@cormorant/contract/calls/index-pages.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiServer, startApi } from './api-server.ts';

const publicFolder = fileURLToPath(new URL('../../apps/web/public', import.meta.url));

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function page(type: string, lang: 'zh' | 'en'): Promise<{ title: string; content: string }> {
  const answer = await api.send('GET', `${indexAbout.path}?type=${type}`, undefined, { lang });
  expect(answer).toMatchObject({ status: 200, code: 1, show: 0, data: { type, version: 1 } });
  return answer.data as { title: string; content: string };
}

const set = (key: string, value: string) =>
  api.pool.query('insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = $2', [
    key,
    value,
  ]);

describe('the pages about the product', () => {
  it.each(aboutTypes)('%s is there in both languages', async (type) => {
    const [zh, en] = [await page(type, 'zh'), await page(type, 'en')];
    expect(zh.title).not.toBe(en.title);
    expect(zh.content.length).toBeGreaterThan(80);
    expect(en.content.length).toBeGreaterThan(160);
  });

  it('an unknown one is refused with those there are, and none is `about`', async () => {
    expect(await api.send('GET', `${indexAbout.path}?type=team`)).toMatchObject({ code: 7002 });
    expect(await api.send('GET', indexAbout.path)).toMatchObject({ code: 1, data: { type: 'about' } });
  });

  it('the fee is the figure in force', async () => {
    expect((await page('fees', 'en')).content).toContain('**20 %** is charged');
    await set('fuel_rate', '0');
    await vi.waitFor(
      async () => expect((await page('fees', 'zh')).content).toContain('目前不收取服务费(费率 **0%**)'),
      5_000,
    );
    expect((await page('fees', 'en')).content).toContain('no service fee is charged (rate **0 %**)');
    await set('fuel_rate', '12.5');
    await vi.waitFor(async () => expect((await page('fees', 'zh')).content).toContain('**12.5%**'), 5_000);
    expect((await page('fees', 'en')).content).toContain('**12.5 %**');
    expect((await page('fees', 'zh')).content).not.toContain('目前不收取');
  });

  it('the contact is the operator’s, never one made up', async () => {
    for (const lang of ['zh', 'en'] as const) expect((await page('contact', lang)).content).not.toContain('@');
    await set('contact_email', 'help@fish.example');
    await vi.waitFor(
      async () => expect((await page('contact', 'zh')).content).toContain('**help@fish.example**'),
      5_000,
    );
    expect((await page('contact', 'en')).content).toContain('**help@fish.example**');
  });

  it('the hold is the one in force', async () => {
    expect((await page('security', 'en')).content).toContain('For 24 hours');
    await set('security_hold_hours', '48');
    await vi.waitFor(async () => expect((await page('security', 'zh')).content).toContain('48 小时'), 5_000);
  });
});

it.each(legalTypes)('the legal text %s is there in both languages', async (type) => {
  const texts = await Promise.all(
    (['zh', 'en'] as const).map((lang) => api.send('GET', `${indexPrivacy.path}?type=${type}`, undefined, { lang })),
  );
  for (const text of texts) expect(text).toMatchObject({ code: 1, show: 0, data: { type } });
  const [zh, en] = texts.map((text) => text.data as { title: string; content: string });
  expect(zh?.content).not.toBe(en?.content);
});

describe('the home screen’s', () => {
  it('banners come in their order, in the caller’s language, with pictures that exist and carry no script', async () => {
    const [zh, en] = [await api.ask(indexBanners, {}, { lang: 'zh' }), await api.ask(indexBanners, {}, { lang: 'en' })];
    const list = (en.data as { list: { image: string; title: string; link: string; sort: number }[] }).list;
    expect(list.map((banner) => banner.link)).toEqual(['/simulation', '/strategy/martin', '/about/security']);
    expect(list.map((banner) => banner.sort)).toEqual([1, 2, 3]);
    expect((zh.data as { list: { title: string }[] }).list[0]?.title).toBe('先模拟,再实盘');
    for (const { image } of list) {
      expect(existsSync(publicFolder + image), image).toBe(true);
      expect(readFileSync(publicFolder + image, 'utf8')).not.toMatch(/<script|<text|href|style=/);
    }
  });

  it('tips come in the caller’s language and lead into the app', async () => {
    for (const [lang, letter] of [
      ['zh', /[\u4e00-\u9fff]/],
      ['en', /^[^\u4e00-\u9fff]+$/],
    ] as const) {
      const answer = await api.ask(indexTips, {}, { lang });
      expect(answer).toMatchObject({ code: 1, show: 0 });
      const { list } = answer.data as { list: { text: string; link?: string }[] };
      expect(list.length).toBeGreaterThanOrEqual(3);
      for (const tip of list) {
        expect(tip.text).toMatch(letter);
        expect(tip.link ?? '/').toMatch(/^\/[a-z]/);
      }
    }
  });
});

interface HelpList {
  readonly categories: readonly {
    readonly code: string;
    readonly name: string;
    readonly list: readonly {
      readonly id: number;
      readonly slug: string;
      readonly title: string;
      readonly sort: number;
    }[];
  }[];
}

describe('the help centre', () => {
  const lists = async (lang: 'zh' | 'en') => {
    const answer = await api.ask(helpLists, {}, { lang });
    expect(answer).toMatchObject({ status: 200, code: 1, show: 0 });
    return answer.data as HelpList;
  };

  it('is open to anybody, by category and in order, in both languages', async () => {
    const [zh, en] = [await lists('zh'), await lists('en')];
    expect(zh.categories.map(({ name }) => name)).toEqual([
      '新手',
      '密钥',
      '策略',
      '资产',
      '团队',
      '安全',
      '错误与原因',
    ]);
    expect(en.categories.map(({ code }) => code)).toEqual([
      'start',
      'keys',
      'bots',
      'money',
      'team',
      'safety',
      'reasons',
    ]);
    expect(en.categories[0]?.list.slice(0, 2)).toMatchObject([
      { slug: 'first-steps', category: 'start', title: 'First steps', sort: 1 },
      { slug: 'local-exchange', category: 'start', title: 'The local exchange', sort: 2 },
    ]);
    expect(zh.categories.flatMap(({ list }) => list.map(({ slug }) => slug))).toEqual(
      en.categories.flatMap(({ list }) => list.map(({ slug }) => slug)),
    );
    for (const { list } of [...zh.categories, ...en.categories]) {
      expect(list.map(({ sort }) => sort)).toEqual(list.map(({ sort }) => sort).toSorted((a, b) => a - b));
      for (const entry of list) expect(entry).not.toHaveProperty('content');
    }
  });

  it('shows an article by its slug and by its number', async () => {
    const entry = (await lists('en')).categories.flatMap(({ list }) => list).find(({ slug }) => slug === 'panic-stop');
    const bySlug = await api.ask(helpDetail, { query: { id: 'panic-stop' } }, { lang: 'en' });
    expect(bySlug).toMatchObject({ status: 200, code: 1, show: 0, data: { ...entry, category: 'safety' } });
    expect((bySlug.data as { content: string }).content).toContain('**It sells nothing.**');
    expect(await api.ask(helpDetail, { query: { id: String(entry?.id) } }, { lang: 'en' })).toMatchObject({
      data: bySlug.data,
    });
    const zh = await api.ask(helpDetail, { query: { id: 'panic-stop' } }, { lang: 'zh' });
    expect(zh.data).toMatchObject({ id: entry?.id, slug: 'panic-stop', title: '紧急停止' });
  });

  it.each([
    'no-such-article',
    '999999999',
    '0',
    '-1',
    '12345678901234567890',
    '../first-steps',
    "x' or 1=1",
    'A',
    '%00',
    '',
  ])('has no article %j', async (id) => {
    expect(await api.ask(helpDetail, { query: { id } }, { lang: 'en' })).toMatchObject({
      ...{ status: 200, code: 8005, msg: 'Not found' },
    });
  });
});
