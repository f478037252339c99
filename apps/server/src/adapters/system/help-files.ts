// The articles of the help centre as the release has them: content/help/<slug>.zh.md and .en.md, each with its title and
// summary in the front matter, and with the same category, place and version in both. A file that is not so stops the
// start, because it would be missing without a word.
import { readdir, readFile } from 'node:fs/promises';
import type { HelpLang, HelpSeed, HelpText } from '../../ports/help-store.ts';

const folder = new URL('../../../content/help/', import.meta.url);

interface HelpFile extends Omit<HelpSeed, 'texts'> {
  readonly text: HelpText;
}

export function parseHelpFile(name: string, file: string): HelpFile {
  const [, head, content] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const fields = new Map(head?.split('\n').map((line) => [line.split(': ', 1)[0], line.replace(/^.*?: /, '')]));
  const field = (key: string): string => {
    const value = fields.get(key) ?? '';
    if (value === '') throw new Error(`the help article ${name} has no ${key}`);
    return value;
  };
  const whole = (key: string): number => {
    const value = Number(field(key));
    if (!Number.isInteger(value) || value < 1)
      throw new Error(`the help article ${name} has a ${key} that is no number`);
    return value;
  };
  if (content === undefined || content.trim() === '') throw new Error(`the help article ${name} has no text`);
  return {
    slug: name.replace(/\.(zh|en)\.md$/, ''),
    category: field('category'),
    sort: whole('sort'),
    version: whole('version'),
    text: { title: field('title'), summary: field('summary'), content: content.trim() },
  };
}

export async function readHelpFiles(directory: URL = folder): Promise<HelpSeed[]> {
  const read = async (slug: string, lang: HelpLang): Promise<HelpFile> => {
    const name = `${slug}.${lang}.md`;
    return parseHelpFile(name, await readFile(new URL(name, directory), 'utf8'));
  };
  const names = (await readdir(directory)).filter((name) => name.endsWith('.md'));
  const slugs = [...new Set(names.map((name) => name.replace(/\.(zh|en)\.md$/, '')))].sort();
  return Promise.all(
    slugs.map(async (slug) => {
      const [{ text: zh, ...own }, { text: en, ...other }] = await Promise.all([read(slug, 'zh'), read(slug, 'en')]);
      if (JSON.stringify(own) !== JSON.stringify(other)) {
        throw new Error(`the help article ${slug} differs between its languages in category, sort or version`);
      }
      return { ...own, texts: { zh, en } };
    }),
  );
}
