// Every reason a DCA bot gives in its log, and the figures that come with it. Texts in zh and en belong to the contract.

export const dcaWhy = {
  /** failed: the first order was refused or not filled three times, or is too small; it is paused(balance). */
  opening_failed: ['reason', 'tries'],
  /** failed: a calendar's buy did not happen; the next slot comes. */
  buy_skipped: ['reason', 'amount'],
  /** failed: slots passed while the bot was down or paused; they are not caught up. */
  slots_missed: ['count'],
  /** success: the last buy of the round. */
  buys_done: ['count'],
  /** failed: a safety order is left out of this round. */
  safety_skipped: ['reason', 'step', 'price', 'amount'],
  /** failed: a resting target was refused or taken away; it is placed again. */
  target_missing: ['reason', 'price'],
  /** failed: the user's add did not happen. */
  add_refused: ['reason', 'amount'],
  /** failed: the close of everything was refused and is being tried again. */
  sale_refused: ['reason', 'tries'],
  /** failed: two stop losses within a day; it is paused(risk). */
  stopped_twice: ['count'],
  /** close and manual_close: with the result, funding included. */
  dca_closed_take_profit: ['price', 'qty', 'profit'],
  dca_closed_stop_loss: ['price', 'qty', 'profit'],
  dca_closed_stop: ['price', 'qty', 'profit'],
  dca_closed_round: ['price', 'qty', 'profit'],
  /** close: by the venue, by force. */
  liquidated: ['price', 'qty', 'profit'],
} as const;
