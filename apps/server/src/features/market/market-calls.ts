// The calls of this feature and what they need.
import {
  marketBotTypes,
  marketCandles,
  marketExchanges,
  marketPrice,
  marketSymbols,
} from '@cormorant/contract/calls/market.ts';
import { botTypes } from '@cormorant/contract/labels/bot-types.ts';
import { type BoundCall, bindCall } from '../handler.ts';
import { type ListExchangesDeps, listExchanges } from './list-exchanges.ts';
import { listSymbols } from './list-symbols.ts';
import { showCandles } from './show-candles.ts';
import { showPrices } from './show-prices.ts';

export function marketCalls(deps: ListExchangesDeps): BoundCall[] {
  return [
    bindCall(marketExchanges, listExchanges(deps)),
    bindCall(marketBotTypes, async (_request, context) => ({ list: botTypes(context.lang) })),
    bindCall(marketSymbols, listSymbols(deps)),
    bindCall(marketPrice, showPrices(deps)),
    bindCall(marketCandles, showCandles(deps)),
  ];
}
