// The switches of the faulty exchange: what each is called, what it takes, and when and whom it strikes. A set that names
// an unknown switch, an unknown figure or an unknown symbol is refused as a whole, with a sentence that says where.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { z } from 'zod';
import { changedFilters } from '../exchange/filters.ts';

/** Kinds of call, the same on every wire. */
export const CALL_KINDS = [
  'place',
  'cancel',
  'order',
  'orders',
  'fills',
  'balances',
  'positions',
  'fundings',
  'settings',
  'accounts',
  'streams',
  'time',
  'rules',
  'prices',
  'candles',
] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** Of what the streams tell; `trade` and `deposit` are told on Binance's wire only. */
export const EVENT_KINDS = ['fill', 'order', 'funding', 'deposit', 'mark', 'print', 'trade'] as const;

const MAX_MS = 3_600_000;
const MAX_FAULTS = 200;

const whole = (least: number, most: number) => z.number().int().min(least).max(most);
const Figure = z.string().regex(/^\d{1,20}(\.\d{1,20})?$/, 'must be a decimal figure in quotes');
const Ms = whole(1, MAX_MS);

/** Market time, epoch milliseconds: from <= now < to. */
const Window = {
  id: z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, 'must be 1-40 of A-Z a-z 0-9 _ . -'),
  from: whole(0, Number.MAX_SAFE_INTEGER).optional(),
  to: whole(0, Number.MAX_SAFE_INTEGER).optional(),
};
/** An account by its ref or by the name the exchange gave it. */
const Whose = { accounts: z.array(z.string().min(1).max(80)).min(1).optional() };
const Symbols = z.array(z.string().min(1).max(32)).min(1);
const Where = { symbols: Symbols.optional() };
const Calls = { calls: z.array(z.enum(CALL_KINDS)).min(1).optional() };
/** Of the occasions in scope the first `skip` pass, then each is struck with `probability`, at most `times` times. */
const Chance = {
  probability: z.number().gt(0).max(1).default(1),
  skip: whole(0, 1_000_000_000).default(0),
  times: whole(1, 1_000_000_000).optional(),
};
const OnCalls = { ...Window, ...Whose, ...Where, ...Calls };
const OnEvents = (kinds: readonly (typeof EVENT_KINDS)[number][]) => ({
  ...Window,
  ...Whose,
  ...Where,
  ...Chance,
  events: z
    .array(z.enum(EVENT_KINDS))
    .min(1)
    .default([...kinds]),
});

/** Each with the line OPERATIONS.md has for it. */
const SWITCHES = [
  z.strictObject({ fault: z.literal('lose_request'), ...OnCalls, ...Chance }),
  z.strictObject({ fault: z.literal('lose_reply'), ...OnCalls, ...Chance }),
  z.strictObject({ fault: z.literal('slow_request'), ...OnCalls, ...Chance, ms: Ms }),
  z.strictObject({ fault: z.literal('slow_reply'), ...OnCalls, ...Chance, ms: Ms }),
  z.strictObject({
    fault: z.literal('gateway_error'),
    ...OnCalls,
    ...Chance,
    when: z.enum(['before', 'after']),
    status: whole(500, 599).default(502),
    body: z.enum(['html', 'venue']).default('html'),
  }),
  z.strictObject({ fault: z.literal('empty_answer'), ...OnCalls, ...Chance }),
  z.strictObject({
    fault: z.literal('delayed_reads'),
    ...Window,
    ...Whose,
    ...Where,
    ...Chance,
    ms: Ms,
    of: z
      .array(z.enum(['orders', 'fills']))
      .min(1)
      .default(['orders', 'fills']),
  }),
  z.strictObject({ fault: z.literal('key_revoked'), ...OnCalls }),
  z.strictObject({ fault: z.literal('ip_changed'), ...OnCalls }),
  z.strictObject({ fault: z.literal('maintenance'), ...OnCalls }),
  z.strictObject({
    fault: z.literal('rate_ban'),
    ...OnCalls,
    ...Chance,
    status: z.union([z.literal(429), z.literal(418)]).default(429),
    seconds: whole(1, 259_200),
  }),
  z.strictObject({ fault: z.literal('clock_skew'), ...Window, ms: whole(-MAX_MS, MAX_MS) }),
  z.strictObject({ fault: z.literal('drop_event'), ...OnEvents(EVENT_KINDS) }),
  z.strictObject({ fault: z.literal('duplicate_event'), ...OnEvents(EVENT_KINDS) }),
  z.strictObject({ fault: z.literal('late_event'), ...OnEvents(EVENT_KINDS), ms: Ms }),
  z.strictObject({ fault: z.literal('stale_frames'), ...Window, ...Where, ...Chance }),
  z.strictObject({
    fault: z.literal('bad_price'),
    ...Window,
    ...Where,
    ...Chance,
    factor: z.number().min(0).max(1000),
    of: z
      .array(z.enum(['print', 'mark']))
      .min(1)
      .default(['print']),
  }),
  z.strictObject({ fault: z.literal('silent_stream'), ...OnEvents(EVENT_KINDS) }),
  z.strictObject({ fault: z.literal('close_stream'), ...OnEvents(EVENT_KINDS) }),
  z.strictObject({
    fault: z.literal('partial_fills'),
    ...Window,
    ...Whose,
    ...Where,
    ...Chance,
    ppm: whole(1, 999_999),
  }),
  z.strictObject({
    fault: z.literal('liquidation'),
    ...Window,
    ...Whose,
    ...Where,
    ...Chance,
    times: whole(1, 1000).default(1),
  }),
  z.strictObject({ fault: z.literal('delisting'), ...Window, ...Where }),
  z.strictObject({
    fault: z.literal('filter_change'),
    ...Window,
    symbols: Symbols,
    tick: Figure.optional(),
    step: Figure.optional(),
    min_qty: Figure.optional(),
    max_qty: Figure.optional(),
    max_market_qty: Figure.optional(),
    min_notional: Figure.optional(),
  }),
] as const;

