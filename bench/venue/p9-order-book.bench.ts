// P9: the simulated venue under its book law against nodejs-order-book, the same seeded operations in both. Equal means:
// the same cancels hit, the same lots were cancelled, and the same depth stands at the end, level by level.
import { SimVenue } from '@cormorant/core/venue/sim-venue.ts';
import type { VenueSink } from '@cormorant/core/venue/sink.ts';
import { OrderBook, Side as PeerSide } from 'nodejs-order-book';
import { type Bench, type RunResult, timed } from '../bench.ts';
import {
  CANCEL,
  FLOW_INSTRUMENT,
  FLOW_OPTIONS,
  type FlowShape,
  MARKET,
  type OrderFlow,
  orderFlow,
} from './order-flow.ts';

const OUR_REPEATS = 10;
const SHAPE = { length: 200_000, seed: 42, resting: 10_000, bandTicks: 100 };
/** The same with a tenth of the orders: there the peer's queues are short, and its removals cost little. */
const THIN_SHAPE = { ...SHAPE, resting: 1_000 };

interface Level {
  readonly priceTicks: number;
  lots: number;
}

function outcome(cancels: number, cancelledLots: number, levels: readonly Level[]): string {
  let checksum = 0;
  for (const { priceTicks, lots } of levels) checksum = (Math.imul(checksum, 31) + priceTicks * 7 + lots) | 0;
  const lots = levels.reduce((sum, level) => sum + level.lots, 0);
  return `cancels ${cancels} of ${cancelledLots} lots, ${levels.length} levels of ${lots} lots, checksum ${checksum}`;
}

class CountingSink implements VenueSink {
  fills = 0;
  feeAtoms = 0;

  fill(
    _handle: number,
    _account: number,
    _ref: number,
    _side: 'buy' | 'sell',
    _priceTicks: number,
    _qtyLots: number,
    _leftLots: number,
    feeAtoms: number,
  ): void {
    this.fills++;
    this.feeAtoms += feeAtoms;
  }

  expired(): void {}
}

function runOurs(flow: OrderFlow): RunResult {
  const venue = new SimVenue(FLOW_INSTRUMENT, FLOW_OPTIONS, new CountingSink());
  const handles = new Float64Array(flow.length);
  const { kind, buy, priceTicks, qtyLots, target } = flow;
  let cancels = 0;
  const before = { lots: 0 };
  const seconds = timed(() => {
    for (let row = 0; row < flow.length; row++) {
      if (kind[row] === CANCEL) {
        const handle = handles[target[row] as number] as number;
        before.lots += venue.leftLots(handle);
        if (venue.cancel(handle)) cancels++;
      } else {
        const type = kind[row] === MARKET ? 'market' : 'limit';
        const side = buy[row] === 1 ? 'buy' : 'sell';
        handles[row] = venue.place(0, row, side, type, 'gtc', priceTicks[row] as number, qtyLots[row] as number);
      }
    }
  });
  const levels: Level[] = [];
  for (const order of venue.snapshot().orders) {
    const last = levels.at(-1);
    if (last?.priceTicks === order.priceTicks) last.lots += order.leftLots;
    else levels.push({ priceTicks: order.priceTicks, lots: order.leftLots });
  }
  return { units: flow.length, seconds, outcome: outcome(cancels, before.lots, levels) };
}

function runPeer(flow: OrderFlow): RunResult {
  const book = new OrderBook();
  const { kind, buy, priceTicks, qtyLots, target } = flow;
  let cancels = 0;
  let cancelledLots = 0;
  const seconds = timed(() => {
    for (let row = 0; row < flow.length; row++) {
      if (kind[row] === CANCEL) {
        const cancelled = book.cancel(String(target[row]));
        if (cancelled !== undefined) {
          cancels++;
          cancelledLots += cancelled.order.size;
        }
      } else {
        const side = buy[row] === 1 ? PeerSide.BUY : PeerSide.SELL;
        const size = qtyLots[row] as number;
        if (kind[row] === MARKET) book.market({ side, size });
        else book.limit({ id: String(row), side, size, price: priceTicks[row] as number });
      }
    }
  });
  const [asks, bids] = book.depth();
  const levels = [...bids.sort((a, b) => b[0] - a[0]), ...asks.sort((a, b) => a[0] - b[0])];
  const counted = levels.map(([price, lots]) => ({ priceTicks: price, lots }));
  return { units: flow.length, seconds, outcome: outcome(cancels, cancelledLots, counted) };
}

/** The same run several times over, each on a fresh book, so that the faster side lasts long enough to be timed. */
function repeat(times: number, run: () => RunResult): RunResult {
  const results = Array.from({ length: times }, run);
  const outcomes = [...new Set(results.map((result) => result.outcome))];
  return {
    units: results.reduce((sum, result) => sum + result.units, 0),
    seconds: results.reduce((sum, result) => sum + result.seconds, 0),
    outcome: outcomes.join(' / '),
  };
}

function contest(name: string, shape: FlowShape): Bench {
  return {
    id: 'P9',
    name,
    unit: 'operations',
    floor: 30,
    goal: 100,
    async prepare() {
      const flow = orderFlow(shape);
      return {
        ours: { name: 'SimVenue, book law', run: () => repeat(OUR_REPEATS, () => runOurs(flow)) },
        theirs: { name: 'nodejs-order-book', run: () => runPeer(flow) },
      };
    },
  };
}

export const bench = contest('simulated venue / nodejs-order-book 10.1.1, 10,000 resting', SHAPE);
export const beside = [contest('the same, thin book: 1,000 resting', THIN_SHAPE)];
