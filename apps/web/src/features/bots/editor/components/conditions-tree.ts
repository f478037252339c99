// A condition tree while it is being edited: plain JSON as it is sent, which may still be incomplete. Every edit makes a
// new tree; nothing here knows how it is drawn.
import type { IndicatorSpec } from '@cormorant/core/indicators/catalogue.ts';
import type { IndicatorName } from '@cormorant/core/indicators/read.ts';
import type { Comparison } from '@cormorant/core/strategy/conditions.ts';

export interface DraftOperand {
  readonly ind: IndicatorName;
  readonly args: readonly number[];
  readonly out?: string;
}

export interface DraftCondition {
  readonly left: DraftOperand;
  readonly cmp: Comparison;
  readonly right: DraftOperand | { readonly num: string };
  readonly tf: string;
  readonly on?: 'close' | 'tick';
}

export interface DraftGroup {
  readonly op: 'all' | 'any';
  readonly items: readonly (DraftGroup | DraftCondition)[];
}

export const MAX_GROUP_DEPTH = 3;
export const MAX_GROUP_ITEMS = 10;
export const MAX_ALL_CONDITIONS = 20;

export function isDraftGroup(item: DraftGroup | DraftCondition): item is DraftGroup {
  return 'op' in item;
}

export function isNumber(side: DraftCondition['right']): side is { readonly num: string } {
  return 'num' in side;
}

/** The tree in a form's text: null for none, 'unreadable' for what is no tree. */
export function readDraft(text: string): DraftGroup | null | 'unreadable' {
  if (text.trim() === '') return null;
  try {
    const raw: unknown = JSON.parse(text);
    return isTree(raw, 1) ? raw : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** An empty tree is no tree. */
export function draftText(tree: DraftGroup | null): string {
  return tree === null || tree.items.length === 0 ? '' : JSON.stringify(tree);
}

export function countConditions(tree: DraftGroup): number {
  return tree.items.reduce((sum, item) => sum + (isDraftGroup(item) ? countConditions(item) : 1), 0);
}

/** The first condition of an empty field: the plainest sentence there is. */
export const firstCondition: DraftCondition = {
  left: { ind: 'rsi', args: [14] },
  cmp: 'cross_up',
  right: { num: '30' },
  tf: '1h',
  on: 'close',
};

export function operandOf(spec: IndicatorSpec): DraftOperand {
  const out = spec.outputs[0]?.out ?? '';
  return { ind: spec.ind, args: spec.args.map((arg) => arg.default), ...(out !== '' && { out }) };
}

/** A condition between candles needs exactly one side that is the price. */
export function mayTick({ left, right }: DraftCondition): boolean {
  const rightIsPrice = !isNumber(right) && right.ind === 'price';
  return (left.ind === 'price') !== rightIsPrice;
}

/** The condition with something changed, judged at the close where the last price would make no sense. */
export function changed(condition: DraftCondition, change: Partial<DraftCondition>): DraftCondition {
  const next = { ...condition, ...change };
  return next.on === 'tick' && !mayTick(next) ? { ...next, on: 'close' } : next;
}

function isTree(raw: unknown, depth: number): raw is DraftGroup {
  if (typeof raw !== 'object' || raw === null || depth > MAX_GROUP_DEPTH) return false;
  const { op, items } = raw as { op?: unknown; items?: unknown };
  if ((op !== 'all' && op !== 'any') || !Array.isArray(items)) return false;
  return items.every((item: unknown) => {
    if (typeof item !== 'object' || item === null) return false;
    return 'op' in item ? isTree(item, depth + 1) : isCondition(item);
  });
}

function isCondition(raw: object): boolean {
  const { left, right, cmp, tf } = raw as Record<string, unknown>;
  const isSide = (side: unknown) =>
    typeof side === 'object' && side !== null && 'ind' in side && Array.isArray((side as { args?: unknown }).args);
  const isNum = typeof right === 'object' && right !== null && 'num' in right;
  return isSide(left) && (isNum || isSide(right)) && typeof cmp === 'string' && typeof tf === 'string';
}
