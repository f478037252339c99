// Calls of the help centre: what there is to read, by category, and one article of it.

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { answersWith, id, timeMs } from '../wire.ts';

const helpEntry = z.object({
  id,
  /** Its name in links: /help/detail/<slug> (extension). */
  slug: z.string(),
  category: z.string(),
  title: z.string(),
  summary: z.string(),
  sort: z.int(),
  updated_at: timeMs,
});

export const helpLists = defineCall({
  name: 'helpLists',
  method: 'GET',
  path: '/api/help/lists',
  summary: 'The articles of the help centre by category, each in its order and without its text',
  access: 'public',
  data: z.object({
    categories: z.array(z.object({ code: z.string(), name: z.string(), list: z.array(helpEntry) })),
  }),
  errors: [],
  acts: false,
  rateClass: 'anonymous',
  idempotency: 'none',
  autoToast: true,
});

export const helpDetail = defineCall({
  name: 'helpDetail',
  method: 'GET',
  path: '/api/help/detail',
  summary: 'One article of the help centre, by its number or by its slug',
  access: 'public',
  query: z.object({
    id: z
      .string(answersWith(codes.not_found))
      .regex(/^([1-9]\d{0,8}|[a-z][a-z0-9-]{0,63})$/, answersWith(codes.not_found)),
  }),
  data: helpEntry.extend({
    /** Markdown. */
    content: z.string(),
  }),
  errors: [codes.not_found],
  acts: false,
  rateClass: 'anonymous',
  idempotency: 'none',
  autoToast: true,
});
