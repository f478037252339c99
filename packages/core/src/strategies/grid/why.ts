// Every reason a grid gives in its log, and the figures that come with it. Texts in zh and en belong to the contract.
// Prices, quantities and amounts are decimal strings of the instrument; `reason` is a RefusalReason.

export const gridWhy = {
  /** failed: the grid could not begin; it is paused(balance). */
  investment_low: ['amount', 'min'],
  /** failed: the first purchase was refused or not filled three times; it is paused(balance). */
  opening_failed: ['reason', 'tries'],
  /** failed: a line has no order. side 'buy' | 'sell'. */
  line_missing: ['reason', 'side', 'price', 'qty'],
  /** failed: the sale of everything was refused and is being tried again. */
  sale_refused: ['reason', 'tries'],
  /** failed: trailing up has ended because the cash does not reach for a buy at this price. */
  trail_funds: ['price'],
  /** success: the ladder moved up one line; its new lowest and highest price. */
  trailed_up: ['lower', 'upper'],
  /** close: everything was sold because the price met the stop loss or the take profit. */
  closed_stop_loss: ['price', 'qty', 'profit'],
  closed_take_profit: ['price', 'qty', 'profit'],
  /** manual_close: sold on the command stop, or on the command close (a new round follows). */
  closed_stop: ['price', 'qty', 'profit'],
  closed_round: ['price', 'qty', 'profit'],
} as const;

/** What the engine itself logs for every kind of bot. `reason` is a PauseReason or StopReason. */
export const engineWhy = {
  start: [],
  resume: [],
  pause: ['reason'],
  /** pause / stop rows of a bot that paused or stopped itself, or finished stopping. */
  paused: ['reason'],
  stopped: ['reason'],
} as const;
