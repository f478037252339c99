// What the marks and lines of the chart mean, and which watched prices lie outside the picture.
import { useTranslation } from 'react-i18next';
import { formatPrice } from '../../../ui/figures.ts';
import type { PriceLine } from './price-lines.ts';

export interface ChartLegendProps {
  readonly lines: readonly PriceLine[];
  /** Watched prices that lie outside the picture. */
  readonly outside: readonly PriceLine[];
  readonly fills: boolean;
  readonly tick: string | undefined;
}

export function ChartLegend({ lines, outside, fills, tick }: ChartLegendProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="legend">
        {fills ? (
          <>
            <span>
              <Triangle side="buy" />
              {t('bots.chart.bought')}
            </span>
            <span>
              <Triangle side="sell" />
              {t('bots.chart.sold')}
            </span>
          </>
        ) : null}
        {lines.some((line) => line.kind === 'buy') ? (
          <span>
            <Dots side="buy" />
            {t('bots.chart.buyOrder')}
          </span>
        ) : null}
        {lines.some((line) => line.kind === 'sell') ? (
          <span>
            <Dots side="sell" />
            {t('bots.chart.sellOrder')}
          </span>
        ) : null}
      </div>
      {outside.length > 0 ? (
        <p className="legend chart__outside">
          {t('bots.chart.outside', {
            list: outside
              .map((line) => `${line.label ?? t(`bots.chart.kind.${line.kind}`)} ${formatPrice(line.price, tick)}`)
              .join(' · '),
          })}
        </p>
      ) : null}
    </>
  );
}

function Triangle({ side }: { side: 'buy' | 'sell' }) {
  return (
    <svg width="9" height="8" aria-hidden="true" className={side === 'buy' ? 'up' : 'down'}>
      <path d={side === 'buy' ? 'M4.5 0 9 8H0z' : 'M4.5 8 9 0H0z'} fill="currentColor" />
    </svg>
  );
}

function Dots({ side }: { side: 'buy' | 'sell' }) {
  return (
    <svg width="14" height="8" aria-hidden="true" className={side === 'buy' ? 'up' : 'down'}>
      <line x1="0" y1="4" x2="14" y2="4" stroke="currentColor" strokeWidth="1.75" strokeDasharray="2 2" />
    </svg>
  );
}
