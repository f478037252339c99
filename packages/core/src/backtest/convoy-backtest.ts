// A backtest of a bot of several legs: the same convoy engine as live over one simulated venue a leg, fed by candle files in
// step. Only minutes that every file has are played; at each print all markets have moved and all venues acted before the
// coordinator hears of any of them.
import type { Effects, HostEvent } from '../engine/bot.ts';
import { type Convoy, ConvoyEngine, openConvoy } from '../engine/convoy.ts';
import type { LegMarket } from '../engine/convoy-leg.ts';
import { type ConvoyProfit, convoyProfit } from '../engine/convoy-profit.ts';
import { wakes } from '../engine/step.ts';
import { candlePrints, candlePrintTimeMs, PRINTS_PER_CANDLE } from '../market/candle-prints.ts';
import type { Instrument } from '../market/instrument.ts';
import { mulDiv } from '../money/mul-div.ts';
import type { Atoms, Lots, Ppm, Ticks, TimeMs } from '../money/units.ts';
import { defaultRiskLimits } from '../risk/limits.ts';
import type { Coordinator } from '../strategy/coordinator.ts';
import type { LogAction, Purpose, Side } from '../strategy/strategy.ts';
import { DEFAULT_SLIPPAGE_PPM } from '../venue/sim-venue.ts';
import { type ConvoyTape, ConvoyVenue } from './convoy-venue.ts';
import { IndicatorFeed } from './indicator-feed.ts';
import { TapeWindow } from './tape-window.ts';

export interface ConvoyBacktestOptions<Params, State> {
  readonly coordinator: Coordinator<Params, State>;
  readonly params: Params;
  readonly investmentAtoms: Atoms;
  /** By leg; candles of one length. */
  readonly tapes: readonly ConvoyTape[];
  readonly slippagePpm?: Ppm;
  /** Number of the common print at which it starts, from 1; the first when absent. */
  readonly startPrint?: number;
  /** After every print at which something happened; for checks and curves. */
  readonly onPrint?: (convoy: Convoy<Params, State>, markets: readonly LegMarket[]) => void;
}

export interface ConvoyTrade {
  readonly leg: number;
  readonly timeMs: TimeMs;
  /** `liquidation`: the venue closed it by force, and the fee went to its insurance fund. */
  readonly purpose: Purpose | 'liquidation';
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly feeAtoms: Atoms;
  readonly feeInBase: boolean;
}

export interface ConvoyLog {
  readonly timeMs: TimeMs;
  readonly action: LogAction;
  readonly why: string;
  readonly data: Readonly<Record<string, string | number>>;
}

export interface ConvoyBacktestResult<Params, State> {
  readonly convoy: Convoy<Params, State>;
  readonly profit: ConvoyProfit;
  readonly logs: readonly ConvoyLog[];
  readonly fills: number;
  /** In the order in which they were booked. */
  readonly trades: readonly ConvoyTrade[];
  readonly settledAtoms: readonly Atoms[];
  /** The deepest fall of the equity below an earlier peak, in millionths of it; looked at once a print. */
  readonly maxDrawdownPpm: Ppm;
  /** Minutes that all files have. */
  readonly candles: number;
}

/** As many rates as three days can hold. */
const KEPT_RATES = 72;
const PPM = 1_000_000;

export function runConvoyBacktest<Params, State>(
  options: ConvoyBacktestOptions<Params, State>,
): ConvoyBacktestResult<Params, State> {
  return new ConvoyBacktest(options).run();
}

class ConvoyBacktest<Params, State> {
  private readonly options: ConvoyBacktestOptions<Params, State>;
  private readonly convoy: Convoy<Params, State>;
  private readonly markets: LegMarket[];
  private readonly instruments: readonly Instrument[];
  private readonly venues: ConvoyVenue[];
  private readonly engine: ConvoyEngine<Params, State>;
  private readonly logs: ConvoyLog[] = [];
  private readonly trades: ConvoyTrade[] = [];
  private readonly settledAtoms: Atoms[];
  /** Wishes not yet sent: leg, slot (a cancel is its complement), cycle. */
  private readonly queue: [number, number, number][] = [];
  private readonly nextRate: number[];
  /** What legs that decide for themselves read of their markets. */
  private readonly windows: TapeWindow[];
  private readonly feeds: (IndicatorFeed | null)[];
  private acted = false;
  private peakAtoms: Atoms = 0;
  private maxDrawdownPpm: Ppm = 0;

