// One action on many bots: what was asked, how far it is, and how each bot answered.
import * as z from 'zod';
import { id } from '../wire.ts';

export const batch = z.object({
  task_id: z.uuid(),
  action: z.string(),
  status: z.enum(['pending', 'running', 'done']),
  total: z.int(),
  done: z.int(),
  success: z.int(),
  failed: z.int(),
  items: z.array(
    z.object({
      id,
      /** Empty for a bot that is not the caller's. */
      name: z.string(),
      symbol: z.string(),
      /** 1 = done, null = not answered yet, else why not. */
      code: z.int().nullable(),
      msg: z.string(),
    }),
  ),
});
export type Batch = z.output<typeof batch>;
