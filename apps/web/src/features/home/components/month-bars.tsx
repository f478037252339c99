// What the bots realised on each of the last thirty days, a bar a day, today the strongest. It leads to the bill. Its box is
// the same while it loads, is empty or fails, so that nothing below it jumps.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import type { ApiError } from '../../../lib/api/errors.ts';
import { barsOf } from '../../../lib/last-days.ts';
import { billGroupsQuery } from '../../../lib/queries.ts';
import { cx } from '../../../ui/class-names.ts';
import { Failed, Skeleton } from '../../../ui/states.tsx';

/** A day with a result is seen even where another day's is a hundred times as large. */
const leastPercent = 5;

export function MonthBars() {
  const { data, error, isFetching, refetch } = useQuery(billGroupsQuery(''));
  return (
    <div className="monthbars" aria-busy={data === undefined && error === null}>
      {data ? (
        <Bars groups={data} />
      ) : error ? (
        <Failed small text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton height={66} />
      )}
    </div>
  );
}

function Bars({ groups }: { groups: Data<'userBillGroup'> }) {
  const { t } = useTranslation();
  const { above, bars, below } = barsOf(groups);
  if (bars.every(({ day }) => day === undefined)) return <p className="t-meta c3">{t('home.noDays')}</p>;
  const zero = (above / (above + below)) * 100;
  const said = {
    gains: bars.filter(({ size }) => size > 0).length,
    losses: bars.filter(({ size }) => size < 0).length,
  };
  return (
    <Link to="/strategy/bill/all" className="monthbars__link">
      <span className="monthbars__plot" aria-hidden="true">
        <i className="monthbars__zero" style={{ top: `${zero}%` }} />
        {bars.map(({ date, day, size }) => (
          <span key={date} className={cx('monthbars__day', date === groups.today && 'monthbars__day--today')}>
            {day === undefined ? null : (
              <i
                className={size < 0 ? 'down' : size > 0 ? 'up' : 'c3'}
                style={{
                  height: `${Math.max(leastPercent, (Math.abs(size) / (above + below)) * 100)}%`,
                  ...(size < 0 ? { top: `${zero}%` } : { bottom: `${100 - zero}%` }),
                }}
              />
            )}
          </span>
        ))}
      </span>
      <span className="between t-tag c3">
        <span>{t('home.days')}</span>
        <span className="num">{`${bars[0]?.date.slice(5)} – ${groups.today.slice(5)}`}</span>
      </span>
      <span className="visually-hidden">{t('home.daysSaid', said)}</span>
    </Link>
  );
}
