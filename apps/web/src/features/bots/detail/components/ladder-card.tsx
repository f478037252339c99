// The ladder of adds: how much of it is used, and every order with its level, size, sum and average.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { formatDecimal, formatPrice, formatTrimmed, usdtDecimals } from '../../../../ui/figures.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { paramOf } from '../../grid-params.ts';
import { Rungs } from '../../rungs.tsx';
import { ladderRows } from '../ladder-rows.ts';
import { useSideName } from '../use-side-name.ts';

export function LadderCard({ bot, tick }: { bot: BotDetail; tick: string | undefined }) {
  const { t } = useTranslation();
  const name = useSideName(bot, t('round.ladder.title'));
  const rows = ladderRows(bot);
  const most = bot.watch?.max_adds ?? rows.length;
  const used = Math.max(0, rows.filter((row) => row.state === 'filled').length - 1);
  const last = rows.at(-1)?.step ?? most;
  const once = paramOf(bot, 'cycle') === 'once';
  const seconds = paramOf(bot, 'loop_interval') ?? paramOf(bot, 'cooldown') ?? '60';
  return (
    <Card aria-label={name}>
      <CardHead title={t('round.ladder.title')}>
        <span className="t-meta c3 num">{t('round.ladder.used', { used, most: Math.max(0, most - 1) })}</span>
      </CardHead>
      {rows.length === 0 ? (
        <p className="t-meta c3">{t('round.ladder.empty')}</p>
      ) : (
        <>
          <Rungs states={rows.map((row) => row.state)} />
          <div className="rungs__ends">
            <span>{t('round.ladder.first')}</span>
            <span>{t('round.ladder.last', { step: last })}</span>
          </div>
          <table className="table table--tight mt-2">
            <thead>
              <tr>
                <th>#</th>
                <th>{t('round.ladder.trigger')}</th>
                <th>{t('round.ladder.amount')}</th>
                <th>{t('round.ladder.total')}</th>
                <th>{t('round.ladder.average')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.step} className={rowClass[row.state]}>
                  <td>
                    <span className="hstack" style={{ gap: 6 }}>
                      {row.step}
                      {row.state === 'filled' ? (
                        <span className="cp" role="img" aria-label={t('round.ladder.done')}>
                          <Icon name="check" size="xs" />
                        </span>
                      ) : row.state === 'next' ? (
                        <span className="t-tag cp">{t('round.ladder.next')}</span>
                      ) : null}
                    </span>
                  </td>
                  <td>{formatPrice(row.trigger, tick)}</td>
                  <td>{amountOf(row.amount)}</td>
                  <td>{amountOf(row.total)}</td>
                  <td>{row.average === null ? '--' : formatPrice(row.average, tick)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="t-tag c3 mt-2">
            {t('round.ladder.hint', { step: last })}{' '}
            {once ? t('round.ladder.once') : t('round.ladder.loop', { seconds: formatTrimmed(seconds) })}
          </p>
        </>
      )}
    </Card>
  );
}

const rowClass = { filled: 'on', next: 'next', waiting: 'todo' } as const;

/** Cents where they matter: five columns have to fit on a phone. */
function amountOf(amount: string): string {
  return formatDecimal(amount, Number(amount) >= 1000 ? 0 : usdtDecimals(amount));
}
