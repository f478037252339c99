// What the form is judged against: the pair with its live price, the caller's free quote, a week of candles, and the
// category's assistant. The form waits for the candles once; a balance that cannot be had only leaves its hint away.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { assetQuery } from '../../../lib/queries.ts';
import { useTicker } from '../../../lib/socket/live.ts';
import { assistantQuery, weekQuery } from './api/editor-queries.ts';
import type { Assistant, MarketView } from './assistant.ts';

export interface EditedMarket {
  readonly view: MarketView;
  /** Null: this category has none. */
  readonly assistant: Assistant | null;
}

export interface LoadingMarket {
  readonly view: MarketView | null;
  readonly assistant: Assistant | null | undefined;
  readonly failed: Error | null;
  retry(): Promise<unknown>;
}

export function useMarket(type: BotType, symbol: MarketSymbol | null, holding = false): LoadingMarket {
  const assistant = useQuery(assistantQuery(type.type));
  const week = useQuery(weekQuery(symbol));
  const asset = useQuery({ ...assetQuery(symbol?.exchange ?? ''), enabled: symbol !== null });
  const quote = useTicker(symbol?.exchange ?? '', symbol?.market ?? 'spot', symbol?.symbol ?? '');
  const last = quote?.last ?? symbol?.last ?? week.data?.at(-1)?.[4];
  const coins = asset.data?.list;
  const waits = week.isPending || (asset.isPending && !asset.isError);
  const hours = week.data;
  const view = useMemo<MarketView | null>(() => {
    if (waits || symbol === null || last === undefined) return null;
    const available = coins === undefined ? null : (coins.find(({ coin }) => coin === symbol.quote)?.available ?? '0');
    return { symbol, last, available, holding, hours: hours ?? [] };
  }, [waits, symbol, last, coins, holding, hours]);
  return {
    view,
    assistant: assistant.data,
    failed: assistant.error,
    retry: () => Promise.all([assistant.refetch(), week.refetch()]),
  };
}
