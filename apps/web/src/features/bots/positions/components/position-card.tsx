// An open position: whose it is, what it holds at what average, what that is worth now, and how far its liquidation is.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { exchangesQuery, symbolsQuery } from '../../../../lib/queries.ts';
import { useTicker } from '../../../../lib/socket/live.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Profit, ProfitRate, Stat, Stats } from '../../../../ui/figure.tsx';
import { formatPrice, formatTrimmed, formatUsdt } from '../../../../ui/figures.ts';
import { Coin, Tag } from '../../../../ui/marks.tsx';
import { useSeen } from '../../../../ui/seen.ts';
import { coinsOf } from '../../grid-params.ts';
import { useHeldTime } from '../../use-held-time.ts';
import type { OpenPosition } from '../api/positions.ts';
import { PositionAdds } from './position-adds.tsx';

export function PositionCard({ position }: { position: OpenPosition }) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const heldTime = useHeldTime();
  const open = useQuery(exchangesQuery()).data?.exchanges.filter(({ trade }) => trade === 1) ?? [];
  const place = open.find(({ code }) => code === position.exchange);
  const [row, seen] = useSeen<HTMLElement>();
  const price = useTicker(seen ? position.exchange : '', position.market, position.symbol)?.last ?? position.mark_price;
  const markets = useQuery(symbolsQuery(position.exchange, position.market)).data?.list;
  const tick = markets?.find(({ symbol, market }) => symbol === position.symbol && market === position.market)?.tick;
  const { base } = coinsOf(position.symbol);
  const side = t(position.side === 'long' ? 'records.positions.long' : 'records.positions.short');
  return (
    <article ref={row} className="card" aria-label={`${position.symbol} ${position.bot_name}`}>
      <Link className="botcard__link" to={`/strategy/detail/${position.bot_id}`}>
        <div className="hstack" style={{ gap: 12 }}>
          <Coin code={base} />
          <div className="row__body">
            <div className="row__title">
              {position.symbol}
              <Tag kind={position.side === 'long' ? 'up' : 'down'}>
                {position.market === 'futures' ? `${side} ${position.leverage}x` : side}
              </Tag>
              {position.leg === undefined ? null : <Tag>{t(`legs.market.${position.market}`)}</Tag>}
              {position.simulated_market ? <Tag kind="sim">{t('simulatedShort')}</Tag> : null}
            </div>
            <div className="row__meta row__meta--whole">
              {[
                position.bot_name,
                ...(open.length > 1 ? [place?.name ?? position.exchange] : []),
                t('records.positions.round', { round: position.round }),
              ].join(' · ')}
            </div>
          </div>
          <div className="row__end">
            <div className="t-row">
              <Profit value={position.unrealized} hidden={hidden} />
            </div>
            <div className="t-meta">
              <ProfitRate value={position.unrealized_rate} hidden={hidden} />
            </div>
          </div>
        </div>
        <div className="mt-3">
          <Stats>
            <Stat label={t('records.positions.quantity')}>{formatTrimmed(position.qty)}</Stat>
            <Stat label={t('records.positions.average')}>{formatPrice(position.avg_price, tick)}</Stat>
            <Stat label={t('records.positions.mark')}>{formatPrice(price, tick)}</Stat>
            <Stat label={t('records.positions.cost')}>{hidden ? '****' : formatUsdt(position.cost)}</Stat>
            {position.liq_price === undefined ? null : (
              <Stat label={t('records.positions.liquidation')}>{formatPrice(position.liq_price, tick)}</Stat>
            )}
            {position.max_adds === 0 ? null : (
              <Stat label={t('records.positions.adds')}>
                {position.adds} / {position.max_adds}
              </Stat>
            )}
            <Stat label={t('bots.detail.held')}>{heldTime(position.hold_hours)}</Stat>
          </Stats>
        </div>
      </Link>
      <PositionAdds positionId={position.id} />
    </article>
  );
}
