// Who works the installation by hand, in PostgreSQL. Invariant: a name counts as a person of its own only when nobody else has
// seen the token that it goes by, and only by the word of another person who heard of that very token.
import { createHash, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Operator, Role } from '../../../ports/operator-store.ts';
import { type Doing, note } from '../audit/audited-settings.ts';
import { mayBeSecond } from '../audit/second-person.ts';
import { transaction } from '../pool.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest();
const newToken = (): string => randomBytes(24).toString('base64url');
/** By which people tell each other which token they mean; the token does not follow from it. */
const markOf = (tokenHash: Buffer): string => createHash('sha256').update(tokenHash).digest('hex').slice(0, 8);

interface Adder {
  readonly name: string;
  readonly person: string;
}

/** The second of the first two was shown its token on the terminal of the first, as if that one had added it. */
const FIRST = 'select name, person from operators order by id limit 1 for share';
const NAMED = 'select name, person from operators where name = $1 for share';

/**
 * Answers the operator's token, which is kept nowhere and which who adds has seen. The name counts as that person's; the very
 * first, added by none but itself, is its own. Null: who adds is not known as a person of its own, and a later word for it would part it from whom it has
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
    const found = await (doing.by === name ? client.query<Adder>(FIRST) : client.query<Adder>(NAMED, [doing.by]));
    const [adder] = found.rows;
    if (adder !== undefined && adder.person !== adder.name) return null;
    await client.query(
      `insert into operators (name, roles, token_hash, created_at, person, token_seen_by) values ($1, $2, $3, $4, $5, $6)`,
      [name, roles, hashOf(token), new Date(doing.nowMs), adder?.person ?? name, adder?.name ?? null],
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

/** Who added that name; the first two have added themselves. */
const ADDER = `select operator as adder from operator_log where action = 'operator_add' and subject = $1 order by id desc limit 1`;

/**
 * Whose word it takes: of the second of the first two that of the first; of all others that of another person than the one as
 * which they count, and not of who added them, whatever that one counted as then.
 */
async function mayVouch(client: PoolClient, name: string, person: string, doing: Doing): Promise<boolean> {
  const found = await client.query<{ adder: string }>(ADDER, [name]);
  const adder = found.rows[0]?.adder;
  if (adder === name) return doing.by === person;
  return adder !== doing.by && (await mayBeSecond(client, doing.by, person, doing.nowMs));
}

/** Somebody else says that the name is a person of its own, by the mark that this person has told. */
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
    if (!(await mayVouch(client, name, before.person, doing))) return 'same_person';
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

export interface Founders {
  readonly persons: number;
  /** Of the first two, those who are still operators. */
  readonly names: readonly string[];
}

export async function foundersOf(pool: Pool): Promise<Founders> {
  const found = await pool.query<Founders>(
    `select count(distinct person) as persons, array_agg(name order by id) filter (where disabled_at is null and exists
       (select 1 from operator_log l where l.action = 'operator_add' and l.subject = o.name and l.operator = o.name)) as names
     from operators o`,
  );
  const { names, persons } = found.rows[0] as { persons: number; names: string[] | null };
  return { persons, names: names ?? [] };
}
