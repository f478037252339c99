// `op custody settle`: two persons agree that the books take over what the chain did otherwise. Until then the comparison of
// chain and books names it as a fault.
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { PoolClient } from 'pg';
import { settleMove } from '../../apps/server/src/adapters/postgres/custody/own-moves.ts';
import { PaidByHand, settleGas, settleUsed } from '../../apps/server/src/adapters/postgres/custody/settle-custody.ts';
import { AskedAgain, settleSend } from '../../apps/server/src/adapters/postgres/custody/settle-sends.ts';
import { askRequest } from '../../apps/server/src/adapters/postgres/operators/operator-requests.ts';
import { withdrawalBackNotice } from '../../apps/server/src/features/assets/custody-notices.ts';
import { type Command, need, Usage } from './command.ts';

const form = /^(?:(send|move|used):(\d{1,15})|gas:(\d{1,9}(?:\.\d{1,18})?))$/;

export const askSettle: Command['run'] = async ({ pool, say }, [what], doing) => {
  const subject = need(what, 'what is to be settled');
  if (!form.test(subject))
    throw new Usage(
      'what is settled is send:NUMBER, move:NUMBER, used:NUMBER or gas:AMOUNT, as op custody show names it',
    );
  const id = await askRequest(pool, { kind: 'settle', subject }, doing);
  say(`request ${id} waits for another person: op request approve ${id}`);
};

/** Part of the transaction in which the second person agrees. */
export async function settle(client: PoolClient, subject: string, nowMs: number): Promise<void> {
  const settled = await settledOf(client, subject, nowMs).catch((error: unknown) => {
    const isPersons = error instanceof AskedAgain || error instanceof PaidByHand;
    throw isPersons ? new Usage(`${subject}: ${error.message}`) : error;
  });
  if (!settled) throw new Usage(`${subject}: there is nothing to settle`);
}

function settledOf(client: PoolClient, subject: string, nowMs: number): Promise<boolean> {
  const [, kind, number, gas] = form.exec(subject) ?? [];
  if (gas !== undefined) return settleGas(client, parse18(gas), nowMs);
  const id = Number(number);
  if (kind === 'used') return settleUsed(client, id, (row) => withdrawalBackNotice(row, ''), nowMs);
  return (kind === 'move' ? settleMove : settleSend)(client, id, nowMs);
}
