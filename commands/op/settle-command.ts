// `op custody settle`: two persons agree that the books take over what the chain did otherwise. Until then the comparison of
// chain and books names it as a fault.
import { permissions } from '../../apps/server/src/features/operators/permissions.ts';
import { type Command, need, Usage } from './command.ts';

const ask: Command['run'] = async ({ operators, say }, [what], doing) => {
  const asked = await operators.askSettlement(need(what, 'what is to be settled'), doing);
  if (asked.state === 'no_subject')
    throw new Usage(
      'what is settled is send:NUMBER, move:NUMBER, used:NUMBER or gas:AMOUNT, as op custody show names it',
    );
  say(`request ${asked.id} waits for another person: op request approve ${asked.id}`);
};

export const settleCommand: Command = {
  words: 'custody settle',
  takes: 'send:NUMBER | move:NUMBER | used:NUMBER | gas:AMOUNT',
  roles: permissions.settleCustody,
  second: 'two persons',
  run: ask,
};
