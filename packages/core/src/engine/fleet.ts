// Many bots of one kind on one market, stepped by one engine: a print reaches only the bots it concerns, a fill only
// its own. The host matches orders and sends what the effects ask for, as with a single bot. Those that nothing happens to
// sleep (engine/sleep.ts), and wake when something does.
import type { Atoms, Lots, Ticks, TimeMs } from '../money/units.ts';
import type { Command, RefusalReason } from '../strategy/strategy.ts';
import type { Bot, Effects, Market } from './bot.ts';
import { AWAKE_FOR_MS, type BotHead, putToSleep, wakeUp } from './sleep.ts';
import type { Engine } from './step.ts';
import { TouchIndex } from './touch-index.ts';

export class Fleet<Params, State> {
  /** By the number that `add` gave, as everything here. */
  private readonly bots: Bot<Params, State>[] = [];
  /** What of a bot is packed; '' = it is awake. */
  private readonly packed: string[] = [];
  private readonly stirredAtMs: TimeMs[] = [];
  private awake = 0;
  /** The bot that is looked at next, whether it may sleep. */
  private looked = 0;
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
    this.packed.push('');
    this.stirredAtMs.push(this.market.nowMs);
    this.awake++;
    this.touches.file(number, bot.wake);
    return number;
  }

  get heads(): readonly BotHead[] {
    return this.bots as readonly BotHead[];
  }

  /** How many do not sleep. */
  get awakeCount(): number {
    return this.awake;
  }

  /** Wakes it. */
  bot(number: number): Bot<Params, State> {
    const bot = this.bots[number]!;
    const packed = this.packed[number]!;
    if (packed !== '') {
      wakeUp(bot as Bot, packed);
      this.packed[number] = '';
      this.awake++;
    }
    return bot;
  }

  /** The market moved. Call it before the fills of that print are fed, then `wake` after them. */
  move(lastTicks: Ticks, nowMs: TimeMs): void {
    this.market.lastTicks = lastTicks;
    this.market.nowMs = nowMs;
    if (this.awake > 0) this.lookAtOne();
  }

  /** One bot a print: no print waits while many fall asleep. */
  private lookAtOne(): void {
    const number = this.looked < this.bots.length ? this.looked : 0;
    this.looked = number + 1;
    if (this.packed[number] !== '' || this.market.nowMs - this.stirredAtMs[number]! < AWAKE_FOR_MS) return;
    this.packed[number] = putToSleep(this.bots[number] as Bot);
    this.awake--;
  }

  /** Something happens to it. */
  private stir(number: number): Bot<Params, State> {
    this.stirredAtMs[number] = this.market.nowMs;
    return this.bot(number);
  }

  /** Timers and touches of the present print. */
  wake(): void {
    const { due, market, engine, effects } = this;
    this.touches.due(market.lastTicks, market.nowMs, due);
    for (let at = 0; at < due.length; at++) {
      const number = due[at]!;
      const bot = this.stir(number);
      engine.print(bot, market, effects);
      this.touches.file(number, bot.wake);
    }
    due.length = 0;
  }

  command(number: number, command: Command): void {
    const bot = this.stir(number);
    this.engine.command(bot, this.market, this.effects, command);
    this.touches.file(number, bot.wake);
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
    const bot = this.stir(number);
    const { engine, market, effects } = this;
    const known = engine.fill(bot, market, effects, slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker);
    this.touches.file(number, bot.wake);
    return known;
  }

  accepted(number: number, slot: number, cycle: number): boolean {
    return this.engine.accepted(this.stir(number), slot, cycle);
  }

  refused(number: number, slot: number, cycle: number, reason: RefusalReason): boolean {
    const bot = this.stir(number);
    const known = this.engine.refused(bot, this.market, this.effects, slot, cycle, reason);
    this.touches.file(number, bot.wake);
    return known;
  }

  cancelled(number: number, slot: number, cycle: number, filledLots: Lots): boolean {
    const bot = this.stir(number);
    const known = this.engine.cancelled(bot, this.market, this.effects, slot, cycle, filledLots);
    this.touches.file(number, bot.wake);
    return known;
  }
}
