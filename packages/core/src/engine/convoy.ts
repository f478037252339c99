// A convoy: a bot of several legs as data, and the engine that steps it. What happens on a leg goes through that leg's own
// engine (books, orders, risk), then to the coordinator, whose wishes go out through the legs' engines again. Plain JSON,
// synchronous, deterministic. The convoy's books are the sums of its legs' (convoy-profit.ts).
//
// Legs that decide for themselves (Coordinator.own) are stepped by their own machine; the coordinator hears afterwards.
//
// A host does with each leg what engine/bot.ts says of a bot, but steps it here: step(leg, event), print(leg) when the
// print met the leg's wake points, command for the whole convoy. All effects of one call belong into one commit.

import type { Instrument } from '../market/instrument.ts';
import type { Atoms, TimeMs } from '../money/units.ts';
import type { RiskLimits } from '../risk/limits.ts';
import type { ConvoyEvent, ConvoyIntents, ConvoyWake, Coordinator, OwnLegs } from '../strategy/coordinator.ts';
import type {
  BotKind,
  BotStatus,
  Command,
  HaltedFrom,
  LogAction,
  PauseReason,
  Phase,
  StopReason,
  Strategy,
} from '../strategy/strategy.ts';
import { type Effects, type HostEvent, NEVER_ABOVE, NEVER_AT, NEVER_BELOW, openBot } from './bot.ts';
import { type LegBot, LegEngine, type LegMarket } from './convoy-leg.ts';
import { rescaled } from './convoy-profit.ts';
import { haltedFrom, isHalted } from './halt.ts';
import { LegMachine, type LegParams, type LegState } from './leg-machine.ts';
import { readBot } from './read-bot.ts';
import { SNAPSHOT_VERSION, versionOf } from './snapshot-version.ts';
import { wakes } from './step.ts';

export interface Convoy<Params = unknown, State = unknown> {
  /** As a bot's. */
  version: number;
  readonly id: number;
  readonly kind: BotKind;
  params: Params;
  /** null until the first start. */
  state: State | null;
  status: BotStatus;
  phase: Phase;
  pauseReason: PauseReason;
  stopReason: StopReason;
  /** As a bot's. */
  halted?: HaltedFrom;
  investmentAtoms: Atoms;
  readonly legs: LegBot[];
  rounds: number;
  winRounds: number;
  startedAtMs: TimeMs;
  stoppedAtMs: TimeMs;
}

export interface ConvoyEffects {
  /** Of the legs; the bot given says which. */
  readonly legs: Effects;
  changed(convoy: Convoy): void;
  log(convoy: Convoy, action: LogAction, why: string, data: Readonly<Record<string, string | number>>): void;
}

export interface ConvoyOpening<Params> {
  readonly id: number;
  readonly params: Params;
  readonly investmentAtoms: Atoms;
  /** Ids of the legs' bots: orders are named by them. */
  readonly legIds: readonly number[];
  /** By leg, where they count amounts in different scales; absent = all count as the first. */
  readonly instruments?: readonly Instrument[];
}

/** A coordinator that answers every refusal with the same order is broken; this many turns in one call prove it. */
const MAX_TURNS = 2_000;

export function openConvoy<Params, State>(
  coordinator: Coordinator<Params, State>,
  { id, params, investmentAtoms, legIds, instruments }: ConvoyOpening<Params>,
): Convoy<Params, State> {
  const specs = coordinator.legs(params);
  const shares = sharesOf(coordinator, params, investmentAtoms, instruments);
  return {
    version: SNAPSHOT_VERSION,
    id,
    kind: coordinator.kind,
    params,
    state: null,
    status: 'stopped',
    phase: 'idle',
    pauseReason: '',
    stopReason: '',
    investmentAtoms,
    legs: specs.map(
      ({ symbol }, leg) =>
        openBot({
          ...{ id: legIds[leg]!, kind: coordinator.kind, symbol },
          ...{ params: legParams(coordinator, params, leg), investmentAtoms: shares[leg]! },
        }) as LegBot,
    ),
    rounds: 0,
    winRounds: 0,
    startedAtMs: 0,
    stoppedAtMs: 0,
  };
}

