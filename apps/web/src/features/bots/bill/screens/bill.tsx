// Screen 13, the profit bill of one exchange or of all: sums, days, groups and results; each figure opens into what it is
// the sum of.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { billGroupsQuery, exchangesQuery } from '../../../../lib/queries.ts';
import { useBack } from '../../../../lib/use-back.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { Tabs } from '../../../../ui/choice.tsx';
import { Header } from '../../../../ui/header.tsx';
import { PullToRefresh } from '../../../../ui/lists.tsx';
import { type BillFilter, billRowsQuery } from '../api/bill.ts';
import { BillGroupsCard } from '../components/bill-groups.tsx';
import { BillHead } from '../components/bill-head.tsx';
import { ExportSheet } from '../components/export-sheet.tsx';
import { ResultList } from '../components/result-list.tsx';

export function Bill() {
  const { exchange: asked = 'all' } = useParams();
  const { t } = useTranslation();
  const back = useBack('/strategy');
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [exporting, setExporting] = useState(false);
  const exchanges = useQuery(exchangesQuery()).data?.exchanges;
  const exchange = asked === 'all' ? '' : asked;
  const bot = search.get('bot') ?? '';
  const filter: BillFilter = { exchange, botId: /^\d{1,15}$/.test(bot) ? Number(bot) : null, date: search.get('date') };
  const groups = useQuery(billGroupsQuery(exchange));
  const rows = useInfiniteQuery({ ...billRowsQuery(filter), placeholderData: (before) => before });
  const narrowed = filter.botId !== null || filter.date !== null;
  if (
    exchanges !== undefined &&
    exchange !== '' &&
    !exchanges.some(({ code, trade }) => code === exchange && trade === 1)
  )
    return <Navigate to="/strategy/bill/all" replace />;
  function narrow(change: Partial<BillFilter>) {
    const { botId, date } = { ...filter, ...change };
    setSearch(
      { ...(botId === null ? {} : { bot: String(botId) }), ...(date === null ? {} : { date }) },
      { replace: true },
    );
  }
  const local = exchange === '' || exchange === 'local';
  const bound = exchanges?.filter((one) => one.bound === 1 && one.trade === 1) ?? [];
  const today = groups.data?.today;
  return (
    <main className="screen">
      <Header
        title={t('records.bill.title')}
        onBack={back}
        action={<IconButton icon="withdraw" label={t('records.export.title')} onClick={() => setExporting(true)} />}
      />
      <PullToRefresh onRefresh={async () => void (await Promise.all([groups.refetch(), rows.refetch()]))}>
        <div className="page billpage">
          {bound.length < 2 ? null : (
            <Tabs
              label={t('bots.list.exchange')}
              options={[
                { value: 'all', label: t('action.all') },
                ...bound.map(({ code, name }) => ({ value: code, label: name })),
              ]}
              value={asked}
              onChange={(code) => void navigate(`/strategy/bill/${code}`, { replace: true })}
            />
          )}
          <BillHead exchange={exchange} sum={rows.data?.pages.at(-1)?.sum} narrowed={narrowed} simulated={local} />
          <BillGroupsCard filter={filter} onFilter={narrow} />
          <Card>
            <CardHead title={t('records.bill.rows')}>
              {narrowed ? (
                <Button size="s" tone="soft" onClick={() => narrow({ botId: null, date: null })}>
                  {filter.date ?? t('records.bill.ofBot')} ×
                </Button>
              ) : (
                <span className="t-meta c3">{t('records.bill.count', { count: rows.data?.pages[0]?.total ?? 0 })}</span>
              )}
            </CardHead>
            <ResultList query={rows} />
          </Card>
        </div>
      </PullToRefresh>
      <ExportSheet
        open={exporting}
        onClose={() => setExporting(false)}
        first="settlements"
        exchange={exchange}
        botId={filter.botId}
        nowMs={today === undefined ? Date.now() : Date.parse(`${today}T12:00:00+08:00`)}
      />
    </main>
  );
}
