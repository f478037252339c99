// Checks that imports follow the arrows of tools/rooms.ts and that neither modules nor rooms form a cycle. Invariant: it
// fails when in doubt: on a file in no room, an import it cannot resolve, or fewer modules than expected.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { EXPECTED_MODULES, OUTSIDE, ROOMS, type Room, WORKSPACES } from './rooms.ts';
import { type Import, importsOf, isModule, isTest, listFiles, readSource } from './source-tree.ts';

export interface ServerContext {
  readonly rooms: readonly Room[];
  readonly outside: readonly string[];
  readonly workspaces: Readonly<Record<string, string>>;
  readonly expected: Readonly<Record<string, number>>;
}

export const HOUSE: ServerContext = {
  rooms: ROOMS,
  outside: OUTSIDE,
  workspaces: WORKSPACES,
  expected: EXPECTED_MODULES,
};

interface Place {
  readonly name: string;
  readonly rule: Room;
}

type Graph = Map<string, Set<string>>;

const patterns = new Map<string, RegExp>();

/** `*` is captured, so that `features/*` is one room for each of its values. */
function matchGlob(glob: string, path: string): RegExpMatchArray | null {
  let pattern = patterns.get(glob);
  if (!pattern) {
    const source = glob
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*\*|\*/g, (star) => (star === '**' ? '.*' : '([^/]+)'));
    pattern = new RegExp(`^${source}$`);
    patterns.set(glob, pattern);
  }
  return path.match(pattern);
}

function placeOf(context: ServerContext, path: string): Place | undefined {
  for (const rule of context.rooms) {
    const match = matchGlob(rule.files, path);
    if (!match) continue;
    const captured = match[1];
    return { rule, name: captured && rule.room.includes('*') ? rule.room.replace('*', captured) : rule.room };
  }
  return undefined;
}

function isOutside(context: ServerContext, path: string): boolean {
  return isTest(path) || context.outside.some((glob) => matchGlob(glob, path));
}

/** The file an import names, a package's name, or undefined when it leads nowhere. */
export function resolveImport(
  root: string,
  context: ServerContext,
  from: string,
  specifier: string,
): { file: string } | { npm: string } | undefined {
  const [bare] = specifier.split('?');
  const workspace = Object.keys(context.workspaces).find((name) => bare === name || bare!.startsWith(`${name}/`));
  let file: string | undefined;
  if (bare!.startsWith('.')) file = posix.normalize(posix.join(posix.dirname(from), bare!));
  else if (workspace) file = `${context.workspaces[workspace]}${bare!.slice(workspace.length)}`;
  if (file !== undefined) return existsSync(join(root, file)) && posix.extname(file) ? { file } : undefined;
  if (bare!.startsWith('node:')) return { npm: 'node:' };
  return { npm: bare!.split('/', bare!.startsWith('@') ? 2 : 1).join('/') };
}

function faultOf(
  place: Place,
  target: { file: string } | { npm: string },
  way: Import['way'],
  context: ServerContext,
): string | undefined {
  const { rule, name } = place;
  if ('npm' in target) {
    const isNode = target.npm === 'node:';
    const allowed = rule.packages.includes(target.npm) || (!isNode && rule.packages.includes('*'));
    return allowed ? undefined : `${name} may not import ${isNode ? "Node's modules" : `the package ${target.npm}`}`;
  }
  const there = placeOf(context, target.file);
  if (there?.name === name) return undefined;
  if (rule.may.some((glob) => matchGlob(glob, target.file))) return undefined;
  const lazily = rule.lazily?.some((glob) => matchGlob(glob, target.file)) ?? false;
  if (lazily) return way === 'static' ? `${name} may import ${target.file} only lazily, by import()` : undefined;
  return `${name} may not import ${there?.name ?? target.file}`;
}

/** Every fault of the tree below root, one sentence each; empty when the house stands. */
export function checkBoundaries(root: string, context: ServerContext = HOUSE): { faults: string[]; modules: number } {
  const faults: string[] = [];
  const modules: Graph = new Map();
  const rooms: Graph = new Map();
  const files = listFiles(root).filter(isModule);
  for (const path of files) {
    const outside = isOutside(context, path);
    const place = placeOf(context, path);
    if (!outside && !place) faults.push(`${path}: belongs to no room of tools/rooms.ts`);
    const edges = new Set<string>();
    modules.set(path, edges);
    for (const { specifier, line, way } of importsOf(readSource(root, path))) {
      const target = resolveImport(root, context, path, specifier);
      if (!target) {
        faults.push(`${path}:${line}: ${specifier} leads to no file`);
        continue;
      }
      if ('file' in target) edges.add(target.file);
      if (outside || !place) continue;
      const fault = faultOf(place, target, way, context);
      if (fault) faults.push(`${path}:${line}: ${fault}`);
      const there = 'file' in target ? placeOf(context, target.file)?.name : undefined;
      if (there && there !== place.name) edgesOf(rooms, place.name).add(there);
    }
  }
  for (const cycle of cyclesOf(modules)) faults.push(`modules in a cycle: ${cycle.join(', ')}`);
  for (const cycle of cyclesOf(rooms)) faults.push(`rooms in a cycle: ${cycle.join(', ')}`);
  for (const [folder, least] of Object.entries(context.expected)) {
    const seen = files.filter((path) => path.startsWith(folder)).length;
    if (seen < least) faults.push(`${folder}: saw ${seen} modules, expected at least ${least}`);
  }
  return { faults, modules: files.length };
}

function edgesOf(graph: Graph, node: string): Set<string> {
  const edges = graph.get(node) ?? new Set();
  graph.set(node, edges);
  return edges;
}

/** The strongly connected components of more than one node, after Tarjan. */
function cyclesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== order.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) cycles.push(component.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
