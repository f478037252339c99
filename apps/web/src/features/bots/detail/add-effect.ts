// What one more order at the present price would make of a position: its average, the next add and the liquidation. The
// core's own formula of liquidation and its exact quantities, loaded when the question is asked; the fill's own price may
// differ a little, so the screen calls it an estimate.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { loadCoreMoney } from '../editor/core-money.ts';
import { instrumentOf } from '../editor/instrument-of.ts';
import { paramOf } from '../grid-params.ts';
import { dropAfter } from './next-drop.ts';

export interface AddEffect {
  readonly qty: string;
  readonly average: string;
  readonly nextAdd: string | null;
  readonly liquidation: string | null;
  readonly margin: string | null;
  /** The step that its quantity is rounded down to, where that may take more than a twentieth of the amount. */
  readonly step: string | null;
}

export async function loadAddEffect() {
  const [core, margin] = await Promise.all([loadCoreMoney(), import('@cormorant/core/market/margin.ts')]);
  return (bot: BotDetail, symbol: MarketSymbol, amount: string, price: string): AddEffect | null => {
    const { position, margin: used } = bot;
    if (position === null) return null;
    const instrument = instrumentOf(core, symbol);
    const ticks = core.priceToTicks(instrument, price, 'floor');
    const perLot = ticks * instrument.quoteAtomsPerTickLot;
    const amountAtoms = core.parseQuote(instrument, amount, 'floor');
    const lots = Math.floor(amountAtoms / perLot);
    if (!(lots > 0)) return null;
    const added = core.notionalAtoms(instrument, ticks, lots);
    const fee = core.mulDiv(added, instrument.takerPpm, 1_000_000, 'ceil');
    const long = position.side === 'long';
    const heldBase = core.parseBase(instrument, position.qty, 'floor');
    const addedBase = core.lotsToBaseAtoms(instrument, lots);
    const inBase = bot.market === 'spot' && symbol.fee_asset === 'received';
    const gotBase = inBase ? addedBase - core.mulDiv(addedBase, instrument.takerPpm, 1_000_000, 'ceil') : addedBase;
    const cost = core.parseQuote(instrument, position.cost, 'floor');
    const costAfter = cost + added + (inBase ? 0 : long ? fee : -fee);
    const base = heldBase + gotBase;
    const average = averageTicks(instrument, costAfter, base);
    return {
      qty: core.formatQty(instrument, lots),
      average: core.formatPrice(instrument, average),
      step: perLot > Math.floor(amountAtoms / 20) ? core.formatQty(instrument, 1) : null,
      nextAdd: nextAdd(bot, ticks, average, (at) => core.formatPrice(instrument, at)),
      ...(used ? contractAfter() : { liquidation: null, margin: null }),
    };

    /** As the engine judges an isolated position: on its own margin and reserve, never more than the wallet. */
    function contractAfter(): Pick<AddEffect, 'liquidation' | 'margin'> {
      if (!used) return { liquidation: null, margin: null };
      const entry = core.parseQuote(instrument, used.position_margin, 'floor') * used.leverage + added;
      const own = Math.ceil(entry / used.leverage);
      const wallet = core.parseQuote(instrument, used.wallet, 'floor') - fee;
      const reserve = core.parseQuote(instrument, used.reserve, 'floor');
      const qtyLots = Math.floor(base / instrument.baseAtomsPerLot) * (long ? 1 : -1);
      const marginAtoms = used.mode === 'cross' ? wallet : Math.min(wallet, own + reserve);
      const at = margin.liquidationTicks(instrument, { qtyLots, entryAtoms: entry, marginAtoms });
      return {
        liquidation: at > 0 ? core.formatPrice(instrument, at) : null,
        margin: core.formatQuote(instrument, own),
      };
    }
  };
}

interface PerTick {
  readonly baseAtomsPerLot: number;
  readonly quoteAtomsPerTickLot: number;
}

function averageTicks({ baseAtomsPerLot, quoteAtomsPerTickLot }: PerTick, cost: number, base: number): number {
  return Number((BigInt(cost) * BigInt(baseAtomsPerLot)) / (BigInt(base) * BigInt(quoteAtomsPerTickLot)));
}

/** Of a martingale whose drops count from the last fill or the average; elsewhere the levels stay where they are. */
function nextAdd(bot: BotDetail, ticks: number, average: number, format: (ticks: number) => string): string | null {
  if (bot.type !== 'martin') return bot.watch?.next_add_price ?? null;
  const drop = dropAfter(bot);
  const basis = paramOf(bot, 'add_base') ?? 'last';
  if (drop === null || basis === 'first') return null;
  const from = basis === 'avg' ? average : ticks;
  const away = Math.round((from * drop) / 100);
  return format(bot.watch?.side === 'short' ? from + away : from - away);
}
