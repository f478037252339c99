// An exchange for one account while this runner holds its user: the lease is looked at again just before each change is
// sent, also by a venue where one waits its turn, so that a process that slept past it changes nothing. Reading harms nobody.
import type { Outcome, TradingVenue } from '../../ports/venue.ts';

const NOT_HELD = 'the lease of the user is not held any more';

/** What was never sent is not refused either: whoever holds the user now finds out. */
function unsent(): Outcome<never> {
  return { outcome: 'unknown', detail: NOT_HELD };
}

export function leasedVenue(venue: TradingVenue, isHeld: () => boolean): TradingVenue {
  return {
    ...venue,
    place: async (account, orders) => (isHeld() ? venue.place(account, orders, isHeld) : orders.map(unsent)),
    cancel: async (account, orders) => (isHeld() ? venue.cancel(account, orders, isHeld) : orders.map(unsent)),
    setPositionMode: async (account, mode) => (isHeld() ? venue.setPositionMode(account, mode, isHeld) : unsent()),
    setLeverage: async (account, symbol, leverage, mode) =>
      isHeld() ? venue.setLeverage(account, symbol, leverage, mode, isHeld) : unsent(),
    addMargin: async (account, symbol, side, amount, ref) =>
      isHeld() ? venue.addMargin(account, symbol, side, amount, ref, isHeld) : unsent(),
  };
}
