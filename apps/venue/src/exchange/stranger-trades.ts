// The public trades of the open books, numbered between the prints of their symbol.
import type { OpenBookSink } from '@cormorant/core/venue/open-book.ts';
import type { Ledger } from './ledger.ts';
import { type SymbolDesk, TRADES_A_PRINT } from './symbol-desk.ts';

/** As the open book tells of one, before its fills. */
export function tellTrade(ledger: Ledger, desk: SymbolDesk, facts: Parameters<OpenBookSink['trade']>): void {
  const [priceTicks, qtyLots, buyerIsMaker, buyOrderId, sellOrderId] = facts;
  const { strangers } = desk;
  const id = Math.max(strangers.lastTradeId, desk.seq * TRADES_A_PRINT) + 1;
  strangers.lastTradeId = id;
  const atMs = ledger.timeOf({ law: 'book' }, desk);
  const trade = { id, priceTicks, qtyLots, buyerIsMaker, buyOrderId, sellOrderId, atMs };
  ledger.unsaved.tell({ type: 'trade', desk, trade });
}
