// What a rig saw go by, added up a second time from the events alone, for comparison with the books of the engine.
import type { Bot, Effects } from '@cormorant/core/engine/bot.ts';
import { GUARD_SLOT } from '@cormorant/core/strategy/guard.ts';

export class RigFacts {
  boughtLots = 0;
  soldLots = 0;
  /** Σ notional of sells less Σ notional of buys. */
  tradedAtoms = 0;
  baseFeeAtoms = 0;
  quoteFeeAtoms = 0;
  /** Value of all fees in quote. */
  feesAtoms = 0;
  fundingAtoms = 0;
  settledAtoms = 0;
  settledFundingAtoms = 0;
  settlements = 0;
  liquidations = 0;
  adoptions = 0;
  /** Trades of the protective stop. */
  guardFills = 0;
  /** Everything that happened, as text: equal for equal seeds. */
  readonly trace: string[] = [];

  /** The effects that feed it; orders and cancels go to the venue of the rig. */
  effects(send: Pick<Effects, 'order' | 'cancel'>): Effects {
    return {
      order: (bot, order) => {
        this.trace.push(
          `order ${order.slot}/${order.cycle}/${order.attempt} ${order.side} ${order.qtyLots}@${order.priceTicks}`,
        );
        send.order(bot, order);
      },
      cancel: (bot, order) => {
        this.trace.push(`cancel ${order.slot}/${order.cycle}`);
        send.cancel(bot, order);
      },
      fill: (_bot, order, priceTicks, qtyLots, notional, feeAtoms, feeInBase, feeQuoteAtoms) => {
        this.trade(order.side, qtyLots, notional, feeInBase ? 0 : feeAtoms, feeQuoteAtoms);
        if (feeInBase) this.baseFeeAtoms += feeAtoms;
        if (order.slot === GUARD_SLOT) this.guardFills++;
        this.trace.push(`fill ${order.slot} ${order.side} ${qtyLots}@${priceTicks} ${order.purpose}`);
      },
      adopted: (_bot, side, { feeAtoms, feeInBase, qtyLots }, notional, feeQuoteAtoms) => {
        this.adoptions++;
        this.trade(side, qtyLots, notional, feeInBase ? 0 : feeAtoms, feeQuoteAtoms);
        if (feeInBase) this.baseFeeAtoms += feeAtoms;
      },
      settlement: (_bot, pairId, slot, qtyLots, grossAtoms, feeAtoms, fundingAtoms) => {
        this.settlements++;
        this.settledAtoms += grossAtoms - feeAtoms + fundingAtoms;
        this.settledFundingAtoms += fundingAtoms;
        this.trace.push(`settled ${pairId} ${slot} ${qtyLots} ${grossAtoms} ${feeAtoms} ${fundingAtoms}`);
      },
      funding: (_bot, amountAtoms) => {
        this.fundingAtoms += amountAtoms;
        this.trace.push(`funding ${amountAtoms}`);
      },
      liquidated: (_bot, side, qtyLots, priceTicks, notional, feeAtoms) => {
        this.liquidations++;
        this.trade(side, qtyLots, notional, feeAtoms, feeAtoms);
        this.trace.push(`liquidated ${side} ${qtyLots}@${priceTicks} ${feeAtoms}`);
      },
      refused: (_bot, { slot }, reason, by) => this.trace.push(`refused ${slot} ${reason} ${by}`),
      changed: (bot: Bot) => this.trace.push(`${bot.status} ${bot.phase} ${bot.pauseReason}${bot.stopReason}`),
      log: (_bot, action, why, data) => this.trace.push(`log ${action} ${why} ${JSON.stringify(data)}`),
    };
  }

  private trade(side: 'buy' | 'sell', qtyLots: number, notional: number, quoteFee: number, feeQuote: number): void {
    if (side === 'buy') this.boughtLots += qtyLots;
    else this.soldLots += qtyLots;
    this.tradedAtoms += side === 'buy' ? -notional : notional;
    this.quoteFeeAtoms += quoteFee;
    this.feesAtoms += feeQuote;
  }
}
