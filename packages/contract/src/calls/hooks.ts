// The webhook of a custom bot: the call that gives its owner the address, and the door that signals come in by. The
// address is the proof; a bot may ask for a signature of the body besides (product.md 4.8).

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { decimal, decimalTextIn, id, idIn, requestId } from '../wire.ts';

/** A longer body is not read. */
export const HOOK_BODY_BYTES = 4096;

export const botHook = defineCall({
  name: 'botHook',
  method: 'POST',
  path: '/api/user/botHook',
  summary:
    'Make a new webhook address of a custom bot; the one before stops working. Address and secret are shown once',
  access: 'user',
  query: z.object({ id: idIn }),
  body: z.object({ request_id: requestId.optional() }),
  data: z.object({
    id,
    /** The whole address, here only. */
    url: z.string(),
    /** Key of the HMAC-SHA256 over the body, hex. */
    secret: z.string(),
  }),
  errors: [codes.action_invalid],
  acts: true,
  success: 'ok',
  rateClass: 'write',
  idempotency: 'none',
  autoToast: false,
  owner: { in: 'query', field: 'id', missing: codes.bot_not_found },
  extension: true,
});

/** Seconds or milliseconds since the epoch; what is meant is told by the size. Or ISO 8601 with its zone. */
const moment = z.union([
  z.int().min(0).max(99_999_999_999_999),
  z
    .string()
    .regex(/^\d{1,14}$/)
    .transform(Number),
  z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
]);
/** As charting tools write amounts: more decimals than can be kept are rounded down, and told. */
const amount = decimalTextIn().pipe(z.string().regex(/^-?\d{1,15}(\.\d{1,40})?$/));

export const hookSignal = defineCall({
  name: 'hookSignal',
  method: 'POST',
  path: '/hook/:token',
  summary:
    'A signal to a custom bot, as JSON whatever its content type says. X-Signature: hex HMAC-SHA256 of the body without a newline at its end. A repeated id is ignored with 7009',
  access: 'public',
  body: z.object({
    /** Unique for 24 hours. */
    id: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .regex(/^\P{Cc}+$/u),
    action: z.enum(['open', 'add', 'close']),
    side: z.enum(['buy', 'sell']).optional(),
    /** In quote; without it the bot's own size. */
    amount: amount.optional(),
    /** When it was sent: at most 300 s ago. */
    ts: moment.optional(),
  }),
  data: z.object({
    id: z.string(),
    /** What the amount was rounded down to, where it had more decimals than can be kept. */
    amount: decimal.optional(),
  }),
  errors: [
    codes.unauthorized,
    codes.amount_small,
    codes.funds_insufficient,
    codes.bot_stopped,
    codes.bot_params_invalid,
    codes.bot_stopped_no_add,
    codes.no_position,
    codes.add_limit,
    codes.bot_has_position,
    codes.action_invalid,
    codes.bot_busy,
    codes.bot_paused,
    codes.bot_set_aside,
    codes.fuel_insufficient,
    codes.duplicate_submit,
  ],
  acts: true,
  judgesMaintenance: true,
  rateClass: 'hook',
  idempotency: 'none',
  autoToast: false,
  byToken: { bodyBytes: HOOK_BODY_BYTES },
  extension: true,
});
