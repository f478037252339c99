// Any convoy on a venue made of a few lines of test code, which can refuse, fill in parts, never answer and lose races
// against cancels. After every event each leg is checked as any bot is (rig-checks.ts), and the convoy besides: the coins of
// all legs together are what the account's trades left there, and no money appears between legs.
import type { HostEvent } from '@cormorant/core/engine/bot.ts';
import { type Convoy, ConvoyEngine, openConvoy, readConvoy } from '@cormorant/core/engine/convoy.ts';
import type { LegMarket } from '@cormorant/core/engine/convoy-leg.ts';
import { convoyProfit, homeAtoms } from '@cormorant/core/engine/convoy-profit.ts';
import { isHalted } from '@cormorant/core/engine/halt.ts';
import type { LegState } from '@cormorant/core/engine/leg-machine.ts';
import { marginedPosition } from '@cormorant/core/engine/margin-use.ts';
import { feeAtoms as feeOf, notionalAtoms } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { bankruptcyTicks, isLiquidated } from '@cormorant/core/market/margin.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { arbitrageWhy } from '@cormorant/core/strategies/arbitrage/why.ts';
import type { Coordinator, OwnLegs } from '@cormorant/core/strategy/coordinator.ts';
import type { Command, OwnOrder, RefusalReason } from '@cormorant/core/strategy/strategy.ts';
import { checkBot, checkWallet } from './rig-checks.ts';
import { RigFacts } from './rig-facts.ts';

export interface ConvoyMischief {
  refuse?(leg: number, order: OwnOrder): RefusalReason | false;
  /** Lots that find a counterpart; all when absent. */
  part?(leg: number, qtyLots: number): number;
  /** The order hangs: no answer until it is cancelled. */
  hang?(leg: number): boolean;
  /** The cancel of a hanging order comes too late and it trades. */
  loseRace?(leg: number): boolean;
}

interface Sent {
  leg: number;
  kind: 'place' | 'cancel';
  order: OwnOrder & { tif?: string };
}

export class ConvoyRig<Params, State> {
  readonly facts: RigFacts[];
  readonly logs: { why: string; data: Readonly<Record<string, string | number>> }[] = [];
  readonly markets: LegMarket[];
  readonly sentIds: string[] = [];
  convoy: Convoy<Params, State>;
  mischief: ConvoyMischief = {};
  private engine!: ConvoyEngine<Params, State>;
  private readonly coordinator: Coordinator<Params, State>;
  private readonly instruments: readonly Instrument[];
  private readonly pending: Sent[] = [];
  private readonly hanging = new Map<string, Sent>();
  /** Of legs that decide for themselves: limit orders that wait for their price. */
  private readonly resting = new Map<string, Sent>();
  private readonly effects;

  constructor(
    coordinator: Coordinator<Params, State>,
    instruments: readonly Instrument[],
    params: Params,
    investmentAtoms: number,
    prices: readonly number[],
    nowMs = 1_700_000_000_000,
  ) {
    this.coordinator = coordinator;
    this.instruments = instruments;
    this.facts = instruments.map(() => new RigFacts());
    this.markets = prices.map((lastTicks) => ({ lastTicks, nowMs }));
    const legIds = instruments.map((_, leg) => 101 + leg);
    this.convoy = openConvoy(coordinator, { id: 100, params, investmentAtoms, legIds });
    const of = this.facts.map((facts, leg) =>
      facts.effects({
        order: (_bot, order) => {
          this.sentIds.push(`${leg}:${order.slot}/${order.cycle}/${order.attempt}`);
          this.pending.push({ leg, kind: 'place', order: { ...order } });
        },
        cancel: (_bot, order) => this.pending.push({ leg, kind: 'cancel', order: { ...order } }),
      }),
    );
    const leg = (bot: { id: number }) => of[bot.id - 101]!;
    this.effects = {
      legs: {
        order: (bot, order) => leg(bot).order(bot, order),
        cancel: (bot, order) => leg(bot).cancel(bot, order),
        fill: (bot, ...rest) => leg(bot).fill(bot, ...rest),
        settlement: (bot, ...rest) => leg(bot).settlement(bot, ...rest),
        funding: (bot, ...rest) => leg(bot).funding!(bot, ...rest),
        liquidated: (bot, ...rest) => leg(bot).liquidated!(bot, ...rest),
        refused: (bot, ...rest) => leg(bot).refused(bot, ...rest),
        changed: (bot) => leg(bot).changed(bot),
        log: (bot, ...rest) => leg(bot).log(bot, ...rest),
      } satisfies ConstructorParameters<typeof ConvoyEngine>[5]['legs'],
      changed: () => {},
      log: (_convoy: unknown, action: string, why: string, data: Readonly<Record<string, string | number>>) => {
        this.logs.push({ why, data });
        const told = arbitrageWhy[why as keyof typeof arbitrageWhy] as readonly string[] | undefined;
        if (why.startsWith('arb_') && told?.join() !== Object.keys(data).join()) {
          throw new Error(`${why} comes with ${JSON.stringify(data)}`);
        }
        this.facts[0]!.trace.push(`convoy ${action} ${why} ${JSON.stringify(data)}`);
      },
    };
    this.start();
  }

