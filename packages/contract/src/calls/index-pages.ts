// Calls of the public pages: legal texts and the state of the service.
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { flag, timeMs } from '../wire.ts';

export const legalTypes = ['terms', 'privacy', 'disclaimer', 'risk'] as const;
export type LegalType = (typeof legalTypes)[number];

export const indexPrivacy = defineCall({
  name: 'indexPrivacy',
  method: 'GET',
  path: '/api/index/privacy',
  summary: 'A legal text; a grown version asks for a new agreement',
  access: 'public',
  query: z.object({ type: z.enum(legalTypes).default('privacy') }),
  data: z.object({
    type: z.enum(legalTypes),
    title: z.string(),
    /** Markdown. */
    content: z.string(),
    version: z.int(),
    updated_at: timeMs,
  }),
  errors: [8005],
  acts: false,
  rateClass: 'anonymous',
  idempotency: 'none',
  autoToast: true,
});

export const indexStatus = defineCall({
  name: 'indexStatus',
  method: 'GET',
  path: '/api/index/status',
  summary: 'Whether the service is under maintenance, its version and its clock',
  access: 'public',
  data: z.object({
    maintenance: flag,
    message: z.string(),
    until: timeMs.optional(),
    version: z.string(),
    time: timeMs,
  }),
  errors: [],
  acts: false,
  poll: true,
  rateClass: 'anonymous',
  idempotency: 'none',
  autoToast: true,
  extension: true,
});
