// What the processes of one address share of what exchanges let it ask: each has its part, and all stay away from one that has
// sent any of them away. Who comes later is told how long that still lasts.
import * as z from 'zod';
import type { Away, ExchangeBudgets } from '../adapters/exchanges/exchange-budgets.ts';
import type { AskingProcesses } from '../adapters/postgres/asking-processes.ts';

const awaySaid = z.object({
  exchange: z.string().min(1),
  family: z.enum(['spot', 'wallet', 'futures']),
  ms: z
    .number()
    .positive()
    .max(7 * 86_400_000),
});

/** What was heard from another process; what cannot be read is of another version. */
export function heedOthers(budgets: ExchangeBudgets, text: string): void {
  const said = awaySaid.safeParse(jsonOf(text));
  if (said.success) budgets.heed(said.data);
}

/** To be run every few seconds. */
export function createBudgetShare(
  asking: AskingProcesses,
  budgets: ExchangeBudgets,
  report: (error: unknown) => void,
): () => Promise<void> {
  let known = 0;
  const tell = (away: Away) => asking.tell(JSON.stringify(away));
  budgets.onAway = (away) => void tell(away).catch(report);
  return async () => {
    const processes = await asking.count();
    budgets.shareAmong(processes);
    const isNewcomerThere = processes > known;
    known = processes;
    if (isNewcomerThere) for (const away of budgets.away()) await tell(away);
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
