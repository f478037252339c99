// What was realised today and over all time, and what is open now: three figures of the shown exchange.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Card } from '../../../../ui/card.tsx';
import { Profit, Stat, Stats } from '../../../../ui/figure.tsx';
import { addDecimals } from '../../../../ui/figures.ts';
import { Failed, Skeleton } from '../../../../ui/states.tsx';
import { billQuery } from '../api/bill.ts';

export function ProfitCard({ exchange, bots }: { exchange: string; bots: readonly Bot[] | undefined }) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const { data, error, isFetching, refetch } = useQuery(billQuery(exchange === 'all' ? '' : exchange));
  if (error && !data) {
    return (
      <Card tight className="profitcard">
        <Failed small text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
      </Card>
    );
  }
  const here = bots?.filter((bot) => exchange === 'all' || bot.exchange === exchange);
  const floating = here && addDecimals(here.map((bot) => bot.unrealized));
  const figure = (value: number | string | null | undefined) =>
    value === undefined ? <Skeleton width={72} height={20} /> : <Profit value={value} hidden={hidden} />;
  return (
    <Link className="card profitcard botcard__link" to={`/strategy/bill/${exchange}`}>
      <span className="visually-hidden">{t('records.bill.title')}</span>
      <Stats>
        <Stat large label={t('bots.list.today')}>
          {figure(data?.today)}
        </Stat>
        <Stat large label={t('bots.list.allTime')}>
          {figure(data?.total)}
        </Stat>
        <Stat large label={t('bots.list.floating')}>
          {figure(floating)}
        </Stat>
      </Stats>
    </Link>
  );
}
