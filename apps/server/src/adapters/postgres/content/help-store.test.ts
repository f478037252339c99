// The help centre against PostgreSQL: what a start brings, what it leaves alone, and several starts at once.
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openMigratedDatabase, type TestDatabase } from '../../../../../../tools/test-database.ts';
import type { HelpSeed, HelpStore } from '../../../ports/help-store.ts';
import { openPool } from '../pool.ts';
import { createHelpStore } from './help-store.ts';

const NOW = 1_793_000_000_000;
let database: TestDatabase;
let pool: pg.Pool;
let help: HelpStore;
beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = openPool(database.url, 8, () => {});
  help = createHelpStore(pool);
});
afterAll(async () => {
  await pool.end();
  await database.close();
});
beforeEach(() => pool.query('truncate help_articles restart identity'));

function seed(slug: string, version = 1, more: Partial<HelpSeed> = {}): HelpSeed {
  const text = (lang: string) => ({
    title: `${slug} ${lang}`,
    summary: `about ${slug}`,
    content: `text ${version} of ${slug} in ${lang}`,
  });
  return { slug, category: 'start', sort: 1, version, texts: { zh: text('zh'), en: text('en') }, ...more };
}

const textOf = async (slug: string) => (await help.find({ slug }, 'en'))?.content;
const rows = async () => (await pool.query('select * from help_articles order by id')).rows;

test('articles are listed in their order and found by number and by slug, in either language', async () => {
  await help.seed([seed('b', 1, { sort: 2 }), seed('a', 1, { sort: 3 }), seed('c', 1, { sort: 2 })], NOW);
  expect((await help.list('zh')).map(({ title }) => title)).toEqual(['b zh', 'c zh', 'a zh']);
  const found = await help.find({ slug: 'b' }, 'en');
  expect(found).toEqual({
    ...{ id: 2, slug: 'b', category: 'start', sort: 2, title: 'b en', summary: 'about b' },
    ...{ content: 'text 1 of b in en', updatedAtMs: NOW },
  });
  expect(await help.find({ id: 2 }, 'en')).toEqual(found);
  expect(await help.find({ id: 999_999_999 }, 'en')).toBeNull();
  expect(await help.find({ slug: 'none' }, 'en')).toBeNull();
});

describe('a start', () => {
  test('that brings nothing new changes nothing, not even the time', async () => {
    expect(await help.seed([seed('a'), seed('b')], NOW)).toBe(2);
    const before = await rows();
    expect(await help.seed([seed('b'), seed('a')], NOW + 1_000)).toBe(0);
    expect(await rows()).toEqual(before);
  });

  test('brings what is changed, in place, and says when', async () => {
    await help.seed([seed('a'), seed('b')], NOW);
    expect(await help.seed([seed('a', 2), seed('b')], NOW + 1_000)).toBe(1);
    expect(await help.find({ id: 1 }, 'en')).toMatchObject({ content: 'text 2 of a in en', updatedAtMs: NOW + 1_000 });
    expect(await help.find({ id: 2 }, 'en')).toMatchObject({ updatedAtMs: NOW });
    expect(await help.seed([seed('a', 2, { category: 'keys', sort: 7 }), seed('b')], NOW)).toBe(1);
    expect(await help.find({ id: 1 }, 'en')).toMatchObject({ category: 'keys', sort: 7 });
  });

  test('of an older release leaves the newer text', async () => {
    await help.seed([seed('a', 3)], NOW);
    expect(await help.seed([seed('a', 2)], NOW)).toBe(0);
    expect(await textOf('a')).toBe('text 3 of a in en');
  });

  test('leaves what an operator has edited, also when the release has a higher version, or the article no more', async () => {
    await help.seed([seed('a'), seed('b')], NOW);
    await pool.query("update help_articles set edited = true, content_en = 'mine' where slug = 'a'");
    expect(await help.seed([seed('a', 9), seed('b')], NOW)).toBe(0);
    expect(await textOf('a')).toBe('mine');
    expect(await help.seed([seed('b')], NOW)).toBe(0);
    expect(await textOf('a')).toBe('mine');
  });

  test('removes what the release has no more', async () => {
    await help.seed([seed('a'), seed('b')], NOW);
    expect(await help.seed([seed('b')], NOW)).toBe(1);
    expect((await help.list('en')).map(({ slug }) => slug)).toEqual(['b']);
  });

  test('is whole or nothing', async () => {
    await help.seed([seed('a'), seed('b')], NOW);
    const before = await rows();
    await expect(help.seed([seed('a', 2), seed('No slug')], NOW)).rejects.toThrow('help_articles_slug_check');
    expect(await rows()).toEqual(before);
  });

  test('of several processes at once brings each article once', async () => {
    const seeds = Array.from({ length: 20 }, (_, at) => seed(`article-${at}`));
    const stores = Array.from({ length: 8 }, () => createHelpStore(pool));
    // None of them waits for its connection while another is through already.
    for (const client of await Promise.all(stores.map(() => pool.connect()))) client.release();
    const changed = await Promise.all(
      stores.map((store, at) => store.seed(at % 2 === 0 ? seeds : seeds.toReversed(), NOW)),
    );
    expect(changed.toSorted((a, b) => b - a)).toEqual([20, 0, 0, 0, 0, 0, 0, 0]);
    expect((await rows()).map(({ id }) => id)).toEqual(seeds.map((_, at) => at + 1));
  });
});
