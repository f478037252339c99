// Screen 41: every open position of the live bots with their sums, by exchange; asked again every ten seconds and when a
// push says that one has changed.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { exchangesQuery } from '../../../../lib/queries.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { useBack } from '../../../../lib/use-back.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Tabs } from '../../../../ui/choice.tsx';
import { cx } from '../../../../ui/class-names.ts';
import { Profit, Stat, Stats } from '../../../../ui/figure.tsx';
import { formatUsdt } from '../../../../ui/figures.ts';
import { Header } from '../../../../ui/header.tsx';
import { PullToRefresh } from '../../../../ui/lists.tsx';
import { Note } from '../../../../ui/marks.tsx';
import { Empty, Failed, Skeleton } from '../../../../ui/states.tsx';
import { clockTime } from '../../../../ui/times.ts';
import { openPositionsQuery } from '../api/positions.ts';
import { PositionCard } from '../components/position-card.tsx';

export function Positions() {
  const { t } = useTranslation();
  const back = useBack('/my');
  const navigate = useNavigate();
  const online = useOnline();
  const hidden = useTheme((entry) => entry.eye === 0);
  const [exchange, setExchange] = useState('all');
  const exchanges =
    useQuery(exchangesQuery()).data?.exchanges.filter(({ bound, trade }) => bound === 1 && trade === 1) ?? [];
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(
    openPositionsQuery(exchange === 'all' ? '' : exchange),
  );
  const again = () => void refetch();
  return (
    <main className="screen">
      <Header title={t('records.positions.title')} onBack={back} />
      <PullToRefresh onRefresh={refetch}>
        <div className="page">
          {exchanges.length < 2 ? null : (
            <Tabs
              label={t('bots.list.exchange')}
              options={[
                { value: 'all', label: t('action.all') },
                ...exchanges.map(({ code, name }) => ({ value: code, label: name })),
              ]}
              value={exchange}
              onChange={setExchange}
            />
          )}
          <Card className="profitcard">
            <Stats>
              <Stat large label={t('records.positions.count')}>
                {data === undefined ? <Skeleton width={32} height={20} /> : data.list.length}
              </Stat>
              <Stat large label={t('records.positions.cost')}>
                {data === undefined ? <Skeleton width={72} height={20} /> : hidden ? '****' : formatUsdt(data.sum.cost)}
              </Stat>
              <Stat large label={t('records.positions.floating')}>
                {data === undefined ? (
                  <Skeleton width={72} height={20} />
                ) : (
                  <Profit value={data.sum.unrealized} hidden={hidden} />
                )}
              </Stat>
            </Stats>
          </Card>
          {error && data ? (
            <Note tone="warn" live action={{ label: t('action.retry'), onPress: again, busy: isFetching }}>
              {t('stale', { time: clockTime(dataUpdatedAt) })}
            </Note>
          ) : null}
          {data === undefined ? (
            <Card>
              {error ? (
                <Failed text={(error as ApiError).message} detail={t('notStopped')} onRetry={again} busy={isFetching} />
              ) : (
                <div role="status" aria-label={t('ui.loading')}>
                  <Skeleton height={130} />
                </div>
              )}
            </Card>
          ) : data.list.length === 0 ? (
            <Card>
              <Empty
                text={t('records.positions.empty')}
                detail={t('records.positions.emptyDetail')}
                action={
                  <Button onClick={() => void navigate('/strategy')}>{t('records.positions.toStrategies')}</Button>
                }
              />
            </Card>
          ) : (
            <div className={cx('stack', (error !== null || !online) && 'stale')}>
              {data.list.map((position) => (
                <PositionCard key={position.id} position={position} />
              ))}
            </div>
          )}
        </div>
      </PullToRefresh>
    </main>
  );
}
