// What a phone must load, in gzipped bytes of script: the entry, each screen beyond it, and the chart, within look.md's
// budgets. Read from the built files, so a library that slips into the entry is seen at once.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const dist = process.env['WEB_DIST'] ?? join(root, 'apps', 'web', 'dist');
const entryBytes = 130_000;
const chartBytes = 62_000;
const routeBytes = 40_000;

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly imports?: readonly string[];
  readonly isDynamicEntry?: boolean;
}

type Manifest = Readonly<Record<string, Chunk>>;

function closure(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found;
  found.add(key);
  for (const next of manifest[key]?.imports ?? []) closure(manifest, next, found);
  return found;
}

function bytesOf(manifest: Manifest, keys: Iterable<string>): number {
  let bytes = 0;
  for (const key of keys) {
    const { file } = manifest[key] as Chunk;
    if (file.endsWith('.js')) bytes += gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  }
  return bytes;
}

test('the entry, every screen and the chart stay within their budgets', () => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const entry = closure(manifest, 'index.html');
  expect(bytesOf(manifest, entry), 'entry').toBeLessThanOrEqual(entryBytes);
  const parts = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry);
  expect(parts.length).toBeGreaterThan(6);
  for (const part of parts) {
    const own = [...closure(manifest, part)].filter((key) => !entry.has(key));
    const budget = /chart/.test(part) ? chartBytes : routeBytes;
    expect(bytesOf(manifest, own), part).toBeLessThanOrEqual(budget);
  }
});

test('the gallery of the kit is no part of a production build', () => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  expect(Object.keys(manifest)).toContain('src/features/diagnostics/screens/diagnostics.tsx');
  expect(Object.keys(manifest).filter((key) => key.includes('gallery'))).toEqual([]);
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  for (const name of scripts)
    expect(readFileSync(join(dist, 'assets', name), 'utf8'), name).not.toContain('Component gallery');
});
