// A row of a bot's log: what happened, to which order, why. `msg` is whole in the caller's language.
import * as z from 'zod';
import { decimal, exchangeCode, flag, id, timeMs } from '../wire.ts';

/** The fifteen actions of the specification. */
export const actionNames = [
  'manual',
  'success',
  'failed',
  'close',
  'manual_close',
  'open',
  'pause',
  'start',
  'add',
  'manual_add',
  'create',
  'update',
  'delete',
  'stop',
  'resume',
] as const;
export const actionName = z.enum(actionNames);

/** What a person filters a log by; every action is in exactly one. */
export const actionGroups = {
  trade: ['open', 'add', 'manual_add', 'close', 'manual_close', 'success'],
  operation: ['manual', 'pause', 'start', 'create', 'update', 'delete', 'stop', 'resume'],
  failed: ['failed'],
} as const satisfies Readonly<Record<string, readonly (typeof actionNames)[number][]>>;
export type ActionGroup = keyof typeof actionGroups;
export const actionGroup = z.enum(['trade', 'operation', 'failed']);

export const action = z.object({
  id,
  bot_id: id,
  bot_name: z.string(),
  symbol: z.string(),
  exchange: exchangeCode,
  action: actionName,
  /** The action's own word in the caller's language. */
  action_name: z.string(),
  actor: z.enum(['user', 'system', 'ai', 'operator', 'webhook']),
  side: z.enum(['buy', 'sell']).optional(),
  price: decimal.optional(),
  qty: decimal.optional(),
  amount: decimal.optional(),
  profit: decimal.optional(),
  fuel: decimal.optional(),
  /** Key of the reason (pause, stop, refusal). */
  reason: z.string().optional(),
  /** Catalogue code of a `failed` row. */
  code: z.int().optional(),
  /** The why-line with its figures. */
  msg: z.string(),
  /** The rule that made it possible, in the caller's language (extension). */
  rule: z.string(),
  /** What the sentence was made of, by key (extension). */
  figures: z.record(z.string(), z.string()),
  /** Of a trade: our own id of its order (extension). */
  order_id: z.string().optional(),
  /** Of an `update`: values before and after by field key. */
  detail: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })).optional(),
  position_id: id.optional(),
  simulate: flag,
  created_at: timeMs,
});
export type Action = z.output<typeof action>;
