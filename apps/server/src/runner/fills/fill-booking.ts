// Books trades and funding of one user, each once by the venue's id, whichever way and however often they are told. A
// trade names its bot by its order; funding and forced trades name a position, which is one bot's.
import type { HostEvent } from '@cormorant/core/engine/bot.ts';
import { decodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { parseQuote, priceToTicks, qtyToLots } from '@cormorant/core/market/conversions.ts';
import { formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { GUARD_SLOT } from '@cormorant/core/strategy/guard.ts';
import type { VenueFill, VenueFunding } from '../../ports/venue.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { feeOfParts } from '../turns/fill-fee.ts';
import { blaming, type Stepper } from '../turns/step-bot.ts';
import type { Turn } from '../turns/turn.ts';
import { priceOfParts } from './fill-price.ts';
import { asOneTrade, ForcedFills, type ForcedNews, hasUnansweredEntry } from './forced-fills.ts';
import { noteTrade } from './manual-trades.ts';
import { atomsIn, PartialLots } from './partial-lots.ts';
import { SeenIds } from './seen-ids.ts';

const RATE_DECIMALS = 8;
/** A rate in 1e-8 as a percentage. */
const PERCENT_DECIMALS = 6;

export class FillBooking {
  private readonly bots: ReadonlyMap<number, LiveBot>;
  private readonly unseated: ReadonlySet<number>;
  private readonly stepper: Stepper;
  private readonly salt: number;
  private readonly forced = new ForcedFills();
  readonly parts = new PartialLots();
  readonly trades = new SeenIds();
  readonly fundings = new SeenIds();
  /** Orders that had traded in part when their bots were taken up, by client id. */
  readonly tradedBefore = new Set<string>();

  constructor(bots: ReadonlyMap<number, LiveBot>, unseated: ReadonlySet<number>, stepper: Stepper, salt: number) {
    this.bots = bots;
    this.unseated = unseated;
    this.stepper = stepper;
    this.salt = salt;
  }

  /**
   * False when the fill has to be shown again later. A reading shows trades in the order in which the venue made them; the
   * stream does not, and gives `onOdd` for what nothing explains yet.
   */
  take(turn: Turn, fill: VenueFill, onOdd?: (live: LiveBot) => void): boolean {
    if (this.trades.has(fill.id)) return true;
    if (fill.liquidation) return this.takeForced(turn, fill, onOdd);
    const key = decodeClientOrderId(fill.cid);
    const bot = key === null || key.salt !== this.salt ? 0 : key.bot;
    const live = this.bots.get(bot);
    if (this.unseated.has(bot)) return false;
    if (live === undefined) {
      // Somebody's own: told of once, where trades are read to the last one, and booked by nobody.
      if (onOdd !== undefined) return true;
      this.trades.add(fill.id);
      if (bot === 0) noteTrade(turn, this.bots.values(), fill);
      return true;
    }
    if (live.broken) return false;
    // Its placement is still being answered: the answer comes first, as the venue made it first.
    if (live.engineOrder(fill.cid)?.status === 'intended' && live.dispatcher.handles(fill.cid)) {
      const parked = live.parked.get(fill.cid);
      if (parked === undefined) live.parked.set(fill.cid, [fill]);
      else parked.push(fill);
      return false;
    }
    // It closes no more than there is, so what made the position as large has not been told yet: a reading tells it first.
    if (onOdd !== undefined && blaming(live, () => isEarlyGuard(live, fill))) {
      onOdd(live);
      return false;
    }
    return blaming(live, () => this.book(turn, live, fill, onOdd));
  }

  /** False when it has to be shown again later: the rest of a lot is still to come. */
  book(turn: Turn, live: LiveBot, fill: VenueFill, onOdd?: (live: LiveBot) => void): boolean {
    if (this.trades.has(fill.id)) return true;
    const parts = this.parts.take(live.botMarket.instrument, fill);
    if (parts === null) return false;
    this.bookWhole(turn, live, fill, parts, onOdd);
    return true;
  }

  private bookWhole(
    turn: Turn,
    live: LiveBot,
    fill: VenueFill,
    parts: readonly VenueFill[],
    onOdd?: (live: LiveBot) => void,
  ): void {
    for (const { id } of parts) this.trades.add(id);
    const event = this.fillEvent(turn, live, fill, parts);
    if (event !== null && this.stepper.step(turn, live, event, 'system', parts)) {
      this.endCut(turn, live, fill.cid);
      const forced = this.forced.again(live);
      if (forced !== null) this.close(turn, live, forced);
      return;
    }
    if (onOdd !== undefined) onOdd(live);
    else for (const part of parts) this.drift(turn, live, part);
  }

  /** It was sent with less than the bot had meant (order-rounding.ts): with the last of that it has ended. */
  private endCut(turn: Turn, live: LiveBot, cid: string): void {
    const order = live.engineOrder(cid);
    const row = live.orders.get(cid);
    if (order === undefined || row === undefined || row.filled !== row.qty) return;
    const { cycle, filledLots, slot } = order;
    turn.setOrder(live, row, 'filled');
    this.stepper.step(turn, live, { type: 'cancelled', slot, cycle, filledLots }, 'system');
  }

  drift(turn: Turn, live: LiveBot, { id, price, qty }: VenueFill): void {
    this.stepper.drift(turn, live, 'drift_fill', { fill: id, price, qty });
  }

  /** `fill` is the last that was told of the parts. */
  private fillEvent(turn: Turn, live: LiveBot, fill: VenueFill, parts: readonly VenueFill[]): HostEvent | null {
    const order = live.engineOrder(fill.cid);
    if (order === undefined) return null;
    const { instrument } = live.botMarket;
    const qtyLots = atomsIn(instrument, parts) / instrument.baseAtomsPerLot;
    const price = priceOfParts(instrument, parts, qtyLots);
    const fee = feeOfParts(instrument, parts, price.priceTicks, qtyLots, live.bot.books.baseAtoms);
    if (fee === null) return null;
    // Its rows are one for each of the venue's trades, and the bill counts trades by them.
    live.bot.fills += parts.length - 1;
    if (order.status === 'intended' || order.status === 'unknown') this.stepper.accept(turn, live, fill.cid);
    moveMarket(live, fill);
    return {
      type: 'fill',
      slot: order.slot,
      cycle: order.cycle,
      ...{ ...price, qtyLots },
      ...fee,
      maker: fill.maker,
    };
  }

  /** The venue closed a position by force. Only the whole of it is understood; anything else is a drift. */
  private takeForced(turn: Turn, fill: VenueFill, onOdd?: (live: LiveBot) => void): boolean {
    const live = this.ownerAt(fill);
    if (live?.broken === true) return false;
    const isInOrder = onOdd === undefined;
    if (live === undefined || (!holds(live) && !hasUnansweredEntry(live))) {
      // The entry that it closed may be told after it.
      if (live !== undefined) onOdd?.(live);
      if (isInOrder) this.trades.add(fill.id);
      return isInOrder;
    }
    const news = this.forced.take(live, fill, isInOrder);
    if (news.type === 'unexplained') onOdd?.(live);
    return this.close(turn, live, news);
  }

  private close(turn: Turn, live: LiveBot, news: ForcedNews): boolean {
    if (news.type === 'part' || news.type === 'unexplained') return false;
    const { parts } = news;
    const last = parts.at(-1);
    for (const { id } of parts) this.trades.add(id);
    if (last === undefined) return true;
    blaming(live, () => {
      if (news.type === 'odd') return this.drift(turn, live, last);
      moveMarket(live, last);
      // Its rows are one for each of the venue's trades, and the bill counts trades by them.
      live.bot.fills += parts.length - 1;
      const event: HostEvent = { type: 'liquidated', side: last.side, ...asOneTrade(live.botMarket.instrument, parts) };
      this.stepper.step(turn, live, event, 'system', parts);
    });
    return true;
  }

  /** After a reading of all trades there are. */
  endReading(turn: Turn): void {
    for (const { live, parts } of this.forced.endReading()) {
      const [first] = parts;
      for (const { id } of parts) this.trades.add(id);
      if (first !== undefined) blaming(live, () => this.drift(turn, live, first));
    }
  }

  /** Not known here, and of an order or of a time of which an actor before this one may have booked it. */
  fillMayBeBooked(fill: VenueFill): boolean {
    if (this.trades.has(fill.id)) return false;
    if (!fill.liquidation) return this.tradedBefore.has(fill.cid);
    const live = this.ownerAt(fill);
    return live !== undefined && isBeforeSeat(live, fill);
  }

  /** Not known here, and of a time when an actor before this one may have booked it. */
  fundingMayBeBooked(funding: VenueFunding): boolean {
    const live = this.fundings.has(funding.id) ? undefined : this.payerOf(funding);
    return live !== undefined && isBeforeSeat(live, funding);
  }

  /** False when it has to be shown again later. */
  takeFunding(turn: Turn, funding: VenueFunding): boolean {
    if (this.fundings.has(funding.id)) return true;
    const live = this.payerOf(funding);
    if (live?.broken === true) return false;
    this.fundings.add(funding.id);
    if (live === undefined) return true;
    blaming(live, () => {
      const { id: venueFundingId, symbol, rate, mark, amount, atMs: marketMs } = funding;
      const amountAtoms = parseQuote(live.botMarket.instrument, amount, 'floor');
      const rateE8 = rate === null ? null : parseScaled(rate, RATE_DECIMALS, 'floor');
      turn.fundings.push({ ...live.place, venueFundingId, botId: live.id, symbol, rate, mark, amount, marketMs });
      const row = {
        ...{ action: 'success' as const, why: amountAtoms < 0 ? 'funding_paid' : 'funding_received', marketMs, amount },
        data: {
          ...(rateE8 !== null && { rate: formatScaled(rateE8, PERCENT_DECIMALS, true) }),
          ...(mark !== null && { mark }),
          ...{ paid: amount.replace('-', ''), symbol },
        },
      };
      // Where funding is what a bot trades for, its coordinator tells of it.
      if (live.convoy === null || live.convoy.own !== null) turn.log(live, row);
      this.stepper.step(turn, live, { type: 'funding', amountAtoms, rateE8 }, 'system');
    });
    return true;
  }

  /**
   * Whose position it was: of the bots that trade it, the one that had begun last. No bot begins on top of a position that
   * is not its own, so what an older one believes to have kept was gone by then.
   */
  private ownerAt({ atMs, positionSide, symbol }: PositionMoment): LiveBot | undefined {
    const bots = [...this.bots.values()].filter(
      ({ botMarket, head, record }) =>
        record.market === 'futures' &&
        botMarket.symbol === symbol &&
        record.positionSide === positionSide &&
        head.startedAtMs > 0,
    );
    const begun = bots.filter(({ head }) => head.startedAtMs <= atMs);
    begun.sort((a, b) => a.head.startedAtMs - b.head.startedAtMs || a.id - b.id);
    // Told so late that its bot has been started again since.
    return begun.at(-1) ?? bots.find(holds);
  }

  /** Also of a settlement that is told late: whoever held the position may have closed it since. */
  private payerOf(funding: VenueFunding): LiveBot | undefined {
    const live = this.ownerAt(funding);
    if (live === undefined || live.broken || holds(live)) return live;
    const { head, round } = live;
    return round !== null && (head.stoppedAtMs === 0 || head.stoppedAtMs >= funding.atMs) ? live : undefined;
  }
}

/** What names a position of the account at a moment. */
type PositionMoment = Pick<VenueFunding, 'symbol' | 'positionSide' | 'atMs'>;

function isEarlyGuard({ botMarket, head }: LiveBot, { cid, qty, side }: VenueFill): boolean {
  if (!isGuard(cid)) return false;
  const { baseAtoms } = head.books;
  const heldLots = (side === 'sell' ? baseAtoms : -baseAtoms) / botMarket.instrument.baseAtomsPerLot;
  return qtyToLots(botMarket.instrument, qty) > heldLots;
}

/** A trade of a protective stop. */
function isGuard(cid: string): boolean {
  return decodeClientOrderId(cid)?.slot === GUARD_SLOT;
}

function holds({ head }: LiveBot): boolean {
  return head.books.baseAtoms !== 0;
}

/** Also where the market's time was not known yet when it was taken up: after a cold start nothing has printed. */
function isBeforeSeat({ seatedMs }: LiveBot, { atMs }: { readonly atMs: number }): boolean {
  return seatedMs === 0 || atMs <= seatedMs;
}

function moveMarket(live: LiveBot, fill: VenueFill): void {
  const { instrument, market } = live.botMarket;
  if (fill.atMs < market.nowMs) return;
  // Ours may be the one trade far off: it is booked, and no stop is touched off by it.
  if (!live.botMarket.isFar(fill.last)) market.lastTicks = priceToTicks(instrument, fill.last, 'floor');
  market.nowMs = fill.atMs;
}
