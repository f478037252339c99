// One bot with everything its screen draws. Pushes lay changes over it; asking every five seconds keeps the rest true.
import type { Bot, BotDetail } from '@cormorant/contract/entities/bot.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../../lib/api/client.ts';

type BotList = Data<'botList'>;

/** The list beside shows the same figures, and says the same of it, at the same moment. */
export function keepInList(client: QueryClient, bot: BotDetail): void {
  client.setQueryData<BotList>(
    ['botList'],
    (known) => known && { ...known, list: known.list.map((row) => (row.id === bot.id ? rowOf(row, bot) : row)) },
  );
}

const shared = [
  ...['status', 'phase', 'pause_reason', 'stop_reason', 'halted', 'last_error', 'price', 'curve', 'max_drawdown'],
  ...[
    'run_seconds',
    'position_count',
    'profit',
    'profit_rate',
    'profit_today',
    'unrealized',
    'total_profit',
    'total_rate',
  ],
] as readonly (keyof Bot)[];

/** What the detail does not say, such as the last error, is over. */
function rowOf(row: Bot, bot: BotDetail): Bot {
  return { ...row, ...(Object.fromEntries(shared.map((name) => [name, bot[name]])) as Partial<Bot>) };
}

const askEveryMs = 5_000;
const positionsPerPage = 10;

export function botDetailQuery(id: number) {
  return queryOptions({
    queryKey: ['botDetail', id] as const,
    queryFn: async ({ signal, client }): Promise<BotDetail> => {
      const bot = await call('botDetail', { query: { id } }, { signal, screenHandled: true });
      keepInList(client, bot);
      return bot;
    },
    refetchInterval: askEveryMs,
  });
}

export function botPositionsQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: ['botPositions', id] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'botPositions',
        { query: { id, page: pageParam, page_size: positionsPerPage } },
        { signal, screenHandled: true },
      ),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.has_more === 1 ? last.page + 1 : undefined),
  });
}
