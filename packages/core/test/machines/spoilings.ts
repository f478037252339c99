// The ways in which a field of a params table can be spoilt, made from the table itself: below its least, above its most,
// empty where it is required, of another type.
import type { FieldSpec } from '@cormorant/core/strategy/field.ts';

/** Drawn by their own editors and judged as a whole: no limits of a single number. */
const STRUCTURED = new Set<FieldSpec['kind']>(['steps', 'conditions', 'assets', 'exchange', 'symbol']);

export interface Spoilt {
  readonly how: string;
  readonly value: unknown;
}

/** Its names are those by which a text, a list or a number is touched, and none of them can be used so. */
export const hostile = { length: { toString: 1 }, toString: 1, valueOf: 1, toJSON: 1, trim: 1, map: 1 };

export function spoilings(spec: FieldSpec): Spoilt[] {
  const found: Spoilt[] = [
    { how: 'a list', value: [1] },
    { how: 'an object', value: { a: 1 } },
    { how: 'a hostile object', value: hostile },
  ];
  if (spec.kind === 'conditions' || spec.kind === 'steps')
    return [
      { how: 'words', value: 'abc' },
      { how: 'a hostile object', value: hostile },
    ];
  // What has a default may be left out.
  if (spec.required && spec.default === null) found.push({ how: 'empty', value: '' }, { how: 'absent', value: null });
  if (spec.kind !== 'symbol' && spec.kind !== 'exchange') found.push({ how: 'words', value: 'abc' });
  if (STRUCTURED.has(spec.kind) || spec.kind === 'enum' || spec.kind === 'switch') return found;
  if (spec.min !== undefined) found.push({ how: 'below', value: beyond(spec.min, -1) });
  if (spec.max !== undefined) found.push({ how: 'above', value: beyond(spec.max, 1) });
  if (Number(spec.min ?? '0') > 0 && spec.zeroIsOff !== true) found.push({ how: 'zero', value: '0' });
  if (!spec.min?.startsWith('-')) found.push({ how: 'negative', value: '-1' });
  return [...found, { how: 'an exponent', value: '1e2' }];
}

/** A little below or above; far enough for any field's digits. */
function beyond(limit: string, way: 1 | -1): string {
  const moved = Number(limit) + way * (limit.includes('.') ? 0.01 : 1);
  return String(Math.round(moved * 10_000) / 10_000);
}
