// A seeded flow of orders for P9: a book is built, then limits around a wandering middle, orders that cross, market
// orders and cancels of orders that still rest keep it about as full. The same flow is played into both books.
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { SimVenue } from '@cormorant/core/venue/sim-venue.ts';
import type { VenueSink } from '@cormorant/core/venue/sink.ts';
import { seededRandom } from '../reference/walk.ts';

export const LIMIT = 0;
export const MARKET = 1;
export const CANCEL = 2;

/** One row an operation. `target`: for a cancel, the row that placed the order. */
export interface OrderFlow {
  readonly length: number;
  readonly kind: Uint8Array;
  /** 1 buy, 0 sell. */
  readonly buy: Uint8Array;
  readonly priceTicks: Int32Array;
  readonly qtyLots: Int32Array;
  readonly target: Int32Array;
}

export const FLOW_INSTRUMENT = makeInstrument({
  symbol: 'REF/USDT',
  tick: '0.01',
  step: '0.00001',
  minQty: '0.00001',
  maxQty: '9000',
  minNotional: '0',
  minPrice: '0.01',
  maxPrice: '1000000',
  maxOpenOrders: 1_000_000,
  maker: '0.001',
  taker: '0.001',
});
/** Wide enough that market orders walk as far as the peer's, which has no cap. */
export const FLOW_OPTIONS = { law: 'book', slippagePpm: 900_000 } as const;

export interface FlowShape {
  /** Operations, those that build the book included. */
  readonly length: number;
  readonly seed: number;
  /** About so many orders rest, the first of them placed before anything else happens. */
  readonly resting: number;
  /** Resting limits lie within so many ticks of the middle. */
  readonly bandTicks: number;
}

/** A draw that neither cancels nor crosses. */
const BUILD = 0.6;

const SILENT: VenueSink = { fill: () => undefined, expired: () => undefined };

/** Limits that rest, 4 % that cross, 4 % market orders, and cancels of resting orders: the more, the more rest. */
export function orderFlow({ length, seed, resting: wanted, bandTicks }: FlowShape): OrderFlow {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const flow: OrderFlow = {
    length,
    kind: new Uint8Array(length),
    buy: new Uint8Array(length),
    priceTicks: new Int32Array(length),
    qtyLots: new Int32Array(length),
    target: new Int32Array(length),
  };
  const venue = new SimVenue(FLOW_INSTRUMENT, FLOW_OPTIONS, SILENT);
  const handles = new Float64Array(length).fill(-1);
  const resting: number[] = [];
  let middle = 6_000_000;
  for (let row = 0; row < length; row++) {
    const building = row < wanted;
    if (row % 64 === 0) middle += below(3) - 1;
    const draw = building ? BUILD : random();
    const target =
      draw < (resting.length > wanted ? 0.5 : 0.4)
        ? takeResting(resting, below, (at) => venue.cancel(handles[at] as number))
        : -1;
    if (target >= 0) {
      flow.kind[row] = CANCEL;
      flow.target[row] = target;
      continue;
    }
    const buy = random() < 0.5;
    const market = draw > 0.96;
    const distance = draw > 0.92 ? -below(3) : 1 + below(bandTicks);
    flow.kind[row] = market ? MARKET : LIMIT;
    flow.buy[row] = buy ? 1 : 0;
    flow.priceTicks[row] = buy ? middle - distance : middle + distance;
    flow.qtyLots[row] = 1 + below(1_000);
    const side = buy ? 'buy' : 'sell';
    const type = market ? 'market' : 'limit';
    const priceTicks = flow.priceTicks[row] as number;
    handles[row] = venue.place(0, row, side, type, 'gtc', priceTicks, flow.qtyLots[row] as number);
    if (venue.order(handles[row] as number) !== undefined) resting.push(row);
  }
  return flow;
}

/** Removes random rows from the list until `cancel` finds one that still rested; -1 when none did. */
function takeResting(resting: number[], below: (limit: number) => number, cancel: (row: number) => boolean): number {
  while (resting.length > 0) {
    const at = below(resting.length);
    const row = resting[at] as number;
    resting[at] = resting.at(-1) as number;
    resting.pop();
    if (cancel(row)) return row;
  }
  return -1;
}
