// Commands about people: who the operators are, and what is done to a user.
import { randomBytes } from 'node:crypto';
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import { letWithdraw } from '../../apps/server/src/adapters/postgres/custody/withdrawal-store.ts';
import { createLedgerStore } from '../../apps/server/src/adapters/postgres/ledger/ledger-store.ts';
import {
  addOperator,
  disableOperator,
  foundersOf,
  renewToken,
  vouchForOperator,
} from '../../apps/server/src/adapters/postgres/operators/operator-people.ts';
import { giveAlias, lockUser } from '../../apps/server/src/adapters/postgres/operators/user-deeds.ts';
import { createHasher, productionCost } from '../../apps/server/src/adapters/system/argon2-hasher.ts';
import { type Role, roles } from '../../apps/server/src/ports/operator-store.ts';
import { type Command, need, type OpDeps, Usage } from './command.ts';

async function showUser({ pool, say }: OpDeps, [sn]: readonly string[]): Promise<void> {
  const found = await pool.query<{ id: number; line: string }>(
    `select id, concat_ws('  ', sn, nickname, coalesce(account, address), status, 'rate ' || rate_bp / 100.0 || ' %',
       'referrer ' || coalesce((select r.sn from users r where r.id = u.referrer_id), '-'), 'alias ' || u.alias) as line
     from users u where sn = $1`,
    [need(sn, 'the UID')],
  );
  const [user] = found.rows;
  if (user === undefined) throw new Usage(`no user has the UID ${sn}`);
  say(user.line);
  const { holdings } = await createLedgerStore(pool).holdingsOf(user.id);
  for (const [part, held] of Object.entries(holdings)) say(`  ${part.padEnd(11)} ${format18(held)}`);
}

const unstop: Command['run'] = async ({ pool, say }, [sn], doing) => {
  if (!(await letWithdraw(pool, need(sn, 'the UID'), doing))) throw new Usage(`no user ${sn} is stopped`);
  say(`${sn} may withdraw again`);
};

function lock(locked: boolean): Command['run'] {
  return async ({ pool, say }, [sn], doing) => {
    if (!(await lockUser(pool, need(sn, 'the UID'), locked, doing))) {
      throw new Usage(`no user ${sn} is ${locked ? 'active' : 'locked'}`);
    }
    say(locked ? `${sn} is locked and signed out everywhere` : `${sn} may sign in again`);
  };
}

const alias: Command['run'] = async ({ options, pool, say }, [sn], doing) => {
  const name = options['name']?.trim() ?? '';
  if (name !== '' && (!/^[a-z0-9_]{3,32}$/.test(name) || /^\d+$/.test(name))) {
    throw new Usage('an alias is 3 to 32 of a-z, 0-9 and _, and not of digits alone');
  }
  const named = await giveAlias(pool, need(sn, 'the UID'), name === '' ? null : name, doing);
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
  if (!/^[a-z][a-z0-9_]{1,31}$/.test(name))
    throw new Usage('a name is 2 to 32 of a-z, 0-9 and _, beginning with a letter');
  return name;
}

const add: Command['run'] = async ({ options, pool, say }, _args, doing) => {
  const name = operatorName(options['name']);
  const token = await addOperator(pool, name, rolesOf(need(options['roles'], '--roles')), doing);
  if (token === null) throw new Usage('who adds an operator was of the first, or another person has vouched for it');
  say(`OP_TOKEN of ${name}, shown once: ${token}`);
};

const renew: Command['run'] = async ({ pool, say }, _args, doing) => {
  const { mark, token } = await renewToken(pool, doing);
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

const vouch: Command['run'] = async ({ options, pool, say }, _args, doing) => {
  const name = operatorName(options['name']);
  const vouched = await vouchForOperator(pool, name, need(options['mark'], '--mark'), doing);
  if (vouched !== 'done') throw new Usage(refusedVouching[vouched]);
  say(`${name} counts as a person of its own`);
};

async function addFirst({ clock, pool, say }: OpDeps, name: string): Promise<void> {
  const doing = { by: name, reason: 'one of the first operators', nowMs: clock.nowMs() };
  say(`OP_TOKEN of ${name}, shown once: ${await addOperator(pool, name, ['admin'], doing)}`);
}

/** The first two have to be two people, and the first says so of the second: all others are as many persons as these say. */
async function init(deps: OpDeps): Promise<void> {
  const { options, pool } = deps;
  const { names, persons } = await foundersOf(pool);
  if (persons > 1 || names.length > 1 || (persons === 1 && options['name'] !== undefined)) {
    throw new Usage('there are operators already: op operator add');
  }
  if (persons === 0) {
    const name = operatorName(options['name']);
    // The user at the root has a password that nobody knows.
    const hasher = await createHasher(productionCost);
    await pool.query(
      `insert into users (sn, nickname, account, password_hash, avatar) values ('88888888', 'Cormorant', 'platform_root', $1, 'a19')
       on conflict do nothing`,
      [await hasher.hash(randomBytes(32).toString('base64url'))],
    );
    await addFirst(deps, name);
    if (options['second'] === undefined) return;
  }
  await addFirst(deps, operatorName(options['second'], '--second'));
}

const disable: Command['run'] = async ({ options, pool, say }, _args, doing) => {
  const name = operatorName(options['name']);
  if (!(await disableOperator(pool, name, doing))) throw new Usage(`no operator ${name} is there`);
  say(`${name} is an operator no more`);
};

export const peopleCommands: readonly Command[] = [
  { words: 'init', takes: '--name NAME --second NAME', run: init },
  { words: 'operator add', takes: '--name NAME --roles ROLE,ROLE', roles: ['admin'], run: add },
  { words: 'operator renew', roles, run: renew },
  { words: 'operator vouch', takes: '--name NAME --mark MARK', roles: ['admin'], run: vouch },
  { words: 'operator disable', takes: '--name NAME', roles: ['admin'], run: disable },
  { words: 'user show', takes: 'UID', run: showUser },
  { words: 'user lock', takes: 'UID', roles: ['support', 'risk'], run: lock(true) },
  { words: 'user unlock', takes: 'UID', roles: ['support', 'risk'], run: lock(false) },
  { words: 'user alias', takes: 'UID [--name ALIAS]', roles: ['support', 'finance_lead'], run: alias },
  { words: 'user unstop', takes: 'UID', roles: ['risk', 'finance_lead'], run: unstop },
];
