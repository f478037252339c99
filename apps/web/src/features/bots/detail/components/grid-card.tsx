// The grid's resting orders: where the price stands between the bounds, the nearest five of each side or every line, what
// the bot holds, and the prices at which it ends.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { Stat, Stats } from '../../../../ui/figure.tsx';
import { formatPrice, formatTrimmed, formatUsdt } from '../../../../ui/figures.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Gauge } from '../../../../ui/pictures.tsx';
import { coinsOf, paramOf } from '../../grid-params.ts';
import { gridBook } from '../grid-book.ts';
import { LineTable, NearestOrders } from './grid-lines.tsx';

export interface GridCardProps {
  readonly bot: BotDetail;
  readonly price: string | null;
  readonly tick: string | undefined;
  /** Sells what the bot holds, where that can be done now. */
  readonly onClose: (() => void) | null;
}

export function GridCard({ bot, price, tick, onClose }: GridCardProps) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const book = gridBook(bot.grid ?? []);
  const each = book.all.find((line) => Number(line.qty) > 0)?.qty;
  const { base } = coinsOf(bot.symbol);
  return (
    <Card aria-label={t('bots.detail.orders')}>
      <CardHead title={t('bots.detail.orders')}>
        <span className="t-meta c3">
          {each === undefined ? null : t('bots.detail.each', { qty: formatTrimmed(each), coin: base })}
        </span>
      </CardHead>
      <Bounds bot={bot} price={price} />
      {book.due === 0 ? (
        <p className="c3 mt-3 t-meta">{t('bots.detail.noOrders')}</p>
      ) : (
        <>
          <div className="between mt-3">
            <span className={book.live < book.due ? 'cw t-meta' : 'c3 t-meta'}>
              {t('bots.detail.live', { live: book.live, due: book.due })}
            </span>
            <button type="button" className="link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
              {whole ? t('bots.detail.nearest') : t('bots.detail.allLines', { count: book.all.length })}
              <Icon name={whole ? 'up' : 'down'} size="xs" />
            </button>
          </div>
          {whole ? (
            <LineTable lines={book.all} price={price} tick={tick} />
          ) : (
            <NearestOrders book={book} price={price} tick={tick} />
          )}
        </>
      )}
      <Holdings bot={bot} tick={tick} onClose={onClose} />
    </Card>
  );
}

function Bounds({ bot, price }: { bot: BotDetail; price: string | null }) {
  const { t } = useTranslation();
  const [lower, upper] = [paramOf(bot, 'lower'), paramOf(bot, 'upper')];
  if (lower === null || upper === null) return null;
  const geometric = paramOf(bot, 'grid_mode') === 'geometric';
  const spacing = formatTrimmed(bot.grid_spacing, geometric ? 2 : 8);
  return (
    <Gauge
      low={Number(lower)}
      high={Number(upper)}
      at={price === null ? null : Number(price)}
      cells={bot.grid_levels ?? 20}
      lowText={formatTrimmed(lower)}
      atText={t('bots.detail.priceSpacing', {
        price: formatTrimmed(price),
        spacing: geometric ? `${spacing}%` : spacing,
      })}
      highText={formatTrimmed(upper)}
    />
  );
}

function Holdings({ bot, tick, onClose }: Pick<GridCardProps, 'bot' | 'tick' | 'onClose'>) {
  const { t } = useTranslation();
  const { base, base_qty, quote, quote_amount } = bot.holdings;
  const onContract = bot.market === 'futures';
  const trigger = paramOf(bot, 'trigger_price');
  const prices = [
    { key: 'average', price: bot.position?.avg_price },
    { key: 'stopLoss', price: bot.stop_loss },
    { key: 'takeProfit', price: bot.take_profit },
    { key: 'trigger', price: bot.phase === 'waiting' ? trigger : null },
  ] as const;
  return (
    <div className="holds">
      <Stats>
        <Stat label={t('bots.detail.holds', { coin: base })}>{formatTrimmed(base_qty)}</Stat>
        {/* The cash of a leveraged bot is no balance anybody sees: its margin stands in the card of its position. */}
        {onContract ? null : <Stat label={t('bots.detail.left', { coin: quote })}>{formatUsdt(quote_amount)}</Stat>}
        {prices.map(({ key, price }) =>
          price ? (
            <Stat key={key} label={t(`bots.detail.${key}`)}>
              {formatPrice(price, tick)}
            </Stat>
          ) : null,
        )}
      </Stats>
      {onClose ? (
        <Button size="s" icon="withdraw" className="mt-3" onClick={onClose}>
          {t('bots.action.close')}
        </Button>
      ) : null}
    </div>
  );
}
