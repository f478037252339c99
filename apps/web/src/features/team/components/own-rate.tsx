// My own rate with what stands beside it; a partner's with an example, and always the one sentence on what counts.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Data } from '../../../lib/api/client.ts';
import { Card } from '../../../ui/card.tsx';
import { Stat, Stats } from '../../../ui/figure.tsx';
import { teamQuery } from '../api/team.ts';
import { ExampleBar } from './example-bar.tsx';

export interface OwnRateProps {
  readonly summary: Data<'userTeamSummary'>;
  /** The figure beside it. */
  readonly beside: ReactNode;
  /** In place of the example, for who is no partner. */
  readonly otherwise?: ReactNode;
}

export function OwnRate({ beside, otherwise, summary }: OwnRateProps) {
  const { t } = useTranslation();
  const members = useQuery(teamQuery()).data?.list ?? [];
  const example = members.find(({ rate = 0 }) => rate > 0)?.rate ?? 0;
  return (
    <Card>
      <Stats columns={2}>
        <Stat label={t('team.myRate')} large>
          <span className="num">{summary.rate}%</span>
        </Stat>
        {beside}
      </Stats>
      {summary.is_partner === 1 ? <ExampleBar own={summary.rate} member={example} /> : otherwise}
      <p className="t-meta c2 sharenote">{t('team.onlyFees')}</p>
    </Card>
  );
}
