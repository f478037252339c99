// Whose rows the database refuses: each bot's part of what a user's actor wanted written is tried by itself, and rolled
// back. Rows of a bot stand on no rows of another, so what fails alone is that bot's fault.
import type { RunnerStore } from '../../ports/runner-store.ts';
import type { UserWrites } from '../../ports/runner-writes.ts';

/** SQLSTATE classes in which a value or a constraint is at fault: it will be refused again. */
export function isBadValue(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^(22|23)...$/.test(code);
}

function botsIn(writes: UserWrites): Set<number> {
  const { actions, adds, bots, equity, fills, fundings, marginAdds, orders, positions, settlements } = writes;
  const rows = [actions, adds, equity, fills, fundings, marginAdds, orders, positions, settlements].flat();
  return new Set([...bots.map(({ id }) => id), ...rows.map(({ botId }) => botId)]);
}

/** Live events and cursors are left out: they hold nothing that a bot's rows do not. */
function partOf(writes: UserWrites, bot: number): UserWrites {
  const own = <Row extends { readonly botId: number }>(rows: readonly Row[]) => rows.filter((row) => row.botId === bot);
  return {
    ...writes,
    bots: writes.bots.filter(({ id }) => id === bot),
    orders: own(writes.orders),
    fills: own(writes.fills),
    settlements: own(writes.settlements),
    actions: own(writes.actions),
    positions: own(writes.positions),
    adds: own(writes.adds),
    fundings: own(writes.fundings),
    marginAdds: own(writes.marginAdds),
    equity: own(writes.equity),
    equityDrops: own(writes.equityDrops),
    ...{ pushes: [], fillCursor: null, fundingCursor: null },
  };
}

/** Null when no bot's part is refused by itself. Rejects when the database cannot be asked. */
export async function findBadBot(store: RunnerStore, writes: UserWrites): Promise<number | null> {
  const bots = [...botsIn(writes)];
  if (bots.length === 1) return bots[0] ?? null;
  for (const bot of bots) {
    const refused = await store.rehearse(partOf(writes, bot)).then(
      () => false,
      (error) => {
        if (!isBadValue(error)) throw error;
        return true;
      },
    );
    if (refused) return bot;
  }
  return null;
}
