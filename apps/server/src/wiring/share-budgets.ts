// What the processes of one address share of what exchanges let it ask: each has its part, and all stay away from one that has
// sent any of them away. How long that still lasts is said again and again, for whoever comes later.

import type { ExchangeBudgets } from '../adapters/exchanges/exchange-budgets.ts';
import type { Away } from '../adapters/exchanges/transport/exchange-budget.ts';
import { awayOf, wordsOfAway } from '../adapters/exchanges/transport/shared-bans.ts';
import type { AskingProcesses } from '../adapters/postgres/runner/asking-processes.ts';

export function heedOthers(budgets: ExchangeBudgets, text: string): void {
  const away = awayOf(text);
  if (away !== null) budgets.heed(away);
}

/** To be run every few seconds. */
export function createBudgetShare(
  asking: AskingProcesses,
  budgets: ExchangeBudgets,
  report: (error: unknown) => void,
): () => Promise<void> {
  const tell = (away: Away) => asking.tell(wordsOfAway(away));
  budgets.onAway = (away) => void tell(away).catch(report);
  return async () => {
    budgets.shareAmong(await asking.count());
    // Said again as long as it lasts: some of them may have come meanwhile, in the place of others, or not have heard it.
    for (const away of budgets.away()) await tell(away);
  };
}
