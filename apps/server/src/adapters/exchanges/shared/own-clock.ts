// The clock of the local exchange, which runs at its own pace: it answers under every exchange's name.
import * as z from 'zod';

const timeMs = z.int();

export const wireTime = z
  .object({
    market_now: timeMs,
    speed: z.number().positive(),
    state: z.enum(['running', 'ended']),
    market: z.string(),
    books: z.string().min(1).optional(),
  })
  .transform((row) => ({
    marketNowMs: row.market_now,
    speed: row.speed,
    state: row.state,
    books: row.books ?? row.market,
  }));
