// Thirty days as bars around zero; a bar is pressed to see its day's results. Days are the server's, in UTC+8, while the rows
// stand in the device's zone: that is said. Drawn by ourselves: thirty rectangles need no chart library.
import { useTranslation } from 'react-i18next';
import { barsOf } from '../../../../lib/last-days.ts';
import { formatSigned } from '../../../../ui/figures.ts';
import type { BillGroups } from '../api/bill.ts';

export interface DayBarsProps {
  readonly groups: BillGroups;
  readonly chosen: string | null;
  readonly onChoose: (date: string | null) => void;
}

export function DayBars({ groups, chosen, onChoose }: DayBarsProps) {
  const { t } = useTranslation();
  const { bars, above, below } = barsOf(groups);
  if (bars.every(({ day }) => day === undefined))
    return <p className="daybars daybars--none c3">{t('records.bill.noneInChart')}</p>;
  const zero = (above / (above + below)) * 100;
  return (
    <div>
      <fieldset className="daybars" aria-label={t('records.bill.chart')}>
        <i className="daybars__zero" style={{ top: `${zero}%` }} aria-hidden="true" />
        {bars.map(({ date, day, size }) => (
          <button
            key={date}
            type="button"
            className="daybars__day"
            disabled={day === undefined}
            aria-pressed={date === chosen}
            aria-label={t('records.bill.chartSaid', {
              date,
              profit: formatSigned(day?.profit ?? '0'),
              count: day?.count ?? 0,
            })}
            onClick={() => onChoose(date === chosen ? null : date)}
          >
            <i
              className={size < 0 ? 'down' : 'up'}
              style={{
                height: `${Math.max(day === undefined ? 0 : 1.5, (Math.abs(size) / (above + below)) * 100)}%`,
                ...(size < 0 ? { top: `${zero}%` } : { bottom: `${100 - zero}%` }),
              }}
            />
          </button>
        ))}
      </fieldset>
      <div className="between t-tag c3 num mt-1">
        <span aria-hidden="true">{bars[0]?.date.slice(5)}</span>
        <span>{t('records.bill.dayZone')}</span>
        <span aria-hidden="true">{bars.at(-1)?.date.slice(5)}</span>
      </div>
    </div>
  );
}
