// What one process of an address says to the others when an exchange has sent it away, as words that go over a wire.
import * as z from 'zod';
import type { Away } from './exchange-budget.ts';

const WEEK_MS = 7 * 86_400_000;

const said = z.object({
  exchange: z.string().min(1),
  family: z.enum(['spot', 'wallet', 'futures']),
  ms: z.number().positive().max(WEEK_MS),
});

export function wordsOfAway(away: Away): string {
  return JSON.stringify(away);
}

/** Null where it cannot be read: it is of another version. */
export function awayOf(text: string): Away | null {
  try {
    return said.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
