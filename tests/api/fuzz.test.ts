// Every call, asked with requests drawn from its own schema and with requests that break it: no answer is a fault of
// ours, every answer is an envelope inside its schema, and every code is one the call declares.

import { type Call, codesOf } from '@cormorant/contract/call.ts';
import { callList } from '@cormorant/contract/calls.ts';
import { envelopeSchema } from '@cormorant/contract/envelope.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { RunningVenue } from '../../apps/venue/src/start-venue.ts';
import {
  type ApiServer,
  addressText,
  newBot,
  newPerson,
  startApi,
  startTestVenue,
  untilHealthy,
} from './api-server.ts';
import { FIRST_BOT, goodRequestsOf } from './good-requests.ts';
import { newWalletPerson } from './wallets.ts';

/** Objects whose names are those by which texts, lists and numbers are touched, and none of them can be used so. */
const hostile: readonly unknown[] = [
  { length: { toString: 1 } },
  { toString: 1, valueOf: 1, toJSON: 1 },
  { length: 5, trim: 1, split: 1, map: 1, hasOwnProperty: 1 },
  [{ length: { toString: 1 } }],
];

const RUNS = 60;

interface Json {
  type?: string;
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

const nasty = fc.oneof(
  fc.constantFrom(...hostile),
  fc.constantFrom(
    null,
    '',
    ' ',
    'null',
    '-1',
    '1e309',
    'NaN',
    '0x10',
    '\u0000',
    '💥',
    "' or 1=1 --",
    '../../etc',
    '9'.repeat(400),
  ),
  fc.constantFrom('999999999999999', '0.000000000000000001', '-0', '00', '1.', '.5', 'BTC/USDT', 'local'),
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
);

/** Values that are nearly always allowed: patterns that fast-check cannot follow come from a few known good ones. */
function likely(json: Json): fc.Arbitrary<unknown> {
  if (json.const !== undefined) return fc.constant(json.const);
  if (json.enum !== undefined) return fc.constantFrom(...json.enum);
  const branches = json.anyOf ?? json.oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map(likely));
  switch (json.type) {
    case 'object':
      return objectOf(json.properties ?? {});
    case 'array':
      return fc.array(likely(json.items ?? {}), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.constant(FIRST_BOT),
        fc.integer({ min: Math.max(json.minimum ?? 0, -100), max: Math.min(json.maximum ?? 5_000, 5_000) }),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      if (json.format === 'uuid') return fc.uuid({ version: 4 });
      return fc.oneof(
        fc.constantFrom(
          'BTC/USDT',
          'local',
          'local:spot:BTC/USDT',
          '1000',
          '0.5',
          '60000',
          'quiet7Harbour',
          'somebody',
        ),
        fc.string({ maxLength: Math.min(json.maxLength ?? 12, 12) }),
      );
  }
}

function objectOf(properties: Record<string, Json>): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([key, json]) => [
      key,
      fc.oneof({ arbitrary: likely(json), weight: 6 }, { arbitrary: nasty, weight: 1 }),
    ]),
  );
  return fc.record(fields, { requiredKeys: [] });
}

/** The shapes a part of a request may have: one, or one for each choice of a union. */
function choicesOf(schema: z.ZodType | undefined): Record<string, Json>[] {
  if (schema === undefined || schema instanceof z.ZodUndefined) return [];
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return (json.oneOf ?? [json]).map((choice) => choice.properties ?? {});
}

function partOf(schema: z.ZodType | undefined): fc.Arbitrary<unknown> {
  const choices = choicesOf(schema);
  if (choices.length === 0) return fc.constant(undefined);
  if (choices.length === 1) return objectOf(choices[0] ?? {});
  // A choice is mostly asked by its name with what belongs to it; now and then what belongs to several is mixed.
  const whole = choices.map((properties) => fc.tuple(objectOf(properties), constantsOf(properties)).map(merged));
  const mixed = fc.tuple(...choices.map(objectOf)).map(merged);
  return fc.oneof({ arbitrary: fc.oneof(...whole), weight: 8 }, { arbitrary: mixed, weight: 1 });
}

function merged(parts: readonly object[]): object {
  return Object.assign({}, ...parts);
}

/** What tells a choice from the others. */
function constantsOf(properties: Record<string, Json>): fc.Arbitrary<object> {
  const fixed = Object.entries(properties).filter(([, json]) => json.const !== undefined);
  return fc.constant(Object.fromEntries(fixed.map(([key, json]) => [key, json.const])));
}

