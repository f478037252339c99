// The newest rows of one bot's log, with the way to all of them.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Empty, Failed, SkeletonRows } from '../../../../ui/states.tsx';
import { newestActionsQuery, newestRows } from '../api/actions.ts';
import { EventList } from './event-list.tsx';

export interface NewestEventsProps {
  readonly botId: number;
  readonly nowMs: number | null;
  readonly total: number;
}

export function NewestEvents({ botId, nowMs, total }: NewestEventsProps) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(newestActionsQuery(botId));
  if (!data) {
    return error ? (
      <Failed small text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
    ) : (
      <SkeletonRows count={5} label={t('ui.loading')} />
    );
  }
  if (data.list.length === 0) return <Empty art="search" text={t('bots.logs.empty')} />;
  const count = Math.max(total, data.total);
  return (
    <>
      <EventList actions={data.list} nowMs={nowMs ?? Date.now()} />
      {count > newestRows ? (
        <Link className="link link--p allevents" to={`/strategy/action/${botId}`}>
          {t('bots.logs.all', { count })}
          <Icon name="right" size="xs" />
        </Link>
      ) : null}
    </>
  );
}
