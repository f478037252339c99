// The public trades of each symbol as they happened, the youngest of them kept in memory: the prints of the feed, which carry
// no quantity and are given a nominal one, and the trades of strangers.
import type { Lots, Ticks } from '@cormorant/core/money/units.ts';
import { type SymbolDesk, TRADES_A_PRINT } from '../exchange/symbol-desk.ts';
import type { ExchangeEvent } from '../exchange/unsaved.ts';
import type { PublicTrade } from '../store/records.ts';

const KEPT = 1000;
/** A print counts as a trade of so many least notionals. */
const PRINT_NOTIONALS = 20;

export interface LoggedTrade {
  readonly desk: SymbolDesk;
  readonly trade: PublicTrade;
  readonly cause: ExchangeEvent;
}

export class TradeLog {
  readonly #trades = new Map<number, PublicTrade[]>();
  readonly #lastTicks = new Map<number, Ticks>();

  /** What of these events is a trade, in order. */
  take(events: readonly ExchangeEvent[]): LoggedTrade[] {
    const logged: LoggedTrade[] = [];
    for (const event of events) {
      if (event.type !== 'trade' && event.type !== 'print') continue;
      const { desk } = event;
      const trade = event.type === 'trade' ? event.trade : this.#ofPrint(desk, event.seq, event.priceTicks, event.atMs);
      this.#keep(desk, trade);
      logged.push({ desk, trade, cause: event });
    }
    return logged;
  }

  /** Oldest first. */
  of(desk: SymbolDesk): readonly PublicTrade[] {
    return this.#trades.get(desk.index) ?? [];
  }

  #ofPrint(desk: SymbolDesk, seq: number, priceTicks: Ticks, atMs: number): PublicTrade {
    const beforeTicks = this.#lastTicks.get(desk.index) ?? priceTicks;
    this.#lastTicks.set(desk.index, priceTicks);
    return {
      id: seq * TRADES_A_PRINT,
      ...{ priceTicks, qtyLots: nominalLots(desk, priceTicks), atMs },
      ...{ buyerIsMaker: priceTicks < beforeTicks, buyOrderId: 0, sellOrderId: 0 },
    };
  }

  #keep(desk: SymbolDesk, trade: PublicTrade): void {
    const trades = this.#trades.get(desk.index) ?? [];
    this.#trades.set(desk.index, trades);
    trades.push(trade);
    if (trades.length > 2 * KEPT) trades.splice(0, trades.length - KEPT);
  }
}

function nominalLots({ instrument }: SymbolDesk, priceTicks: Ticks): Lots {
  const leastTickLots = instrument.minNotionalAtoms / instrument.quoteAtomsPerTickLot;
  return Math.max(instrument.minQtyLots, Math.floor((leastTickLots * PRINT_NOTIONALS) / Math.max(1, priceTicks)));
}
