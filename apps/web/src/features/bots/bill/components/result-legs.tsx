// What a result of several legs came from, leg by leg and together, and each settlement of funding that is part of a result.
import { useTranslation } from 'react-i18next';
import { hiddenFigure, KeyValues, Profit } from '../../../../ui/figure.tsx';
import { formatSignedPercent, formatTrimmed } from '../../../../ui/figures.ts';
import { dayTime } from '../../../../ui/times.ts';
import { coinsOf } from '../../grid-params.ts';
import type { BillDetail } from '../api/bill.ts';

interface PartProps {
  readonly detail: BillDetail;
  readonly hidden: boolean;
}

export function ResultLegs({ detail, hidden }: PartProps) {
  const { t } = useTranslation();
  const { legs = [], total } = detail;
  if (legs.length === 0) return null;
  const money = (value: string) => (hidden ? hiddenFigure : formatTrimmed(value, 4));
  return (
    <section className="mt-3">
      <h3 className="t-row">{t('legs.table.title')}</h3>
      <KeyValues
        rows={[
          ...legs.map(({ leg, market, symbol, settlement, bought, sold }) => ({
            label: (
              <>
                {symbol} {t(`legs.market.${market}`)}
                <span className="legs__under t-meta c3 num">
                  {t('legs.bill.moved', { bought: money(bought), sold: money(sold), coin: coinsOf(symbol).quote })}
                </span>
              </>
            ),
            value:
              settlement === null ? (
                <span className="t-meta c3">{t('legs.bill.passed')}</span>
              ) : (
                <Profit value={settlement.profit} decimals={4} hidden={hidden} key={leg} />
              ),
          })),
          ...(total === undefined
            ? []
            : [
                {
                  label: t('legs.bill.total'),
                  value: <Profit value={total.profit} decimals={4} hidden={hidden} />,
                  total: true,
                },
              ]),
        ]}
      />
    </section>
  );
}

export function ResultFundings({ detail, hidden }: PartProps) {
  const { t } = useTranslation();
  const { fundings } = detail;
  if (fundings.length === 0) return null;
  return (
    <section className="mt-3">
      <h3 className="t-row">{t('legs.table.funding')}</h3>
      <KeyValues
        rows={fundings.map(({ at, rate, amount }) => ({
          label: <span className="num">{dayTime(at)}</span>,
          value: (
            <span className="hstack">
              <span className="t-meta c3 num">{rate === null ? '—' : formatSignedPercent(rate, 4)}</span>
              <Profit value={amount} decimals={4} hidden={hidden} />
            </span>
          ),
        }))}
      />
    </section>
  );
}
