// One leg of a convoy: the engine of an ordinary bot, whose intents come from the coordinator (or from a machine of its own:
// then nothing of it is settled from here and nothing passes), and what passes between siblings. After each of its methods the leg's identity holds: cash = investment + realised + pending funding - cost.

import { liquidationTicks } from '../market/margin.ts';
import { assertSafe } from '../money/safe-integer.ts';
import type { Atoms, Ticks } from '../money/units.ts';
import type { BestQuote, LegStanding, LegView } from '../strategy/coordinator.ts';
import type { Bot, Effects, Market } from './bot.ts';
import { LegMachine, type LegParams, type LegState, shareOf } from './leg-machine.ts';
import { marginedPosition } from './margin-use.ts';
import { Engine } from './step.ts';

/** A leg's market, with what only coordinators ask for; absent where the host does not know it. */
export interface LegMarket extends Market {
  best?: BestQuote;
  ratesE8?: readonly number[];
}

export type LegBot = Bot<LegParams, LegState>;

const NO_RATES: readonly number[] = [];

export class LegEngine extends Engine<LegParams, LegState> implements LegView {
  /** Before anything is read or wished for that leg. */
  stand(bot: LegBot, market: LegMarket, effects: Effects): void {
    this.enter(bot, market, effects, -1);
  }

  /** What risk refused goes to the leg's machine, which tells the coordinator. */
  refuseAll(): void {
    const { refusals, bot } = this;
    for (const { slot, cycle, reason } of refusals) {
      this.strategy.on({ type: 'refused', slot, cycle, reason }, bot.params, this.state, this, this);
    }
    refusals.length = 0;
  }

  get quote(): BestQuote {
    const { best, lastTicks } = this.market as LegMarket;
    const endless = Number.MAX_SAFE_INTEGER;
    return best ?? { bidTicks: lastTicks, askTicks: lastTicks, bidLots: endless, askLots: endless };
  }

  get ratesE8(): readonly number[] {
    return (this.market as LegMarket).ratesE8 ?? NO_RATES;
  }

  get standing(): LegStanding {
    return this.bot;
  }

  get basisAtoms(): Atoms {
    if (!(this.strategy instanceof LegMachine)) return this.costAtoms(this.bot);
    return this.bot.state === null ? 0 : this.state.basisAtoms;
  }

  get liquidationTicks(): Ticks {
    const { bot, instrument } = this;
    return this.contract && bot.books.baseAtoms !== 0
      ? liquidationTicks(instrument, marginedPosition(bot, instrument))
      : 0;
  }

  /** The result of everything closed since the last settlement; 0 and nothing written when there was nothing. */
  settleLeg(pairId: number): Atoms {
    const { sale } = this.state;
    const funding = this.bot.books.pendingFundingAtoms;
    if (sale.lots === 0 && funding === 0) return 0;
    const net = sale.cashAtoms - sale.basisAtoms;
    this.settle(pairId, sale.lots, net + sale.feeAtoms, sale.feeAtoms, funding);
    this.clearSale();
    return net + funding;
  }

  carry(): void {
    const { sale } = this.state;
    this.invest(sale.cashAtoms - sale.basisAtoms);
    this.clearSale();
  }

  takeAsset(asset: 'base' | 'quote', atoms: Atoms): Atoms {
    const { books } = this.bot;
    const free = asset === 'base' ? this.freeBaseAtoms : this.freeQuoteAtoms;
    if (this.contract || atoms < 0 || atoms > free) throw new RangeError(`a leg cannot give away ${atoms} of ${free}`);
    if (asset === 'quote') {
      books.quoteAtoms -= atoms;
      this.invest(-atoms);
      return atoms;
    }
    const { state } = this;
    const cost = shareOf(state.basisAtoms, atoms, books.baseAtoms);
    state.basisFeeAtoms -= shareOf(state.basisFeeAtoms, atoms, books.baseAtoms);
    state.basisAtoms -= cost;
    books.baseAtoms -= atoms;
    this.invest(-cost);
    return cost;
  }

  giveAsset(asset: 'base' | 'quote', atoms: Atoms, costAtoms: Atoms): void {
    const { books } = this.bot;
    if (this.contract || atoms < 0) throw new RangeError(`a leg cannot be given ${atoms}`);
    if (asset === 'quote') {
      books.quoteAtoms = assertSafe(books.quoteAtoms + atoms, 'cash');
      this.invest(atoms);
    } else {
      books.baseAtoms = assertSafe(books.baseAtoms + atoms, 'coin');
      this.state.basisAtoms += costAtoms;
      this.invest(costAtoms);
    }
  }

  private get state(): LegState {
    if (!(this.strategy instanceof LegMachine)) throw new Error(`leg ${this.bot.id} settles by itself`);
    if (this.bot.state === null) throw new Error(`leg ${this.bot.id} was never started`);
    return this.bot.state;
  }

  private invest(atoms: Atoms): void {
    const { books } = this.bot;
    books.investmentAtoms = assertSafe(books.investmentAtoms + atoms, 'investment');
  }

  private clearSale(): void {
    this.state.sale = { lots: 0, cashAtoms: 0, basisAtoms: 0, feeAtoms: 0 };
  }
}
