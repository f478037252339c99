// The rules of a custom bot as sentences, one group after another, with what last held and how many orders filled.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { dayTime } from '../../../../ui/times.ts';
import { newestActionsQuery } from '../../logs/api/actions.ts';
import { conditionSentence } from '../condition-sentence.ts';
import { useFields } from '../use-fields.ts';

const groups = ['open', 'add', 'close'] as const;

export function RulesCard({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const fields = useFields(bot, language);
  const { data: log } = useQuery(newestActionsQuery(bot.id));
  // Of a custom bot: its conditions held, or a signal came.
  const last = log?.list.find((row) => row.action === 'success');
  const hook = bot.params['webhook'] === '1';
  return (
    <Card aria-label={t('round.rules.title')}>
      <CardHead title={t('round.rules.title')}>
        <span className="t-meta c3 num">
          {t('round.rules.used', {
            used: bot.position === null ? 0 : (bot.watch?.adds ?? 0),
            most: bot.watch?.max_adds ?? bot.max_positions ?? 1,
          })}
        </span>
      </CardHead>
      <dl className="traderules">
        {groups.map((key) => (
          <div key={key}>
            <dt className="t-meta c3">{fields?.find((field) => field.key === key)?.label ?? ' '}</dt>
            <dd>
              {conditionSentence(bot.params[key], t) ?? (
                <span className="c3">{t(hook ? 'round.rules.hook' : 'round.rules.none')}</span>
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt className="t-meta c3">{t('round.rules.held')}</dt>
          <dd>{last === undefined ? <span className="c3">--</span> : `${dayTime(last.created_at)} · ${last.msg}`}</dd>
        </div>
      </dl>
    </Card>
  );
}
