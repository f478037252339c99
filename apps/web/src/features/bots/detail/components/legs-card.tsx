// The legs of a bot side by side, a column each, because what matters is how they stand to each other; their orders below,
// and the one thing a person may do with them: close them all.
import type { BotDetail, BotLeg } from '@cormorant/contract/entities/bot.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exchangesQuery, symbolsQuery } from '../../../../lib/queries.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { cx } from '../../../../ui/class-names.ts';
import { hiddenFigure, Profit } from '../../../../ui/figure.tsx';
import { formatPrice, formatSigned, formatTrimmed, formatUsdt, missing, signOf } from '../../../../ui/figures.ts';
import { coinsOf } from '../../grid-params.ts';
import type { Operations } from '../../operations/use-operations.ts';
import { isHeld, sideOf } from '../legs.ts';

export interface LegsCardProps {
  readonly bot: BotDetail;
  readonly operations: Operations;
}

export function LegsCard({ bot, operations }: LegsCardProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const hidden = useTheme((entry) => entry.eye === 0);
  const { data } = useQuery(symbolsQuery(bot.exchange, 'all'));
  const exchanges = useQuery(exchangesQuery()).data?.exchanges;
  const legs = bot.legs ?? [];
  const across = new Set(legs.map(({ exchange }) => exchange)).size > 1;
  const placeOf = (leg: BotLeg) => exchanges?.find(({ code }) => code === leg.exchange)?.name ?? leg.exchange;
  const tickOf = (leg: BotLeg) =>
    data?.list.find(({ symbol, market }) => symbol === leg.symbol && market === leg.market)?.tick;
  const onContract = legs.some(({ market }) => market === 'futures');
  const isOfTwo = bot.direction === 'dual';
  const samePair = new Set(legs.map(({ symbol }) => symbol)).size === 1;
  const rows: readonly [label: string, cell: (leg: BotLeg) => ReactNode][] = [
    // The heads of the columns say it.
    ...(isOfTwo
      ? []
      : ([[t('legs.table.side'), (leg) => <SideWord side={sideOf(bot, leg)} />]] satisfies readonly [
          string,
          (leg: BotLeg) => ReactNode,
        ][])),
    [t('legs.table.quantity'), ({ qty }) => (hidden ? hiddenFigure : formatTrimmed(qty))],
    [t('legs.table.average'), (leg) => (isHeld(leg) ? formatPrice(leg.avg_price, tickOf(leg)) : missing)],
    [t('legs.table.mark'), (leg) => formatPrice(leg.mark_price, tickOf(leg))],
    [t('legs.table.worth'), (leg) => (hidden ? hiddenFigure : worthText(leg))],
    [t('legs.table.unrealised'), (leg) => <Signed leg={leg} value={leg.unrealized} hidden={hidden} />],
    [t('legs.table.realised'), (leg) => <Signed leg={leg} value={leg.realized} hidden={hidden} />],
    ...(onContract
      ? ([
          [
            t('legs.table.funding'),
            (leg) => (leg.market === 'futures' ? <Signed leg={leg} value={leg.funding} hidden={hidden} /> : missing),
          ],
          [
            t('legs.table.liquidation'),
            (leg) => (
              <span className={leg.liq_price ? 'cw' : undefined}>{formatPrice(leg.liq_price, tickOf(leg))}</span>
            ),
          ],
        ] satisfies readonly [string, (leg: BotLeg) => ReactNode][])
      : []),
    [t('legs.table.fee'), (leg) => (hidden ? hiddenFigure : plainAmount(leg, leg.fee))],
    [t('legs.table.orders'), ({ orders }) => (orders.length === 0 ? t('legs.table.noOrders') : orders.length)],
  ];
  const mayClose = bot.can.close === 1;
  return (
    <Card aria-label={t(isOfTwo ? 'legs.sides.title' : 'legs.table.title')}>
      <CardHead title={t(isOfTwo ? 'legs.sides.title' : 'legs.table.title')}>
        <span className="t-meta c3">{isOfTwo ? null : t('legs.table.legsOf', { count: legs.length })}</span>
      </CardHead>
      <table className={cx('table', 'legs__table', legs.length > 2 && 'table--tight')}>
        <thead>
          <tr>
            <th scope="col">{samePair ? coinsOf(bot.symbol).base : t('legs.table.pair')}</th>
            {legs.map((leg) => (
              <th key={leg.leg} scope="col">
                {isOfTwo
                  ? t(`legs.sides.${leg.side}`)
                  : across
                    ? placeOf(leg)
                    : samePair
                      ? t(`legs.market.${leg.market}`)
                      : leg.symbol}
                {leg.market === 'futures' ? ` ${leg.leverage}x` : ''}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, cell]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {legs.map((leg) => (
                <td key={leg.leg}>{cell(leg)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Orders legs={legs} placeOf={across ? placeOf : null} />
      {isOfTwo && bot.can.add === 1 ? (
        <Button
          className="legs__close mt-3"
          icon="plus"
          disabled={!online || operations.busy !== null}
          onClick={() => operations.ask(bot, 'add')}
        >
          {t('round.add.button')}
        </Button>
      ) : null}
      {mayClose ? (
        <Button
          className="legs__close mt-3"
          disabled={!online || operations.busy !== null}
          onClick={() => operations.ask(bot, 'close')}
        >
          {t(isOfTwo ? 'legs.sides.close' : 'legs.table.close')}
        </Button>
      ) : null}
    </Card>
  );
}

function SideWord({ side }: { side: BotLeg['side'] | null }) {
  const { t } = useTranslation();
  if (side === null) return missing;
  return <span className={side === 'long' ? 'up' : 'down'}>{t(`legs.side.${side}`)}</span>;
}

/** A leg may count in another coin than USDT: then the coin is named. */
function Signed({ leg, value, hidden }: { leg: BotLeg; value: string; hidden: boolean }) {
  const { quote } = coinsOf(leg.symbol);
  if (quote === 'USDT') return <Profit value={value} hidden={hidden} />;
  if (hidden) return <span className="num">{hiddenFigure}</span>;
  const tone = { '-1': 'down', 0: '', 1: 'up' }[signOf(value, 8)];
  return (
    <span className={cx('num', tone)}>
      {signOf(value, 8) === 0 ? '0' : formatSigned(value, 8)} {quote}
    </span>
  );
}

function plainAmount(leg: BotLeg, value: string): string {
  const { quote } = coinsOf(leg.symbol);
  if (quote === 'USDT') return formatUsdt(value);
  return `${formatTrimmed(value)} ${quote}`;
}

/** At the mark, for the eye. */
function worthText(leg: BotLeg): string {
  if (leg.mark_price === null) return missing;
  return plainAmount(leg, (Math.abs(Number(leg.qty)) * Number(leg.mark_price)).toFixed(8));
}

interface OrdersProps {
  readonly legs: readonly BotLeg[];
  /** Where the legs are at different exchanges. */
  readonly placeOf: ((leg: BotLeg) => string) | null;
}

function Orders({ legs, placeOf }: OrdersProps) {
  const { t } = useTranslation();
  const orders = legs.flatMap((leg) => leg.orders.map((order) => ({ leg, order })));
  if (orders.length === 0) return null;
  return (
    <ul className="legs__orders t-meta c2">
      {orders.map(({ leg, order }, at) => (
        <li key={`${leg.leg}-${at}`} className="between">
          <span>
            {leg.symbol} {placeOf?.(leg) ?? t(`legs.market.${leg.market}`)}
          </span>
          <span className="num">
            {t(order.type === 'market' ? 'legs.table.marketOrder' : 'legs.table.order', {
              side: t(`legs.table.${order.side}`),
              qty: formatTrimmed(order.qty),
              price: formatTrimmed(order.price),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