  constructor(options: ConvoyBacktestOptions<Params, State>) {
    const { coordinator, params, investmentAtoms, tapes, slippagePpm = DEFAULT_SLIPPAGE_PPM } = options;
    this.options = options;
    this.convoy = openConvoy(coordinator, { id: 1, params, investmentAtoms, legIds: tapes.map((_, leg) => leg) });
    this.instruments = tapes.map(({ instrument }) => instrument);
    this.markets = tapes.map(() => ({ lastTicks: 0, nowMs: 0 }));
    const { own } = coordinator;
    this.windows = own === undefined ? [] : tapes.map(({ candles }) => new TapeWindow(candles));
    this.feeds = tapes.map(({ candles, instrument }, leg) => {
      const reads = own?.strategy.reads?.(own.params(params, leg)) ?? [];
      return reads.length === 0 ? null : new IndicatorFeed(instrument, candles, reads);
    });
    for (const [leg, market] of this.markets.entries()) {
      const [window, indicators] = [this.windows[leg], this.feeds[leg] ?? undefined];
      Object.assign(market, window === undefined ? {} : { window }, indicators === undefined ? {} : { indicators });
    }
    this.settledAtoms = tapes.map(() => 0);
    this.nextRate = tapes.map(() => 0);
    this.venues = tapes.map(
      (tape, leg) => new ConvoyVenue(tape, this.convoy.legs[leg]!, slippagePpm, (event) => this.tell(leg, event)),
    );
    this.engine = new ConvoyEngine(
      coordinator,
      this.convoy,
      this.instruments,
      this.markets,
      { ...defaultRiskLimits(), slippagePpm },
      {
        legs: this.legEffects(),
        changed: () => {},
        log: (_convoy, action, why, data) => this.logs.push({ timeMs: this.markets[0]!.nowMs, action, why, data }),
      },
    );
  }

  run(): ConvoyBacktestResult<Params, State> {
    const { tapes, onPrint, startPrint = 1 } = this.options;
    const rows = commonRows(tapes);
    const prints = tapes.map(() => [0, 0, 0, 0]);
    let printed = 0;
    for (const row of rows) {
      for (const [leg, { candles }] of tapes.entries()) {
        const at = row[leg]!;
        const { openTicks, highTicks, lowTicks, closeTicks } = candles;
        candlePrints(openTicks[at]!, highTicks[at]!, lowTicks[at]!, closeTicks[at]!, prints[leg]!);
      }
      for (let k = 0; k < PRINTS_PER_CANDLE; k++) {
        this.acted = false;
        for (const leg of tapes.keys()) this.move(leg, row[leg]!, k, prints[leg]![k]!);
        if (++printed === startPrint) {
          this.engine.command({ name: 'start' });
          for (const venue of this.venues) venue.use();
        }
        this.send();
        for (const [leg, bot] of this.convoy.legs.entries()) {
          if (!wakes(bot, this.markets[leg]!)) continue;
          this.engine.print(leg);
          this.send();
          this.acted = true;
        }
        if (this.acted) onPrint?.(this.convoy, this.markets);
        if (printed >= startPrint) this.followEquity();
      }
    }
    return this.result(rows.length);
  }

  private followEquity(): void {
    const { equityAtoms } = this.profit();
    this.peakAtoms = Math.max(this.peakAtoms, equityAtoms);
    const fallPpm = mulDiv(Math.max(0, this.peakAtoms - equityAtoms), PPM, Math.max(1, this.peakAtoms), 'floor');
    this.maxDrawdownPpm = Math.max(this.maxDrawdownPpm, fallPpm);
  }

  private profit(): ConvoyProfit {
    const lastTicks = this.markets.map((market) => market.lastTicks);
    return convoyProfit(this.convoy.legs, this.instruments, lastTicks);
  }

