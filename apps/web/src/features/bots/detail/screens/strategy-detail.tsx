// Screen 15, one bot: alone on phones, beside the list on wide windows.
import { useParams } from 'react-router';
import { useWide } from '../../../../lib/use-wide.ts';
import { BotDetailLoader } from '../components/bot-detail-loader.tsx';
import { BotPanes } from '../lazy-panes.ts';

export function StrategyDetail() {
  const { id } = useParams();
  const botId = /^\d+$/.test(id ?? '') ? Number(id) : Number.NaN;
  const wide = useWide();
  if (wide) return <BotPanes botId={botId} />;
  return (
    <main className="screen screen--action">
      <BotDetailLoader key={botId} botId={botId} wide={false} />
    </main>
  );
}
