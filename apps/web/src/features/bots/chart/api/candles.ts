// Candles of one market, 300 of them, asked again now and then because a push carries the price but no volume.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../../lib/api/client.ts';

export type WireCandles = Data<'marketCandles'>['list'];
export type Timeframe = Data<'marketCandles'>['timeframe'];

export interface ChartMarket {
  readonly exchange: string;
  readonly market: 'spot' | 'futures';
  readonly symbol: string;
}

const shownCandles = 300;

export function candlesQuery({ exchange, market, symbol }: ChartMarket, timeframe: Timeframe) {
  return queryOptions({
    queryKey: ['marketCandles', exchange, market, symbol, timeframe] as const,
    queryFn: ({ signal }) =>
      call(
        'marketCandles',
        { query: { exchange, market, symbol, timeframe, limit: shownCandles } },
        { signal, screenHandled: true },
      ),
    staleTime: 10_000,
    refetchInterval: 30_000,
  });
}
