// Screen 14: what all bots of the person did, and why.
import { useTranslation } from 'react-i18next';
import { useBack } from '../../../../lib/use-back.ts';
import { Header } from '../../../../ui/header.tsx';
import { EventPages } from '../components/event-pages.tsx';
import { ExportButton } from '../components/export-button.tsx';

export function StrategyLogs() {
  const { t } = useTranslation();
  const back = useBack('/strategy');
  return (
    <main className="screen">
      <Header title={t('bots.logs.title')} onBack={back} action={<ExportButton botId={null} />} />
      <EventPages botId={0} nowMs={null} />
    </main>
  );
}
