// Commands about people: who the operators are, and what is done to a user.
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import { createLedgerStore } from '../../apps/server/src/adapters/postgres/ledger/ledger-store.ts';
import { isOperatorName } from '../../apps/server/src/features/operators/add-operator.ts';
import { permissions } from '../../apps/server/src/features/operators/permissions.ts';
import { type Role, roles } from '../../apps/server/src/ports/operator-store.ts';
import { type Command, type CommandDeps, need, Usage } from './command.ts';

async function showUser({ operators, pool, say }: CommandDeps, [uid]: readonly string[]): Promise<void> {
  const user = await operators.store.user(need(uid, 'the UID'));
  if (user === null) throw new Usage(`no user has the UID ${uid}`);
  const { alias, id, name, nickname, rateBp, referrerSn, sn, status } = user;
  const words = [sn, nickname, name, status, `rate ${rateBp / 100} %`, `referrer ${referrerSn ?? '-'}`];
  say([...words, ...(alias === null ? [] : [`alias ${alias}`])].join('  '));
  const { holdings } = await createLedgerStore(pool).holdingsOf(id);
  for (const [part, held] of Object.entries(holdings)) say(`  ${part.padEnd(11)} ${format18(held)}`);
}

const unstop: Command['run'] = async ({ operators, say }, [sn], doing) => {
  if (!(await operators.allowWithdrawals(need(sn, 'the UID'), doing))) throw new Usage(`no user ${sn} is stopped`);
  say(`${sn} may withdraw again`);
};

function lock(locked: boolean): Command['run'] {
  return async ({ operators, say }, [sn], doing) => {
    if (!(await operators.lockUser(need(sn, 'the UID'), locked, doing))) {
      throw new Usage(`no user ${sn} is ${locked ? 'active' : 'locked'}`);
    }
    say(locked ? `${sn} is locked and signed out everywhere` : `${sn} may sign in again`);
  };
}

const alias: Command['run'] = async ({ operators, options, say }, [sn], doing) => {
  const name = options['name']?.trim() ?? '';
  const named = await operators.giveAlias(need(sn, 'the UID'), name === '' ? null : name, doing);
  if (named === 'no_alias') throw new Usage('an alias is 3 to 32 of a-z, 0-9 and _, and not of digits alone');
  if (named === 'missing') throw new Usage(`no partner has the UID ${sn}`);
  if (named === 'taken') throw new Usage(`${name} is somebody else's`);
  say(name === '' ? `${sn} has no alias` : `${sn} is ${name}`);
};

function rolesOf(text: string): Role[] {
  const wanted = text.split(',').map((role) => role.trim());
  const known: readonly string[] = roles;
  if (!wanted.every((role) => known.includes(role))) throw new Usage(`--roles are of ${roles.join(', ')}`);
  return wanted as Role[];
}

function operatorName(text: string | undefined, option = '--name'): string {
  const name = need(text, option);
  if (!isOperatorName(name)) throw new Usage('a name is 2 to 32 of a-z, 0-9 and _, beginning with a letter');
  return name;
}

const add: Command['run'] = async ({ operators, options, say }, _args, doing) => {
  const name = operatorName(options['name']);
  const token = await operators.add(name, rolesOf(need(options['roles'], '--roles')), doing);
  if (token === null) throw new Usage('who adds an operator was of the first, or another person has vouched for it');
  say(`OP_TOKEN of ${name}, shown once: ${token}`);
};

const renew: Command['run'] = async ({ operators, say }, _args, doing) => {
  const { mark, token } = await operators.renewToken(doing);
  say(`OP_TOKEN of ${doing.by}, shown once: ${token}`);
  say(`its mark, for who vouches for you: ${mark}`);
};

const refusedVouching = {
  missing: 'there is no such operator',
  own: 'it is somebody of its own already',
  seen: 'who added it has seen its token: it trades it first (op operator renew)',
  other_mark: '--mark is not that of its token: ask the person itself, whose own renewal has shown it',
  same_person:
    'who vouches is an operator for a day, and another person than who added it; for the second of op init it is the first',
} as const;

const vouch: Command['run'] = async ({ operators, options, say }, _args, doing) => {
  const name = operatorName(options['name']);
  const vouched = await operators.vouch(name, need(options['mark'], '--mark'), doing);
  if (vouched !== 'done') throw new Usage(refusedVouching[vouched]);
  say(`${name} counts as a person of its own`);
};

const refusedFounding = {
  there_are: 'there are operators already: op operator add',
  no_first: '--name is missing',
  no_second: '--second is missing',
} as const;

async function init({ clock, operators, options, say }: CommandDeps): Promise<void> {
  const nameOf = (option: 'name' | 'second') =>
    options[option] === undefined ? null : operatorName(options[option], `--${option}`);
  const founded = await operators.found({ first: nameOf('name'), second: nameOf('second') }, clock.nowMs());
  if (typeof founded === 'string') throw new Usage(refusedFounding[founded]);
  for (const { name, token } of founded) say(`OP_TOKEN of ${name}, shown once: ${token}`);
}

const disable: Command['run'] = async ({ operators, options, say }, _args, doing) => {
  const name = operatorName(options['name']);
  if (!(await operators.disable(name, doing))) throw new Usage(`no operator ${name} is there`);
  say(`${name} is an operator no more`);
};

export const peopleCommands: readonly Command[] = [
  { words: 'init', takes: '--name NAME --second NAME', run: init },
  { words: 'operator add', takes: '--name NAME --roles ROLE,ROLE', roles: permissions.addOperator, run: add },
  { words: 'operator renew', roles: permissions.renewToken, run: renew },
  { words: 'operator vouch', takes: '--name NAME --mark MARK', roles: permissions.vouchForOperator, run: vouch },
  { words: 'operator disable', takes: '--name NAME', roles: permissions.disableOperator, run: disable },
  { words: 'user show', takes: 'UID', run: showUser },
  { words: 'user lock', takes: 'UID', roles: permissions.lockUser, run: lock(true) },
  { words: 'user unlock', takes: 'UID', roles: permissions.lockUser, run: lock(false) },
  { words: 'user alias', takes: 'UID [--name ALIAS]', roles: permissions.giveAlias, run: alias },
  { words: 'user unstop', takes: 'UID', roles: permissions.allowWithdrawals, run: unstop },
];
