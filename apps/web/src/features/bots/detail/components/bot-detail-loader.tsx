// Fetches a bot and shows what there is of it: its boxes while it loads, the bot, a failure, or that it does not exist.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { useBack } from '../../../../lib/use-back.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Header } from '../../../../ui/header.tsx';
import { Empty, Failed, Skeleton } from '../../../../ui/states.tsx';
import { OperationDialogs } from '../../operations/lazy-dialogs.tsx';
import { useOperations } from '../../operations/use-operations.ts';
import { botDetailQuery } from '../api/bot-detail.ts';
import { BotDetailView } from './bot-detail-view.tsx';

const notFound = 4001;

export function BotDetailLoader({ botId, wide }: { botId: number; wide: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const back = useBack('/strategy');
  const operations = useOperations();
  const known = Number.isSafeInteger(botId) && botId > 0;
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({ ...botDetailQuery(botId), enabled: known });
  const gone = !known || (error as ApiError | null)?.code === notFound;
  const retry = () => void refetch();
  if (gone || data === undefined) {
    return (
      <>
        <Header title={t('bots.detail.title')} {...(wide ? {} : { onBack: back })} />
        <div className="page">
          {gone ? (
            <Card>
              <Empty
                art="search"
                text={t('bots.detail.gone')}
                action={
                  <Button tone="primary" onClick={() => void navigate('/strategy', { replace: true })}>
                    {t('bots.detail.toList')}
                  </Button>
                }
              />
            </Card>
          ) : error ? (
            <Card>
              <Failed text={(error as ApiError).message} detail={t('notStopped')} onRetry={retry} busy={isFetching} />
            </Card>
          ) : (
            <Loading />
          )}
        </div>
      </>
    );
  }
  return (
    <>
      <BotDetailView
        bot={data}
        operations={operations}
        wide={wide}
        onBack={back}
        stale={error ? { atMs: dataUpdatedAt, onRetry: retry } : null}
      />
      <OperationDialogs operations={operations} onDeleted={() => void navigate('/strategy', { replace: true })} />
    </>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div className="stack" role="status" aria-label={t('ui.loading')}>
      {[300, 352, 380].map((height) => (
        <section key={height} className="card stack" style={{ height }} aria-hidden="true">
          <Skeleton width="34%" height={20} />
          <Skeleton width="56%" height={32} />
          <Skeleton height={height - 160} />
        </section>
      ))}
    </div>
  );
}
