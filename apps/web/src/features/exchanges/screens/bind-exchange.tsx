// One exchange: its bound key set, or the three steps to one. An exchange that is not known leads to the list.
import type { ExchangeKey } from '@cormorant/contract/entities/exchange-key.ts';
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import type { ApiError } from '../../../lib/api/errors.ts';
import { exchangesQuery } from '../../../lib/queries.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { useBack } from '../../../lib/use-back.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Header } from '../../../ui/header.tsx';
import { Note } from '../../../ui/marks.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { keysQuery } from '../api/keys.ts';
import { BindSteps } from '../components/bind-steps.tsx';
import { ExchangeMark } from '../components/exchange-mark.tsx';
import { KeyCard } from '../components/key-card.tsx';
import { RemoveDialog } from '../components/remove-dialog.tsx';
import { TutorialSheet } from '../components/tutorial-sheet.tsx';
import { newBotsText } from '../new-bots.ts';

export function BindExchange() {
  const { exchange: code = '' } = useParams();
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const back = useBack('/bind');
  const exchanges = useQuery(exchangesQuery(language));
  const keys = useQuery(keysQuery());
  const [tutorial, setTutorial] = useState(false);
  const exchange = exchanges.data?.exchanges.find((one) => one.code === code);
  if (exchanges.data && (exchange === undefined || exchange.status === 'off')) return <Navigate to="/bind" replace />;
  const failed = [exchanges, keys].find(({ data, error }) => data === undefined && error !== null);
  const title = exchange === undefined ? t('keys.title') : t('keys.bindTitle', { name: exchange.name });
  return (
    <main className="screen screen--action">
      <Header
        title={title}
        onBack={back}
        action={<IconButton icon="help" label={t('keys.tutorial')} onClick={() => setTutorial(true)} />}
      />
      <div className="page">
        {failed ? (
          <Failed
            text={(failed.error as ApiError).message}
            busy={exchanges.isFetching || keys.isFetching}
            onRetry={() => void Promise.all([exchanges.refetch(), keys.refetch()])}
          />
        ) : exchange === undefined || keys.data === undefined ? (
          <section className="card stack" role="status" aria-label={t('ui.loading')}>
            <Skeleton width="40%" />
            <Skeleton height={120} />
            <Skeleton height={48} />
            <Skeleton height={48} />
          </section>
        ) : (
          <Parts
            key={exchange.code}
            exchange={exchange}
            keySet={keys.data.find((one) => one.exchange === exchange.code)}
            onTutorial={() => setTutorial(true)}
          />
        )}
      </div>
      <TutorialSheet open={tutorial} onClose={() => setTutorial(false)} exchange={code} />
    </main>
  );
}

interface PartsProps {
  readonly exchange: Exchange;
  readonly keySet: ExchangeKey | undefined;
  readonly onTutorial: () => void;
}

function Parts({ exchange, keySet, onTutorial }: PartsProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { name } = exchange;
  return (
    <>
      <About exchange={exchange} keySet={keySet} />
      {keySet ? (
        <>
          <KeyCard
            keySet={keySet}
            onEdit={editing ? null : () => setEditing(true)}
            onRemove={() => setRemoving(true)}
          />
          <RemoveDialog open={removing} keySet={keySet} name={name} onClose={() => setRemoving(false)} />
        </>
      ) : null}
      {keySet && editing ? (
        <Note action={{ label: t('keys.cancelEdit'), onPress: () => setEditing(false) }}>{t('keys.editText')}</Note>
      ) : null}
      {keySet === undefined || editing ? (
        <BindSteps
          exchange={exchange}
          replaces={keySet !== undefined}
          onBound={() => setEditing(false)}
          onTutorial={onTutorial}
        />
      ) : null}
    </>
  );
}

/** Who it is, what it trades, and what can be done with a key now. */
function About({ exchange, keySet }: Pick<PartsProps, 'exchange' | 'keySet'>) {
  const { t } = useTranslation();
  const { code, futures, name, spot, trade } = exchange;
  const markets = t(`keys.markets.${spot === 1 && futures === 1 ? 'both' : spot === 1 ? 'spot' : 'futures'}`);
  return (
    <>
      <Card tight>
        <div className="hstack keys__about">
          <ExchangeMark name={name} />
          <div>
            <p className="t-row">{name}</p>
            <p className="t-meta c3">{`${markets} · ${t('keys.onePerExchange')}`}</p>
          </div>
        </div>
      </Card>
      {trade === 1 ? null : <Note tone="info">{t('keys.noTradingText', { name })}</Note>}
      {trade === 1 && keySet !== undefined ? (
        <Note tone="info">{t(newBotsText(keySet.status))}</Note>
      ) : code === 'local' ? (
        <Note tone="info">{t('keys.localText')}</Note>
      ) : null}
    </>
  );
}
