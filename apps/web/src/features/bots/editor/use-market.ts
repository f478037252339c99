// What the form is judged against: the pair with its live price, the caller's free quote, a week of candles, and the
// category's assistant. The form waits for the candles once; a balance that cannot be had only leaves its hint away.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { MarketSymbol, WireCandle } from '@cormorant/contract/entities/market.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { assetQuery, symbolsQuery } from '../../../lib/queries.ts';
import { useTicker } from '../../../lib/socket/live.ts';
import { addDecimals } from '../../../ui/figures.ts';
import { assistantQuery, triangleQuery, weekQuery, worstQuery } from './api/editor-queries.ts';
import type { Assistant, LegsView, MarketView } from './assistant.ts';

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

const hourMs = 3_600_000;

/** A replayed market lives in its own time, which the newest candle tells. */
function marketTime(hours: readonly WireCandle[] | undefined): number {
  const newest = hours?.at(-1)?.[0];
  const now = Date.now();
  return newest === undefined || Math.abs(now - newest) < 2 * hourMs ? now : newest;
}

/** `via`: the coin that a triangle goes through, as the form has it. */
export function useMarket(
  type: BotType,
  symbol: MarketSymbol | null,
  via: string | null,
  holding = false,
): LoadingMarket {
  const assistant = useQuery(assistantQuery(type.type));
  const week = useQuery(weekQuery(symbol));
  const asset = useQuery({ ...assetQuery(symbol?.exchange ?? '', symbol?.market), enabled: symbol !== null });
  const worst = useQuery(worstQuery(symbol));
  const legs = useLegs(type, symbol, via);
  const quote = useTicker(symbol?.exchange ?? '', symbol?.market ?? 'spot', symbol?.symbol ?? '');
  const last = quote?.last ?? symbol?.last ?? week.data?.at(-1)?.[4];
  const coins = asset.data?.list;
  const waits = week.isPending || (asset.isPending && !asset.isError);
  // What is known of the worst days arrives later and only adds to the form.
  const past = worst.data;
  const hours = week.data;
  const view = useMemo<MarketView | null>(() => {
    if (waits || symbol === null || last === undefined) return null;
    const available = coins === undefined ? null : freeOf(coins, symbol.quote);
    return {
      symbol,
      last,
      // What both wallets hold together: the form says which of them is short.
      available:
        symbol.market === 'spot' || legs === null ? available : addDecimals([legs.free.spot, legs.free.futures]),
      legs,
      holding,
      hours: hours ?? [],
      worst: past?.worst_moves ?? null,
      funding: past?.funding_3d ?? null,
      nowMs: marketTime(hours),
    };
  }, [waits, symbol, last, coins, holding, hours, past, legs]);
  return {
    view,
    assistant: assistant.data,
    failed: assistant.error,
    retry: () => Promise.all([assistant.refetch(), week.refetch()]),
  };
}

/** Of an arbitrage: the spot market and both wallets of one with a contract, the triangle of one through another coin. */
function useLegs(type: BotType, symbol: MarketSymbol | null, via: string | null): LegsView | null {
  const legged = type.type === 'arbitrage';
  const both = legged && type.market === 'futures';
  const exchange = symbol?.exchange ?? '';
  const enabled = both && symbol !== null;
  const spots = useQuery({ ...symbolsQuery(exchange, 'spot'), enabled });
  const wallets = {
    spot: useQuery({ ...assetQuery(exchange, 'spot'), enabled }).data?.list,
    futures: useQuery({ ...assetQuery(exchange, 'futures'), enabled }).data?.list,
  };
  const goes = legged && !both && via !== null && via !== '' && via !== symbol?.base;
  const triangle = useQuery({ ...triangleQuery(symbol, via ?? ''), enabled: goes && symbol !== null }).data;
  const quote = symbol?.quote ?? '';
  const spotTaker = spots.data?.list.find((one) => one.symbol === symbol?.symbol)?.taker ?? null;
  const spot = wallets.spot === undefined ? null : freeOf(wallets.spot, quote);
  const futures = wallets.futures === undefined ? null : freeOf(wallets.futures, quote);
  return useMemo(
    () => (legged ? { spotTaker, free: { spot, futures }, triangle: goes ? triangle : undefined } : null),
    [legged, spotTaker, spot, futures, goes, triangle],
  );
}

function freeOf(coins: readonly { readonly coin: string; readonly available: string }[], quote: string): string {
  return coins.find(({ coin }) => coin === quote)?.available ?? '0';
}
