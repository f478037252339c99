// A new bot begins at the time of its market as it is now: of one that nobody follows, the board still has that of the last
// connection.
import { expect, test } from 'vitest';
import { depsOf } from '../../../test/contract-rig.ts';
import { openRig, rules } from '../../../test/runner-rig.ts';
import type { BotDraft } from '../../ports/bot-runner.ts';
import type { RunnerStore } from '../../ports/runner-store.ts';
import type { GroupCommit } from '../turns/group-commit.ts';
import { makeBot } from './create-bot.ts';

const CONNECTED_MS = 1_700_000_000_000;
const NOW_MS = CONNECTED_MS + 3_600_000;

async function createdAt(isFollowed: boolean): Promise<[createdMs: number, rowMs: number]> {
  const rig = openRig(20, undefined, undefined, false);
  const symbolRules = { ...rules, symbol: 'ETH/USDT' };
  rig.board.seed(symbolRules.symbol, '100', CONNECTED_MS);
  rig.venue.port.clock = async () => ({ marketNowMs: NOW_MS, speed: 1, state: 'running', books: 'rig' });
  rig.connection.follows = () => isFollowed;
  const made: [number, number][] = [];
  const insertBot: RunnerStore['insertBot'] = async (whole, _setup, _token, row) => {
    made.push([whole.createdMarketMs, row.marketMs]);
    return { id: rig.live.id, again: false };
  };
  const journal = { reserve: async () => [1] } as unknown as GroupCommit;
  const deps = { ...depsOf(rig), journal, store: { ...rig.store.port, insertBot } };
  const draft = {
    ...{ userId: 1, requestId: null, exchange: 'local', market: 'spot', symbol: 'ETH/USDT', typeId: 4, kind: 'grid' },
    ...{ direction: 'long', simulate: false, sourceId: null, name: 'g', params: {}, investment: '100' },
    ...{ isPublic: false, symbolRules },
  };
  await makeBot(deps, rig.opened, draft as unknown as BotDraft);
  return made[0] ?? [0, 0];
}

test('in a market that nobody follows it is the exchange’s time, not that of the last connection', async () => {
  expect(await createdAt(false)).toEqual([NOW_MS, NOW_MS]);
  expect(await createdAt(true)).toEqual([CONNECTED_MS, CONNECTED_MS]);
});
