// The parameters of a bot, read-only, in the words and units of its category's editor.

import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { botTypesQuery } from '../../../../lib/queries.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { KeyValues } from '../../../../ui/figure.tsx';
import { formatTrimmed, formatUsdt } from '../../../../ui/figures.ts';
import { SkeletonRows } from '../../../../ui/states.tsx';
import { dayTime } from '../../../../ui/times.ts';
import { paramOf } from '../../grid-params.ts';

export function Params({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const { data } = useQuery(botTypesQuery(language));
  const fields = data?.list.find((type) => type.id === bot.type_id)?.fields;
  if (data === undefined) return <SkeletonRows count={4} label={t('ui.loading')} />;
  const rows = (fields ?? [])
    .filter((field) => field.key !== 'investment')
    .map((field) => ({ label: field.label, value: shownParam(bot, field, t('bots.detail.notSet'), t) }));
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

function shownParam(bot: BotDetail, field: Field, notSet: string, t: TFunction): string {
  const value = paramOf(bot, field.key);
  if (field.kind === 'switch') return t(value === '1' ? 'bots.detail.on' : 'bots.detail.off');
  if (value === null) return notSet;
  const option = field.options?.find((each) => each.value === value);
  if (option) return option.label;
  return [formatTrimmed(value), field.unit].filter(Boolean).join(' ');
}
