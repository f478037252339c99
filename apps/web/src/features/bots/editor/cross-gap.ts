// What the same coin at two exchanges would bring at this moment, and what must lie where before a cross arbitrage starts:
// cash for half of the investment at the first, coin worth the other half at the second. For the eye; the server counts.
import type { Decimal } from '../../../ui/figures.ts';

export interface Place {
  /** Its last price; bid and ask differ from it by what is not known before. */
  readonly last: Decimal;
  /** Percent. */
  readonly taker: Decimal;
}

/** Percent of what is spent, after both fees; null = not known. */
export function netGap(buying: Place, selling: Place): number | null {
  const costs = Number(buying.last) * (1 + Number(buying.taker) / 100);
  const brings = Number(selling.last) * (1 - Number(selling.taker) / 100);
  const net = ((brings - costs) / Number(buying.last)) * 100;
  return Number.isFinite(net) && Number(buying.last) > 0 && Number(selling.last) > 0 ? net : null;
}

export interface Needs {
  readonly cash: string;
  /** Of the coin, at the second exchange's price; null = its price is not known. */
  readonly coin: string | null;
}

const cashDecimals = 2;
const coinDecimals = 6;

export function needsOf(investment: string, lastB: Decimal): Needs | null {
  const half = Number(investment) / 2;
  if (!(half > 0)) return null;
  const coin = half / Number(lastB);
  const most = 10 ** coinDecimals;
  const known = Number(lastB) > 0 && Number.isFinite(coin);
  return {
    cash: half.toFixed(cashDecimals),
    coin: known ? (Math.ceil(coin * most) / most).toFixed(coinDecimals) : null,
  };
}
