// The help centre in PostgreSQL: one row an article, with its texts in both languages.
import type { Pool, PoolClient } from 'pg';
import type {
  HelpArticle,
  HelpEntry,
  HelpLang,
  HelpRows,
  HelpSeed,
  HelpStore,
  KeptHelp,
} from '../../../ports/help-store.ts';
import { transaction } from '../pool.ts';

const LOCK = 7_316_180_039; // any number, the same in every process of this product

const entryOf = (lang: HelpLang): string =>
  `id, slug, category, sort, title_${lang} as title, summary_${lang} as summary, updated_at as "updatedAtMs"`;

const seeded = [
  ...['slug', 'category', 'sort', 'version'],
  ...['title_zh', 'summary_zh', 'content_zh', 'title_en', 'summary_en', 'content_en'],
];
/** What a start brings up to date. */
const brought = seeded.slice(1);
const ofSeeds = `jsonb_to_recordset($1::jsonb) as s (slug text, category text, sort integer, version integer,
  title_zh text, summary_zh text, content_zh text, title_en text, summary_en text, content_en text)`;

function rowOf({ slug, category, sort, version, texts: { zh, en } }: HelpSeed) {
  return {
    ...{ slug, category, sort, version },
    ...{ title_zh: zh.title, summary_zh: zh.summary, content_zh: zh.content },
    ...{ title_en: en.title, summary_en: en.summary, content_en: en.content },
  };
}

const KEPT = `
select slug, category, sort, version, edited, jsonb_build_object(
  'zh', jsonb_build_object('title', title_zh, 'summary', summary_zh, 'content', content_zh),
  'en', jsonb_build_object('title', title_en, 'summary', summary_en, 'content', content_en)) as texts
from help_articles`;

/** Part of the caller's transaction. */
export function helpRowsOf(client: PoolClient): HelpRows {
  return {
    take: async (slug) => (await client.query<KeptHelp>(`${KEPT} where slug = $1 for update`, [slug])).rows[0] ?? null,
    write: async (article, nowMs) => {
      await client.query(
        `update help_articles as a
         set (${brought.join(', ')}, edited, updated_at) = (${brought.map((name) => `s.${name}`).join(', ')}, $2, $3)
         from ${ofSeeds}
         where a.slug = s.slug`,
        [JSON.stringify([rowOf(article)]), article.edited, new Date(nowMs)],
      );
    },
  };
}

export function createHelpStore(pool: Pool): HelpStore {
  return {
    list: async (lang) => {
      const { rows } = await pool.query<HelpEntry>(`select ${entryOf(lang)} from help_articles order by sort, slug`);
      return rows;
    },
    find: async (which, lang) => {
      const [column, value] = 'id' in which ? ['id', which.id] : ['slug', which.slug];
      const { rows } = await pool.query<HelpArticle>(
        `select ${entryOf(lang)}, content_${lang} as content from help_articles where ${column} = $1`,
        [value],
      );
      return rows[0] ?? null;
    },
    kept: async () => (await pool.query<KeptHelp>(`${KEPT} order by category, sort, slug`)).rows,
    seed: (seeds, nowMs) =>
      transaction(pool, async (client) => {
        // Processes that start together come one after the other, so that none meets an article twice.
        await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
        const rows = JSON.stringify(seeds.map(rowOf));
        const now = new Date(nowMs);
        const columns = (of: string): string => brought.map((name) => `${of}.${name}`).join(', ');
        const changed = await client.query(
          `update help_articles as a
           set (${brought.join(', ')}, updated_at) = (${columns('s')}, $2)
           from ${ofSeeds}
           where a.slug = s.slug and not a.edited and s.version >= a.version and (${columns('a')}) is distinct from (${columns('s')})`,
          [rows, now],
        );
        const added = await client.query(
          `insert into help_articles (${seeded.join(', ')}, updated_at)
           select ${seeded.map((name) => `s.${name}`).join(', ')}, $2
           from ${ofSeeds}
           where not exists (select 1 from help_articles as a where a.slug = s.slug)
           order by s.slug`,
          [rows, now],
        );
        const removed = await client.query(
          `delete from help_articles as a where not a.edited and not exists (select 1 from ${ofSeeds} where s.slug = a.slug)`,
          [rows],
        );
        return (changed.rowCount ?? 0) + (added.rowCount ?? 0) + (removed.rowCount ?? 0);
      }),
  };
}
