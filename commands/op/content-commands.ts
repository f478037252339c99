// Commands about the help centre: what it has, an article as a file, that file edited, and the text of the release again.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseHelpFile, readHelpFiles } from '../../apps/server/src/adapters/system/help-files.ts';
import { permissions } from '../../apps/server/src/features/operators/permissions.ts';
import type { HelpLang } from '../../apps/server/src/ports/help-store.ts';
import { type Command, type CommandDeps, need, Usage } from './command.ts';

function langOf(options: CommandDeps['options']): HelpLang {
  const lang = need(options['lang'], '--lang');
  if (lang !== 'zh' && lang !== 'en') throw new Usage('--lang is zh or en');
  return lang;
}

async function list({ operators, say }: CommandDeps): Promise<void> {
  const release = new Map((await readHelpFiles()).map(({ slug, version }) => [slug, version]));
  for (const { category, edited, slug, sort, texts, version } of await operators.help.kept()) {
    const newest = release.get(slug);
    const isOld = edited && newest !== version;
    const note = newest === undefined ? ', the release has it no more' : `, the release has version ${newest}`;
    say(
      `${category} ${sort}  ${slug}  version ${version}${edited ? ', edited' : ''}${isOld ? note : ''}  ${texts.en.title}`,
    );
  }
}

async function show({ operators, options, say }: CommandDeps, [name]: readonly string[]): Promise<void> {
  const [slug, lang] = [need(name, 'the slug'), langOf(options)];
  const article = (await operators.help.kept()).find((one) => one.slug === slug);
  if (article === undefined) throw new Usage(`no article ${slug}`);
  const { category, sort, version } = article;
  const { content, summary, title } = article.texts[lang];
  const head = Object.entries({ title, summary, category, sort, version }).map(([key, value]) => `${key}: ${value}`);
  say(['---', ...head, '---', content].join('\n'));
}

const refusedEdits = {
  missing: 'there is no such article',
  promises: 'the text promises a profit',
  moved: 'category and sort are those of the release: op content show prints them',
} as const;

const edit: Command['run'] = async ({ operators, options, say }, [name], doing) => {
  const [slug, lang] = [need(name, 'the slug'), langOf(options)];
  const path = resolve(process.env['INIT_CWD'] ?? '.', need(options['file'], '--file'));
  const file = await readFile(path, 'utf8').catch(() => {
    throw new Usage(`--file: ${path} cannot be read`);
  });
  const edited = (() => {
    try {
      return parseHelpFile(`${slug}.${lang}.md`, file.replaceAll('\r\n', '\n'));
    } catch (error) {
      throw new Usage((error as Error).message);
    }
  })();
  const done = await operators.editHelp(lang, edited, doing);
  if (done !== 'done') throw new Usage(refusedEdits[done]);
  say(`${slug} is edited in ${lang}; no start changes it until op content restore ${slug}`);
};

const restore: Command['run'] = async ({ operators, say }, [name], doing) => {
  const slug = need(name, 'the slug');
  if (!(await operators.restoreHelp(slug, await readHelpFiles(), doing)))
    throw new Usage(`no article ${slug} is edited`);
  say(`${slug} is as the release has it`);
};

export const contentCommands: readonly Command[] = [
  { words: 'content list', run: list },
  { words: 'content show', takes: 'SLUG --lang zh|en', run: show },
  { words: 'content edit', takes: 'SLUG --lang zh|en --file PATH', roles: permissions.editContent, run: edit },
  { words: 'content restore', takes: 'SLUG', roles: permissions.editContent, run: restore },
];
