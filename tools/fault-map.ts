// The map from the catalogue of faults to tests (docs/FAULT-MAP.md), checked. Invariant: every id of the catalogue has one
// row, and each row names tests whose file is there and holds that title as one of a test that runs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAP = 'docs/FAULT-MAP.md';
/** How many rows each part of the catalogue has. */
const PARTS: Readonly<Record<string, number>> = { A: 21, B: 11, C: 8, D: 9, E: 11, F: 10 };
const SEPARATOR = ' › ';

export function catalogueIds(): string[] {
  return Object.entries(PARTS).flatMap(([part, count]) => Array.from({ length: count }, (_, at) => `${part}${at + 1}`));
}

export function checkFaultMap(root: string): string[] {
  return judgeFaultMap(readFileSync(join(root, MAP), 'utf8'), (path) => {
    const file = join(root, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  });
}

/** `read` answers the text of a file of the repository, null when there is none. */
export function judgeFaultMap(map: string, read: (path: string) => string | null): string[] {
  const faults: string[] = [];
  const rows = new Map<string, string[]>();
  for (const line of map.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    const id = cells[1] ?? '';
    if (!/^[A-Z]\d+$/.test(id)) continue;
    if (rows.has(id)) faults.push(`${MAP}: ${id} has two rows`);
    rows.set(id, cells);
  }
  const known = new Set(catalogueIds());
  for (const id of known) {
    const cells = rows.get(id);
    if (cells === undefined) faults.push(`${MAP}: ${id} has no row`);
    else faults.push(...judgeRow(id, cells[3] ?? '', read));
  }
  for (const id of rows.keys()) if (!known.has(id)) faults.push(`${MAP}: the catalogue has no ${id}`);
  return faults;
}

function judgeRow(id: string, tests: string, read: (path: string) => string | null): string[] {
  if (tests === '') return [`${MAP}: ${id} names no test`];
  return tests.split('<br>').flatMap((reference) => {
    const at = reference.indexOf(SEPARATOR);
    if (at < 0) return [`${MAP}: ${id}: "${reference}" is not file › title`];
    const [path, title] = [reference.slice(0, at).trim(), reference.slice(at + SEPARATOR.length).trim()];
    const text = read(path);
    if (text === null) return [`${MAP}: ${id}: there is no ${path}`];
    return isTitle(text, title) ? [] : [`${MAP}: ${id}: ${path} has no test "${title}"`];
  });
}

/** Whether a line of code, and of no test that is skipped, begins a text with it. */
function isTitle(text: string, title: string): boolean {
  if (title === '') return false;
  return text
    .split('\n')
    .some((line) => [`'${title}`, `"${title}`, `\`${title}`].some((quoted) => line.includes(quoted)) && runs(line));
}

function runs(line: string): boolean {
  return !/^\s*(\/\/|\*|\/\*)|\.(skip|todo)\(/.test(line);
}