  /** All legs have new prices; then each leg's print is delivered. */
  print(prices: readonly number[], stepMs = 1_000): void {
    for (const [leg, market] of this.markets.entries()) {
      market.lastTicks = prices[leg]!;
      market.nowMs += stepMs;
    }
    this.fillResting();
    for (const leg of this.markets.keys()) this.liquidate(leg);
    for (const leg of this.markets.keys()) {
      this.engine.print(leg);
      this.settle();
    }
    for (const [leg, { contract }] of this.instruments.entries())
      if (contract !== null) checkWallet(this.convoy.legs[leg]!, this.facts[leg]!);
  }

  command(command: Command): void {
    this.facts[0]!.trace.push(`command ${JSON.stringify(command)}`);
    this.engine.command(command);
    this.settle();
  }

  /** Everything of it stops at once; or that ends. */
  panic(type: 'halt' | 'release'): void {
    this.facts[0]!.trace.push(type);
    this.engine[type]();
    this.settle();
    if (isHalted(this.convoy)) this.checkHalted();
  }

  private checkHalted(): void {
    const open = this.convoy.legs.reduce((sum, { openOrders }) => sum + openOrders, 0);
    if (open > 0 || this.convoy.status !== 'paused') throw new Error(`halted with ${open} orders`);
  }

  fund(leg: number, rateE8: number): void {
    const { instrument, lots } = this.position(leg);
    const market = this.markets[leg]!;
    market.ratesE8 = [...(market.ratesE8 ?? []), rateE8].slice(-9);
    if (lots === 0) return;
    const paid = Math.ceil((notionalAtoms(instrument, market.lastTicks, Math.abs(lots)) / 1e8) * rateE8);
    this.step(leg, { type: 'funding', amountAtoms: lots > 0 ? -paid : paid, rateE8 });
    this.liquidate(leg);
    this.settle();
  }

  /** As another process would find it. */
  restart(): void {
    this.convoy = readConvoy(JSON.parse(JSON.stringify(this.convoy)), this.coordinator.own as OwnLegs<never>);
    this.start();
  }

  get profit() {
    return convoyProfit(
      this.convoy.legs,
      this.instruments,
      this.markets.map(({ lastTicks }) => lastTicks),
    );
  }

  private start(): void {
    const { facts } = this;
    const engine = new ConvoyEngine(
      this.coordinator,
      this.convoy,
      this.instruments,
      this.markets,
      defaultRiskLimits(),
      this.effects,
    );
    // What passes between legs is counted a second time here: as coin that came without a trade, and what it cost.
    const moved = (leg: number, coinAtoms: number, costAtoms: number) => {
      facts[leg]!.baseFeeAtoms -= coinAtoms;
      facts[leg]!.tradedAtoms -= costAtoms;
    };
    const { take, give, carry } = ConvoyEngine.prototype;
    engine.take = (leg, asset, atoms) => {
      const cost = take.call(engine, leg, asset, atoms);
      if (asset === 'base') moved(leg, -atoms, -cost);
      return cost;
    };
    engine.give = (leg, asset, atoms, cost) => {
      give.call(engine, leg, asset, atoms, cost);
      if (asset === 'base') moved(leg, atoms, cost);
    };
    engine.carry = (leg) => {
      const { sale } = this.convoy.legs[leg]!.state as LegState;
      moved(leg, 0, sale.cashAtoms - sale.basisAtoms);
      carry.call(engine, leg);
    };
    this.engine = engine;
  }

  private step(leg: number, event: HostEvent): void {
    if (!this.engine.step(leg, event)) throw new Error(`leg ${leg} does not know ${JSON.stringify(event)}`);
    this.check();
  }

  private check(): void {
    const { convoy, instruments, markets, facts } = this;
    for (const [leg, bot] of convoy.legs.entries()) {
      const cost = this.engine.legs[leg]!.costAtoms(bot);
      checkBot(bot, facts[leg]!, cost, instruments[leg]!, markets[leg]!.lastTicks, null);
    }
    if (JSON.stringify(JSON.parse(JSON.stringify(convoy))) !== JSON.stringify(convoy))
      throw new Error('not plain JSON');
    this.checkTogether();
  }

  /** Investment that left one leg is in another one or on its way; a leg in another coin counts nothing of its own. */
  private checkTogether(): void {
    const { convoy, instruments } = this;
    if (convoy.state === null) return;
    const [home] = instruments as [Instrument];
    let invested = this.coordinator.transitAtoms(convoy.state);
    for (const [leg, { books }] of convoy.legs.entries()) {
      if (instruments[leg]!.quote !== home.quote) continue;
      invested += homeAtoms(books.investmentAtoms, instruments[leg]!, instruments, []);
    }
    if (invested !== convoy.investmentAtoms) {
      throw new Error(
        `invested ${invested} of ${convoy.investmentAtoms}\n${this.facts.map((f) => f.trace.slice(-12).join('\n')).join('\n')}`,
      );
    }
  }