/** What the machine of a leg is told. */
export function legParams<Params, State>(
  coordinator: Coordinator<Params, State>,
  params: Params,
  leg: number,
): unknown {
  return coordinator.own?.params(params, leg) ?? { margin: coordinator.legs(params)[leg]!.margin };
}

/** What each leg gets of the investment, in its own scale. */
export function sharesOf<Params, State>(
  coordinator: Coordinator<Params, State>,
  params: Params,
  investmentAtoms: Atoms,
  instruments: readonly Instrument[] = [],
): Atoms[] {
  const scale = (leg: number) => instruments[leg]?.quoteScale ?? 0;
  return coordinator.shares(params, investmentAtoms).map((atoms, leg) => rescaled(atoms, scale(0), scale(leg)));
}

/** Takes the parsed JSON of a snapshot as its own; throws NewerSnapshot for one that a later program wrote. */
export function readConvoy<Params = unknown, State = unknown>(
  snapshot: unknown,
  own?: OwnLegs<never>,
): Convoy<Params, State> {
  versionOf(snapshot);
  const convoy = snapshot as Convoy<Params, State>;
  convoy.version = SNAPSHOT_VERSION;
  for (const leg of convoy.legs) readBot(leg, own?.strategy);
  return convoy;
}

export class ConvoyEngine<Params, State> implements ConvoyIntents, ConvoyWake {
  readonly convoy: Convoy<Params, State>;
  readonly legs: readonly LegEngine[];
  private readonly coordinator: Coordinator<Params, State>;
  private readonly markets: readonly LegMarket[];
  private readonly effects: ConvoyEffects;
  private readonly queue: ConvoyEvent[] = [];

  /** Instruments and markets by leg; the markets are the host's, and stay the same objects. */
  constructor(
    coordinator: Coordinator<Params, State>,
    convoy: Convoy<Params, State>,
    instruments: readonly Instrument[],
    markets: readonly LegMarket[],
    limits: RiskLimits,
    effects: ConvoyEffects,
  ) {
    this.coordinator = coordinator;
    this.convoy = convoy;
    this.markets = markets;
    this.effects = effects;
    this.legs = instruments.map((instrument, leg) => {
      const told = new LegMachine(convoy.kind, (event) => this.queue.push({ type: 'leg', leg, event }));
      // Params and state of a leg never leave it, so hiding their types here is safe.
      const own = coordinator.own?.strategy as Strategy<LegParams, LegState> | undefined;
      return new LegEngine(own ?? told, instrument, limits);
    });
    this.standAll();
  }

  /** One event of a leg, as Engine.step; false = the leg does not know that order or position. */
  step(leg: number, event: HostEvent): boolean {
    if (event.type === 'print') {
      this.print(leg);
      return true;
    }
    if (event.type === 'command' || event.type === 'halt' || event.type === 'release')
      throw new Error('commands go to the convoy, never to a leg');
    const known = this.stepLeg(leg, event);
    this.run();
    return known;
  }

  print(leg: number): void {
    if (isHalted(this.convoy)) return;
    if (this.coordinator.own !== undefined) {
      if (wakes(this.convoy.legs[leg]!, this.markets[leg]!)) this.stepLeg(leg, { type: 'print' });
      this.run();
      return;
    }
    const { wake } = this.convoy.legs[leg]!;
    const { lastTicks, nowMs } = this.markets[leg]!;
    if (this.convoy.state === null || !Number.isSafeInteger(lastTicks) || lastTicks <= 0) return;
    if (nowMs >= wake.atMs) this.queue.push({ type: 'timer' });
    if (lastTicks >= wake.aboveTicks || lastTicks <= wake.belowTicks) this.queue.push({ type: 'price', leg });
    if (this.queue.length > 0) this.run();
  }

