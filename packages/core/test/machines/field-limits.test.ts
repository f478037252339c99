// Every field of every category, spoilt in every way, is refused by name: below its least, above its most, empty where it
// is required, of another type. Made from the params tables themselves, so a new field is judged from its first day.

import { fieldsOf } from '@cormorant/core/strategies/registry.ts';
import { isShown, type RawParams } from '@cormorant/core/strategy/field.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MachineCase } from './case.ts';
import { cases } from './cases.ts';
import { contextOf } from './field-context.ts';
import { hostile, spoilings } from './spoilings.ts';

const SAMPLES = 300;
/** Of the valid ones: each is walked to the bottom. */
const WALKED = 25;
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

/** The same with one value after the other, however deep, exchanged for an object that cannot be touched. */
function withHostile(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [hostile];
  const inside = Object.entries(value).flatMap(([key, one]) =>
    withHostile(one).map((spoilt) =>
      Array.isArray(value) ? value.with(Number(key), spoilt) : { ...value, [key]: spoilt },
    ),
  );
  return [hostile, ...inside];
}

for (const [name, some] of categories) {
  const { strategy, instruments } = some[0]!;
  const context = contextOf(instruments[0]!);
  const specs = fieldsOf(strategy.kind, instruments[0]!.market);
  const valid = some.flatMap(validParams);

  describe(name, () => {
    it.each(specs)('refuses a spoilt $key by its name', (spec) => {
      const sample = valid.find(({ raw }) => isShown(spec, specs, raw));
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

    it('is read or refused, whatever object stands inside its params', () => {
      for (const { one, raw } of valid.slice(0, WALKED))
        for (const spoilt of withHostile(raw)) expect(() => one.parse(spoilt as RawParams, context)).not.toThrow();
    });
  });
}
