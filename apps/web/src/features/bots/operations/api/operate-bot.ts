// One operation on a bot. The request id belongs to the intent: it is made once and sent again with every retry after an
// answer that never came, so that the operation happens once.
import type { Operation } from '@cormorant/contract/calls/bots.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/client.ts';
import type { QueryKey } from '../../../../lib/queries.ts';

export interface Intent {
  readonly botId: number;
  readonly action: Operation;
  /** Of an add, in quote; absent = the bot's own next size. */
  readonly amount?: string;
  /** Of an add to a bot of two sides. */
  readonly side?: 'long' | 'short';
  /** Of a stop: 0 leaves what is held on the exchange. */
  readonly closePosition?: 0 | 1;
}

export async function operateBot(intent: Intent, requestId: string): Promise<void> {
  const { botId, action, amount, closePosition, side } = intent;
  await call(
    'botOperation',
    {
      query: {
        id: botId,
        action,
        request_id: requestId,
        ...(amount === undefined ? {} : { amount }),
        ...(side === undefined ? {} : { side }),
        ...(closePosition === undefined ? {} : { close_position: closePosition }),
      },
    },
    { screenHandled: true },
  );
}

/** What an operation makes old. */
export async function askAgain(client: QueryClient, botId: number): Promise<void> {
  const old: readonly QueryKey[] = [
    ['botList'],
    ['botDetail', botId],
    ['botActions', botId],
    ['botActions', 0],
    ['botPositions', botId],
    ['userBill'],
    ['userIndex'],
    ['userAsset'],
  ];
  await Promise.all(old.map((queryKey) => client.invalidateQueries({ queryKey })));
}
