// What the marks and lines of the chart mean, which watched prices lie outside the picture, and who made the chart code.
import { useTranslation } from 'react-i18next';
import { formatPrice } from '../../../ui/figures.ts';
import type { CandleRow } from './candle-rows.ts';
import { isOrderLine, type PriceLine } from './price-lines.ts';

export interface ChartLegendProps {
  readonly lines: readonly PriceLine[];
  readonly fills: boolean;
  readonly rows: readonly CandleRow[] | null;
  readonly tick: string | undefined;
}

export function ChartLegend({ lines, fills, rows, tick }: ChartLegendProps) {
  const { t } = useTranslation();
  const outside = rows ? watchedOutside(lines, rows) : [];
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
        {lines.some(isOrderLine) ? (
          <>
            <span>
              <Dots side="buy" />
              {t('bots.chart.buyOrder')}
            </span>
            <span>
              <Dots side="sell" />
              {t('bots.chart.sellOrder')}
            </span>
          </>
        ) : null}
        <a className="chart__credit" href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {t('bots.chart.credit')}
        </a>
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

/** The scale is never stretched for a far stop: what the candles do not reach is named instead. */
export function watchedOutside(lines: readonly PriceLine[], rows: readonly CandleRow[]): PriceLine[] {
  if (rows.length === 0) return [];
  const low = Math.min(...rows.map((row) => row.low));
  const high = Math.max(...rows.map((row) => row.high));
  return lines.filter(
    (line) =>
      (line.kind === 'stop_loss' || line.kind === 'take_profit') &&
      (Number(line.price) < low || Number(line.price) > high),
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