const Fault = z.discriminatedUnion('fault', SWITCHES);
export type Fault = z.infer<typeof Fault>;
export type FaultName = Fault['fault'];
export type FaultOf<Name extends FaultName> = Extract<Fault, { fault: Name }>;

export const FAULT_NAMES: readonly FaultName[] = SWITCHES.map(({ shape }) => shape.fault.value);

const FaultSetSchema = z.strictObject({
  seed: whole(0, 2_147_483_647).default(1),
  faults: z.array(Fault).max(MAX_FAULTS),
});
export type FaultSet = z.infer<typeof FaultSetSchema>;

export const NO_FAULTS: FaultSet = { seed: 1, faults: [] };

/** The set cannot be used; the message is for the person who wrote it. */
export class FaultSetError extends Error {}

/** `instruments` by symbol, as the wire names them. */
export function readFaultSet(data: unknown, instruments: ReadonlyMap<string, Instrument>): FaultSet {
  const parsed = FaultSetSchema.safeParse(data);
  if (!parsed.success) throw new FaultSetError(sentenceOf(parsed.error.issues[0], data));
  const ids = new Set<string>();
  parsed.data.faults.forEach((fault, at) => {
    const wrong = ids.has(fault.id) ? `id: "${fault.id}" is there twice` : whatIsWrong(fault, instruments);
    if (wrong !== null) throw new FaultSetError(`faults.${at}.${wrong}`);
    ids.add(fault.id);
  });
  return parsed.data;
}

function whatIsWrong(fault: Fault, instruments: ReadonlyMap<string, Instrument>): string | null {
  if (fault.from !== undefined && fault.to !== undefined && fault.from >= fault.to) return 'to: must be after from';
  const symbols = 'symbols' in fault ? (fault.symbols ?? []) : [];
  const strange = symbols.find((symbol) => !instruments.has(symbol));
  if (strange !== undefined) return `symbols: this exchange has no symbol ${strange}`;
  if (fault.fault !== 'filter_change') return null;
  for (const symbol of symbols) {
    try {
      changedFilters(instruments.get(symbol) as Instrument, fault);
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error;
      return `symbols: ${symbol} cannot have these filters: ${error.message}`;
    }
  }
  return null;
}

function sentenceOf(issue: z.core.$ZodIssue | undefined, data: unknown): string {
  const path = issue?.path ?? [];
  const where = path.join('.') || 'the set';
  if (issue?.code !== 'invalid_union' || path.at(-1) !== 'fault') return `${where}: ${issue?.message ?? 'unreadable'}`;
  const given = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], data);
  return `${where}: no switch is called ${JSON.stringify(given)}; there are ${FAULT_NAMES.join(', ')}`;
}
