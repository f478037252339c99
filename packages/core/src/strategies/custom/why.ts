// Every reason a custom bot gives in its log, and the figures that come with it. Texts in zh and en belong to the contract.
// Prices, quantities and amounts are decimal strings of the instrument; `held` names the conditions that held with their
// figures; `id` is the webhook's own.

export const customWhy = {
  /** success: a group said so; the order follows. */
  custom_open: ['held'],
  custom_add: ['held'],
  custom_close: ['held'],
  /** failed: the order would have been below the venue's minimum, or more than the bot's money pays for. */
  custom_small: ['amount', 'min'],
  custom_budget: ['amount', 'free'],
  /** failed: an add was refused and is skipped. */
  custom_add_failed: ['reason'],
  /** failed: the first order was refused three times; the bot is paused(balance). */
  opening_failed: ['reason', 'tries'],
  sale_refused: ['reason', 'tries'],
  /** close: the whole position was closed at market. */
  custom_closed_stop_loss: ['price', 'qty', 'profit'],
  custom_closed_take_profit: ['price', 'qty', 'profit'],
  custom_closed_conditions: ['price', 'qty', 'profit'],
  custom_closed_hook: ['price', 'qty', 'profit'],
  /** manual_close. */
  custom_closed_round: ['price', 'qty', 'profit'],
  custom_closed_stop: ['price', 'qty', 'profit'],
  /** failed: the second stop loss within 24 hours; the bot is paused(risk). */
  stopped_out_twice: [],
  /** success: a webhook is followed. */
  hook_open: ['id'],
  hook_add: ['id'],
  hook_close: ['id'],
  /** success: an opening waits for the close before it, or for the rest after it. */
  hook_queued: ['id'],
  /** failed: it waited too long, or the bot paused or stopped meanwhile. */
  hook_stale: ['id'],
  hook_dropped: ['id'],
  /** failed: a webhook is not followed, and why. */
  hook_off: ['id'],
  hook_direction: ['id'],
  hook_paused: ['id'],
  hook_holding: ['id'],
  hook_flat: ['id'],
  hook_busy: ['id'],
  hook_cooldown: ['id', 'seconds'],
  hook_full: ['id', 'max'],
  hook_small: ['id', 'amount', 'min'],
  hook_budget: ['id', 'amount', 'free'],
} as const;
