// What the last comparison with the exchange has compared: orders, trades, and the coin or position of all bots together.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { formatTrimmed } from '../../../ui/figures.ts';
import { Note } from '../../../ui/marks.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { Row } from '../../../ui/row.tsx';
import { dayTime } from '../../../ui/times.ts';
import { type AgreementState, agreementIcons } from './use-agreement.ts';

export interface AgreementSheetProps {
  readonly bot: Bot;
  readonly state: AgreementState;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function AgreementSheet({ bot, state, open, onClose }: AgreementSheetProps) {
  const { t } = useTranslation();
  const { agrees } = bot;
  return (
    <Sheet open={open} onClose={onClose} title={t('safety.agrees.title')}>
      <Note tone={state === 'ok' ? 'neutral' : 'warn'} icon={agreementIcons[state]}>
        {t(`safety.agrees.${state}Text`)}
      </Note>
      {agrees ? (
        <div className="list list--inset mt-2">
          <Row title={t('safety.agrees.at')} end={dayTime(agrees.at)} />
          <Row title={t('safety.agrees.marketAt')} end={dayTime(agrees.market_at)} />
          <Row title={t('safety.agrees.orders')} end={t('safety.agrees.ordersValue', { count: agrees.orders })} />
          <Row title={t('safety.agrees.trades')} end={t('safety.agrees.tradesValue', { count: agrees.trades })} />
          {agrees.holdings.map(({ asset, booked, found, own }) => (
            <Row
              key={asset}
              title={t('safety.agrees.holding', { asset })}
              meta={t('safety.agrees.sums', { booked: formatTrimmed(booked), found: formatTrimmed(found) })}
              end={t('safety.agrees.own', { own: formatTrimmed(own) })}
            />
          ))}
        </div>
      ) : null}
    </Sheet>
  );
}
