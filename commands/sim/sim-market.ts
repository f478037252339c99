// The market of a simulated world: a few pairs and a perpetual that print every so often, far enough apart for an hour to
// pass in a blink and far enough in price for bots to have something to do. A function of its seed.

import { type ContractFeed, regularSettlements } from '../../apps/venue/src/market/contract-feed.ts';
import { listedContract } from '../../apps/venue/src/market/contract-listings.ts';
import { listedInstrument } from '../../apps/venue/src/market/listings.ts';
import type { Market } from '../../apps/venue/src/market/market.ts';
import type { CandleVisitor, Tape } from '../../apps/venue/src/market/tape.ts';
import type { Instrument } from '../../packages/core/src/market/instrument.ts';
import { Chance } from './chance.ts';

const SETTLED_EVERY_MS = 8 * 3_600_000;
/** What funding arbitrage asks of the past, and a little more. */
const PAST_MS = 4 * 86_400_000;
/** A rate that pays for it. */
const ROUGH_RATE = 0.0003;
/** Share of the price that a print moves by, as a standard deviation would. */
const STEP = 0.0025;

export interface SimMarketOptions {
  readonly seed: number;
  readonly startMs: number;
  readonly printEveryMs: number;
  /** From then on nothing moves: what is on its way comes to rest. */
  readonly stillFromMs: number;
  /** What bots of several legs need: a pair over which triangles trade, and a contract with a past that pays. */
  readonly forConvoys: boolean;
}

const AFTER_THE_END_MS = 86_400_000;

class SimTape implements Tape {
  readonly instrument: Instrument;
  readonly title: string;
  readonly hidden: boolean;
  readonly startMs: number;
  readonly feed?: ContractFeed;
  position = -1;
  nextAtMs: number;
  nextTicks: number;
  lastTicks = 0;
  lastAtMs = 0;
  private readonly chance: Chance;
  private readonly anchorTicks: number;
  private readonly everyMs: number;
  private readonly stillFromMs: number;
  private readonly printed: { atMs: number; ticks: number }[] = [];

  constructor(
    instrument: Instrument,
    { seed, startMs, printEveryMs, stillFromMs, forConvoys }: SimMarketOptions,
    anchorTicks: number,
  ) {
    this.instrument = instrument;
    // A cross pair that lists leave out.
    this.hidden = instrument.quote !== 'USDT';
    this.title = `${instrument.symbol} (simulated)`;
    this.startMs = forConvoys && instrument.contract !== null ? startMs - PAST_MS : startMs;
    this.anchorTicks = anchorTicks;
    this.everyMs = printEveryMs;
    this.stillFromMs = stillFromMs;
    this.chance = new Chance(seed, `tape ${instrument.symbol} ${instrument.market}`);
    this.nextAtMs = Math.ceil(startMs + this.chance.between(0, printEveryMs));
    this.nextTicks = anchorTicks;
    if (instrument.contract !== null)
      this.feed = feedOf(forConvoys ? ROUGH_RATE : new Chance(seed, 'funding').between(-0.0005, 0.001));
  }

  advance(): void {
    this.position++;
    this.lastTicks = this.nextTicks;
    this.lastAtMs = this.nextAtMs;
    this.printed.push({ atMs: this.lastAtMs, ticks: this.lastTicks });
    // Three draws make a bell; the anchor pulls back a little; now and then a jump.
    const bell = (this.chance.unit() + this.chance.unit() + this.chance.unit() - 1.5) * 2;
    const jump = this.chance.happens(0.004) ? this.chance.between(-0.04, 0.04) : 0;
    const pull = (this.anchorTicks - this.lastTicks) / this.anchorTicks / 40;
    const move = STEP * bell + pull + jump;
    this.nextTicks = Math.max(1, Math.round(this.lastTicks * (1 + move)));
    this.nextAtMs = this.lastAtMs + Math.ceil(this.everyMs * this.chance.between(0.5, 1.5));
    if (this.nextAtMs >= this.stillFromMs) this.nextAtMs += AFTER_THE_END_MS;
  }

  visit(fromMs: number, toMs: number, _intervalMs: number, visitor: CandleVisitor): void {
    for (const { atMs, ticks } of this.printed) {
      if (atMs >= fromMs && atMs < toMs) visitor(atMs, ticks, ticks, ticks, ticks, 1);
    }
  }
}

function feedOf(rate: number): ContractFeed {
  const rateE8 = Math.round(rate * 1e8);
  return {
    markTicks: (_atMs, lastTicks) => lastTicks,
    settlements: (fromMs, toMs) => regularSettlements(SETTLED_EVERY_MS, fromMs, toMs),
    rateE8: () => rateE8,
    nextSettlementMs: (nowMs) => (Math.floor(nowMs / SETTLED_EVERY_MS) + 1) * SETTLED_EVERY_MS,
  };
}

const crossPair = { symbol: 'ETH/BTC', tick: '0.00001', step: '0.001', maxPrice: '10', maxQty: '800' };

export function simMarket(options: SimMarketOptions): Market {
  const btc = { symbol: 'BTC/USDT', maxPrice: '1000000', maxQty: '50' };
  const spot = [
    listedInstrument({ ...btc, tick: '0.01', step: '0.00001' }),
    listedInstrument({ symbol: 'ETH/USDT', tick: '0.01', step: '0.0001', maxPrice: '100000', maxQty: '800' }),
  ];
  const [first, second] = spot as [Instrument, Instrument];
  return {
    name: `sim:${options.seed}`,
    tapes: [
      new SimTape(first, options, 6_000_000),
      new SimTape(second, options, 300_000),
      new SimTape(listedContract({ ...btc, tick: '0.1', step: '0.001' }), options, 600_000),
      ...(options.forConvoys ? [new SimTape(listedInstrument(crossPair, '0.0001'), options, 5_000)] : []),
    ],
    speed: 1,
    clock: 'wall',
  };
}
