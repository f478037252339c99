// Points for tasks (product.md 4.2), booked in the transaction that did the task: once each for a user, however often it is done
// again.
import { taskJournal } from '@cormorant/core/ledger/fuel-journals.ts';
import type { PointsTask } from '@cormorant/core/ledger/points.ts';
import type { PoolClient } from 'pg';
import { postJournals } from './ledger-post.ts';

export async function bookTask(
  client: PoolClient,
  task: PointsTask,
  userId: number,
  nowMs: number,
): Promise<'posted' | 'repeated'> {
  const [outcome] = await postJournals(client, [taskJournal(task, userId)], nowMs);
  if (outcome?.state !== 'posted' && outcome?.state !== 'repeated')
    throw new Error(`points for ${task} were not booked: ${outcome?.state}`);
  return outcome.state;
}
