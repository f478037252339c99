// The stylesheets stand beside the components that they dress; the one list of them is theme/index.css.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const theme = import.meta.dirname;
const src = dirname(theme);
const index = join(theme, 'index.css');

const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((path) => join(src, path));
const sheets = paths.filter((path) => path.endsWith('.css'));
const read = (path: string) => readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const code = [
  ...paths.filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !relative(src, path).startsWith('locales')),
  join(src, '../index.html'),
]
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

test('each stylesheet is imported once, by the list', () => {
  const imported = [...read(index).matchAll(/@import "([^"]+)"/g)].map(([, path]) => join(theme, path!));
  expect(imported.toSorted()).toEqual(sheets.filter((path) => path !== index).toSorted());
  expect([...code.matchAll(/import '[^']*\.css'/g)].map(([line]) => line)).toEqual(["import './theme/index.css'"]);
});

test('every rule stands in a layer, so that the list alone says which of two counts', () => {
  const outside = sheets.filter(
    (path) => path !== index && !/^\s*@layer (theme|base|components|utilities) \{/.test(read(path)),
  );
  expect(outside).toEqual([]);
});

test('no class is without something that wears it', () => {
  const words = new Set(code.match(/[a-zA-Z][\w-]*/g));
  // `btn--${kind}`
  const beginnings = [...code.matchAll(/([a-zA-Z][\w-]*(?:--|__))\$\{/g)].map(([, start]) => start!);
  const isWorn = (name: string) => words.has(name) || beginnings.some((start) => name.startsWith(start));
  const idle = sheets.flatMap((path) =>
    [...read(path).matchAll(/\.([a-zA-Z][\w-]*)/g)]
      .filter(([, name]) => !isWorn(name!))
      .map(([, name]) => `${relative(src, path)} .${name}`),
  );
  expect(idle).toEqual([]);
});
