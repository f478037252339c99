// What of the runner's writes costs fuel, and when it is taken: in their own transaction. A fault in counting a charge never keeps
// a trade from being written: the results stay uncharged, it is reported, and the hour's run charges them.
import type { Charging, FuelBooks } from '../../ports/fuel-books.ts';
import type { UserWrites } from '../../ports/runner-writes.ts';
import { chargeAndWarn, type FeeDeps } from './charge-and-warn.ts';
import { createRoundPoints } from './round-points.ts';

/** A charge waits no longer for what somebody else holds: the trades of all users would wait with it. */
export const MOST_WAIT_MS = 1_000;
/** When one of many was found held, so that the others do not wait for each that is. */
const SHORT_WAIT_MS = 50;

const isStart = ({ action }: { action: string }): boolean => action === 'start';
const isStop = ({ action }: { action: string }): boolean => action === 'stop';

export function chargeWrites(deps: FeeDeps): Charging {
  const costs = (exchange: string): boolean => !deps.free.includes(exchange);
  const roundPoints = createRoundPoints(deps.free);

  /** The rate that its owner was shown is the bot's until its next start. */
  async function keepRates(books: FuelBooks, writes: readonly UserWrites[]): Promise<void> {
    const started = writes.flatMap(({ actions }) => actions.filter(isStart).map(({ botId }) => botId));
    if (started.length > 0) await books.keepRates(started, deps.terms().startRateBp, deps.free);
  }

  function botsOf({ actions, settlements }: UserWrites): number[] {
    const settled = settlements.filter(({ exchange, simulate }) => !simulate && costs(exchange));
    return [...settled, ...actions.filter(isStop)].map(({ botId }) => botId);
  }

  /** Answers what kept these from being charged; null = they are charged. */
  function tryCharge(books: FuelBooks, writes: readonly UserWrites[], waitMs: number) {
    return books.attempt(waitMs, async () => {
      const botIds = [...new Set(writes.flatMap(botsOf))];
      const userIds = roundPoints.finishers(writes);
      const journals = (held: FuelBooks) => roundPoints.journals(held, userIds);
      const besides = userIds.length === 0 ? null : { userIds, journals };
      await chargeAndWarn(books, { botIds, free: deps.free, beforeMs: null, besides }, deps);
    });
  }

  return {
    concerns: (writes) =>
      roundPoints.finishers(writes).length > 0 ||
      writes.some(
        ({ actions, settlements }) =>
          settlements.some(({ exchange, simulate }) => !simulate && costs(exchange)) ||
          actions.some((action) => isStart(action) || isStop(action)),
      ),
    take: (books, writes) => books.holdBots(writes.flatMap(({ settlements }) => settlements.map(({ botId }) => botId))),
    charge: async (books, writes) => {
      // A start without its rate is not to be written; what is charged may stay for the hour.
      await keepRates(books, writes);
      const due = writes.filter((one) => botsOf(one).length > 0 || roundPoints.finishers([one]).length > 0);
      if (due.length === 0) return;
      // Together all accounts are taken in one order. Where that fails, one user's fault is not another's.
      const failed = await tryCharge(books, due, MOST_WAIT_MS);
      if (failed === null) return;
      if (due.length === 1) return deps.report(failed.error);
      const waitMs = failed.isHeld ? SHORT_WAIT_MS : MOST_WAIT_MS;
      for (const one of due.toSorted((a, b) => a.userId - b.userId)) {
        const own = await tryCharge(books, [one], waitMs);
        if (own !== null) deps.report(own.error);
      }
    },
  };
}
