// The list page: title with its ways on, sums, filters, bots. The same content is a screen on phones and a pane beside the
// detail on wide windows.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { botListQuery } from '../../../../lib/queries.ts';
import { useRest } from '../../../../lib/stores/rest.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { RootHeader } from '../../../../ui/header.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { PullToRefresh } from '../../../../ui/lists.tsx';
import { LazyBatch } from '../../batch/lazy-batch.tsx';
import { OperationDialogs } from '../../operations/lazy-dialogs.tsx';
import { useOperations } from '../../operations/use-operations.ts';
import { HaltedNote } from '../../panic/halted-note.tsx';
import { isAsked, LazyPanic } from '../../panic/lazy-panic.tsx';
import { usePanic } from '../../panic/use-panic.ts';
import { type BotFilter, filterBots, firstFilter, withKnownMarket } from '../bot-filter.ts';
import { ExchangeTabs, KindSegment, StateChips } from './bot-filters.tsx';
import { BotList } from './bot-list.tsx';
import { LongPress } from './long-press.tsx';
import { ProfitCard } from './profit-card.tsx';

export function StrategyList({ pane }: { pane?: { readonly chosen: number | null } }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const operations = useOperations();
  const panic = usePanic();
  const rest = useRest(({ come }) => come);
  const [chosen, setFilter] = useState<BotFilter>(firstFilter);
  const [many, setMany] = useState(false);
  const chooseMany = () => setMany(true);
  const { data, refetch } = useQuery(botListQuery());
  const filter = withKnownMarket(chosen, data?.list ?? []);
  const filters = { filter, onChange: setFilter, bots: data?.list ?? [] };
  if (many && data)
    return (
      <LazyBatch bots={filterBots(data.list, filter)} pane={pane !== undefined} onLeave={() => setMany(false)}>
        <ExchangeTabs {...filters} />
        <KindSegment {...filters} />
        <StateChips {...filters} />
      </LazyBatch>
    );
  const panicButton = data?.list.some(({ status }) => status !== 'stopped') ? (
    <IconButton icon="stop" label={t('safety.panic.label')} onClick={() => panic.ask('panic')} />
  ) : null;
  const content = (
    <div className="page">
      {pane ? (
        <div className="tabsrow">
          <ExchangeTabs {...filters} />
          {panicButton}
        </div>
      ) : (
        <ExchangeTabs {...filters} />
      )}
      <HaltedNote bots={data?.list ?? []} panic={panic} />
      <ProfitCard exchange={filter.exchange} bots={data?.list} />
      <KindSegment {...filters} />
      <StateChips {...filters} />
      <LongPress onLongPress={chooseMany}>
        <BotList filter={filter} onFilter={setFilter} operations={operations} {...(pane ? { pane } : {})} />
      </LongPress>
    </div>
  );
  return (
    <>
      <RootHeader title={t('bots.list.title')}>
        {pane ? null : panicButton}
        {(data?.list.length ?? 0) > 0 ? (
          <IconButton icon="batch" label={t('records.batch.title')} onClick={chooseMany} />
        ) : null}
        <IconButton icon="calc" label={t('size.title')} onClick={() => void navigate('/strategy/size')} />
        <IconButton icon="log" label={t('bots.logs.title')} onClick={() => void navigate('/strategy/logs')} />
        {pane ? (
          <Link className="btn btn--s btn--primary mr-3 ml-1" to="/strategy/martin">
            <Icon name="plus" size="s" />
            {t('bots.list.create')}
          </Link>
        ) : null}
      </RootHeader>
      {pane ? content : <PullToRefresh onRefresh={refetch}>{content}</PullToRefresh>}
      {pane ? null : (
        <Link className="fab" to="/strategy/martin" aria-label={t('bots.list.createLong')}>
          <Icon name="plus" />
        </Link>
      )}
      <OperationDialogs operations={operations} />
      {rest || isAsked(panic) ? <LazyPanic panic={panic} bots={data?.list ?? []} /> : null}
    </>
  );
}
