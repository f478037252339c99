// Whose fault rows are that the database refuses: their bot’s, unless a lost answer had written them already.
import { expect, test } from 'vitest';
import { RigStore } from '../../../test/runner-rig.ts';
import type { UserWrites } from '../../ports/runner-writes.ts';
import { createGroupCommit, sendLeftOutbox, Unwritable } from './group-commit.ts';

const fill = {
  ...{
    accountId: 1,
    books: 'rig',
    venueFillId: '7',
    botId: 1001,
    cid: 'q1',
    symbol: 'BTC/USDT',
    price: '100',
    qty: '1',
    fee: '0',
    maker: true,
  },
  ...({ side: 'buy', purpose: 'grid', feeAsset: 'USDT', last: '100', marketMs: 1 } as const),
};
const writes = {
  ...{ userId: 1, token: 1, fills: [fill] },
  ...{ bots: [], orders: [], settlements: [], actions: [], positions: [], adds: [], fundings: [], marginAdds: [] },
  ...{ equity: [], equityDrops: [], pushes: [], cursors: [] },
} as UserWrites;

function journalOver(store: RigStore) {
  return createGroupCommit(
    store.port,
    () => {},
    () => {},
  );
}

test('rows that are refused because a lost answer had written them are nobody’s fault', async () => {
  const store = new RigStore();
  const { commit } = store.port;
  let isFirst = true;
  store.port.commit = async (...sent) => {
    const result = await commit(...sent);
    if (!isFirst) return result;
    isFirst = false;
    throw Object.assign(new Error('the connection broke before the answer'), { code: '08006' });
  };
  const error = await journalOver(store)
    .commit(writes)
    .catch((refused: Error) => refused);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(Unwritable);
});

test('rows that are refused at the first try are the fault of their bot', async () => {
  const store = new RigStore();
  store.fills.add('7');
  const error = await journalOver(store)
    .commit(writes)
    .catch((refused: Error) => refused);
  expect(error).toMatchObject({ name: 'Unwritable', botId: 1001 });
});

/** Refuses whatever user 1 wants written, `times` times, with that SQLSTATE. */
function refusing(code: string, times = Number.POSITIVE_INFINITY): RigStore {
  const store = new RigStore();
  const { commit } = store.port;
  let left = times;
  store.port.commit = async (sets, sent) => {
    if (sets.some(({ userId }) => userId === 1) && left-- > 0) throw Object.assign(new Error('refused'), { code });
    return commit(sets, sent);
  };
  return store;
}
const ofUser = (userId: number) => ({ ...writes, userId, fills: [] }) as UserWrites;

test.each(['21000', '22003', '23505', '42P01', 'P0001'])(
  'a statement at fault (%s) is given up for its user; who was written with him is written',
  async (code) => {
    const journal = journalOver(refusing(code));
    const [his, theirs] = [journal.commit(ofUser(1)), journal.commit(ofUser(2))];
    await expect(his).rejects.toThrow('refused');
    await expect(theirs).resolves.toBeUndefined();
  },
);

test.each(['53100', '57P03', '08006'])('what is not the statement’s fault (%s) is waited out', async (code) => {
  await expect(journalOver(refusing(code, 2)).commit(ofUser(1))).resolves.toBeUndefined();
});

test('a live event that cannot be worded stops neither the start nor what was committed with it', async () => {
  const store = new RigStore();
  const row = { id: 5, userId: 1, channel: 'position' as const, data: {} };
  const removed: number[] = [];
  store.port.leftOutbox = async () => [row];
  const { commit } = store.port;
  let commits = 0;
  store.port.commit = async (sent, ids) => {
    commits += 1;
    removed.push(...ids);
    return { ...(await commit(sent, ids)), outbox: sent.length > 0 ? [{ ...row, id: 6 }] : [] };
  };
  const tell = () => {
    throw new RangeError('no words');
  };
  await sendLeftOutbox(store.port, tell, () => {});
  expect(removed).toEqual([5]);
  const journal = createGroupCommit(store.port, tell, () => {});
  await journal.commit(writes);
  await journal.close();
  // Once at the start, once for the rows, once for the event that is done with.
  expect([commits, removed]).toEqual([3, [5, 6]]);
});
