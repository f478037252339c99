// Who a bot is at a glance: coin, pair, whether its money is paper, category and exchange, and its state as mark and word.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { pillOf } from '../../ui/bot-status.ts';
import { Coin, Pill, Tag } from '../../ui/marks.tsx';
import { coinsOf } from './grid-params.ts';

export function BotIdentity({ bot }: { bot: Bot }) {
  return (
    <div className="hstack" style={{ gap: 12 }}>
      <Coin code={coinsOf(bot.symbol).base} />
      <div className="row__body">
        <div className="row__title">
          {bot.symbol}
          <SimulatedTag bot={bot} />
        </div>
        <div className="row__meta">{botCaption(bot)}</div>
      </div>
      <BotPill bot={bot} />
    </div>
  );
}

/** Category and exchange, and the person's own name of it where that says more; `narrow` leaves the exchange out then. */
export function botCaption(bot: Bot, narrow = false): string {
  const own = bot.name === '' || bot.name.startsWith(bot.symbol) ? [] : [bot.name];
  return [bot.type_name, ...own, ...(narrow && own.length > 0 ? [] : [bot.exchange_name])].join(' · ');
}

export function BotPill({ bot }: { bot: Pick<Bot, 'status' | 'phase'> }) {
  const { t } = useTranslation();
  const kind = pillOf(bot.status, bot.phase);
  const closing = bot.status === 'running' && bot.phase === 'closing';
  return <Pill kind={kind}>{closing ? t('bots.status.closing') : t(`bots.status.${kind}`)}</Pill>;
}

export function SimulatedTag({ bot }: { bot: Pick<Bot, 'simulate' | 'simulated_market'> }) {
  const { t } = useTranslation();
  return bot.simulate || bot.simulated_market ? <Tag kind="sim">{t('simulated')}</Tag> : null;
}
