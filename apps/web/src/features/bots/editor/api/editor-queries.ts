// What an editor asks: a week of hourly candles for preview and presets, the configuration of the bot it edits, and the
// category's assistant, which is code rather than data and never grows old.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/client.ts';
import { loadAssistant } from '../load-assistant.ts';
import { previewWordsQuery } from '../preview-words.ts';
import { loadSizeCore } from '../size-form.ts';

const weekHours = 168;

export function weekQuery(symbol: Pick<MarketSymbol, 'exchange' | 'market' | 'symbol'> | null) {
  return queryOptions({
    queryKey: ['marketCandles', symbol?.exchange, symbol?.market, symbol?.symbol, '1h', weekHours] as const,
    queryFn: async ({ signal }) => {
      const { exchange, market, symbol: name } = symbol!;
      const query = { exchange, market, symbol: name, timeframe: '1h', limit: weekHours } as const;
      return (await call('marketCandles', { query }, { signal, screenHandled: true })).list;
    },
    enabled: symbol !== null,
    staleTime: 60_000,
  });
}

/** The worst days of the pair in a year, and three days of funding: what the ladder is held against. */
export function worstQuery(symbol: Pick<MarketSymbol, 'exchange' | 'market' | 'symbol'> | null) {
  return queryOptions({
    queryKey: ['marketSymbols', symbol?.exchange, symbol?.market, symbol?.symbol, 'worst'] as const,
    queryFn: async ({ signal }) => {
      const { exchange, market, symbol: name } = symbol!;
      const query = { exchange, market, symbol: name, worst: 1 } as const;
      const { list } = await call('marketSymbols', { query }, { signal, screenHandled: true });
      return list.find((one) => one.symbol === name && one.market === market) ?? null;
    },
    enabled: symbol !== null,
    staleTime: 600_000,
    retry: false,
  });
}

/** The three markets of the triangle through a coin at their last prices, and its chances of some days; null = there is none. */
export function triangleQuery(symbol: Pick<MarketSymbol, 'exchange' | 'symbol'> | null, via: string) {
  return queryOptions({
    queryKey: ['marketSymbols', symbol?.exchange, 'spot', symbol?.symbol, 'via', via] as const,
    queryFn: async ({ signal }) => {
      const { exchange, symbol: name } = symbol!;
      const query = { exchange, market: 'spot', symbol: name, via, latest: 1 } as const;
      const { list } = await call('marketSymbols', { query }, { signal, screenHandled: true });
      return list.find((one) => one.symbol === name)?.triangle ?? null;
    },
    refetchInterval: 10_000,
    retry: false,
  });
}

/** The pair at another exchange, whose silence is no news here: the screen shows that it is not known. */
export function elsewhereQuery(exchange: string, symbol: string) {
  return queryOptions({
    queryKey: ['marketSymbols', exchange, 'spot', symbol, 'latest'] as const,
    queryFn: async ({ signal }) => {
      const query = { exchange, market: 'spot', symbol, latest: 1 } as const;
      const { list } = await call('marketSymbols', { query }, { signal, screenHandled: true });
      return list.find((one) => one.symbol === symbol) ?? null;
    },
    refetchInterval: 10_000,
    retry: false,
  });
}

/** What the caller has free there; null = not known. */
export function freeElsewhereQuery(exchange: string) {
  return queryOptions({
    queryKey: ['userAsset', exchange, 'spot', 'quiet'] as const,
    queryFn: ({ signal }) =>
      call('userAsset', { query: { exchange, wallet: 'spot' } }, { signal, screenHandled: true }),
    retry: false,
  });
}

export function botInfoQuery(id: number) {
  return queryOptions({
    queryKey: ['botInfo', id] as const,
    queryFn: ({ signal }) => call('botInfo', { query: { id } }, { signal }),
    // The form is filled once from it: no change from elsewhere may slip under what is being typed.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function assistantQuery(type: BotType['type'] | undefined) {
  return queryOptions({
    queryKey: ['editorAssistant', type] as const,
    queryFn: async ({ client }) => {
      const words = client.ensureQueryData(previewWordsQuery());
      const [assistant] = await Promise.all([loadAssistant(type!), words]);
      return assistant;
    },
    enabled: type !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function sizeCoreQuery() {
  return queryOptions({
    queryKey: ['sizeCore'] as const,
    queryFn: () => loadSizeCore(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
