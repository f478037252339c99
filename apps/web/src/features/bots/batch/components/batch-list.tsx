// The list of bots to choose from, and the bar of what can be done with the chosen ones.
import type { BatchAction } from '@cormorant/contract/calls/batch.ts';
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import { Profit } from '../../../../ui/figure.tsx';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import { Coin } from '../../../../ui/marks.tsx';
import { BotPill, botCaption, SimulatedTag } from '../../bot-identity.tsx';
import { coinsOf } from '../../grid-params.ts';
import { mostBots } from '../api/batch.ts';
import type { BatchMode } from '../use-batch.ts';

const bar: readonly (readonly [BatchAction, IconName])[] = [
  ['start', 'play'],
  ['pause', 'pause'],
  ['stop', 'stop'],
  ['close', 'withdraw'],
  ['delete', 'trash'],
];

export function BatchList({ bots, batch }: { bots: readonly Bot[]; batch: BatchMode }) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  return (
    <ul className="stack">
      {bots.map((bot) => {
        const chosen = batch.chosen.has(bot.id);
        return (
          <li key={bot.id}>
            <label className="batchrow" data-checked={chosen || undefined}>
              <span className="check__box" data-checked={chosen || undefined}>
                <input
                  type="checkbox"
                  checked={chosen}
                  aria-label={t('records.batch.choose', { name: bot.name })}
                  onChange={() => batch.toggle(bot.id)}
                />
                {chosen ? <Icon name="check" size="xs" /> : null}
              </span>
              <Coin code={coinsOf(bot.symbol).base} />
              <span className="row__body">
                <span className="row__title">
                  {bot.symbol}
                  <SimulatedTag bot={bot} />
                </span>
                <span className="row__meta">{botCaption(bot, 'narrow')}</span>
              </span>
              <span className="botrow__end">
                <span className="t-row block">
                  <Profit value={bot.total_profit} hidden={hidden} />
                </span>
                <BotPill bot={bot} />
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

export function BatchBar({ bots, batch }: { bots: readonly Bot[]; batch: BatchMode }) {
  const { t } = useTranslation();
  const online = useOnline();
  const count = batch.chosen.size;
  const all = Math.min(bots.length, mostBots);
  const whole = count >= all && count > 0;
  return (
    <div className="batchbar" role="toolbar" aria-label={t('records.batch.title')}>
      <div className="between">
        <button
          type="button"
          className="link link--p batchbar__all"
          onClick={() => batch.chooseAll(whole ? [] : bots.map(({ id }) => id))}
        >
          {t(whole ? 'records.batch.none' : 'records.batch.all')}
        </button>
        <span className="t-meta c3 num" aria-live="polite">
          {t('records.batch.chosen', { count })}
          {count >= mostBots ? ` · ${t('records.batch.most')}` : ''}
        </span>
      </div>
      <div className="batchbar__actions">
        {bar.map(([action, icon]) => (
          <button
            key={action}
            type="button"
            className="batchbar__action"
            data-danger={action === 'stop' || action === 'close' || action === 'delete' || undefined}
            disabled={count === 0 || batch.busy || !online}
            onClick={() => batch.ask(action)}
          >
            <Icon name={icon} size="m" />
            {t(`records.batch.actions.${action}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
