// Many bots of one kind on one market, stepped by one engine: a print reaches only the bots it concerns, a fill only
// its own. The host matches orders and sends what the effects ask for, as with a single bot.
import type { Atoms, Lots, Ticks, TimeMs } from '../money/units.ts';
import type { Command, RefusalReason } from '../strategy/strategy.ts';
import type { Bot, Effects, Market } from './bot.ts';
import type { Engine } from './step.ts';
import { TouchIndex } from './touch-index.ts';

export class Fleet<Params, State> {
  /** By the number that `add` gave. */
  readonly bots: Bot<Params, State>[] = [];
  readonly market: Market = { lastTicks: 0, nowMs: 0 };
  private readonly engine: Engine<Params, State>;
  private readonly effects: Effects;
  private readonly touches = new TouchIndex();
  private readonly due: number[] = [];

  constructor(engine: Engine<Params, State>, effects: Effects) {
    this.engine = engine;
    this.effects = effects;
  }

  add(bot: Bot<Params, State>): number {
    const number = this.bots.push(bot) - 1;
    this.touches.file(number, bot.wake);
    return number;
  }

  /** The market moved. Call it before the fills of that print are fed, then `wake` after them. */
  move(lastTicks: Ticks, nowMs: TimeMs): void {
    this.market.lastTicks = lastTicks;
    this.market.nowMs = nowMs;
  }

  /** Timers and touches of the present print. */
  wake(): void {
    const { due, market, engine, bots, effects } = this;
    this.touches.due(market.lastTicks, market.nowMs, due);
    for (let at = 0; at < due.length; at++) {
      const number = due[at]!;
      engine.print(bots[number]!, market, effects);
      this.touches.file(number, bots[number]!.wake);
    }
    due.length = 0;
  }

  command(number: number, command: Command): void {
    this.engine.command(this.bots[number]!, this.market, this.effects, command);
    this.touches.file(number, this.bots[number]!.wake);
  }

  fill(
    number: number,
    slot: number,
    cycle: number,
    priceTicks: Ticks,
    qtyLots: Lots,
    feeAtoms: Atoms,
    feeInBase: boolean,
    maker: boolean,
  ): boolean {
    const bot = this.bots[number]!;
    const { engine, market, effects } = this;
    const known = engine.fill(bot, market, effects, slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker);
    this.touches.file(number, bot.wake);
    return known;
  }

  accepted(number: number, slot: number, cycle: number): boolean {
    return this.engine.accepted(this.bots[number]!, slot, cycle);
  }

  refused(number: number, slot: number, cycle: number, reason: RefusalReason): boolean {
    const known = this.engine.refused(this.bots[number]!, this.market, this.effects, slot, cycle, reason);
    this.touches.file(number, this.bots[number]!.wake);
    return known;
  }

  cancelled(number: number, slot: number, cycle: number, filledLots: Lots): boolean {
    const known = this.engine.cancelled(this.bots[number]!, this.market, this.effects, slot, cycle, filledLots);
    this.touches.file(number, this.bots[number]!.wake);
    return known;
  }
}
