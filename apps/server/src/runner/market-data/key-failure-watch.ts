// An exchange that refuses our credentials says so in whatever call comes next. Whoever owns the key has it looked at then,
// and not in six hours; the call itself ends as it would have.
import * as codes from '@cormorant/contract/codes.ts';
import type { Outcome, TradingVenue } from '../../ports/venue.ts';

/** Codes of the catalogue: key or signature, rights, address. */
const AUTH_CODES: ReadonlySet<unknown> = new Set([
  codes.api_invalid,
  codes.api_ip,
  codes.api_withdraw_perm,
  codes.api_permission,
]);

export function keyFailureWatched(venue: TradingVenue, onRefused: () => void): TradingVenue {
  const judge = (code: unknown) => {
    if (AUTH_CODES.has(code)) onRefused();
  };
  const judgeOutcome = (outcome: Outcome<unknown>) => {
    if (outcome.outcome === 'refused') judge(outcome.code);
  };

  function read<A extends unknown[], T>(call: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
    return async (...args) => {
      try {
        return await call(...args);
      } catch (error) {
        judge((error as { code?: unknown }).code);
        throw error;
      }
    };
  }

  function change<A extends unknown[], T extends Outcome<unknown> | Outcome<unknown>[]>(
    call: (...args: A) => Promise<T>,
  ): (...args: A) => Promise<T> {
    return async (...args) => {
      const outcome = await call(...args);
      for (const one of Array.isArray(outcome) ? outcome : [outcome]) judgeOutcome(one);
      return outcome;
    };
  }

  return {
    ...venue,
    balances: read(venue.balances),
    order: read(venue.order),
    openOrders: read(venue.openOrders),
    fills: read(venue.fills),
    fundings: read(venue.fundings),
    positions: read(venue.positions),
    positionMode: read(venue.positionMode),
    marginAdds: read(venue.marginAdds),
    place: change(venue.place),
    cancel: change(venue.cancel),
    setPositionMode: change(venue.setPositionMode),
    setLeverage: change(venue.setLeverage),
    addMargin: change(venue.addMargin),
  };
}
