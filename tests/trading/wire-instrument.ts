// The filters of a market as the exchange's wire tells them, as the core's instruments are made of them.
import type { InstrumentSpec } from '@cormorant/core/market/make-instrument.ts';

export function specOf(row: Readonly<Record<string, unknown>>): InstrumentSpec {
  const text = (key: string) => String(row[key]);
  const contract = row['contract'] as Record<string, unknown> | undefined;
  const brackets = (contract?.['brackets'] ?? []) as Record<string, unknown>[];
  return {
    symbol: `${text('base')}/${text('quote')}`,
    market: row['market'] as 'spot' | 'futures',
    ...{ tick: text('tick'), step: text('step'), minQty: text('min_qty'), maxQty: text('max_qty') },
    ...{ minNotional: text('min_notional'), minPrice: text('min_price'), maxPrice: text('max_price') },
    ...{ maker: text('maker'), taker: text('taker'), maxOpenOrders: Number(row['max_open_orders']) },
    feeAsset: row['fee_asset'] as 'received' | 'quote',
    ...(contract === undefined
      ? {}
      : {
          contract: {
            brackets: brackets.map((bracket) => ({
              ...{ floor: String(bracket['floor']), maxLeverage: Number(bracket['max_leverage']) },
              ...{ maintenance: String(bracket['maintenance']), cum: String(bracket['cum']) },
            })),
            fundingHours: Number(contract['funding_hours']),
            liquidationFee: String(contract['liquidation_fee']),
          },
        }),
  };
}
