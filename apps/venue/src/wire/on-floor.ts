// A call that changes something runs on the trading floor and is answered only after it is on disk. A refusal thrown inside
// the floor's turn is an answer, not a fault of the exchange.
import type { TradingFloor } from '../exchange/trading-floor.ts';
import { WireRefusal } from './wire-refusal.ts';

type Outcome<T> = { readonly value: T } | { readonly refusal: WireRefusal };

export async function onFloor<T>(floor: TradingFloor, run: () => T): Promise<T> {
  const outcome = await floor.request((): Outcome<T> => {
    try {
      return { value: run() };
    } catch (error) {
      if (error instanceof WireRefusal) return { refusal: error };
      throw error;
    }
  });
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.value;
}
