// Every way in which a reply may lose a field: what an exchange leaves out, empties, renames or adds. What is read of such a reply is
// the same, or told as unreadable, or differs by what was declared; anything else is a figure that nobody told.
import { exactJson } from '../shared/exact-json.ts';

export interface Damage {
  /** Names from the top; numbers are places in a list. */
  readonly path: readonly (string | number)[];
  readonly kind: 'missing' | 'null' | 'empty' | 'renamed' | 'extra' | 'word' | 'number';
  readonly body: string;
}

type Tree = Readonly<Record<string, unknown>> | readonly unknown[];

/** Of a JSON text; none of any other. */
export function damagesOf(body: string): Damage[] {
  let whole: unknown;
  try {
    whole = exactJson(body);
  } catch {
    return [];
  }
  if (!isTree(whole)) return [];
  const root = whole;
  const found: Damage[] = [];
  const add = (
    path: Damage['path'],
    kind: Damage['kind'],
    change: (parent: unknown, key: string | number) => unknown,
  ) => found.push({ path, kind, body: JSON.stringify(changed(root, path, change)) });
  const walk = (tree: Tree, path: Damage['path']): void => {
    if (!Array.isArray(tree))
      add([...path, 'somethingNew'], 'extra', (parent) => ({ ...(parent as object), somethingNew: '1' }));
    for (const key of keysOf(tree)) {
      const at = [...path, key];
      const value = (tree as Readonly<Record<string | number, unknown>>)[key];
      if (!Array.isArray(tree) || !isTree(value)) {
        // Of a list of figures the place says which one it is: one that is gone cannot be told from another.
        if (!Array.isArray(tree)) add(at, 'missing', (parent, name) => without(parent, name));
        add(at, 'null', (parent, name) => put(parent, name, null));
        add(at, 'empty', (parent, name) => put(parent, name, Array.isArray(value) ? [] : ''));
      }
      if (!Array.isArray(tree)) add(at, 'renamed', (parent, name) => put(without(parent, name), `${name}New`, value));
      if (isTree(value)) walk(value, at);
      else if (typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value))
        found.push({ path: at, kind: 'number', body: asNumber(root, at, value) });
      else if (typeof value === 'string' && value !== '')
        add(at, 'word', (parent, name) => put(parent, name, 'SOMETHING_NEW'));
    }
  };
  walk(root, []);
  return found;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}

function keysOf(tree: Tree): (string | number)[] {
  return Array.isArray(tree) ? [...tree.keys()] : Object.keys(tree);
}

function changed(
  value: unknown,
  [key, ...rest]: Damage['path'],
  change: (parent: unknown, key: string | number) => unknown,
): unknown {
  if (key === undefined) return value;
  if (rest.length === 0) return change(value, key);
  return put(value, key, changed((value as Readonly<Record<string | number, unknown>>)[key], rest, change));
}

function put(parent: unknown, key: string | number, value: unknown): unknown {
  if (Array.isArray(parent)) return parent.with(Number(key), value);
  return { ...(parent as object), [key]: value };
}

function without(parent: unknown, key: string | number): unknown {
  if (Array.isArray(parent)) return parent.toSpliced(Number(key), 1);
  return Object.fromEntries(Object.entries(parent as object).filter(([name]) => name !== key));
}

const MARK = 'a-number-stands-here';

/** The figure without its quotes, as other exchanges and other days write it. */
function asNumber(root: Tree, path: Damage['path'], figure: string): string {
  const text = JSON.stringify(changed(root, path, (parent, key) => put(parent, key, MARK)));
  return text.replace(`"${MARK}"`, figure);
}

/** In what the one differs from the other: each figure that does, by its name. What is told as not known differs in nothing. */
export function differences(before: unknown, after: unknown): string[] {
  const [a, b] = comparable(before, after);
  if (rowsIn(a) !== rowsIn(b)) return [`rows ${rowsIn(a)}→${rowsIn(b)}`];
  const [old, now] = [leavesOf(a), leavesOf(b)];
  const told = [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    return old.get(path) === now.get(path) || WORDS.has(name) ? [] : [`${name}=${now.get(path) ?? ''}`];
  });
  return [...new Set(told)].sort();
}

/** What is said beside: no figure. */
const WORDS = new Set(['detail']);

function comparable(before: unknown, after: unknown): [unknown, unknown] {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return [before, after];
  const isTold = (_: unknown, at: number) =>
    !isTree(after[at]) || (after[at] as { outcome?: unknown }).outcome !== 'unknown';
  const [a, b] = [before.filter(isTold).map(byKind), after.filter(isTold).map(byKind)];
  // An event that is not told is read from the books.
  return [a.map((one, at) => withOnly(one, b[at])), b];
}

/** The events of one piece of news, each under its kind. */
function byKind(news: unknown): unknown {
  if (!isTree(news) || !('events' in news)) return news;
  const events = news.events as readonly { type: string }[];
  return { ...news, events: Object.fromEntries(events.map((event) => [event.type, event])) };
}

function withOnly(before: unknown, after: unknown): unknown {
  if (!isTree(before) || !('events' in before) || !isTree(after) || !('events' in after)) return before;
  const told = Object.keys(after.events as object);
  return {
    ...before,
    events: Object.fromEntries(Object.entries(before.events as object).filter(([kind]) => told.includes(kind))),
  };
}

function rowsIn(value: unknown): number {
  return Array.isArray(value) ? value.length : value === null ? 0 : 1;
}

function leavesOf(value: unknown, path = ''): Map<string, string> {
  if (!isTree(value)) return new Map([[path, JSON.stringify(value)]]);
  return new Map(
    keysOf(value).flatMap((key) => [...leavesOf((value as Record<string | number, unknown>)[key], `${path}.${key}`)]),
  );
}
