// A bot of several legs in the runner's memory: its own record, the convoy that steps its legs, and each leg as a live bot
// of its own (orders, dispatcher, seat). Its figures are the sums of its legs'. Nothing here is the only copy.
import { type Convoy, type ConvoyEffects, ConvoyEngine, sharesOf } from '@cormorant/core/engine/convoy.ts';
import type { LegBot } from '@cormorant/core/engine/convoy-leg.ts';
import { convoyProfit } from '@cormorant/core/engine/convoy-profit.ts';
import { drawdownPpm, type HeightMarks, markHeight } from '@cormorant/core/engine/profit.ts';
import { formatQuote, parseQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import type { Coordinator } from '@cormorant/core/strategy/coordinator.ts';
import type { BotStatus, PauseReason, Phase, Strategy } from '@cormorant/core/strategy/strategy.ts';
import type { BotRecord, BotWrite } from '../../ports/bot-record.ts';
import type { EquityCurve } from './equity-curve.ts';
import type { BotOfLeg, LiveBot } from './live-bot.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** Lives in the bot's snapshot beside the convoy. */
type Marked = Convoy & Partial<HeightMarks>;

export class LiveMultiLegBot implements BotOfLeg {
  readonly record: Mutable<BotRecord>;
  readonly coordinator: Coordinator<unknown, unknown>;
  readonly legs: readonly LiveBot[];
  readonly curve: EquityCurve;
  /** Whoever steps it hears its effects. */
  hearer: ConvoyEffects | null = null;
  convoy: Convoy;
  engine: ConvoyEngine<unknown, unknown>;
  private readonly marks: HeightMarks;
  isWaiting = false;
  /** Changed since the last commit. */
  dirty = false;
  savedAtMs = 0;
  deleted = false;
  broken = false;
  exchangeMissed = false;
  /** Rows of a bot of its own know their round; those of a bot of several legs are its legs'. */
  readonly round = null;

  constructor(
    record: BotRecord,
    coordinator: Coordinator<unknown, unknown>,
    convoy: Convoy,
    legs: readonly LiveBot[],
    curve: EquityCurve,
  ) {
    this.record = { ...record };
    this.coordinator = coordinator;
    this.convoy = convoy;
    this.legs = legs;
    this.curve = curve;
    const { peakEquityAtoms = convoy.investmentAtoms, ...fall } = convoy as Marked;
    const { drawdownPeakAtoms = 0, drawdownTroughAtoms = 0 } = fall;
    this.marks = { peakEquityAtoms, drawdownPeakAtoms, drawdownTroughAtoms };
    for (const leg of legs) leg.convoy = this;
    this.engine = this.makeEngine();
  }

  /** Its legs count in other steps now, or it was opened anew: the engine belongs to instruments and markets. */
  remake(convoy: Convoy): void {
    this.convoy = convoy;
    for (const [leg, live] of this.legs.entries()) live.bot = convoy.legs[leg] as LegBot;
    this.engine = this.makeEngine();
  }

  private makeEngine(): ConvoyEngine<unknown, unknown> {
    const markets = this.legs.map(({ botMarket }) => botMarket.market);
    return new ConvoyEngine(
      this.coordinator,
      this.convoy,
      this.instruments,
      markets,
      defaultRiskLimits(),
      this.relay(),
    );
  }

  /** The engine lives longer than a step. */
  private relay(): ConvoyEffects {
    const to = (): ConvoyEffects => {
      if (this.hearer === null) throw new Error(`bot ${this.id} says something outside of a step`);
      return this.hearer;
    };
    return {
      legs: {
        order: (...said) => to().legs.order(...said),
        cancel: (...said) => to().legs.cancel(...said),
        fill: (...said) => to().legs.fill(...said),
        settlement: (...said) => to().legs.settlement(...said),
        liquidated: (...said) => to().legs.liquidated?.(...said),
        refused: (...said) => to().legs.refused(...said),
        changed: (...said) => to().legs.changed(...said),
        log: (...said) => to().legs.log(...said),
      },
      changed: (...said) => to().changed(...said),
      log: (...said) => to().log(...said),
    };
  }

  get id(): number {
    return this.record.id;
  }

  /** Whose it is in rows and answers. */
  get owner(): LiveMultiLegBot {
    return this;
  }

  get status(): BotStatus {
    return this.convoy.status;
  }

  get pauseReason(): PauseReason {
    return this.convoy.pauseReason;
  }

  get own(): Strategy<unknown, unknown> | null {
    return this.coordinator.own?.strategy ?? null;
  }

  get isClosing(): boolean {
    return this.convoy.phase === 'closing';
  }

  get phase(): Phase {
    if (this.broken || (this.exchangeMissed && this.status === 'running')) return 'error';
    return this.convoy.phase;
  }

  get marketMs(): number {
    return Math.max(...this.legs.map(({ botMarket }) => botMarket.market.nowMs));
  }

  get instruments(): Instrument[] {
    return this.legs.map(({ botMarket }) => botMarket.instrument);
  }

  /** Its venue's names of its markets, each once. */
  get symbols(): string[] {
    return [...new Set(this.legs.map(({ botMarket }) => botMarket.symbol))];
  }

  /** The leg in the market that the bot itself is of. */
  get home(): LiveBot {
    const { market, symbol } = this.record;
    const own = this.legs.find(({ record }) => record.market === market && record.symbol === symbol);
    return own ?? (this.legs[0] as LiveBot);
  }

  /** Where it holds something. */
  get holder(): LiveBot {
    return this.legs.find((leg) => !leg.isFlat()) ?? this.home;
  }

  isFlat(): boolean {
    return this.legs.every((leg) => leg.isFlat()) && !this.isOnItsWay();
  }

  /** Something is between two legs. */
  isOnItsWay(): boolean {
    const { state } = this.convoy;
    return state !== null && this.coordinator.transitAtoms(state) !== 0;
  }

  hasOrders(): boolean {
    return this.legs.some(({ orders }) => orders.size > 0);
  }

  isPriced(): boolean {
    return this.legs.every(({ botMarket }) => botMarket.market.lastTicks > 0);
  }

  /** What it is worth now, remembered for its greatest fall; null while a leg has no price. */
  equityAtoms(): number | null {
    if (!this.isPriced()) return null;
    const { equityAtoms } = this.profit();
    markHeight(this.marks, equityAtoms);
    return equityAtoms;
  }

  equityText(): string | null {
    const atoms = this.equityAtoms();
    return atoms === null ? null : this.text(atoms);
  }

  private profit() {
    const lastTicks = this.legs.map(({ botMarket }) => botMarket.market.lastTicks);
    return convoyProfit(this.convoy.legs, this.instruments, lastTicks);
  }

  /** What each leg would get of an investment. */
  sharesFor(params: unknown, investmentAtoms = this.convoy.investmentAtoms): string[] {
    const { instruments } = this;
    const shares = sharesOf(this.coordinator, params, investmentAtoms, instruments);
    return shares.map((atoms, leg) => formatQuote(instruments[leg] as Instrument, atoms));
  }

  /** In its home coin. */
  atomsOf(text: string): number {
    return parseQuote(this.instruments[0] as Instrument, text, 'floor');
  }

  text(atoms: number): string {
    return formatQuote(this.instruments[0] as Instrument, atoms);
  }

  /** What the database should hold of the bot itself now; its legs have rows of their own. */
  write(): BotWrite {
    const { convoy, marks, record } = this;
    const equity = this.equityText();
    if (equity !== null) {
      const { feesAtoms, fundingAtoms, pendingFundingAtoms, realizedAtoms } = this.profit();
      record.quote = equity;
      record.realized = this.text(realizedAtoms);
      record.fees = this.text(feesAtoms);
      record.funding = this.text(fundingAtoms);
      record.pendingFunding = this.text(pendingFundingAtoms);
    } else if (convoy.state === null) record.quote = this.text(convoy.investmentAtoms);
    record.status = convoy.status;
    record.phase = this.phase;
    record.pauseReason = convoy.pauseReason;
    record.stopReason = convoy.stopReason;
    record.halted = convoy.halted ?? '';
    record.kept = convoy.status === 'stopped' && !this.isFlat();
    record.engine = { ...convoy, legs: [], ...marks };
    if (this.own !== null) record.addsUsed = this.legs.reduce((sum, leg) => sum + leg.addsUsed(), 0);
    record.rounds = convoy.rounds;
    record.winRounds = convoy.winRounds;
    record.peakEquity = this.text(marks.peakEquityAtoms);
    record.maxDrawdown = formatScaled(drawdownPpm(marks.drawdownPeakAtoms, marks.drawdownTroughAtoms), 4, true);
    record.startedMarketMs = convoy.startedAtMs > 0 ? convoy.startedAtMs : null;
    record.stoppedMarketMs = convoy.stoppedAtMs > 0 ? convoy.stoppedAtMs : null;
    return { ...record, deleted: this.deleted };
  }
}

/** The bot whose leg it is; null = it is one of its own. */
export function botOfLeg({ convoy }: Pick<LiveBot, 'convoy'>): LiveMultiLegBot | null {
  return convoy instanceof LiveMultiLegBot ? convoy : null;
}
