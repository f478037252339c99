// One simulated bot: identity with the dashed tag, realised and total beside drawdown and days, its dashed curve.
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import { pillOf } from '../../../ui/bot-status.ts';
import { Figure, Profit, ProfitRate, Stat, Stats } from '../../../ui/figure.tsx';
import { formatPercent, formatUsdt, signOf } from '../../../ui/figures.ts';
import { Coin, Pill, Tag } from '../../../ui/marks.tsx';
import { Sparkline } from '../../../ui/pictures.tsx';

type Bot = Data<'botList'>['list'][number];

export function SimulatedBot({ bot, hidden }: { bot: Bot; hidden: boolean }) {
  const { t } = useTranslation();
  const pill = pillOf(bot.status, bot.phase);
  return (
    <Link className="card card--press" to={`/strategy/detail/${bot.id}`}>
      <div className="hstack" style={{ gap: 12 }}>
        <Coin code={bot.symbol.split('/')[0] ?? ''} />
        <div className="row__body">
          <div className="row__title">
            {bot.symbol}
            <Tag kind="sim">{t('simulated')}</Tag>
          </div>
          <div className="row__meta">
            {bot.type_name} · {bot.exchange_name}
          </div>
        </div>
        <Pill kind={pill}>{t(`home.status.${pill}`)}</Pill>
      </div>
      <div className="botcard__nums">
        <Stats>
          <Stat label={t('simulation.totalRate')} large>
            <ProfitRate value={bot.total_rate} />
          </Stat>
          <Stat label={t('simulation.realised')}>
            <Profit value={bot.profit} hidden={hidden} />
          </Stat>
          <Stat label={t('simulation.unrealised')}>
            <Profit value={bot.unrealized} hidden={hidden} />
          </Stat>
        </Stats>
        <Sparkline points={bot.curve.map(Number)} direction={signOf(bot.total_profit)} simulated />
      </div>
      <div className="simfacts">
        <span>
          {t('simulation.capital')} <Figure text={hidden ? '****' : formatUsdt(bot.investment)} />
        </span>
        <span>
          {t('simulation.drawdown')} <Figure text={formatPercent(bot.max_drawdown)} />
        </span>
        <span>{t('simulation.days', { time: runTime(bot.run_seconds, t) })}</span>
      </div>
    </Link>
  );
}

function runTime(seconds: number, t: TFunction): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return t('simulation.minuteCount', { minutes });
  if (hours < 24) return t('simulation.hourCount', { hours, minutes: minutes % 60 });
  return t('simulation.dayCount', { days: Math.floor(hours / 24), hours: hours % 24 });
}