  command(command: Command): void {
    const { convoy } = this;
    if (!this.admit(command)) return;
    if (command.name === 'start') {
      // A leg with a machine of its own is told by the coordinator, with all that the command sets off.
      if (this.coordinator.own === undefined) {
        for (const leg of convoy.legs.keys()) this.stepLeg(leg, { type: 'command', command });
      }
      this.standAll();
      convoy.state ??= this.coordinator.open(convoy.params, this.legs);
    }
    this.queue.push({ type: 'command', command });
    this.run();
  }

  /** As a bot's: no leg of it has an order afterwards or gets one. */
  halt(): void {
    const { convoy, effects } = this;
    if (convoy.status === 'stopped' || isHalted(convoy)) return;
    const ran = convoy.status === 'running';
    const halted = haltedFrom(convoy);
    convoy.halted = halted;
    convoy.status = 'paused';
    convoy.pauseReason = 'user';
    effects.changed(convoy);
    effects.log(convoy, 'pause', 'panic', {});
    if (this.coordinator.own !== undefined) {
      if (ran) this.queue.push({ type: 'command', command: { name: 'pause', reason: 'user' } });
      for (const leg of convoy.legs.keys()) this.stepLeg(leg, { type: 'halt' });
      this.run();
      return;
    }
    this.setHalted(halted);
    this.standAll();
    if (ran) this.queue.push({ type: 'command', command: { name: 'pause', reason: 'user' } });
    this.run();
    for (const [leg, bot] of convoy.legs.entries()) {
      for (const order of bot.orders) if (order !== null) this.legs[leg]!.cancel(order.slot);
    }
  }

  release(): void {
    const { convoy, effects } = this;
    const { halted = '' } = convoy;
    if (halted === '' || halted === 'running') return;
    if (this.coordinator.own === undefined) this.setHalted('');
    else for (const leg of convoy.legs.keys()) this.stepLeg(leg, { type: 'release' });
    convoy.halted = '';
    convoy.pauseReason = halted;
    effects.changed(convoy);
    effects.log(convoy, 'pause', 'panic_over', { reason: halted });
    this.run();
  }

  // --- ConvoyIntents ---

  /** Nothing is placed for a bot that is stopped, whatever happens on a leg that it kept. */
  place(...[leg, ...order]: Parameters<ConvoyIntents['place']>): void {
    if (this.convoy.status === 'stopped') return;
    this.legs[leg]!.place(...order);
  }

  cancel(leg: number, slot: number): void {
    this.legs[leg]!.cancel(slot);
  }

  tell(leg: number, command: Command): void {
    this.stepLeg(leg, { type: 'command', command });
  }

  settle(leg: number, pairId: number): Atoms {
    return this.legs[leg]!.settleLeg(pairId);
  }

  take(leg: number, asset: 'base' | 'quote', atoms: Atoms): Atoms {
    return this.legs[leg]!.takeAsset(asset, atoms);
  }

  give(leg: number, asset: 'base' | 'quote', atoms: Atoms, costAtoms: Atoms): void {
    this.legs[leg]!.giveAsset(asset, atoms, costAtoms);
  }

  carry(leg: number): void {
    this.legs[leg]!.carry();
  }

  phase(phase: Phase): void {
    if (this.convoy.phase === phase) return;
    this.convoy.phase = phase;
    this.effects.changed(this.convoy);
  }

  round(netAtoms: Atoms): void {
    this.convoy.rounds++;
    if (netAtoms > 0) this.convoy.winRounds++;
  }

  finish(status: 'paused' | 'stopped', reason: PauseReason | StopReason): void {
    const { convoy } = this;
    convoy.status = status;
    convoy.phase = 'idle';
    if (status === 'stopped') this.setHalted('');
    convoy.pauseReason = status === 'paused' ? (reason as PauseReason) : '';
    if (status === 'stopped') {
      convoy.stopReason = reason as StopReason;
      convoy.stoppedAtMs = this.markets[0]!.nowMs;
      for (const [leg, bot] of convoy.legs.entries()) {
        if (bot.status !== 'stopped') this.legs[leg]!.finish('stopped', reason);
      }
    }
    this.effects.changed(convoy);
    this.effects.log(convoy, status === 'paused' ? 'pause' : 'stop', status, { reason });
  }

