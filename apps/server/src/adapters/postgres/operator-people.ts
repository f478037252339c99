// Who works the installation by hand, in PostgreSQL. Invariant: a name counts as a person of its own only when nobody else has
// seen the token that it goes by, and only by the word of another person who heard of that very token.
import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Operator, Role } from '../../ports/operator-store.ts';
import { type Doing, note } from './operator-store.ts';
import { transaction } from './pool.ts';
import { mayBeSecond } from './second-person.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest();
const newToken = (): string => randomBytes(24).toString('base64url');
/** By which people tell each other which token they mean; the token does not follow from it. */
const markOf = (tokenHash: Buffer): string => createHash('sha256').update(tokenHash).digest('hex').slice(0, 8);

/**
 * Answers the operator's token, which is kept nowhere and which who adds has seen. The name counts as that person's; one of the
 * first is its own. Null: who adds is not known as a person of its own, and a later word for it would part it from whom it has
 * added.
 */
export async function addOperator(
  pool: Pool,
  name: string,
  roles: readonly Role[],
  doing: Doing,
): Promise<string | null> {
  const token = newToken();
  return transaction(pool, async (client) => {
    const adder = await client.query<{ person: string }>('select person from operators where name = $1 for share', [
      doing.by,
    ]);
    const person = adder.rows[0]?.person ?? name;
    if (adder.rows.length > 0 && person !== doing.by) return null;
    // The second of the first two was shown its token on the terminal of the first.
    await client.query(
      `insert into operators (name, roles, token_hash, created_at, person, token_seen_by)
       values ($1, $2, $3, $4, $5, case when $6 = $1 then (select name from operators order by id limit 1) else $6 end)`,
      [name, roles, hashOf(token), new Date(doing.nowMs), person, doing.by],
    );
    await note(client, doing, 'operator_add', name, { after: { roles } });
    return token;
  });
}

/** The token of who asks is traded for one that nobody else has seen; another person vouches by its mark. */
export async function renewToken(pool: Pool, doing: Doing): Promise<{ readonly token: string; readonly mark: string }> {
  const token = newToken();
  const mark = markOf(hashOf(token));
  await transaction(pool, async (client) => {
    const renewed = await client.query(
      'update operators set token_hash = $2, token_seen_by = null where name = $1 and disabled_at is null',
      [doing.by, hashOf(token)],
    );
    if (renewed.rowCount !== 1) throw new Error(`${doing.by} is an operator no more`);
    await note(client, doing, 'operator_renew', doing.by, { after: { mark } });
  });
  return { token, mark };
}

export type Vouching = 'done' | 'missing' | 'own' | 'seen' | 'other_mark' | 'same_person';

/** Another person than who added an operator says that the name is somebody of its own. */
export async function vouchForOperator(pool: Pool, name: string, mark: string, doing: Doing): Promise<Vouching> {
  return transaction(pool, async (client): Promise<Vouching> => {
    const found = await client.query<{ person: string; hash: Buffer; seenBy: string | null }>(
      `select person, token_hash as hash, token_seen_by as "seenBy" from operators
       where name = $1 and disabled_at is null for update`,
      [name],
    );
    const [before] = found.rows;
    if (before === undefined) return 'missing';
    if (before.person === name) return 'own';
    if (before.seenBy !== null) return 'seen';
    if (markOf(before.hash) !== mark) return 'other_mark';
    if (!(await mayBeSecond(client, doing.by, before.person, doing.nowMs))) return 'same_person';
    await client.query('update operators set person = name where name = $1', [name]);
    await note(client, doing, 'operator_vouch', name, { before: before.person, after: { person: name, mark } });
    return 'done';
  });
}

export async function disableOperator(pool: Pool, name: string, doing: Doing): Promise<boolean> {
  return transaction(pool, async (client) => {
    const done = await client.query('update operators set disabled_at = $2 where name = $1 and disabled_at is null', [
      ...[name, new Date(doing.nowMs)],
    ]);
    if (done.rowCount !== 1) return false;
    await note(client, doing, 'operator_disable', name);
    return true;
  });
}

export async function operatorOf(pool: Pool, name: string, token: string): Promise<Operator | null> {
  const found = await pool.query<Operator>(
    'select name, roles from operators where name = $1 and token_hash = $2 and disabled_at is null',
    [name, hashOf(token)],
  );
  return found.rows[0] ?? null;
}

export async function countPersons(pool: Pool): Promise<number> {
  const found = await pool.query<{ count: number }>('select count(distinct person) as count from operators');
  return found.rows[0]?.count ?? 0;
}
