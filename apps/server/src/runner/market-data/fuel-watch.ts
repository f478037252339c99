// Who has no fuel left, as the database has it: their live bots pause, go on guarding what they hold, and start only when
// there is some again.
import * as codes from '@cormorant/contract/codes.ts';
import type { FuelStore } from '../../ports/fuel-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { KeyWatch } from '../keys/key-watch.ts';

export interface FuelWatch {
  /** Reads the database again. */
  refresh(): Promise<void>;
  isOut(userId: number): boolean;
}

export function createFuelWatch(fuel: Pick<FuelStore, 'outOfFuel'>): FuelWatch {
  let out: ReadonlySet<number> = new Set();
  let asked = 0;
  let known = 0;
  return {
    refresh: async () => {
      asked += 1;
      const mine = asked;
      const found = new Set(await fuel.outOfFuel());
      // A slow answer must not take back what a later question was told.
      if (mine < known) return;
      [known, out] = [mine, found];
    },
    isOut: (userId) => out.has(userId),
  };
}

export interface TradingPlace {
  readonly account: string;
  readonly spec: { readonly fuel?: FuelWatch; readonly keys: Pick<KeyWatch, 'assertGood'> };
}

/**
 * Before a start on these accounts: the keys of each, and fuel, which a bot with a leg where the money is simulated does not
 * cost. What was known before a refill must not pause the bot again.
 */
export async function assertMayTrade(userId: number, places: readonly TradingPlace[]): Promise<void> {
  for (const { account, spec } of places) await spec.keys.assertGood(userId, account);
  const isOut = () => places.every(({ spec }) => spec.fuel?.isOut(userId) === true);
  if (!isOut()) return;
  for (const fuel of new Set(places.flatMap(({ spec }) => spec.fuel ?? []))) await fuel.refresh();
  if (isOut()) throw new Refusal(codes.fuel_insufficient);
}
