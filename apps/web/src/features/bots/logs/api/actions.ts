// The log of one bot, or of all with id 0, newest first. The newest rows alone are another question than the whole list:
// a push asks for them again without loading every page that was scrolled to.

import type { ActionGroup } from '@cormorant/contract/entities/action.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../../lib/api/client.ts';

export type Action = Data<'botActions'>['list'][number];

export type EventGroup = 'all' | ActionGroup;

export interface ActionFilter {
  readonly botId: number;
  readonly exchange: string;
  /** Told apart by the server, so that a page of a group is a full page. */
  readonly group: EventGroup;
}

const rowsPerPage = 50;
export const newestRows = 10;

export function actionsQuery({ botId, exchange, group }: ActionFilter) {
  return infiniteQueryOptions({
    queryKey: ['botActions', botId, exchange, group] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'botActions',
        {
          query: {
            id: botId,
            page: pageParam,
            page_size: rowsPerPage,
            ...(exchange === 'all' ? {} : { exchange }),
            ...(group === 'all' ? {} : { group }),
          },
        },
        { signal, screenHandled: true },
      ),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.has_more === 1 ? last.page + 1 : undefined),
  });
}

export function newestActionsQuery(botId: number) {
  return queryOptions({
    queryKey: ['botActions', botId, 'newest'] as const,
    queryFn: ({ signal }) =>
      call('botActions', { query: { id: botId, page: 1, page_size: newestRows } }, { signal, screenHandled: true }),
    refetchInterval: 30_000,
  });
}

const readFundings = 50;

/** The newest settlements of funding in a bot's log, newest first. */
export function fundingActionsQuery(botId: number) {
  return queryOptions({
    queryKey: ['botActions', botId, 'funding'] as const,
    queryFn: async ({ signal }): Promise<Action[]> => {
      const query = { id: botId, page: 1, page_size: readFundings, group: 'trade' } as const;
      const { list } = await call('botActions', { query }, { signal, screenHandled: true });
      return list.filter(({ figures }) => figures['rate'] !== undefined && figures['amount'] !== undefined);
    },
    refetchInterval: 60_000,
  });
}
