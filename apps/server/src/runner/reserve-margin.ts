// Puts a bot's reserve behind its position after the first entry, once a round. Adding margin cannot be told apart from
// adding it twice, so the venue's position is read first, always: what is there beyond the entry's own margin is reserve.
import { positionMarginAtoms } from '@cormorant/core/engine/margin-use.ts';
import { formatBase, formatQuote, parseQuote } from '@cormorant/core/market/conversions.ts';
import type { TradingVenue } from '../ports/venue.ts';
import { units18 } from './decimal18.ts';
import type { LiveBot } from './live-bot.ts';
import { heldSide } from './round-book.ts';
import type { UserActor } from './user-actor.ts';

/** More than half of it there means that it was added; prices and funding move the margin by far less. */
const PRESENT_PART = 2;

export class ReserveMargin {
  private readonly actor: UserActor;
  private readonly venue: TradingVenue;
  private readonly account: string;
  private readonly underWay = new Set<LiveBot>();

  constructor(actor: UserActor, venue: TradingVenue, account: string) {
    this.actor = actor;
    this.venue = venue;
    this.account = account;
  }

  /** Whether the reserve of a bot is where it belongs; what is missing is put there. */
  async look(live: LiveBot): Promise<void> {
    if (this.underWay.has(live) || this.actor.dead) return;
    const reserveAtoms = live.bot.margin?.reserveAtoms ?? 0;
    const isAdded = /[1-9]/.test(live.record.reserveAdded);
    const isHeld = heldSide(live) !== null;
    if (isHeld ? isAdded || reserveAtoms <= 0 || live.bot.status === 'stopped' : !isAdded) return;
    this.underWay.add(live);
    try {
      if (isHeld) await this.add(live, reserveAtoms);
      else await this.note(live, '0');
    } catch (error) {
      this.actor.deps.log('warn', `bot ${live.id}: its reserve could not be put behind its position now`, error);
    } finally {
      this.underWay.delete(live);
    }
  }

  /** Of all bots; for recovery and the minute's pass. */
  async run(): Promise<void> {
    for (const live of this.actor.bots.values()) if (live.record.market === 'futures') await this.look(live);
  }

  private async add(live: LiveBot, reserveAtoms: number): Promise<void> {
    const { cell, record } = live;
    const positions = await this.venue.positions(this.account);
    const position = positions.find(
      ({ positionSide, symbol }) => symbol === cell.symbol && positionSide === record.positionSide,
    );
    // Trades are still on their way: what is there cannot be told from what they bring.
    if (
      position === undefined ||
      units18(position.qty) !== units18(formatBase(cell.instrument, live.bot.books.baseAtoms))
    )
      return;
    const thereAtoms = parseQuote(cell.instrument, position.margin, 'floor') - positionMarginAtoms(live.bot);
    if (thereAtoms * PRESENT_PART < reserveAtoms) {
      const amount = formatQuote(cell.instrument, reserveAtoms);
      const outcome = await this.venue.addMargin(this.account, cell.symbol, record.positionSide, amount);
      // Unknown: the next look reads the position again.
      if (outcome.outcome === 'unknown') return;
      if (outcome.outcome === 'refused') return this.refused(live, outcome.code, amount);
    }
    await this.note(live, formatQuote(cell.instrument, reserveAtoms));
  }

  private async note(live: LiveBot, amount: string): Promise<void> {
    await this.actor.act((turn) => {
      live.record.reserveAdded = amount;
      turn.touched.add(live);
    });
  }

  private async refused(live: LiveBot, code: number, amount: string): Promise<void> {
    await this.actor.act((turn) => {
      turn.log(live, { action: 'failed', why: 'reserve_refused', code, data: { amount }, amount });
      turn.touched.add(live);
    });
  }
}
