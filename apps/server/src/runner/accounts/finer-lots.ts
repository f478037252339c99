// An order that has ended with a part of a lot: the exchange has made its step finer since the bot began, and there is no whole
// number of the bot's lots to tell it (docs/decisions/0093). The bot counts in finer lots from then on; what waited for the rest of
// its lot is booked in the same commit, and the order is looked at again, whose end can be told now.
import { countFiner, ledLeg } from '@cormorant/core/engine/finer-steps.ts';
import { formatBase, parseBase } from '@cormorant/core/market/conversions.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { Strategy } from '@cormorant/core/strategy/strategy.ts';
import type { VenueOrder, VenueSymbol } from '../../ports/venue.ts';
import { instrumentOf } from '../../ports/venue-market.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { FillBooking } from '../fills/fill-booking.ts';
import type { ExchangeConnection } from '../market-data/exchange-connection.ts';
import { finerSteps, timesFiner } from '../orders/order-rounding.ts';
import { blaming } from '../turns/step-bot.ts';
import type { Turn } from '../turns/turn.ts';

/** Of a user's actor. */
export interface FinerLotsDeps {
  readonly act: (work: (turn: Turn) => void) => Promise<void>;
  readonly connectionOf: (live: LiveBot) => ExchangeConnection;
  readonly bookOf: (live: LiveBot) => FillBooking;
  readonly changeRules: (turn: Turn, live: LiveBot, rules: VenueSymbol) => void;
  readonly askFor: (live: LiveBot, cid: string) => void;
  /** Nothing of its account is quiet before it has ended. */
  readonly during: (live: LiveBot, work: Promise<void>) => void;
}

export class FinerLots {
  private readonly deps: FinerLotsDeps;
  /** Orders that are being asked for. */
  private readonly asking = new Set<string>();

  constructor(deps: FinerLotsDeps) {
    this.deps = deps;
  }

  ask(live: LiveBot, order: VenueOrder): void {
    const { cid } = order;
    if (this.asking.has(cid)) return;
    this.asking.add(cid);
    const done = this.findOut(live, order)
      // An actor that stops reads everything back.
      .catch(() => {})
      .finally(() => this.asking.delete(cid));
    this.deps.during(live, done);
  }

  private async findOut(live: LiveBot, order: VenueOrder): Promise<void> {
    const { act, askFor, connectionOf } = this.deps;
    const connection = connectionOf(live);
    // They are kept for an hour, and nothing was refused that would show them to be old.
    connection.spec.venue.rulesAreOld?.();
    const fresh = await connection.rulesOf(live.botMarket.symbol);
    await act((turn) => blaming(live, () => this.count(turn, live, order, fresh)));
    askFor(live, order.cid);
  }

  /** Throws where its books have no such decimals: then it is set aside. */
  private count(turn: Turn, live: LiveBot, { cid, filled }: VenueOrder, fresh: VenueSymbol | null): void {
    if (live.broken || live.engineOrder(cid) === undefined) return;
    const book = this.deps.bookOf(live);
    const before = live.record.symbolRules;
    const orders = [...live.orders.keys()];
    const parts = orders.flatMap((one) => book.parts.partsOf(one));
    const rules = finerSteps(before, fresh, [filled, ...parts.map(({ qty }) => qty)]);
    const times = timesFiner(before, rules);
    // Another of its orders has ended so at the same time.
    if (times > 1) this.change(turn, live, rules, times, filled);
    for (const one of orders) for (const part of book.parts.release(one)) book.book(turn, live, part);
  }

  private change(turn: Turn, live: LiveBot, rules: VenueSymbol, times: number, filled: string): void {
    const { instrument } = live.botMarket;
    const { baseScale, quoteScale } = instrumentOf(rules);
    if (baseScale !== instrument.baseScale || quoteScale !== instrument.quoteScale)
      throw new MoneyError('digits', `${filled} is counted in finer atoms than the bot's books are`);
    const rest = parseBase(instrument, filled) % instrument.baseAtomsPerLot;
    countFiner(live.bot, machineOf(live), times);
    this.deps.changeRules(turn, live, rules);
    const { base, symbol } = live.record.symbolRules;
    const data = { symbol, qty: formatBase(instrument, rest), base, qty_step: rules.step };
    turn.log(live, { action: 'success', why: 'steps_finer', data });
  }
}

/** Whose state its lots are counted in. */
function machineOf({ convoy, record }: LiveBot): Pick<Strategy<unknown, unknown>, 'finer'> {
  return convoy === null ? strategyOf(record.kind) : (convoy.own ?? ledLeg);
}
