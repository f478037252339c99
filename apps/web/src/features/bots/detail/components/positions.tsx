// The rounds of a bot, open ones first: what was held, at what average, for how long, and what it brought.
import type { Position } from '@cormorant/contract/entities/position.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { hiddenFigure, Profit, Stat, Stats } from '../../../../ui/figure.tsx';
import { formatPrice, formatTrimmed, formatUsdt } from '../../../../ui/figures.ts';
import { InfiniteList } from '../../../../ui/lists.tsx';
import { Tag } from '../../../../ui/marks.tsx';
import { Empty, Failed, SkeletonRows } from '../../../../ui/states.tsx';
import { dayTime } from '../../../../ui/times.ts';
import { PositionAdds } from '../../positions/components/position-adds.tsx';
import { useHeldTime } from '../../use-held-time.ts';
import { botPositionsQuery } from '../api/bot-detail.ts';

export function Positions({ botId, tick }: { botId: number; tick: string | undefined }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(botPositionsQuery(botId));
  if (!query.data) {
    return query.error ? (
      <Failed
        small
        text={(query.error as ApiError).message}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    ) : (
      <SkeletonRows count={2} label={t('ui.loading')} />
    );
  }
  const positions = query.data.pages.flatMap((page) => page.list);
  if (positions.length === 0) return <Empty art="search" text={t('bots.detail.noPositions')} />;
  return (
    <InfiniteList
      hasMore={query.hasNextPage}
      loading={query.isFetchingNextPage}
      failed={query.isFetchNextPageError}
      onMore={() => void query.fetchNextPage()}
    >
      {positions.map((position) => (
        // A leg's pair may have another tick than the bot's.
        <PositionRow key={position.id} position={position} tick={position.leg === undefined ? tick : undefined} />
      ))}
    </InfiniteList>
  );
}

function PositionRow({ position, tick }: { position: Position; tick: string | undefined }) {
  const { t } = useTranslation();
  const heldTime = useHeldTime();
  const hidden = useTheme((entry) => entry.eye === 0);
  const closed = position.status === 'closed';
  return (
    <div className="round">
      <div className="between">
        <span className="hstack">
          <b>{t('bots.detail.round', { round: position.round })}</b>
          {position.leg === undefined ? null : (
            <Tag>
              {position.symbol} {t(`legs.market.${position.market}`)}
            </Tag>
          )}
          <Tag kind={closed ? undefined : 'p'}>{t(`bots.detail.positionStatus.${position.status}`)}</Tag>
        </span>
        <span className="t-meta c3 num">
          {dayTime(position.opened_at)}
          {position.closed_at === undefined ? '' : ` – ${dayTime(position.closed_at)}`}
        </span>
      </div>
      <div className="mt-2">
        <Stats {...(closed && { columns: 4 as const })}>
          {closed ? (
            <Stat label={t('bots.detail.closePrice')}>{formatPrice(position.close_price, tick)}</Stat>
          ) : (
            <>
              <Stat label={t('bots.detail.quantity')}>{formatTrimmed(position.qty)}</Stat>
              <Stat label={t('bots.detail.average')}>{formatPrice(position.avg_price, tick)}</Stat>
              <Stat label={t('bots.floating')}>
                <Profit value={position.unrealized} hidden={hidden} />
              </Stat>
            </>
          )}
          <Stat label={t('bots.realised')}>
            <Profit value={position.realized} hidden={hidden} />
          </Stat>
          <Stat label={t('bots.detail.fees')}>{hidden ? hiddenFigure : formatUsdt(position.fee)}</Stat>
          <Stat label={t('bots.detail.held')}>{heldTime(position.hold_hours)}</Stat>
        </Stats>
      </div>
      <PositionAdds positionId={position.id} />
    </div>
  );
}
