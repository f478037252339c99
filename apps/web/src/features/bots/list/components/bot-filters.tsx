// Where and in which state: exchanges that are there, kinds when there are several, states with their counts.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { exchangesQuery } from '../../../../lib/queries.ts';
import { Chips, Segment, Tabs } from '../../../../ui/choice.tsx';
import { type BotFilter, countStates } from '../bot-filter.ts';

export interface BotFiltersProps {
  readonly filter: BotFilter;
  readonly onChange: (filter: BotFilter) => void;
  readonly bots: readonly Bot[];
}

export function ExchangeTabs({ filter, onChange }: Omit<BotFiltersProps, 'bots'>) {
  const { t } = useTranslation();
  const { data } = useQuery(exchangesQuery());
  const bound = data?.exchanges.filter(({ bound, trade }) => bound === 1 && trade === 1) ?? [];
  return (
    <Tabs
      label={t('bots.list.exchange')}
      options={[
        { value: 'all', label: t('action.all') },
        ...bound.map((exchange) => ({ value: exchange.code, label: exchange.name })),
      ]}
      value={filter.exchange}
      onChange={(exchange) => onChange({ ...filter, exchange })}
    />
  );
}

/** More kinds than a segment has room for, beside all of them. */
const mostSegments = 3;

/** Which market and which kind, each where there is a choice. */
export function KindSegment({ filter, onChange, bots }: BotFiltersProps) {
  const { t } = useTranslation();
  const markets = [...new Set(bots.map((bot) => bot.market))].sort().reverse();
  const here = bots.filter((bot) => filter.market === 'all' || bot.market === filter.market);
  const kinds = [...new Set(here.map((bot) => bot.type))];
  const choice = {
    label: t('bots.list.kind'),
    options: [
      { value: 'all' as const, label: t('action.all') },
      ...kinds.map((value) => ({ value, label: t(`bots.list.kinds.${value}`) })),
    ],
    value: filter.kind,
    onChange: (kind: BotFilter['kind']) => onChange({ ...filter, kind }),
  };
  return (
    <>
      {markets.length < 2 ? null : (
        <Segment
          small
          label={t('bots.list.market')}
          options={[
            ...markets.map((value) => ({ value, label: t(`bots.list.markets.${value}`) })),
            { value: 'all' as const, label: t('action.all') },
          ]}
          value={filter.market}
          onChange={(market) => onChange({ ...filter, market, kind: 'all' })}
        />
      )}
      {kinds.length < 2 ? null : kinds.length > mostSegments ? <Chips {...choice} /> : <Segment small {...choice} />}
    </>
  );
}

export function StateChips({ filter, onChange, bots }: BotFiltersProps) {
  const { t } = useTranslation();
  return (
    <Chips
      label={t('bots.list.state')}
      options={countStates(bots, filter).map(({ state, count }) => ({
        value: state,
        label: t(`bots.list.states.${state}`),
        count,
      }))}
      value={filter.state}
      onChange={(state) => onChange({ ...filter, state })}
    />
  );
}