function requestOf(call: Call): fc.Arbitrary<{ query: unknown; body: unknown }> {
  const body =
    call.body === undefined
      ? fc.constant(undefined)
      : fc.oneof({ arbitrary: partOf(call.body), weight: 9 }, { arbitrary: nasty, weight: 1 });
  return fc.record({ query: partOf(call.query), body });
}

/** A good request of the call with up to two of its values, however deep, exchanged for something else. */
function almostGood(call: Call): fc.Arbitrary<{ query: unknown; body: unknown }> {
  const change = fc.tuple(fc.nat(), nasty);
  return fc
    .tuple(fc.constantFrom(...goodRequestsOf(call)), fc.array(change, { maxLength: 2 }))
    .map(([good, changes]) => {
      const request = structuredClone({ query: good.query, body: call.body === undefined ? undefined : good.body });
      for (const [at, value] of changes) {
        const places = placesIn(request);
        const place = places[at % Math.max(1, places.length)];
        if (place !== undefined) place.holder[place.key] = value;
      }
      return request;
    });
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Every value inside the parts of a request. */
function placesIn(value: unknown, inside = false): Place[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [...(inside ? [{ holder, key }] : []), ...placesIn(holder[key], true)]);
}

function anyRequestOf(call: Call): fc.Arbitrary<{ query: unknown; body: unknown }> {
  return fc.oneof({ arbitrary: requestOf(call), weight: 3 }, { arbitrary: almostGood(call), weight: 2 });
}

/** Calls that would end the session which all others use: each of their requests has one of its own. */
const endsSessions = new Set(['loginLogout', 'userSessionRevoke', 'userChangePassword']);

let api: ApiServer;
let venue: RunningVenue;
let account: string;
let wallet: string;
let inviter: string;
beforeAll(async () => {
  venue = await startTestVenue();
  api = await startApi({ VENUE_URL: venue.url, VENUE_TOKEN: venue.token });
  const person = await newPerson(api);
  account = person.token;
  inviter = person.sn;
  wallet = (await newWalletPerson(api, inviter)).token;
  await untilHealthy(api);
  expect(await newBot(api, person)).toBe(FIRST_BOT);
});
afterAll(async () => {
  await api.close();
  await venue.stop();
});

const callers = ['nobody', 'account', 'wallet'] as const;

async function tokenOf(call: Call, who: (typeof callers)[number]): Promise<string | undefined> {
  if (who === 'nobody') return undefined;
  if (!endsSessions.has(call.name)) return who === 'wallet' ? wallet : account;
  return who === 'wallet' ? (await newWalletPerson(api, inviter)).token : (await newPerson(api)).token;
}

describe.each(callList.map((call) => [call.name, call] as const))('%s', (_name, call) => {
  const answerSchema = envelopeSchema(call.data);
  const codes = codesOf(call);

  it('answers everything within its contract', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyRequestOf(call), fc.constantFrom(...callers), async ({ query, body }, who) => {
        const token = await tokenOf(call, who);
        const asked = token === undefined ? {} : { token };
        const answer = await api.send(
          call.method,
          addressText(call, query),
          call.method === 'GET' ? undefined : body,
          asked,
        );
        const { status, headers: _headers, ...envelope } = answer;
        expect([200, 413]).toContain(status);
        expect(answerSchema.safeParse(envelope).error).toBeUndefined();
        expect(status === 413 ? [7006] : codes).toContain(envelope.code);
        expect(envelope.msg).not.toMatch(/[{}]|undefined|NaN/);
        if (envelope.code === 1) expect(envelope.show).toBe(call.acts ? 1 : 0);
        else if (call.poll) expect(envelope.show).toBe(0);
      }),
      { numRuns: RUNS * Math.max(1, choicesOf(call.body).length) },
    );
  });

  // All at once: answers at the doors of identity leave at even times.
  it.runIf(choicesOf(call.body).length > 0)('takes or refuses any object in place of any value', async () => {
    const asked = goodRequestsOf(call).flatMap(({ body, query }) =>
      [...placesIn({ body }).keys()].map(async (at) => {
        const spoilt = structuredClone({ body });
        const place = placesIn(spoilt)[at]!;
        place.holder[place.key] = hostile[at % hostile.length];
        const token = await tokenOf(call, callers[at % callers.length]!);
        const address = addressText(call, query);
        const { code, status } = await api.send(
          call.method,
          address,
          spoilt.body,
          token === undefined ? {} : { token },
        );
        return { key: place.key, status, known: codes.includes(code) };
      }),
    );
    for (const { key, ...answer } of await Promise.all(asked))
      expect({ key, ...answer }).toEqual({ key, status: 200, known: true });
  });
});
