// Every reason an arbitrage bot gives in its log, and the figures that come with it. Texts in zh and en belong to the
// contract. `held` is text made here: what the legs hold, the rates that were looked at, the path of a triangle, the pair.

export const arbitrageWhy = {
  /** success: it waits, and why; told when the reason changes. */
  arb_wait_rates: ['count'],
  arb_wait_negative: ['rate'],
  arb_wait_breakeven: ['days', 'limit'],
  arb_wait_faded: [],
  arb_wait_basis: ['basis'],
  arb_wait_small: ['min'],
  /** open, and success after it: both legs stand, hedged. */
  arb_opened: ['held', 'basis'],
  arb_evened: ['held', 'basis'],
  arb_funding: ['amount', 'rate'],
  /** success: the close follows. */
  arb_rates_fade: ['held', 'limit'],
  /** close: both legs are reduced by a fifth. */
  arb_margin_guard: ['distance', 'limit'],
  arb_closed_rate: ['profit'],
  arb_closed_basis: ['profit'],
  arb_closed_liquidated: ['profit'],
  arb_closed_failed: ['profit'],
  arb_closed_small: ['profit'],
  /** manual_close. */
  arb_closed_user: ['profit'],
  /** Cross-exchange: what is kept, a trade, and what came of it. */
  arb_stocked: ['qty'],
  arb_cross: ['net', 'qty'],
  arb_cross_done: ['profit', 'held'],
  /** Triangular. */
  arb_triangle: ['net', 'held'],
  arb_triangle_done: ['profit'],
  /** failed: a chance that was seen and not taken. */
  arb_missed_inventory: ['net'],
  arb_missed_amount_small: ['net'],
  arb_missed_unfilled: ['held'],
  arb_missed_leg_failed: ['held'],
  /** failed: a leg did not arrive; the other one goes back. */
  arb_unwind: ['held'],
  /** failed: that did not work either. The bot is paused(risk) in phase error. */
  arb_naked: ['held'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
