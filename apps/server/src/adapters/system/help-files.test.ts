// The files of the help centre are read whole, or the start says which is not.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readHelpFiles } from './help-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cormorant-help-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const head = { title: 'A: title', summary: 'One sentence', category: 'start', sort: '2', version: '3' };
type Head = Partial<Record<keyof typeof head, string>>;

function article(fields: Head, text = '## One\n\ntext\n---\nmore\n'): string {
  const lines = Object.entries({ ...head, ...fields }).map(([key, value]) => `${key}: ${value}`);
  return `---\n${lines.join('\n')}\n---\n${text}`;
}

async function read(files: Readonly<Record<string, string>>) {
  for (const [name, file] of Object.entries(files)) await writeFile(join(folder, name), file);
  return readHelpFiles(pathToFileURL(`${folder}/`));
}

test('an article has its texts in both languages, and the fields of its front matter', async () => {
  expect(await read({ 'two.zh.md': article({ title: '标题' }, '中文'), 'two.en.md': article({}) })).toEqual([
    {
      ...{ slug: 'two', category: 'start', sort: 2, version: 3 },
      texts: {
        zh: { title: '标题', summary: 'One sentence', content: '中文' },
        en: { title: 'A: title', summary: 'One sentence', content: '## One\n\ntext\n---\nmore' },
      },
    },
  ]);
});

test('one of one language is told', async () => {
  await expect(read({ 'lone.zh.md': article({}) })).rejects.toThrow('lone.en.md');
});

test.each<[string, string]>([
  ['has no title', article({ title: '' })],
  ['has no category', article({ category: '' })],
  ['has a sort that is no number', article({ sort: 'first' })],
  ['has a version that is no number', article({ version: '0' })],
  ['has no text', article({}, ' \n')],
  ['has no text', 'no front matter'],
])('one that %s is told', async (fault, file) => {
  await expect(read({ 'x.zh.md': article({}), 'x.en.md': file })).rejects.toThrow(`the help article x.en.md ${fault}`);
});

test.each<Head>([{ category: 'keys' }, { sort: '9' }, { version: '4' }])(
  'languages that differ in %j are told',
  async (fields) => {
    await expect(read({ 'x.zh.md': article({}), 'x.en.md': article(fields) })).rejects.toThrow(
      'the help article x differs between its languages',
    );
  },
);
