// The lower part of the detail: the newest of the log with the way to all of it, past and open positions, the parameters.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../../ui/card.tsx';
import { Tabs } from '../../../../ui/choice.tsx';
import { SkeletonRows } from '../../../../ui/states.tsx';
import { NewestEvents } from '../../logs/components/newest-events.tsx';

/** Asked for when their tabs are pressed. */
const Params = lazy(async () => ({ default: (await import('./params.tsx')).Params }));
const Positions = lazy(async () => ({ default: (await import('./positions.tsx')).Positions }));

type Tab = 'log' | 'positions' | 'params';

export function DetailTabs({ bot, tick }: { bot: BotDetail; tick: string | undefined }) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<Tab>('log');
  const tabs: readonly Tab[] = ['log', 'positions', 'params'];
  return (
    <Card className="detailtabs">
      <Tabs
        label={t('bots.detail.tabs.label')}
        options={tabs.map((value) => ({ value, label: t(`bots.detail.tabs.${value}`) }))}
        value={tab}
        onChange={setTab}
      >
        <div className="pt-3">
          {tab === 'log' ? (
            <NewestEvents botId={bot.id} nowMs={bot.price_at} total={bot.actions_total} />
          ) : (
            <Suspense fallback={<SkeletonRows count={2} label={t('ui.loading')} />}>
              {tab === 'positions' ? <Positions botId={bot.id} tick={tick} /> : <Params bot={bot} />}
            </Suspense>
          )}
        </div>
      </Tabs>
    </Card>
  );
}
