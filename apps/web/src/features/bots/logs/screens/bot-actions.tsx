// Screen 21: the whole log of one bot, under its name and state.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { useBack } from '../../../../lib/use-back.ts';
import { Card } from '../../../../ui/card.tsx';
import { Header } from '../../../../ui/header.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { BotIdentity } from '../../bot-identity.tsx';
import { botDetailQuery } from '../../detail/api/bot-detail.ts';
import { EventPages } from '../components/event-pages.tsx';
import { ExportButton } from '../components/export-button.tsx';

export function BotActions() {
  const { id } = useParams();
  const botId = /^\d+$/.test(id ?? '') ? Number(id) : 0;
  const { t } = useTranslation();
  const back = useBack(`/strategy/detail/${botId}`);
  const { data } = useQuery({ ...botDetailQuery(botId), enabled: botId > 0 });
  if (botId === 0) return <Navigate to="/strategy" replace />;
  return (
    <main className="screen">
      <Header
        title={t('bots.logs.titleOne')}
        subtitle={`#${botId}`}
        onBack={back}
        action={<ExportButton botId={botId} nowMs={data?.price_at ?? null} />}
      />
      <div className="page mb-3">
        <Card tight>
          {data ? (
            <BotIdentity bot={data} />
          ) : (
            <div className="hstack" style={{ height: 36 }}>
              <Skeleton width="60%" />
            </div>
          )}
        </Card>
      </div>
      <EventPages botId={botId} nowMs={data?.price_at ?? null} />
    </main>
  );
}
