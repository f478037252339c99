// Balance, fuel or points: the figure with what can be done, and the log. `?sheet=` opens a sheet, `?kind=` the log with one
// kind of rows; closing the sheet leaves the address without them. Another type is the balance.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import type { ApiError } from '../../../lib/api/errors.ts';
import { accountQuery } from '../../../lib/queries.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useBack } from '../../../lib/use-back.ts';
import { Card, CardHead } from '../../../ui/card.tsx';
import { Segment } from '../../../ui/choice.tsx';
import { formatTrimmed } from '../../../ui/figures.ts';
import { Header } from '../../../ui/header.tsx';
import { PullToRefresh } from '../../../ui/lists.tsx';
import { Menu, MenuRow } from '../../../ui/row.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { AccountCard } from '../components/account-card.tsx';
import { ConvertSheet, type PairName } from '../components/convert-sheet.tsx';
import { LogCard } from '../components/log-card.tsx';
import { type TransferFrom, TransferSheet } from '../components/transfer-sheet.tsx';
import { type LogName, logNames } from '../log-kinds.ts';

/** What the sheets begin with on each page. */
const firstPair: Readonly<Record<LogName, PairName>> = {
  balance: 'balance>fuel',
  fuel: 'balance>fuel',
  points: 'points>fuel',
};

export function Asset() {
  const { type } = useParams();
  const name = logNames.find((known) => known === type);
  const [query] = useSearchParams();
  if (name === undefined) return <Navigate to={{ pathname: '/my/asset/balance', search: query.toString() }} replace />;
  return <AssetPage key={name} name={name} />;
}

function AssetPage({ name }: { name: LogName }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const back = useBack('/my');
  const [query, setQuery] = useSearchParams();
  const sheet = query.get('sheet');
  const [pair, setPair] = useState(firstPair[name]);
  const [from, setFrom] = useState<TransferFrom>(name === 'fuel' ? 'fuel' : 'balance');
  const account = useQuery(accountQuery());
  const openSheet = (which: 'convert' | 'transfer') => setQuery({ sheet: which }, { replace: true });
  const close = () => setQuery({}, { replace: true });
  return (
    <main className="screen">
      <Header title={t('assets.title')} onBack={back} />
      <PullToRefresh onRefresh={() => queryClient.invalidateQueries()}>
        <div className="page">
          <Segment
            label={t('assets.title')}
            options={logNames.map((value) => ({ value, label: t(`assets.tabs.${value}`) }))}
            value={name}
            onChange={(value) => void navigate(`/my/asset/${value}`, { replace: true })}
          />
          {account.data ? (
            <AccountCard
              name={name}
              account={account.data}
              onConvert={(wanted) => {
                setPair(wanted);
                openSheet('convert');
              }}
              onTransfer={(wanted) => {
                setFrom(wanted);
                openSheet('transfer');
              }}
            />
          ) : (
            <Card aria-busy={account.isPending}>
              {account.error ? (
                <Failed
                  small
                  text={(account.error as ApiError).message}
                  onRetry={() => void account.refetch()}
                  busy={account.isFetching}
                />
              ) : (
                <div className="stack" role="status" aria-label={t('ui.loading')}>
                  <Skeleton width={96} />
                  <Skeleton width={180} height={40} />
                  <Skeleton height={44} />
                </div>
              )}
            </Card>
          )}
          {name === 'fuel' && account.data ? (
            <Menu label={t('assets.notice')}>
              <MenuRow
                icon="bell"
                title={t('assets.notice')}
                value={
                  <span className="num">
                    {t('assets.noticeBelow', { amount: formatTrimmed(account.data.fuel_notice) })}
                  </span>
                }
                to="/setting"
              />
            </Menu>
          ) : null}
          <LogCard name={name} first={query.get('kind')} />
          {name === 'points' ? (
            <Card>
              <CardHead title={t('assets.rules')} />
              <p className="c2">{t('assets.rulesText')}</p>
            </Card>
          ) : null}
          {name === 'fuel' ? <p className="t-meta c3 text-center">{t('assets.feeNote')}</p> : null}
        </div>
      </PullToRefresh>
      <ConvertSheet open={sheet === 'convert'} onClose={close} first={pair} />
      <TransferSheet open={sheet === 'transfer'} onClose={close} first={from} />
    </main>
  );
}
