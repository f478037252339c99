import { expect, test } from 'vitest';
import type { UserWrites } from '../ports/runner-store.ts';
import { createJournal, Unwritable } from './journal.ts';
import { RigStore } from './runner-rig.ts';

const fill = {
  ...{ venueFillId: '7', botId: 1001, cid: 'q1', symbol: 'BTC/USDT', price: '100', qty: '1', fee: '0', maker: true },
  ...({ side: 'buy', purpose: 'grid', feeAsset: 'USDT', last: '100', marketMs: 1 } as const),
};
const writes = {
  ...{ userId: 1, token: 1, accountId: 1, books: 'rig', fills: [fill] },
  ...{ bots: [], orders: [], settlements: [], actions: [], positions: [], adds: [], fundings: [], marginAdds: [] },
  ...{ equity: [], equityDrops: [], pushes: [], fillCursor: null, fundingCursor: null },
} as UserWrites;

function journalOver(store: RigStore) {
  return createJournal(
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
