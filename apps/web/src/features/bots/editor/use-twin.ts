// The bot that stands in the way of the form's start, as the refusal that it would bring.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { botListQuery } from '../../../lib/queries.ts';
import type { Placed } from './refusal.ts';
import { twinAmong } from './twin.ts';
import type { Form } from './use-form.ts';

const duplicate = 4010;

/** `id`: of the bot that is edited; null for a new one. */
export function useTwin({ type, values, view }: Form, id: number | null): Placed | null {
  const { t } = useTranslation();
  const { exchange, symbol } = view.symbol;
  const bots = useQuery(botListQuery()).data?.list ?? [];
  const direction = type.type === 'arbitrage' ? 'neutral' : values['direction'] || 'long';
  const wanted = { id, exchange, type: type.type, market: type.market, symbol, direction, via: values['via'] ?? null };
  const twin = twinAmong(bots, wanted);
  if (twin === null) return null;
  return {
    field: 'symbol',
    code: duplicate,
    text: t(`editor.twin.${twin.reason}`, { name: twin.name }),
    go: `/strategy/detail/${twin.id}`,
  };
}
