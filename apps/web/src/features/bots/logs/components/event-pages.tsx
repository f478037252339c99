// The whole log of one bot or of all: groups as chips, exchanges where there are several, more on scroll.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { exchangesQuery } from '../../../../lib/queries.ts';
import { Card } from '../../../../ui/card.tsx';
import { Chips, Segment } from '../../../../ui/choice.tsx';
import { InfiniteList, PullToRefresh } from '../../../../ui/lists.tsx';
import { Empty, Failed, SkeletonRows } from '../../../../ui/states.tsx';
import { actionsQuery, type EventGroup } from '../api/actions.ts';
import { EventList } from './event-list.tsx';

const groups: readonly EventGroup[] = ['all', 'trade', 'operation', 'failed'];

/** `nowMs` is the market's present where it is known; else the newest row's day counts as it is. */
export function EventPages({ botId, nowMs }: { botId: number; nowMs: number | null }) {
  const { t } = useTranslation();
  const [group, setGroup] = useState<EventGroup>('all');
  const [exchange, setExchange] = useState('all');
  const query = useInfiniteQuery(actionsQuery({ botId, exchange, group }));
  const actions = useMemo(() => query.data?.pages.flatMap((page) => page.list), [query.data]);
  return (
    <PullToRefresh onRefresh={query.refetch}>
      <div className="page">
        {botId === 0 ? <ExchangeSegment value={exchange} onChange={setExchange} /> : null}
        <Chips
          label={t('bots.logs.group')}
          options={groups.map((value) => ({ value, label: t(`bots.logs.groups.${value}`) }))}
          value={group}
          onChange={setGroup}
        />
        <Card>
          {actions === undefined ? (
            query.error ? (
              <Failed
                text={(query.error as ApiError).message}
                detail={t('notStopped')}
                onRetry={() => void query.refetch()}
                busy={query.isFetching}
              />
            ) : (
              <SkeletonRows count={8} label={t('ui.loading')} />
            )
          ) : actions.length === 0 && !query.hasNextPage ? (
            <Empty art="search" text={t('bots.logs.empty')} />
          ) : (
            <InfiniteList
              hasMore={query.hasNextPage}
              loading={query.isFetchingNextPage}
              failed={query.isFetchNextPageError}
              onMore={() => void query.fetchNextPage()}
            >
              <EventList actions={actions} nowMs={nowMs ?? Date.now()} named={botId === 0} />
            </InfiniteList>
          )}
        </Card>
      </div>
    </PullToRefresh>
  );
}

function ExchangeSegment({ value, onChange }: { value: string; onChange: (exchange: string) => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(exchangesQuery());
  const bound = data?.exchanges.filter(({ bound, trade }) => bound === 1 && trade === 1) ?? [];
  if (bound.length < 2) return null;
  return (
    <Segment
      small
      label={t('bots.list.exchange')}
      options={[
        { value: 'all', label: t('action.all') },
        ...bound.map((exchange) => ({ value: exchange.code, label: exchange.name })),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
