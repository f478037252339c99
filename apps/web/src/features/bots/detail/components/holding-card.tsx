// What the bot holds now: quantity, average, what it is worth, its margin and liquidation, and the two things a person may
// do with it.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { hiddenFigure, Stat, Stats } from '../../../../ui/figure.tsx';
import { formatPrice, formatTrimmed, formatUsdt } from '../../../../ui/figures.ts';
import { coinsOf } from '../../grid-params.ts';
import type { Operations } from '../../operations/use-operations.ts';
import { useHeldTime } from '../../use-held-time.ts';

export interface HoldingCardProps {
  readonly bot: BotDetail;
  readonly price: string | null;
  readonly tick: string | undefined;
  readonly operations: Operations;
}

export function HoldingCard({ bot, price, tick, operations }: HoldingCardProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const heldTime = useHeldTime();
  const { position } = bot;
  const idle = online && operations.busy === null;
  const mayAdd = bot.can.add === 1;
  const mayClose = bot.can.close === 1;
  return (
    <Card aria-label={t('round.position.title')}>
      <CardHead title={t('round.position.title')}>
        <span className="t-meta c3 num">
          {position === null
            ? null
            : [
                // A neutral grid stands now on one side, now on the other.
                ...(bot.direction === 'neutral' ? [t(`round.side.${position.side}`)] : []),
                t('round.position.head', { round: position.round, time: heldTime(position.hold_hours) }),
              ].join(' · ')}
        </span>
      </CardHead>
      {position === null ? (
        <div>
          <p className="c2">{t('round.position.none')}</p>
          <p className="t-meta c3">{t('round.position.noneHint')}</p>
        </div>
      ) : (
        <Figures bot={bot} price={price} tick={tick} />
      )}
      {mayAdd || mayClose ? (
        <div className="hstack mt-4" style={{ gap: 12 }}>
          {mayAdd ? (
            <Button className="fill" icon="plus" disabled={!idle} onClick={() => operations.ask(bot, 'add')}>
              {t('round.add.button')}
            </Button>
          ) : null}
          {mayClose ? (
            <Button className="fill" disabled={!idle} onClick={() => operations.ask(bot, 'close')}>
              {t('bots.action.close')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </Card>
  );
}

function Figures({ bot, price, tick }: Omit<HoldingCardProps, 'operations'>) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const { position, margin } = bot;
  if (position === null) return null;
  const money = (value: string | number | null | undefined) => (hidden ? hiddenFigure : formatUsdt(value));
  const at = margin?.mark_price ?? price;
  const value = at === null ? null : (Number(position.qty) * Number(at)).toFixed(8);
  const worst = margin?.worst_liq_price ?? null;
  return (
    <Stats>
      <Stat label={t('round.position.quantity', { coin: coinsOf(bot.symbol).base })}>
        {hidden ? hiddenFigure : formatTrimmed(position.qty)}
      </Stat>
      <Stat label={t('round.position.average')}>{formatPrice(position.avg_price, tick)}</Stat>
      <Stat label={t(margin ? 'round.position.mark' : 'round.position.last')}>{formatPrice(at, tick)}</Stat>
      <Stat label={t(margin ? 'round.position.notional' : 'round.position.value')}>{money(value)}</Stat>
      {margin ? (
        <>
          <Stat label={t('round.position.margin')}>{money(margin.position_margin)}</Stat>
          <Stat label={t('round.position.liquidation')}>
            <span className="cw">{formatPrice(margin.liq_price, tick)}</span>
          </Stat>
          <Stat label={t('round.position.free')}>{money(margin.free)}</Stat>
          <Stat label={t('round.position.funding')}>{money(margin.funding)}</Stat>
          {worst === null ? null : (
            <Stat label={t('round.position.worst')}>
              <span className="cw">{formatPrice(worst, tick)}</span>
            </Stat>
          )}
          {margin.guard_price === null ? null : (
            <Stat label={t('round.position.guard')}>{formatPrice(margin.guard_price, tick)}</Stat>
          )}
          {margin.unguarded === null ? null : (
            <Stat label={t('round.position.unguarded')}>
              <span className="cw">{hidden ? hiddenFigure : formatTrimmed(margin.unguarded)}</span>
            </Stat>
          )}
        </>
      ) : (
        <>
          <Stat label={t('round.position.cost')}>{money(position.cost)}</Stat>
          <Stat label={t('round.position.fee')}>{money(position.fee)}</Stat>
        </>
      )}
    </Stats>
  );
}
