// What a position was built from, opened under its row: the opening and every add with price, size and fee.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { Button } from '../../../../ui/button.tsx';
import { formatTrimmed, formatUsdt } from '../../../../ui/figures.ts';
import { Failed, SkeletonRows } from '../../../../ui/states.tsx';
import { dayTime } from '../../../../ui/times.ts';
import { positionAddsQuery } from '../api/positions.ts';

export function PositionAdds({ positionId }: { positionId: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-2">
      <Button size="s" tone="text" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'records.positions.hide' : 'records.positions.show')}
      </Button>
      {open ? <Adds positionId={positionId} /> : null}
    </div>
  );
}

function Adds({ positionId }: { positionId: number }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(positionAddsQuery(positionId));
  if (!data)
    return error ? (
      <Failed small text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
    ) : (
      <SkeletonRows count={1} label={t('ui.loading')} />
    );
  if (data.list.length === 0) return <p className="t-meta c3">{t('records.positions.noAdds')}</p>;
  return (
    <ul className="legs" aria-label={t('records.positions.builtFrom')}>
      {data.list.map((add) => (
        <li key={add.id}>
          <span className="legs__step num" aria-hidden="true">
            {add.step}
          </span>
          <span className="row__body">
            <b className="num">
              {t(`records.positions.step.${add.kind}`)} {formatTrimmed(add.qty)} @ {formatTrimmed(add.price)}
            </b>
            <span className="t-meta c3 num">
              {[
                dayTime(add.filled_at),
                ...(add.trigger_price === null
                  ? []
                  : [t('records.positions.trigger', { price: formatTrimmed(add.trigger_price) })]),
                ...(add.callback === null || Number(add.callback) === 0
                  ? []
                  : [t('records.positions.callback', { percent: formatTrimmed(add.callback) })]),
              ].join(' · ')}
            </span>
          </span>
          <span className="legs__end num">
            {formatUsdt(add.amount)}
            <span className="t-meta c3">{t('records.positions.fee', { fee: formatTrimmed(add.fee, 4) })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
