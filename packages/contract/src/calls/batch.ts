// One action on many bots: asked by a GET that acts, as the specification has it, and followed by a poll.

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { batch } from '../entities/batch.ts';
import { answersWith, flag, flagIn, requestId } from '../wire.ts';

export const batchActions = ['start', 'stop', 'pause', 'resume', 'close', 'delete'] as const;
export type BatchAction = (typeof batchActions)[number];
/** As a task names what is done: panic, and its end. */
export const taskActions = [...batchActions, 'panic', 'calm'] as const;
export type TaskAction = (typeof taskActions)[number];
/** Of one bot or of many: they only lessen risk, and other changes never use up their limit. */
export const safeActions = ['stop', 'pause', 'close'] as const satisfies readonly BatchAction[];
export const mostBatchBots = 50;

/** `7,9,12`; a bot named twice is meant once. */
const idsIn = z
  .string(answersWith(codes.field_required))
  .trim()
  .min(1, answersWith(codes.field_required))
  .max(2_000, answersWith(codes.field_format))
  .regex(/^\d{1,15}(\s*,\s*\d{1,15})*$/, answersWith(codes.field_format))
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.every((id) => id > 0), answersWith(codes.field_format))
  .refine((ids) => ids.length <= mostBatchBots, answersWith(codes.batch_too_many));

export const botBatch = defineCall({
  name: 'botBatch',
  method: 'GET',
  path: '/api/user/botBatch',
  summary: 'Start, stop, pause, resume, close or delete up to 50 bots; each answers for itself',
  access: 'user',
  query: z.object({
    action: z.enum(batchActions, answersWith(codes.action_invalid)),
    ids: idsIn,
    /** Of `stop`: 0 leaves what is held on the exchange, unguarded. */
    close_position: flagIn.default(1),
    request_id: requestId.optional(),
  }),
  data: z.object({ task_id: z.uuid(), total: z.int() }),
  errors: [codes.action_invalid, codes.batch_too_many],
  acts: true,
  judgesMaintenance: true,
  rateClass: 'write',
  safeActions,
  idempotency: 'request_id',
  autoToast: false,
});

export const botPanic = defineCall({
  name: 'botPanic',
  method: 'POST',
  path: '/api/user/botPanic',
  extension: true,
  summary:
    'Panic: pause every live bot of the caller and cancel all their orders, exits included, at every exchange; undo=1 takes it back. Followed by botBatchStatus (extension)',
  access: 'user',
  body: z.object({
    /** 1 = bots that ran resume, bots that were paused before get their exits back. */
    undo: flag.default(0),
    request_id: requestId.optional(),
  }),
  /** Null = there was no bot to do it with. */
  data: z.object({ task_id: z.uuid().nullable(), total: z.int() }),
  errors: [codes.exchange_busy, codes.bot_busy],
  acts: true,
  judgesMaintenance: true,
  rateClass: 'safety',
  idempotency: 'request_id',
  autoToast: false,
});

export const botBatchStatus = defineCall({
  name: 'botBatchStatus',
  method: 'GET',
  path: '/api/user/botBatchStatus',
  summary: 'How far a batch is and how each bot answered; kept for an hour',
  access: 'user',
  query: z.object({ task_id: z.uuid(answersWith(codes.batch_not_found)) }),
  data: batch,
  errors: [codes.batch_not_found],
  acts: false,
  poll: true,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: false,
});
