// The orders that a bot has under way, as screens list them.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { Bot as EngineBot } from '@cormorant/core/engine/bot.ts';
import { formatPrice, formatQty } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';

export function liveOrders(engine: EngineBot | null) {
  return (engine?.orders ?? []).flatMap((order) => (order === null || order.status === 'done' ? [] : [order]));
}

export function orderViews(engine: EngineBot | null, instrument: Instrument): BotDetail['orders'] {
  return liveOrders(engine).map((order) => ({
    side: order.side,
    price: order.type === 'market' ? '0' : formatPrice(instrument, order.priceTicks),
    qty: formatQty(instrument, order.qtyLots),
    filled: formatQty(instrument, order.filledLots),
    type: order.type,
    purpose: order.purpose,
    status: order.status === 'done' ? 'open' : order.status,
  }));
}
