// The parameters of a bot, read-only, in the words and units of its category's editor: what was left out stands with the
// default it runs with, rows and conditions are written out, fields that mean nothing beside the others are left away.

import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { KeyValues } from '../../../../ui/figure.tsx';
import { formatTrimmed, formatUsdt } from '../../../../ui/figures.ts';
import { SkeletonRows } from '../../../../ui/states.tsx';
import { dayTime } from '../../../../ui/times.ts';
import { isShown } from '../../editor/field-rules.ts';
import { paramOf } from '../../grid-params.ts';
import { hasOwnStop } from '../../own-stop.ts';
import { shownParam } from '../shown-param.ts';
import { stopPercent } from '../stop-percent.ts';
import { useFields } from '../use-fields.ts';

export function Params({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const fields = useFields(bot, language);
  if (fields === undefined) return <SkeletonRows count={4} label={t('ui.loading')} />;
  const values = Object.fromEntries(fields.map(({ key, default: usual }) => [key, paramOf(bot, key) ?? usual ?? '']));
  const rows = fields
    .filter((field) => field.key !== 'investment' && isShown(field, values))
    .map((field) => ({ label: field.label, value: ownStop(field) ?? shownParam(bot.params, field, t) }));
  /** Left out, a stop may still be in force. */
  function ownStop({ key }: (typeof fields & object)[number]): string | null {
    if (key !== 'stop_loss' || paramOf(bot, key) !== null || bot.stop_unit !== 'percent') return null;
    const percent = stopPercent(bot);
    if (percent === null) return hasOwnStop(bot) ? t('editor.unset.computed') : null;
    return t('bots.detail.autoStop', { percent: formatTrimmed(percent, 2) });
  }
  return (
    <KeyValues
      rows={[
        { label: t('bots.detail.name'), value: bot.name },
        { label: t('bots.detail.investedLong'), value: `${formatUsdt(bot.investment)} USDT` },
        ...rows,
        ...(bot.worst_case === null
          ? []
          : [{ label: t('bots.detail.worstCase'), value: `${formatUsdt(bot.worst_case)} USDT` }]),
        { label: t('bots.detail.created'), value: dayTime(bot.created_at) },
      ]}
    />
  );
}
