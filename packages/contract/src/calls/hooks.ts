// The webhook of a custom bot: the call that gives its owner the address, and the door that signals come in by. The
// address is the proof; a bot may ask for a signature of the body besides (product.md 4.8).
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { id, idIn, moneyIn, requestId } from '../wire.ts';

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
  errors: [4023],
  acts: true,
  success: 'ok',
  rateClass: 'write',
  idempotency: 'none',
  autoToast: false,
  owner: { in: 'query', field: 'id', missing: 4001 },
  extension: true,
});

/** Seconds or milliseconds since the epoch; what is meant is told by the size. */
const moment = z.int().min(0).max(99_999_999_999_999);

export const hookSignal = defineCall({
  name: 'hookSignal',
  method: 'POST',
  path: '/hook/:token',
  summary: 'A signal to a custom bot. X-Signature: hex HMAC-SHA256 of the body. A repeated id is ignored with 7009',
  access: 'public',
  body: z.object({
    /** Unique for 24 hours. */
    id: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[\x21-\x7e]+$/),
    action: z.enum(['open', 'add', 'close']),
    side: z.enum(['buy', 'sell']).optional(),
    /** In quote; without it the bot's own size. */
    amount: moneyIn.optional(),
    /** When it was sent: at most 300 s ago. */
    ts: moment.optional(),
  }),
  data: z.object({ id: z.string() }),
  errors: [102, 3007, 3010, 4003, 4008, 4013, 4014, 4023, 4024, 4025, 4026, 4106, 7009],
  acts: true,
  judgesMaintenance: true,
  rateClass: 'hook',
  idempotency: 'none',
  autoToast: false,
  byToken: { bodyBytes: HOOK_BODY_BYTES },
  extension: true,
});
