// The caller's own bots on simulated money: everything on the local exchange, and paper bots elsewhere. Losing ones stay
// listed; return never stands without its drawdown.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import type { ApiError } from '../../../lib/api/errors.ts';
import { botListQuery } from '../../../lib/queries.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { RootHeader } from '../../../ui/header.tsx';
import { PullToRefresh } from '../../../ui/lists.tsx';
import { Note } from '../../../ui/marks.tsx';
import { Empty, Failed, SkeletonRows } from '../../../ui/states.tsx';
import { clockTime } from '../../../ui/times.ts';
import { SimulatedBot } from '../components/simulated-bot.tsx';

export type Bot = Data<'botList'>['list'][number];
const filters = ['all', 'running', 'paused', 'stopped'] as const;
type Filter = (typeof filters)[number];

export function isSimulated(bot: Pick<Bot, 'simulate' | 'exchange'>): boolean {
  return bot.simulate === 1 || bot.exchange === 'local';
}

export function Simulation() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(botListQuery());
  const create = () => void navigate('/strategy');
  return (
    <main className="screen screen--tabs">
      <RootHeader title={t('simulation.title')}>
        <IconButton icon="plus" label={t('simulation.create')} onClick={create} />
      </RootHeader>
      <PullToRefresh onRefresh={refetch}>
        <div className="page">
          <Note icon="flask">{t('simulation.intro')}</Note>
          {data ? (
            <>
              {error ? <Stale at={dataUpdatedAt} busy={isFetching} onRefresh={() => void refetch()} /> : null}
              <Bots bots={data.list.filter(isSimulated)} onCreate={create} stale={error !== null} />
            </>
          ) : error ? (
            <Card>
              <Failed
                text={(error as ApiError).message}
                detail={t('notStopped')}
                onRetry={() => void refetch()}
                busy={isFetching}
              />
            </Card>
          ) : (
            <Card flush>
              <SkeletonRows count={6} label={t('ui.loading')} />
            </Card>
          )}
          <p className="riskline">{t('riskLine')}</p>
        </div>
      </PullToRefresh>
    </main>
  );
}

function Stale({ at, busy, onRefresh }: { at: number; busy: boolean; onRefresh: () => void }) {
  const { t } = useTranslation();
  return (
    <Note tone="warn" icon="clock" action={{ label: t('action.refresh'), onPress: onRefresh, busy }}>
      {t('stale', { time: clockTime(at) })}
    </Note>
  );
}

function Bots({ bots, onCreate, stale }: { bots: readonly Bot[]; onCreate: () => void; stale: boolean }) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const [filter, setFilter] = useState<Filter>('all');
  if (bots.length === 0) {
    return (
      <Card>
        <Empty
          text={t('simulation.empty')}
          detail={t('simulation.emptyDetail')}
          action={
            <Button tone="primary" onClick={onCreate}>
              {t('simulation.create')}
            </Button>
          }
        />
      </Card>
    );
  }
  const shown = bots.filter((bot) => filter === 'all' || bot.status === filter);
  return (
    <>
      <Chips<Filter>
        label={t('simulation.filterLabel')}
        value={filter}
        onChange={setFilter}
        options={filters.map((value) => ({
          value,
          label: t(`simulation.filters.${value}`),
          count: value === 'all' ? bots.length : bots.filter((bot) => bot.status === value).length,
        }))}
      />
      <div className={stale ? 'stack stale' : 'stack'}>
        {shown.length === 0 ? (
          <Card>
            <Empty art="search" text={t('simulation.noneHere')} />
          </Card>
        ) : (
          shown.map((bot) => <SimulatedBot key={bot.id} bot={bot} hidden={hidden} />)
        )}
      </div>
    </>
  );
}
