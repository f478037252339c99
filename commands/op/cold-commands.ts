// Commands about cold storage: coin of the hot wallet goes to the pinned address when two persons agree, and can be called off.
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import { createColdStore } from '../../apps/server/src/adapters/postgres/custody/cold-sends.ts';
import { permissions } from '../../apps/server/src/features/operators/permissions.ts';
import { type Command, need, Usage } from './command.ts';

const MOST_LISTED = 20;

const refusedMoves = {
  no_amount: '--amount is a plain decimal above 0 of at most 8 decimals',
  no_storage: 'there is no cold storage: start the server with COLD_ADDRESS',
} as const;

const ask: Command['run'] = async ({ operators, options, say }, _args, doing) => {
  const asked = await operators.askColdSend(need(options['amount'], '--amount'), doing);
  if (asked.state !== 'asked') throw new Usage(refusedMoves[asked.state]);
  say(`request ${asked.id} waits for another person: op request approve ${asked.id}`);
};

const list: Command['run'] = async ({ pool, say }) => {
  const cold = createColdStore(pool);
  say(`cold storage is at ${(await cold.address()) ?? 'no address: start the server with COLD_ADDRESS'}`);
  for (const { amountE18, createdAtMs, id, status } of await cold.newest(MOST_LISTED)) {
    say(`${id}  ${format18(amountE18)} USDT  ${status}  ${new Date(createdAtMs).toISOString()}`);
  }
};

const cancel: Command['run'] = async ({ operators, say }, [number], doing) => {
  const id = Number(need(number, 'the number'));
  const done = await operators.cancelColdSend(id, doing);
  if (done === null)
    throw new Usage(`cold storage ${number}: nothing of it is on its way, or it was called off before`);
  say(done === 'cancelled' ? `${id} is called off` : `${id}: to be replaced by nothing, unless the payment is faster`);
};

export const coldCommands: readonly Command[] = [
  { words: 'cold send', takes: '--amount AMOUNT', roles: permissions.coldStorage, second: 'two persons', run: ask },
  { words: 'cold list', run: list },
  { words: 'cold cancel', takes: 'NUMBER', roles: permissions.coldStorage, run: cancel },
];
