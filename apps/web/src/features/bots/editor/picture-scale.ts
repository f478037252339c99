// Where prices stand in the preview: positions only. The scale follows candles and range, but a bound far off the price
// does not stretch it, so that the candles stay readable.
export interface Candle {
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface Scale {
  readonly low: number;
  readonly high: number;
  y(price: number): number;
  price(y: number): number;
}

/** A bound this many times off the price is no bound yet: somebody is typing. */
const farthest = 4;
const margin = 0.08;

export function makeScale(
  candles: readonly Candle[],
  bounds: readonly number[],
  last: number,
  top: number,
  bottom: number,
): Scale {
  const lows = candles.map(({ low }) => low);
  const highs = candles.map(({ high }) => high);
  const near = bounds.filter((price) => price > last / farthest && price < last * farthest);
  const low = Math.min(last, ...lows, ...near);
  const high = Math.max(last, ...highs, ...near);
  const pad = (high - low || last * 0.02 || 1) * margin;
  const [from, to] = [low - pad, high + pad];
  return {
    low: from,
    high: to,
    y: (price) => top + ((to - price) / (to - from)) * (bottom - top),
    price: (y) => to - ((y - top) / (bottom - top)) * (to - from),
  };
}

/** Tags as near to their places as they can be without touching; the first of them keeps its place if any can. */
export function spread(places: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => places[a]! - places[b]!);
  const put = [...places];
  for (let k = 1; k < order.length; k++) {
    put[order[k]!] = Math.max(put[order[k]!]!, put[order[k - 1]!]! + gap);
  }
  let floor = bottom;
  for (let k = order.length - 1; k >= 0; k--) {
    put[order[k]!] = Math.max(top, Math.min(put[order[k]!]!, floor));
    floor = put[order[k]!]! - gap;
  }
  return put;
}

/** The share of closes inside the range, 0 to 1; null without candles. */
export function shareInside(candles: readonly Candle[], lower: number, upper: number): number | null {
  if (candles.length === 0 || !(upper > lower)) return null;
  return candles.filter(({ close }) => close >= lower && close <= upper).length / candles.length;
}
