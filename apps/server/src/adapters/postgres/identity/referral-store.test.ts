// Referrers against a real PostgreSQL: random forests, many changes at once, newcomers in between. Whatever happens, the
// referrers are a forest, every path follows from its referrer, nobody changes twice, and who stands alone moves exactly
// as a model of the rules says.
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMigratedDatabase, type TestDatabase } from '../../../../../../tools/test-database.ts';
import type { ReferrerOutcome } from '../../../ports/referral-store.ts';
import { openPool } from '../pool.ts';
import { createReferralStore } from './referral-store.ts';

const notice = { zh: { subject: 's', text: 't' }, en: { subject: 's', text: 't' } };

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = openPool(database.url, 12, () => {});
});
afterAll(async () => {
  await pool.end();
  await database.close();
});
/**
 * Their accounts are guarded, by triggers that are off for who replicates. No id comes twice, so that what is left of them in
 * other tables is nobody's; truncating all of those took ten times as long as what is tested.
 */
const empty = () =>
  pool.query('set session_replication_role = replica; delete from users; set session_replication_role = default');
beforeEach(empty);

const snOf = (at: number): string => String(10_000_000 + at);

/** `parents[n]` is the place of n's referrer, always an earlier one, or null. */
async function plant(parents: readonly (number | null)[]): Promise<number[]> {
  await empty();
  const ids: number[] = [];
  for (const [at, parent] of parents.entries())
    ids.push(await join(at, parent === null ? null : (ids[parent] as number)));
  return ids;
}

async function join(at: number, referrerId: number | null): Promise<number> {
  const made = await pool.query<{ id: number }>(
    `insert into users (sn, nickname, account, password_hash, avatar, referrer_id)
     values ($1, 'x', $2, 'h', 'a01', $3) returning id`,
    [snOf(at), `user_${at}`, referrerId],
  );
  return made.rows[0]?.id as number;
}

const change = (userId: number, code: string): Promise<ReferrerOutcome> =>
  createReferralStore(pool).change({ userId, code, nowMs: 1_000, left: notice, joined: notice, moved: notice });

interface Member {
  readonly id: number;
  readonly referrer_id: number | null;
  readonly path: string[];
  readonly referral_changed_at: number | null;
}

async function everybody(): Promise<Map<number, Member>> {
  const rows = await pool.query<Member>('select id, referrer_id, path, referral_changed_at from users order by id');
  return new Map(rows.rows.map((row) => [row.id, row]));
}

/** The ancestors of everybody, root first, found by walking; a ring throws. */
function expectForest(members: Map<number, Member>): void {
  for (const member of members.values()) {
    const above: number[] = [];
    for (let id = member.referrer_id; id !== null; id = members.get(id)?.referrer_id ?? null) {
      if (id === member.id || above.length > members.size) throw new Error(`${member.id} stands above itself`);
      above.unshift(id);
    }
    expect(member.path.map(Number), `path of ${member.id}`).toEqual(above);
  }
}

const forest = fc
  .array(fc.option(fc.nat()), { minLength: 2, maxLength: 14 })
  .map((picks) => picks.map((pick, at) => (pick === null || at === 0 ? null : pick % at)));
const wishes = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 16 });

describe('a change of referrer', () => {
  it('one after the other goes as the model says', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(forest, wishes, async (parents, asked) => {
        const ids = await plant(parents);
        const model = parents.map((parent) => ({ parent, changed: false }));
        const isAbove = (above: number, below: number): boolean => {
          const parent = model[below]?.parent ?? null;
          return parent !== null && (parent === above || isAbove(above, parent));
        };
        for (const [a, b] of asked) {
          const [who, target] = [a % ids.length, b % ids.length];
          const mine = model[who] as { parent: number | null; changed: boolean };
          const expected =
            who === target
              ? 'self'
              : isAbove(who, target)
                ? 'descendant'
                : mine.changed || mine.parent === target
                  ? 'locked'
                  : 'changed';
          expect(await change(ids[who] as number, snOf(target))).toBe(expected);
          if (expected === 'changed') model[who] = { parent: target, changed: true };
        }
        const members = await everybody();
        expectForest(members);
        for (const [at, { parent, changed }] of model.entries()) {
          const member = members.get(ids[at] as number);
          expect(member?.referrer_id).toBe(parent === null ? null : ids[parent]);
          expect(member?.referral_changed_at).toBe(changed ? 1_000 : null);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('many at once, with newcomers among them, leave a forest and change nobody twice', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(forest, wishes, fc.array(fc.nat(), { maxLength: 6 }), async (parents, asked, newcomers) => {
        const ids = await plant(parents);
        const before = await everybody();
        const wanted = asked.map(([a, b]) => [ids[a % ids.length] as number, b % ids.length] as const);
        const [outcomes] = await Promise.all([
          Promise.all(wanted.map(([who, target]) => change(who, snOf(target)))),
          Promise.all(newcomers.map((pick, at) => join(ids.length + at, ids[pick % ids.length] as number))),
        ]);
        const members = await everybody();
        expect(members.size).toBe(ids.length + newcomers.length);
        expectForest(members);
        for (const id of ids) {
          const made = wanted.filter(([who], at) => who === id && outcomes[at] === 'changed');
          expect(made.length, `changes of ${id}`).toBeLessThanOrEqual(1);
          const target = made[0]?.[1];
          expect(members.get(id)?.referrer_id).toBe(target === undefined ? before.get(id)?.referrer_id : ids[target]);
          expect(members.get(id)?.referral_changed_at).toBe(target === undefined ? null : 1_000);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('two that would make a ring together: one goes, the other is told', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [a, b] = (await plant([null, null])) as [number, number];
      const outcomes = await Promise.all([change(a, snOf(1)), change(b, snOf(0))]);
      expect(outcomes.toSorted()).toEqual(['changed', 'descendant']);
      expectForest(await everybody());
    }
  });

  it('the same one twenty times at once is made once', async () => {
    const [user] = (await plant([null, null, null])) as [number];
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, at) => change(user, snOf(1 + (at % 2)))));
    expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'locked')).toHaveLength(19);
  });
});

describe('the database itself refuses', () => {
  const refused = { code: '23514', constraint: 'users_forest' };

  it('a ring, a path that does not follow, and a move that leaves the team behind', async () => {
    const [root, child, leaf, other] = (await plant([null, 0, 1, null])) as [number, number, number, number];
    const statements: [string, unknown[]][] = [
      ['update users set referrer_id = $2, path = array[$2]::bigint[] where id = $1', [root, leaf]],
      ['update users set path = array[$2]::bigint[] where id = $1', [leaf, root]],
      ['update users set referrer_id = $2 where id = $1', [leaf, other]],
      ['update users set referrer_id = $2, path = array[$2]::bigint[] where id = $1', [child, other]],
    ];
    for (const [text, values] of statements) await expect(pool.query(text, values)).rejects.toMatchObject(refused);
    expectForest(await everybody());
  });

  it('a newcomer’s own idea of a path', async () => {
    const [root] = (await plant([null])) as [number];
    const made = await pool.query(
      `insert into users (sn, nickname, account, password_hash, avatar, referrer_id, path)
       values ('20000000', 'x', 'with_path', 'h', 'a01', $1, array[77, 78]::bigint[]) returning path`,
      [root],
    );
    expect(made.rows[0].path.map(Number)).toEqual([root]);
  });
});
