// A call that changes something runs on the trading floor and is answered only after it is on disk. A refusal thrown inside
// the floor's turn is an answer, not a fault of the exchange.
import type { TradingFloor } from '../../exchange/trading-floor.ts';
import { BinanceError } from './errors.ts';

export async function onFloor<T>(floor: TradingFloor, run: () => T): Promise<T> {
  const answer = await floor.request(() => {
    try {
      return { value: run() };
    } catch (error) {
      if (error instanceof BinanceError) return { error };
      throw error;
    }
  });
  if ('error' in answer) throw answer.error;
  return answer.value;
}
