// Reads the repository's own source files once, parsed, for the checks. Invariant: a file that cannot be parsed is an
// error, never silently absent.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseResult, parseSync, Visitor } from 'rolldown/utils';

export interface SourceFile {
  /** Path from the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** static: loaded with the file; lazy: `import()` or a worker's URL; type: gone at run time. */
  readonly way: 'static' | 'lazy' | 'type';
}

const FOLDERS = ['packages', 'apps', 'tests', 'bench', 'tools', 'commands'];
const SKIPPED = new Set(['node_modules', 'dist', '.data', '.cache', 'coverage', 'test-results', 'playwright-report']);

export function listFiles(root: string, folders: readonly string[] = FOLDERS): string[] {
  const files: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (SKIPPED.has(entry.name)) continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) files.push(path);
    }
  };
  const present = new Set(readdirSync(root));
  for (const folder of folders) if (present.has(folder.split('/')[0]!)) walk(folder);
  return files.sort();
}

export function readSource(root: string, path: string): SourceFile {
  return { path, text: readFileSync(join(root, path), 'utf8') };
}

export function isModule(path: string): boolean {
  return /\.(ts|tsx|mts|mjs)$/.test(path);
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || /(^|\/)(test|fixtures|testing)\//.test(path);
}

export function parse(file: SourceFile): ParseResult {
  const parsed = parseSync(file.path, file.text);
  const [error] = parsed.errors;
  if (error) throw new Error(`${file.path}: cannot be parsed: ${error.message}`);
  return parsed;
}

export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Every module a file names: static, `import type`, type queries, re-exports, `import()`, and workers by URL. */
export function importsOf(file: SourceFile): Import[] {
  const parsed = parse(file);
  const found: Import[] = [];
  const add = (specifier: string, offset: number, way: Import['way']) =>
    found.push({ specifier, line: lineOf(file.text, offset), way });
  for (const { moduleRequest, entries, start } of parsed.module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    add(moduleRequest.value, start, typeOnly ? 'type' : 'static');
  }
  for (const { entries } of parsed.module.staticExports) {
    const from = entries.find((entry) => entry.moduleRequest);
    if (!from?.moduleRequest) continue;
    add(from.moduleRequest.value, from.moduleRequest.start, entries.every((entry) => entry.isType) ? 'type' : 'static');
  }
  new Visitor({
    ImportExpression: ({ source, start }) => {
      if (source.type === 'Literal' && typeof source.value === 'string') add(source.value, start, 'lazy');
    },
    TSImportType: ({ source, start }) => add(source.value, start, 'type'),
    NewExpression: ({ callee, arguments: [first, second], start }) => {
      const isUrl = callee.type === 'Identifier' && callee.name === 'URL' && second?.type === 'MemberExpression';
      if (isUrl && first?.type === 'Literal' && typeof first.value === 'string' && isModule(first.value)) {
        add(first.value, start, 'lazy');
      }
    },
  }).visit(parsed.program);
  return found;
}