  log(action: LogAction, why: string, data: Readonly<Record<string, string | number>>): void {
    if (action === 'failed' && isHalted(this.convoy)) return;
    this.effects.log(this.convoy, action, why, data);
  }

  // --- ConvoyWake: the legs' wake points, so that hosts file legs as they file bots ---

  above(leg: number, priceTicks: number): void {
    const { wake } = this.convoy.legs[leg]!;
    wake.aboveTicks = Math.min(wake.aboveTicks, priceTicks);
  }

  below(leg: number, priceTicks: number): void {
    const { wake } = this.convoy.legs[leg]!;
    wake.belowTicks = Math.max(wake.belowTicks, priceTicks);
  }

  everyPrint(leg: number): void {
    this.above(leg, 1);
  }

  /** Whichever leg prints first at or after that time. */
  at(timeMs: TimeMs): void {
    for (const { wake } of this.convoy.legs) wake.atMs = Math.min(wake.atMs, timeMs);
  }

  // --- inside ---

  /** Its legs place nothing either. */
  private setHalted(halted: HaltedFrom): void {
    for (const one of [this.convoy, ...this.convoy.legs]) one.halted = halted;
  }

  private stepLeg(leg: number, event: HostEvent): boolean {
    const known = this.legs[leg]!.step(this.convoy.legs[leg]!, event, this.markets[leg]!, this.effects.legs);
    if (known && this.coordinator.own !== undefined) this.queue.push({ type: 'acted', leg });
    return known;
  }

  private standAll(): void {
    for (const [leg, bot] of this.convoy.legs.entries()) {
      this.legs[leg]!.stand(bot, this.markets[leg]!, this.effects.legs);
    }
  }

  /** The coordinator hears event after event until nothing is left; its own refused wishes are events too. */
  private run(): void {
    const { convoy, coordinator, queue, legs } = this;
    if (convoy.state === null) return;
    const { params, state } = convoy;
    for (let turns = 0; queue.length > 0; turns++) {
      if (turns > MAX_TURNS) throw new Error(`convoy ${convoy.id} never comes to rest`);
      this.standAll();
      coordinator.on(queue.shift()!, params, state, legs, this);
      for (const leg of legs) leg.refuseAll();
    }
    if (coordinator.own !== undefined) {
      // Their own machines have settled and said what wakes them.
      convoy.rounds = convoy.legs.reduce((sum, { rounds }) => sum + rounds, 0);
      convoy.winRounds = convoy.legs.reduce((sum, { winRounds }) => sum + winRounds, 0);
      return;
    }
    for (const { wake } of convoy.legs) {
      wake.aboveTicks = NEVER_ABOVE;
      wake.belowTicks = NEVER_BELOW;
      wake.atMs = NEVER_AT;
    }
    if (convoy.status !== 'stopped' && !isHalted(convoy)) coordinator.wake(params, state, legs, this);
  }

  /** As the engine of one bot admits commands. */
  private admit(command: Command): boolean {
    const { convoy } = this;
    switch (command.name) {
      case 'start':
        if (convoy.status !== 'stopped') return false;
        convoy.status = 'running';
        convoy.stopReason = '';
        convoy.startedAtMs = this.markets[0]!.nowMs;
        convoy.stoppedAtMs = 0;
        break;
      case 'pause':
        if (convoy.status !== 'running') return false;
        convoy.status = 'paused';
        convoy.pauseReason = command.reason;
        break;
      case 'resume':
        if (convoy.status !== 'paused') return false;
        convoy.status = 'running';
        convoy.pauseReason = '';
        this.setHalted('');
        break;
      case 'stop':
      case 'close':
        if (convoy.status === 'stopped' || convoy.state === null) return false;
        this.setHalted('');
        return true;
      case 'edit':
        return convoy.status !== 'running' && convoy.state !== null;
      case 'add':
        return this.coordinator.own !== undefined && convoy.status !== 'stopped' && convoy.state !== null;
      case 'signal':
        return false;
    }
    this.effects.changed(convoy);
    this.effects.log(convoy, command.name, command.name, command.name === 'pause' ? { reason: command.reason } : {});
    return true;
  }
}
