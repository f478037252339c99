// Lets a schema judge what a value is before how long it is. The library measures whatever has a `length`, string or
// not, and `{"length":{"toString":1}}` has one that cannot be compared: asking for it throws.
import type * as z from 'zod';

const lengthChecks: ReadonlySet<string> = new Set(['min_length', 'max_length', 'length_equals']);

type Check = NonNullable<z.core.$ZodTypeDef['checks']>[number];

const isMeasured = ({ value }: { readonly value: unknown }): boolean =>
  typeof value === 'string' || Array.isArray(value);

function isSchema(value: unknown): value is z.core.$ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value && 'run' in (value as z.core.$ZodType)._zod;
}

function isLengthCheck({ _zod: { def } }: Check): boolean {
  return lengthChecks.has(def.check);
}

/** Changes the schema and all within it; to do it again changes nothing. */
export function judgeTypesFirst(schema: z.core.$ZodType, seen = new Set<unknown>()): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const { def } = schema._zod;
  for (const check of def.checks ?? []) {
    if (isLengthCheck(check)) Object.assign(check._zod.def, { when: isMeasured });
  }
  for (const part of Object.values(def)) {
    const within = typeof part === 'object' && part !== null ? [part, ...Object.values(part)] : [];
    for (const one of within) if (isSchema(one)) judgeTypesFirst(one, seen);
  }
}
