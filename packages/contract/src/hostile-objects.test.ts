// A schema learns what a value is before it touches it: objects that answer to the names of strings and lists, and objects
// that throw at every touch, in place of every value of every request.
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Call, codesOf } from './call.ts';
import { callList } from './calls.ts';
import { parseRequest } from './refusal.ts';

type Path = readonly (string | number)[];
interface Node {
  readonly type?: string;
  readonly properties?: Record<string, Node>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly const?: unknown;
}

/** What JSON can write. */
const written: readonly unknown[] = [
  { length: { toString: 1 } },
  { length: { toString: 1, valueOf: 1 } },
  { length: 5 },
  { length: 1e9 },
  { size: { toString: 1 } },
  { toString: 1 },
  { toString: 1, valueOf: 1, toJSON: 1 },
  { trim: 1, split: 1, replace: 1, match: 1, startsWith: 1, map: 1, slice: 1 },
  { constructor: { name: 1 }, prototype: null, hasOwnProperty: 1 },
  [{ length: { toString: 1 } }],
];

/** What only code can make. */
const untouchable = new Proxy(
  {},
  {
    get: (_target, key) => {
      throw new Error(`touched at ${String(key)}`);
    },
    has: (_target, key) => {
      throw new Error(`asked for ${String(key)}`);
    },
    ownKeys: () => {
      throw new Error('listed');
    },
    getPrototypeOf: () => {
      throw new Error('asked for its prototype');
    },
  },
);

/** Every place of a request, with the constants that lead there. */
function placesIn(node: Node, path: Path, leaves: boolean): { path: Path; around: [Path, unknown][] }[] {
  const choices = node.oneOf ?? node.anyOf ?? [];
  const below = choices.flatMap((choice) => placesIn(choice, path, leaves));
  const items = node.items === undefined ? [] : placesIn(node.items, [...path, 0], leaves);
  const fixed = Object.entries(node.properties ?? {}).flatMap(([key, one]): [Path, unknown][] =>
    one.const === undefined ? [] : [[[...path, key], one.const]],
  );
  const inside = Object.entries(node.properties ?? {}).flatMap(([key, one]) =>
    placesIn(one, [...path, key], leaves).map((place) => ({ ...place, around: [...fixed, ...place.around] })),
  );
  const isLeaf = node.type !== 'object' && node.type !== 'array' && choices.length === 0 && node.type !== undefined;
  const here = path.length === 0 || (leaves && !isLeaf) ? [] : [{ path, around: [] as [Path, unknown][] }];
  return [...here, ...below, ...items, ...inside];
}

function withValue(target: Record<PropertyKey, unknown>, path: Path, value: unknown): void {
  let at: Record<PropertyKey, unknown> = target;
  path.forEach((key, depth) => {
    if (depth === path.length - 1) at[key] = value;
    else {
      at[key] ??= typeof path[depth + 1] === 'number' ? [] : {};
      at = at[key] as Record<PropertyKey, unknown>;
    }
  });
}

function requestsOf(call: Call, values: readonly unknown[], leaves: boolean): { query: unknown; body: unknown }[] {
  return (['query', 'body'] as const).flatMap((part) => {
    const schema = call[part];
    if (schema === undefined || schema instanceof z.ZodUndefined) return [];
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;
    return placesIn(json, [], leaves).flatMap(({ path, around }) =>
      values.map((value) => {
        const made: Record<PropertyKey, unknown> = {};
        for (const [where, constant] of around) withValue(made, where, constant);
        withValue(made, path, value);
        return { query: {}, body: {}, [part]: made };
      }),
    );
  });
}

describe.each(callList.map((call) => [call.name, call] as const))('%s', (_name, call) => {
  test('is refused or taken, whatever object stands in a value’s place', () => {
    const allowed = codesOf(call);
    for (const request of requestsOf(call, written, false)) {
      const parsed = parseRequest(call, request);
      if (!parsed.ok) expect(allowed, JSON.stringify(request)).toContain(parsed.refusal.code);
    }
  });

  test('touches nothing that is no text or number where it expects one', () => {
    for (const request of requestsOf(call, [untouchable], true)) {
      const parsed = parseRequest(call, request);
      if (!parsed.ok) expect(codesOf(call)).toContain(parsed.refusal.code);
    }
  });
});

test('the walk reaches deep and chosen fields', () => {
  const places = (name: string) =>
    callList
      .filter((call) => call.name === name)
      .flatMap((call) => requestsOf(call, ['HERE'], false).map((request) => JSON.stringify(request.body)));
  expect(places('userSetInfo')).toContain('{"field":"email","value":{"email":"HERE"}}');
  expect(places('userBind')).toContain('{"proof":{"password":"HERE"}}');
});