  private result(candles: number): ConvoyBacktestResult<Params, State> {
    const { convoy, logs, settledAtoms, trades, maxDrawdownPpm } = this;
    return {
      ...{ convoy, logs, settledAtoms, trades, candles, maxDrawdownPpm },
      profit: this.profit(),
      fills: convoy.legs.reduce((sum, bot) => sum + bot.fills, 0),
    };
  }

  /** The market of a leg moves, and its venue does what it does: fills, liquidation, funding. */
  private move(leg: number, row: number, k: number, lastTicks: number): void {
    const { candles, funding } = this.options.tapes[leg]!;
    const market = this.markets[leg]!;
    market.lastTicks = lastTicks;
    market.nowMs = candlePrintTimeMs(candles.openTimeMs[row]!, candles.intervalMs, k);
    this.windows[leg]?.at(row, k);
    this.feeds[leg]?.until(row, market.nowMs);
    if (funding !== undefined) this.learnRates(leg, funding.timeMs, funding.rateE8);
    market.markTicks = this.venues[leg]!.print(row, k, lastTicks, market.nowMs);
  }

  private learnRates(leg: number, timeMs: readonly number[], rateE8: readonly number[]): void {
    const market = this.markets[leg]!;
    const before = this.nextRate[leg]!;
    let next = before;
    while (next < timeMs.length && timeMs[next]! <= market.nowMs) next++;
    if (next === before) return;
    for (let at = before; at < next; at++) this.feeds[leg]?.funding(rateE8[at]!, timeMs[at]!);
    this.nextRate[leg] = next;
    market.ratesE8 = rateE8.slice(Math.max(0, next - KEPT_RATES), next);
  }

  private tell(leg: number, event: HostEvent): void {
    this.acted = true;
    if (!this.engine.step(leg, event)) throw new Error(`leg ${leg} does not know ${JSON.stringify(event)}`);
  }

  private send(): void {
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) {
      const [leg, slot, cycle] = next;
      if (slot < 0) this.venues[leg]!.cancel(~slot, cycle);
      else this.venues[leg]!.place(slot, cycle);
    }
  }

  private legEffects(): Effects {
    return {
      order: (bot, { slot, cycle }) => void this.queue.push([bot.id, slot, cycle]),
      cancel: (bot, { slot, cycle }) => void this.queue.push([bot.id, ~slot, cycle]),
      settlement: (bot, _pair, _slot, _qty, gross, fee, funding) => {
        this.settledAtoms[bot.id]! += gross - fee + funding;
      },
      fill: (bot, { side, purpose }, priceTicks, qtyLots, _notional, feeAtoms, feeInBase) => {
        const { nowMs: timeMs } = this.markets[bot.id]!;
        this.trades.push({ leg: bot.id, timeMs, purpose, side, priceTicks, qtyLots, feeAtoms, feeInBase });
      },
      liquidated: (bot, side, qtyLots, priceTicks, _notional, feeAtoms) => {
        const { nowMs: timeMs } = this.markets[bot.id]!;
        const row = { leg: bot.id, timeMs, purpose: 'liquidation', side, priceTicks, qtyLots, feeAtoms } as const;
        this.trades.push({ ...row, feeInBase: false });
      },
      refused: () => {},
      changed: () => {},
      log: () => {},
    };
  }
}

/** Rows of equal opening times, in step. */
function commonRows(tapes: readonly ConvoyTape[]): number[][] {
  const [first] = tapes as [ConvoyTape];
  const rest = tapes.slice(1).map(({ candles }) => {
    if (candles.intervalMs !== first.candles.intervalMs) throw new RangeError('candles of different lengths');
    return { candles, at: 0 };
  });
  const rows: number[][] = [];
  for (let row = 0; row < first.candles.length; row++) {
    const openMs = first.candles.openTimeMs[row]!;
    for (const other of rest) {
      while (other.at < other.candles.length && other.candles.openTimeMs[other.at]! < openMs) other.at++;
    }
    if (rest.every(({ candles, at }) => candles.openTimeMs[at] === openMs))
      rows.push([row, ...rest.map(({ at }) => at)]);
  }
  return rows;
}
