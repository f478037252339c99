// The list of strategies in batch mode: the same filters, rows to choose from, and the bar in the place of the tabs.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { RootHeader } from '../../../../ui/header.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { useBatch } from '../use-batch.ts';
import { BatchDialogs } from './batch-dialogs.tsx';
import { BatchBar, BatchList } from './batch-list.tsx';

export interface BatchScreenProps {
  readonly bots: readonly Bot[];
  readonly pane: boolean;
  readonly onLeave: () => void;
  /** The filters of the list. */
  readonly children: ReactNode;
}

export function BatchScreen({ bots, pane, onLeave, children }: BatchScreenProps) {
  const { t } = useTranslation();
  const batch = useBatch();
  return (
    <div className={pane ? 'batch batch--pane' : 'batch'}>
      <RootHeader title={t('records.batch.title')}>
        <Button size="s" tone="soft" className="mr-3" onClick={onLeave}>
          {t('records.batch.leave')}
        </Button>
      </RootHeader>
      <div className="page">
        {children}
        {bots.length === 0 ? (
          <Card>
            <Empty art="search" text={t('bots.list.noneHere')} />
          </Card>
        ) : (
          <BatchList bots={bots} batch={batch} />
        )}
      </div>
      <BatchBar bots={bots} batch={batch} />
      <BatchDialogs batch={batch} />
    </div>
  );
}
