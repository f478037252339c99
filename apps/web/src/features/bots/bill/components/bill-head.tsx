// What was earned: all time first, then by period, and how the shown sum comes about, so that its parts can be checked by eye.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Card } from '../../../../ui/card.tsx';
import { Hero, hiddenFigure, KeyValues, Profit, Stat, Stats } from '../../../../ui/figure.tsx';
import { formatDecimal, formatSigned } from '../../../../ui/figures.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Tag } from '../../../../ui/marks.tsx';
import { Failed, Skeleton } from '../../../../ui/states.tsx';
import { billQuery } from '../../list/api/bill.ts';
import type { BillPage } from '../api/bill.ts';

export interface BillHeadProps {
  readonly exchange: string;
  /** Sums of the rows shown below; undefined while they load. */
  readonly sum: BillPage['sum'] | undefined;
  /** The rows are of one bot or one day: the periods are not theirs. */
  readonly narrowed: boolean;
  readonly simulated: boolean;
}

export function BillHead({ exchange, sum, narrowed, simulated }: BillHeadProps) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const { data, error, isFetching, refetch } = useQuery(billQuery(exchange));
  const figure = (value: number | undefined) =>
    value === undefined ? <Skeleton width={56} height={18} /> : <Profit value={value} hidden={hidden} />;
  if (error && !data)
    return (
      <Card>
        <Failed small text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
      </Card>
    );
  return (
    <Card>
      <div className="between">
        <span className="t-meta c3">{t(narrowed ? 'records.bill.net' : 'records.bill.total')}</span>
        {simulated ? <Tag kind="sim">{t('simulated')}</Tag> : null}
      </div>
      {sum === undefined ? (
        <Skeleton width={160} height={40} />
      ) : (
        <Hero value={sum.profit} unit="USDT" signed hidden={hidden} />
      )}
      {narrowed ? null : (
        <div className="mt-3">
          <Stats columns={4}>
            <Stat label={t('records.bill.today')}>{figure(data?.today)}</Stat>
            <Stat label={t('records.bill.yesterday')}>{figure(data?.yesterday)}</Stat>
            <Stat label={t('records.bill.week')}>{figure(data?.week)}</Stat>
            <Stat label={t('records.bill.month')}>{figure(data?.month)}</Stat>
          </Stats>
        </div>
      )}
      {sum === undefined ? <Skeleton height={120} /> : <Identity sum={sum} hidden={hidden} fuel />}
      {simulated ? <p className="t-meta c3 mt-3">{t('records.bill.simulated')}</p> : null}
    </Card>
  );
}

/** As many for each line, so that the eye can add them up. */
const identityDecimals = 8;

/** gross − fees + funding = net, with the mark that says that it adds up. */
export function Identity({ sum, hidden, fuel = false }: { sum: BillPage['sum']; hidden: boolean; fuel?: boolean }) {
  const { t } = useTranslation();
  const plain = (value: string) => <span className="num">{hidden ? hiddenFigure : value}</span>;
  return (
    <div className="identity mt-3">
      <KeyValues
        rows={[
          {
            label: t('records.bill.gross'),
            value: <Profit value={sum.gross} decimals={identityDecimals} hidden={hidden} />,
          },
          { label: `− ${t('records.bill.fee')}`, value: plain(formatDecimal(sum.fee, identityDecimals)) },
          { label: `+ ${t('records.bill.funding')}`, value: plain(formatSigned(sum.funding, identityDecimals)) },
          {
            label: `= ${t('records.bill.net')}`,
            value: <Profit value={sum.profit} decimals={identityDecimals} hidden={hidden} />,
            total: true,
          },
          ...(fuel ? [{ label: t('records.bill.fuel'), value: plain(formatDecimal(sum.fuel, identityDecimals)) }] : []),
        ]}
      />
      <p className="hstack t-meta up mt-2">
        <Icon name="check" size="xs" />
        {t('records.bill.adds')}
      </p>
    </div>
  );
}
