// Commands about cold storage: coin of the hot wallet goes to the pinned address when two persons agree, and can be called off.
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { PoolClient } from 'pg';
import {
  addColdSend,
  cancelColdSend,
  createColdStore,
} from '../../apps/server/src/adapters/postgres/custody/cold-sends.ts';
import { askRequest } from '../../apps/server/src/adapters/postgres/operators/operator-requests.ts';
import type { OperatorRequest } from '../../apps/server/src/ports/operator-store.ts';
import { type Command, money, need, Usage } from './command.ts';

const MOST_LISTED = 20;

const ask: Command['run'] = async ({ options, pool, say }, _args, doing) => {
  const amount = need(options['amount'], '--amount');
  if (!/^\d{1,15}(\.\d{1,8})?$/.test(amount) || parse18(amount) === 0n) {
    throw new Usage('--amount is a plain decimal above 0 of at most 8 decimals');
  }
  const subject = await createColdStore(pool).address();
  if (subject === null) throw new Usage('there is no cold storage: start the server with COLD_ADDRESS');
  const value = format18(parse18(amount));
  const id = await askRequest(pool, { kind: 'cold_send', subject, value }, doing);
  say(`request ${id} waits for another person: op request approve ${id}`);
};

/** Part of the transaction in which the second person agrees. */
export async function approveCold(client: PoolClient, request: OperatorRequest, nowMs: number): Promise<void> {
  const { id: requestId, subject: target, value } = request;
  await addColdSend(client, { requestId, target, amountE18: parse18(value) }, nowMs);
}

const list: Command['run'] = async ({ pool, say }) => {
  const cold = createColdStore(pool);
  say(`cold storage is at ${(await cold.address()) ?? 'no address: start the server with COLD_ADDRESS'}`);
  for (const { amountE18, createdAtMs, id, status } of await cold.newest(MOST_LISTED)) {
    say(`${id}  ${format18(amountE18)} USDT  ${status}  ${new Date(createdAtMs).toISOString()}`);
  }
};

const cancel: Command['run'] = async ({ pool, say }, [number], doing) => {
  const id = Number(need(number, 'the number'));
  const done = await cancelColdSend(pool, id, doing);
  if (done === null)
    throw new Usage(`cold storage ${number}: nothing of it is on its way, or it was called off before`);
  say(done === 'cancelled' ? `${id} is called off` : `${id}: to be replaced by nothing, unless the payment is faster`);
};

export const coldCommands: readonly Command[] = [
  { words: 'cold send', takes: '--amount AMOUNT', roles: money, second: 'two persons', run: ask },
  { words: 'cold list', run: list },
  { words: 'cold cancel', takes: 'NUMBER', roles: money, run: cancel },
];
