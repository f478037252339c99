// The fields of a bot's category, undefined while they are on their way.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import { useQuery } from '@tanstack/react-query';
import { botTypesQuery } from '../../../lib/queries.ts';
import type { Language } from '../../../lib/stores/theme.ts';

export function useFields(bot: Pick<BotDetail, 'type_id'>, language: Language): readonly Field[] | undefined {
  const { data } = useQuery(botTypesQuery(language));
  return data?.list.find((type) => type.id === bot.type_id)?.fields ?? (data === undefined ? undefined : []);
}