  private settle(): void {
    this.check();
    for (let turns = 0; this.pending.length > 0; turns++) {
      if (turns > 3000) throw new Error('the convoy never comes to rest');
      const sent = this.pending.shift()!;
      if (sent.kind === 'place') this.place(sent);
      else this.cancel(sent);
    }
  }

  private place(sent: Sent): void {
    const { leg, order } = sent;
    const { slot, cycle, side, type, priceTicks } = order;
    const own = this.convoy.legs[leg]!.orders[slot];
    if (own === null || own === undefined || own.cycle !== cycle || own.status === 'done') return;
    const reason = this.mischief.refuse?.(leg, order);
    if (reason) {
      this.step(leg, { type: 'refused', slot, cycle, reason });
      return;
    }
    this.step(leg, { type: 'accepted', slot, cycle });
    if (this.mischief.hang?.(leg)) {
      this.hanging.set(`${leg}:${slot}/${cycle}`, sent);
      return;
    }
    const { lastTicks } = this.markets[leg]!;
    const slip = Math.ceil(lastTicks * 0.0002);
    const price = side === 'buy' ? lastTicks + slip : Math.max(1, lastTicks - slip);
    const crosses = type === 'market' || (side === 'buy' ? priceTicks >= lastTicks : priceTicks <= lastTicks);
    if (this.coordinator.own !== undefined && !crosses && order.tif === 'gtc') {
      this.resting.set(`${leg}:${slot}/${cycle}`, sent);
      return;
    }
    const best = type === 'market' ? price : side === 'buy' ? Math.min(price, priceTicks) : Math.max(price, priceTicks);
    this.end(sent, crosses ? best : 0, this.mischief.part?.(leg, order.qtyLots) ?? order.qtyLots);
  }

  private cancel({ leg, order }: Sent): void {
    const key = `${leg}:${order.slot}/${order.cycle}`;
    const sent = this.hanging.get(key) ?? this.resting.get(key);
    if (sent === undefined) return;
    this.hanging.delete(key);
    this.resting.delete(key);
    const raced = this.mischief.loseRace?.(leg) === true && sent.order.type === 'limit';
    this.end(sent, raced ? sent.order.priceTicks : 0, sent.order.qtyLots);
  }

  private fillResting(): void {
    for (const [key, sent] of [...this.resting]) {
      const { leg, order } = sent;
      const { lastTicks } = this.markets[leg]!;
      const isMet = order.side === 'buy' ? lastTicks < order.priceTicks : lastTicks > order.priceTicks;
      if (!isMet || !this.resting.delete(key)) continue;
      this.end(sent, order.priceTicks, order.qtyLots);
      this.settle();
    }
  }

  /** Trades so many lots and takes the rest away. */
  private end({ leg, order }: Sent, priceTicks: number, partLots: number): void {
    const { slot, cycle, side, reduceOnly, qtyLots } = order;
    const { instrument, lots: held } = this.position(leg);
    const closable = reduceOnly ? Math.max(0, side === 'sell' ? held : -held) : qtyLots;
    const lots = priceTicks === 0 ? 0 : Math.min(partLots, qtyLots, closable);
    if (lots > 0) {
      const feeInBase = instrument.feeAsset === 'received' && side === 'buy';
      const feeAtoms = feeOf(instrument, side, priceTicks, lots, instrument.takerPpm);
      this.step(leg, { type: 'fill', slot, cycle, priceTicks, qtyLots: lots, feeAtoms, feeInBase, maker: false });
    }
    if (lots < qtyLots) this.step(leg, { type: 'cancelled', slot, cycle, filledLots: lots });
  }

  private position(leg: number): { instrument: Instrument; lots: number } {
    const instrument = this.instruments[leg]!;
    return { instrument, lots: this.convoy.legs[leg]!.books.baseAtoms / instrument.baseAtomsPerLot };
  }

  private liquidate(leg: number): void {
    const bot = this.convoy.legs[leg]!;
    const { instrument, lots } = this.position(leg);
    if (instrument.contract === null || lots === 0) return;
    const position = marginedPosition(bot, instrument);
    if (!isLiquidated(instrument, position, this.markets[leg]!.lastTicks)) return;
    for (const waiting of [this.hanging, this.resting]) {
      for (const key of [...waiting.keys()]) if (key.startsWith(`${leg}:`)) waiting.delete(key);
    }
    const priceTicks = Math.max(1, bankruptcyTicks(instrument, position));
    const side = lots > 0 ? 'sell' : 'buy';
    this.step(leg, { type: 'liquidated', side, qtyLots: Math.abs(lots), priceTicks, feeAtoms: 0 });
    this.settle();
  }
}
