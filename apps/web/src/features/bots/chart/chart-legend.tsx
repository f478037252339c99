// What the marks and lines of the chart mean, and which watched prices lie outside the picture.
import { useTranslation } from 'react-i18next';
import { formatPrice } from '../../../ui/figures.ts';
import { isOrderLine, type OutsideLines, type PriceLine, type PriceLineKind } from './price-lines.ts';

export interface ChartLegendProps {
  readonly lines: readonly PriceLine[];
  /** Watched prices that lie outside the picture. */
  readonly outside: OutsideLines;
  readonly fills: boolean;
  readonly tick: string | undefined;
}

export function ChartLegend({ lines, outside, fills, tick }: ChartLegendProps) {
  const { t } = useTranslation();
  const far = [...outside.above, ...outside.below];
  const nameOf = (line: PriceLine) => line.label ?? t(`bots.chart.kind.${line.kind}`);
  const listOf = (some: readonly PriceLine[]) =>
    some.map((line) => `${nameOf(line)} ${formatPrice(line.price, tick)}`).join(' · ');
  const sides = [
    outside.above.length > 0 ? t('bots.chart.above', { list: listOf(outside.above) }) : '',
    outside.below.length > 0 ? t('bots.chart.below', { list: listOf(outside.below) }) : '',
  ].filter(Boolean);
  const named = lines.filter((line) => !isOrderLine(line) && line.kind !== 'last');
  const orders = lines.filter(isOrderLine);
  if (named.length === 0 && orders.length === 0 && !fills) return null;
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
        {orders.some((line) => line.kind === 'buy') ? (
          <span>
            <Dots side="buy" />
            {t('bots.chart.buyOrder')}
          </span>
        ) : null}
        {orders.some((line) => line.kind === 'sell') ? (
          <span>
            <Dots side="sell" />
            {t('bots.chart.sellOrder')}
          </span>
        ) : null}
        {named
          .filter((line) => !far.includes(line))
          .map((line) => (
            <span key={`${line.kind}/${line.label ?? ''}`}>
              <Dash kind={line.kind} />
              {nameOf(line)}
            </span>
          ))}
      </div>
      {/* Its place is kept where some line may leave the picture. */}
      {named.length > 0 ? <p className="chart__outside t-tag c3">{sides.join(' · ')}</p> : null}
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

const dashes: Partial<Record<PriceLineKind, string>> = { take_profit: '4 2', stop_loss: '4 2', liquidation: '4 2' };
const colours: Partial<Record<PriceLineKind, string>> = {
  take_profit: 'up',
  stop_loss: 'down',
  liquidation: 'cw',
  average: 'cp',
  trigger: 'cp',
};

function Dash({ kind }: { kind: PriceLineKind }) {
  const solid = kind === 'average' || kind === 'upper' || kind === 'lower';
  return (
    <svg width="14" height="8" aria-hidden="true" className={colours[kind] ?? 'c3'}>
      <line
        x1="0"
        y1="4"
        x2="14"
        y2="4"
        stroke="currentColor"
        strokeWidth="1.75"
        {...(solid ? {} : { strokeDasharray: dashes[kind] ?? '2 2' })}
      />
    </svg>
  );
}
