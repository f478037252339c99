// `op custody settle`: two persons agree that the books take over what the chain did otherwise. Until then the comparison of
// chain and books names it as a fault.
import type { PoolClient } from 'pg';
import { askRequest } from '../../apps/server/src/adapters/postgres/operator-requests.ts';
import { settleMove } from '../../apps/server/src/adapters/postgres/own-moves.ts';
import { AskedAgain, settleSend } from '../../apps/server/src/adapters/postgres/settle-sends.ts';
import { type Command, need, Usage } from './command.ts';

const form = /^(send|move):(\d{1,15})$/;

export const askSettle: Command['run'] = async ({ pool, say }, [what], doing) => {
  const subject = need(what, 'what is to be settled');
  if (!form.test(subject))
    throw new Usage('what is settled is send:NUMBER or move:NUMBER, as op custody show names it');
  const id = await askRequest(pool, { kind: 'settle', subject }, doing);
  say(`request ${id} waits for another person: op request approve ${id}`);
};

/** Part of the transaction in which the second person agrees. */
export async function settle(client: PoolClient, subject: string, nowMs: number): Promise<void> {
  const [, kind, number] = form.exec(subject) ?? [];
  const settled = await (kind === 'move' ? settleMove : settleSend)(client, Number(number), nowMs).catch(
    (error: unknown) => {
      throw error instanceof AskedAgain ? new Usage(`${subject}: ${error.message}`) : error;
    },
  );
  if (!settled) throw new Usage(`${subject}: there is nothing to settle`);
}
