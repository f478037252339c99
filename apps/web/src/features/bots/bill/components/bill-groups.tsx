// The last 90 days by day, strategy or category. A day or a strategy is pressed to see the results it is the sum of.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { billGroupsQuery } from '../../../../lib/queries.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Card } from '../../../../ui/card.tsx';
import { Segment } from '../../../../ui/choice.tsx';
import { Profit } from '../../../../ui/figure.tsx';
import { Coin } from '../../../../ui/marks.tsx';
import { Row } from '../../../../ui/row.tsx';
import { Failed, Skeleton } from '../../../../ui/states.tsx';
import { coinsOf } from '../../grid-params.ts';
import type { BillFilter } from '../api/bill.ts';
import { DayBars } from './day-bars.tsx';

type Group = 'days' | 'bots' | 'types';

export interface BillGroupsProps {
  readonly filter: BillFilter;
  readonly onFilter: (change: Partial<BillFilter>) => void;
}

export function BillGroupsCard({ filter, onFilter }: BillGroupsProps) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const [group, setGroup] = useState<Group>('days');
  const { data, error, isFetching, refetch } = useQuery(billGroupsQuery(filter.exchange));
  const groups: readonly Group[] = ['days', 'bots', 'types'];
  return (
    <Card>
      <Segment
        small
        label={t('records.bill.group')}
        options={groups.map((value) => ({ value, label: t(`records.bill.groups.${value}`) }))}
        value={group}
        onChange={setGroup}
      />
      <div className="mt-3" style={{ minHeight: 148 }}>
        {data === undefined ? (
          error ? (
            <Failed small text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
          ) : (
            <Skeleton height={132} />
          )
        ) : group === 'days' ? (
          <DayBars groups={data} chosen={filter.date} onChoose={(date) => onFilter({ date })} />
        ) : (
          <div className="list list--inset">
            {group === 'bots'
              ? data.by_bot.map((bot) => (
                  <Row
                    key={bot.bot_id}
                    start={<Coin code={coinsOf(bot.symbol).base} size="s" />}
                    title={bot.name}
                    meta={`${bot.symbol} · ${t('records.bill.rounds', { count: bot.rounds })}`}
                    end={<Profit value={bot.profit} hidden={hidden} />}
                    onPress={() => onFilter({ botId: bot.bot_id })}
                  />
                ))
              : data.by_type.map(({ type, profit }) => (
                  <Row
                    key={type}
                    title={t(`records.bill.types.${type}`)}
                    end={<Profit value={profit} hidden={hidden} />}
                  />
                ))}
          </div>
        )}
      </div>
    </Card>
  );
}
