// A convoy: a bot of several legs as data, and the engine that steps it. What happens on a leg goes through that leg's own
// engine (books, orders, risk), then to the coordinator, whose wishes go out through the legs' engines again. Plain JSON,
// synchronous, deterministic. The convoy's books are the sums of its legs' (convoy-profit.ts).
//
// A host does with each leg what engine/bot.ts says of a bot, but steps it here: step(leg, event), print(leg) when the
// print met the leg's wake points, command for the whole convoy. All effects of one call belong into one commit.

import type { Instrument } from '../market/instrument.ts';
import type { Atoms, TimeMs } from '../money/units.ts';
import type { RiskLimits } from '../risk/limits.ts';
import type { ConvoyEvent, ConvoyIntents, ConvoyWake, Coordinator } from '../strategy/coordinator.ts';
import type { BotKind, BotStatus, Command, LogAction, PauseReason, Phase, StopReason } from '../strategy/strategy.ts';
import { type Effects, type HostEvent, NEVER_ABOVE, NEVER_AT, NEVER_BELOW, openBot } from './bot.ts';
import { type LegBot, LegEngine, type LegMarket } from './convoy-leg.ts';
import { rescaled } from './convoy-profit.ts';
import { LegMachine } from './leg-machine.ts';
import { readBot } from './read-bot.ts';
import { SNAPSHOT_VERSION, versionOf } from './snapshot-version.ts';

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
    legs: specs.map(({ symbol, margin }, leg) =>
      openBot({
        ...{ id: legIds[leg]!, kind: coordinator.kind, symbol },
        ...{ params: { margin }, investmentAtoms: shares[leg]! },
      }),
    ),
    rounds: 0,
    winRounds: 0,
    startedAtMs: 0,
    stoppedAtMs: 0,
  };
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
export function readConvoy<Params = unknown, State = unknown>(snapshot: unknown): Convoy<Params, State> {
  versionOf(snapshot);
  const convoy = snapshot as Convoy<Params, State>;
  convoy.version = SNAPSHOT_VERSION;
  for (const leg of convoy.legs) readBot(leg);
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
      const machine = new LegMachine(convoy.kind, (event) => this.queue.push({ type: 'leg', leg, event }));
      return new LegEngine(machine, instrument, limits);
    });
    this.standAll();
  }

  /** One event of a leg, as Engine.step; false = the leg does not know that order or position. */
  step(leg: number, event: HostEvent): boolean {
    if (event.type === 'print') {
      this.print(leg);
      return true;
    }
    if (event.type === 'command') throw new Error('commands go to the convoy, never to a leg');
    const known = this.legs[leg]!.step(this.convoy.legs[leg]!, event, this.markets[leg]!, this.effects.legs);
    this.run();
    return known;
  }

  print(leg: number): void {
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
      for (const [leg, bot] of convoy.legs.entries()) {
        this.legs[leg]!.command(bot, this.markets[leg]!, this.effects.legs, command);
      }
      this.standAll();
      convoy.state ??= this.coordinator.open(convoy.params, this.legs);
    }
    this.queue.push({ type: 'command', command });
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
    for (const { wake } of convoy.legs) {
      wake.aboveTicks = NEVER_ABOVE;
      wake.belowTicks = NEVER_BELOW;
      wake.atMs = NEVER_AT;
    }
    if (convoy.status !== 'stopped') coordinator.wake(params, state, legs, this);
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
        break;
      case 'stop':
      case 'close':
        return convoy.status !== 'stopped' && convoy.state !== null;
      case 'edit':
        return convoy.status !== 'running' && convoy.state !== null;
      case 'add':
      case 'signal':
        return false;
    }
    this.effects.changed(convoy);
    this.effects.log(convoy, command.name, command.name, command.name === 'pause' ? { reason: command.reason } : {});
    return true;
  }
}
