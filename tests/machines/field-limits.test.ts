// Every field of every category, spoilt in every way, is refused by name: below its least, above its most, empty where it
// is required, of another type. Made from the params tables themselves, so a new field is judged from its first day.

import { fieldsOf } from '@cormorant/core/strategies/registry.ts';
import type { FieldSpec, RawParams } from '@cormorant/core/strategy/field.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MachineCase } from './case.ts';
import { cases } from './cases.ts';
import { contextOf } from './field-context.ts';

const SAMPLES = 300;
/** Drawn by their own editors and judged as a whole: no limits of a single number. */
const STRUCTURED = new Set<FieldSpec['kind']>(['steps', 'conditions', 'assets', 'exchange', 'symbol']);

interface Spoilt {
  readonly how: string;
  readonly value: unknown;
}

function spoilings(spec: FieldSpec): Spoilt[] {
  const found: Spoilt[] = [
    { how: 'a list', value: [1] },
    { how: 'an object', value: { a: 1 } },
  ];
  if (spec.kind === 'conditions' || spec.kind === 'steps') return [{ how: 'words', value: 'abc' }];
  // What has a default may be left out.
  if (spec.required && spec.default === null) found.push({ how: 'empty', value: '' }, { how: 'absent', value: null });
  if (spec.kind !== 'symbol' && spec.kind !== 'exchange') found.push({ how: 'words', value: 'abc' });
  if (STRUCTURED.has(spec.kind) || spec.kind === 'enum' || spec.kind === 'switch') return found;
  if (spec.min !== undefined) found.push({ how: 'below', value: beyond(spec.min, -1) });
  if (spec.max !== undefined) found.push({ how: 'above', value: beyond(spec.max, 1) });
  return [...found, { how: 'negative', value: '-1' }, { how: 'an exponent', value: '1e2' }];
}

/** A little below or above; far enough for any field's digits. */
function beyond(limit: string, way: 1 | -1): string {
  const moved = Number(limit) + way * (limit.includes('.') ? 0.01 : 1);
  return String(Math.round(moved * 10_000) / 10_000);
}

function isShown(spec: FieldSpec, raw: RawParams, specs: readonly FieldSpec[]): boolean {
  return Object.entries(spec.showIf ?? {}).every(([key, wanted]) => {
    const fallback = specs.find((one) => one.key === key)?.default ?? '';
    return wanted.split('|').includes(String(raw[key] ?? fallback));
  });
}

interface Sample {
  readonly one: MachineCase;
  readonly raw: RawParams;
}

/** Valid params of all cases of one kind on one market: together they show every field. */
const categories = Map.groupBy(cases, ({ strategy, instruments }) => `${strategy.kind} ${instruments[0]!.market}`);

function validParams(one: MachineCase): Sample[] {
  const context = contextOf(one.instruments[0]!);
  const drawn = fc.sample(one.raw(context), SAMPLES).filter((raw) => one.parse(raw, context).ok);
  return drawn.map((raw) => ({ one, raw }));
}

for (const [name, some] of categories) {
  const { strategy, instruments } = some[0]!;
  const context = contextOf(instruments[0]!);
  const specs = fieldsOf(strategy.kind, instruments[0]!.market);
  const valid = some.flatMap(validParams);

  describe(name, () => {
    it.each(specs)('refuses a spoilt $key by its name', (spec) => {
      const sample = valid.find(({ raw }) => isShown(spec, raw, specs));
      if (sample === undefined) throw new Error('no params show this field');
      const passed: string[] = [];
      for (const { how, value } of spoilings(spec)) {
        const parsed = sample.one.parse({ ...sample.raw, [spec.key]: value }, context);
        const issue = parsed.ok ? undefined : parsed.issues.find(({ field }) => field === spec.key);
        if (issue === undefined) passed.push(how);
        else if (issue.rule === 'range' && issue.min === undefined && issue.max === undefined)
          passed.push(`${how}: no range`);
      }
      expect(passed).toEqual([]);
    });
  });
}
