// A bot category and the fields its editor draws; the fields come from the params table of the category's machine, so
// a new parameter needs no change in the client.
import * as z from 'zod';
import { decimal, flag, id, marketKind } from '../wire.ts';

export const botKind = z.enum(['grid', 'dca', 'arbitrage', 'custom', 'martin', 'ai']);

export const field = z.object({
  key: z.string(),
  label: z.string(),
  group: z.enum(['base', 'open', 'add', 'profit', 'risk', 'advanced']),
  kind: z.enum([
    'number',
    'percent',
    'price',
    'int',
    'enum',
    'switch',
    'steps',
    'conditions',
    'symbol',
    'interval',
    'time',
    'exchange',
    'assets',
  ]),
  unit: z.string(),
  default: z.string().nullable(),
  min: decimalOrNone(),
  max: decimalOrNone(),
  step: decimalOrNone(),
  required: flag,
  /** 0 is taken although the range begins above it, and means off (extension). */
  zero_is_off: flag.optional(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  /** Drawn only while the other field has this value. */
  show_if: z.record(z.string(), z.string()).optional(),
  help: z.string(),
  /** Must not change while a position is open (extension). */
  locked_with_position: flag,
});
export type Field = z.output<typeof field>;

function decimalOrNone() {
  return decimal.nullable();
}

export const botType = z.object({
  id,
  code: z.string(),
  type: botKind,
  market: marketKind,
  editor: z.enum(['martin', 'ai']),
  name: z.string(),
  desc: z.string(),
  icon: z.string(),
  risk: z.int().min(1).max(5),
  simulate: flag,
  min_investment: decimal,
  enabled: flag,
  sort: z.int(),
  fields: z.array(field),
});
export type BotType = z.output<typeof botType>;
