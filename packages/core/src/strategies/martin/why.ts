// Every reason a martingale gives in its log, and the figures that come with it. Texts in zh and en belong to the
// contract. Prices, quantities and amounts are decimal strings of the instrument; `rate` is a percentage.

export const martinWhy = {
  /** open: the first order of a round; `price` last. conditions: what held. */
  martin_open: ['round', 'price', 'amount'],
  martin_open_price: ['round', 'price', 'level', 'amount'],
  martin_open_conditions: ['round', 'price', 'amount', 'conditions'],
  /** failed: the first order would be below the minimum; paused(balance). */
  first_small: ['amount', 'min'],
  /** failed: the first order was refused three times; paused(balance). */
  first_failed: ['reason', 'tries'],
  /** success: an add is sent. best = lowest price since the level; rate = callback. */
  add_bounced: ['step', 'level', 'best', 'rate', 'price', 'amount'],
  add_reached: ['step', 'level', 'price', 'amount'],
  /** failed: the add waits. guard: guard_crash | guard_trend. */
  add_held: ['step', 'level', 'price', 'guard'],
  /** success: the price is back above what the drop was measured from: the level is waited for again. */
  add_disarmed: ['step', 'level', 'price'],
  /** failed: no order for this level; the ladder goes on with the next one. */
  add_skipped: ['step', 'reason', 'amount'],
  add_retried: ['step', 'reason', 'tries'],
  /** success: after a pause the level lies this far from the present price, nothing is caught up. */
  add_rebased: ['step', 'level', 'price'],
  /** success: all orders are used. */
  ladder_full: ['step', 'average', 'level', 'rate'],
  /** success: the target was reached and the best price is followed. */
  profit_armed: ['average', 'level', 'price', 'rate'],
  /** success: it fell through the callback to below break-even: held on. */
  profit_missed: ['price', 'level'],
  /** failed: an exit was refused; tried again. */
  exit_refused: ['reason', 'tries'],
  /** close: the last lot alone, on its own profit. */
  closed_tail: ['step', 'price', 'qty', 'profit', 'level'],
  /** close: part of the deepest lot, paid from realised profit; `left` of the budget remains. */
  closed_unstuck: ['step', 'price', 'qty', 'profit', 'left'],
  /** close, manual_close: the round's end. */
  martin_take_profit: ['round', 'average', 'price', 'qty', 'profit'],
  martin_stop_loss: ['round', 'average', 'price', 'qty', 'profit', 'rate'],
  martin_closed: ['round', 'average', 'price', 'qty', 'profit'],
  martin_stopped: ['round', 'average', 'price', 'qty', 'profit'],
  martin_liquidated: ['round', 'price', 'qty', 'profit'],
  /** pause: the second stop loss within 24 hours. */
  stops_paused: ['count'],
  /** failed: a manual add that cannot be. */
  manual_add_limit: ['max'],
  manual_add_small: ['amount', 'min'],
  manual_add_refused: ['reason'],
  /** success: a kept position was taken over. */
  martin_adopted: ['average', 'qty'],
  /** failed: the kept position is not what the books say: it is left aside. */
  martin_not_adopted: ['qty'],
  /** success: of a bot of two sides: what one of them did, and what the bot makes of it. */
  dual_long_done: [],
  dual_short_done: [],
  dual_long_paused: [],
  dual_short_paused: [],
  dual_long_liquidated: [],
  dual_short_liquidated: [],
} as const;

/** Why an add or entry waits (Watch.held). */
export const martinHeld = ['guard_crash', 'guard_trend', 'guard_trend_unknown'] as const;
