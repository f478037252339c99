// The step that the legs of a bot are compared by: the coarsest of their markets; null while it is not known.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useQuery } from '@tanstack/react-query';
import { symbolsQuery } from '../../../lib/queries.ts';

export function useLegStep({ exchange, legs = [] }: Pick<BotDetail, 'exchange' | 'legs'>): string | null {
  const { data } = useQuery(symbolsQuery(exchange, 'all'));
  const steps = legs.flatMap(
    (leg) => data?.list.find(({ symbol, market }) => symbol === leg.symbol && market === leg.market)?.step ?? [],
  );
  return steps.length === 0
    ? null
    : steps.reduce((coarsest, step) => (Number(step) > Number(coarsest) ? step : coarsest));
}
