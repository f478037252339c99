// The smallest bot that uses everything a contract has: it opens at market, adds where the price has gone against it,
// takes profit with a reduce-only order, stops at market, and gives its funding to each settlement. It keeps the rig and
// the backtest honest about contracts, whatever the kinds of the product do.
import { mulDiv } from '@cormorant/core/money/mul-div.ts';
import type { FillEvent, Intents, StopReason, Strategy, View } from '@cormorant/core/strategy/strategy.ts';
import fc from 'fast-check';
import { machineCase } from './case.ts';
import { perpetual } from './instruments.ts';

interface ProbeParams {
  readonly long: boolean;
  readonly leverage: number;
  readonly mode: 'isolated' | 'cross';
  readonly reserveAtoms: number;
  readonly lots: number;
  readonly stepPpm: number;
  readonly adds: number;
  readonly stopPpm: number;
}

interface ProbeState {
  stage: 'fresh' | 'trading' | 'closing' | 'done';
  paused: boolean;
  heldLots: number;
  /** Signed as Strategy.costAtoms: what is held cost, or brought. */
  costAtoms: number;
  openFeeAtoms: number;
  closedLots: number;
  proceedsAtoms: number;
  closeFeeAtoms: number;
  fundingAtoms: number;
  adds: number;
  lastTicks: number;
  retryAtMs: number;
  reason: StopReason;
  keep: boolean;
  round: number;
}

const ENTRY = 0;
const PROFIT = 1;
const EXIT = 2;
const MINUTE = 60_000;

function entry(params: ProbeParams, state: ProbeState, out: Intents, purpose: 'entry' | 'add'): void {
  state.retryAtMs = 0;
  out.place(ENTRY, params.long ? 'buy' : 'sell', 'market', 'ioc', 0, params.lots, purpose);
}

/** Cancels everything, closes at market, settles when nothing is left. */
function advance(params: ProbeParams, state: ProbeState, view: View, out: Intents): void {
  if (state.stage !== 'closing') return;
  for (const slot of [ENTRY, PROFIT]) if (view.order(slot) !== undefined) out.cancel(slot);
  if (view.order(ENTRY) !== undefined || view.order(PROFIT) !== undefined || view.order(EXIT) !== undefined) return;
  const left = state.heldLots - state.closedLots;
  if (left > 0 && !state.keep) {
    if (state.retryAtMs > view.nowMs) return;
    state.retryAtMs = view.nowMs + MINUTE;
    out.place(EXIT, params.long ? 'sell' : 'buy', 'market', 'ioc', 0, left, 'close', true);
    return;
  }
  settle(state, out);
  state.stage = 'done';
  out.finish('stopped', state.reason);
}

/** What was closed takes its share of cost and fees, and all funding that came meanwhile. */
function settle(state: ProbeState, out: Intents): void {
  const { closedLots, heldLots } = state;
  if (closedLots === 0) return;
  const cost = mulDiv(state.costAtoms, closedLots, heldLots, 'floor');
  const openFee = mulDiv(state.openFeeAtoms, closedLots, heldLots, 'floor');
  const fee = openFee + state.closeFeeAtoms;
  out.settle(++state.round, closedLots, state.proceedsAtoms - cost + fee, fee, state.fundingAtoms);
  state.heldLots -= closedLots;
  state.costAtoms -= cost;
  state.openFeeAtoms -= openFee;
  Object.assign(state, { closedLots: 0, proceedsAtoms: 0, closeFeeAtoms: 0, fundingAtoms: 0 });
}

function onFill(event: FillEvent, params: ProbeParams, state: ProbeState, view: View, out: Intents): void {
  const signed = event.side === 'buy' ? event.notionalAtoms : -event.notionalAtoms;
  if (event.slot === ENTRY) {
    state.heldLots += event.qtyLots;
    state.costAtoms += signed + event.feeAtoms;
    state.openFeeAtoms += event.feeAtoms;
    state.lastTicks = event.priceTicks;
  } else {
    state.closedLots += event.qtyLots;
    state.proceedsAtoms -= signed + event.feeAtoms;
    state.closeFeeAtoms += event.feeAtoms;
  }
  if (state.stage !== 'trading' || event.leftLots > 0) return;
  if (state.closedLots === state.heldLots) {
    settle(state, out);
    state.adds = 0;
    if (!state.paused) entry(params, state, out, 'entry');
  } else protect(params, state, view, out);
}

/** One reduce-only take profit for all that is held; the old one goes first. */
function protect(params: ProbeParams, state: ProbeState, view: View, out: Intents): void {
  const left = state.heldLots - state.closedLots;
  if (state.stage !== 'trading' || left === 0) return;
  const standing = view.order(PROFIT);
  if (standing !== undefined) {
    if (standing.qtyLots - standing.filledLots !== left) out.cancel(PROFIT);
    return;
  }
  const away = Math.ceil((state.lastTicks * params.stepPpm) / 1e6);
  const ticks = params.long ? state.lastTicks + away : Math.max(1, state.lastTicks - away);
  out.place(PROFIT, params.long ? 'sell' : 'buy', 'limit', 'gtc', ticks, left, 'take_profit', true);
}

function bounds(params: ProbeParams, state: ProbeState): { add: number; stop: number } {
  const sign = params.long ? -1 : 1;
  const at = (ppm: number) => Math.max(1, Math.round(state.lastTicks * (1 + (sign * ppm) / 1e6)));
  return { add: state.adds < params.adds && !state.paused ? at(params.stepPpm) : 0, stop: at(params.stopPpm) };
}

function onPrice(params: ProbeParams, state: ProbeState, view: View, out: Intents): void {
  if (state.stage !== 'trading' || state.heldLots === state.closedLots) return;
  const { add, stop } = bounds(params, state);
  const beyond = (ticks: number) => ticks > 0 && (params.long ? view.lastTicks <= ticks : view.lastTicks >= ticks);
  if (params.stopPpm > 0 && beyond(stop)) {
    Object.assign(state, { stage: 'closing', reason: 'stop_loss', keep: false, retryAtMs: 0 });
    advance(params, state, view, out);
  } else if (beyond(add) && view.order(ENTRY) === undefined) {
    state.adds++;
    state.lastTicks = view.lastTicks;
    entry(params, state, out, 'add');
  }
}

const probe: Strategy<ProbeParams, ProbeState> = {
  kind: 'custom',
  open: () => ({
    ...{ stage: 'fresh', paused: false, heldLots: 0, costAtoms: 0, openFeeAtoms: 0, closedLots: 0, proceedsAtoms: 0 },
    ...{ closeFeeAtoms: 0, fundingAtoms: 0, adds: 0, lastTicks: 0, retryAtMs: 0, reason: '', keep: false, round: 0 },
  }),
  on(event, params, state, view, out) {
    if (event.type === 'fill') onFill(event, params, state, view, out);
    else if (event.type === 'funding') state.fundingAtoms += event.amountAtoms;
    else if (event.type === 'liquidated') {
      const signed = event.side === 'buy' ? event.notionalAtoms : -event.notionalAtoms;
      state.closedLots += event.qtyLots;
      state.proceedsAtoms -= signed + event.feeAtoms;
      state.closeFeeAtoms += event.feeAtoms;
      settle(state, out);
      state.stage = 'done';
      out.finish('stopped', 'liquidated');
    } else if (event.type === 'touch') onPrice(params, state, view, out);
    else if (event.type === 'command') onCommand(event.command, params, state, view, out);
    else if (event.type === 'refused' || event.type === 'cancelled') state.retryAtMs ||= view.nowMs + MINUTE;
    else if (state.stage === 'trading' && !state.paused && state.heldLots === 0 && view.order(ENTRY) === undefined) {
      entry(params, state, out, 'entry');
    } else state.retryAtMs = state.stage === 'closing' ? state.retryAtMs : 0;
    if (event.type !== 'refused') protect(params, state, view, out);
    if (event.type !== 'refused' || event.slot !== EXIT) advance(params, state, view, out);
  },
  wake(params, state, out) {
    if (state.retryAtMs > 0 && state.stage !== 'done') out.at(state.retryAtMs);
    if (state.stage !== 'trading' || state.heldLots === state.closedLots) return;
    const { add, stop } = bounds(params, state);
    for (const ticks of [add, params.stopPpm > 0 ? stop : 0]) {
      if (ticks > 0 && params.long) out.below(ticks);
      else if (ticks > 0) out.above(ticks);
    }
  },
  costAtoms: (state) => state.costAtoms - state.proceedsAtoms,
  holds: (state) => state.heldLots > state.closedLots,
  ladder: () => [],
  margin: ({ leverage, mode, reserveAtoms }) => ({ leverage, mode, reserveAtoms }),
};

function onCommand(
  command: Parameters<typeof probe.on>[0] extends infer E ? (E extends { command: infer C } ? C : never) : never,
  params: ProbeParams,
  state: ProbeState,
  view: View,
  out: Intents,
): void {
  if (command.name === 'start') {
    state.paused = false;
    const holds = state.heldLots > state.closedLots;
    Object.assign(state, { stage: 'trading', retryAtMs: 0, adds: 0 });
    if (!holds) entry(params, state, out, 'entry');
  } else if (command.name === 'pause') state.paused = true;
  else if (command.name === 'resume') {
    state.paused = false;
    if (state.stage === 'trading' && !probe.holds(state) && view.order(ENTRY) === undefined) {
      entry(params, state, out, 'entry');
    }
  } else if (command.name === 'stop') {
    Object.assign(state, { stage: 'closing', reason: command.reason, keep: !command.close });
    if (view.order(EXIT) === undefined) state.retryAtMs = 0;
  } else if (command.name === 'add' && state.stage === 'trading' && !state.paused && view.order(ENTRY) === undefined) {
    entry(params, state, out, 'add');
  }
}

export const probePerpetual = machineCase<ProbeParams, ProbeState>({
  name: 'probe futures',
  strategy: probe,
  instruments: [perpetual],
  parse: (raw) => ({ ok: true, params: raw as unknown as ProbeParams }),
  raw: ({ instrument, lastTicks, investmentAtoms }) =>
    fc
      .record({
        long: fc.boolean(),
        leverage: fc.integer({ min: 1, max: 40 }),
        mode: fc.constantFrom('isolated' as const, 'cross' as const),
        reserve: fc.constantFrom(0, 0, 0.2),
        adds: fc.integer({ min: 0, max: 4 }),
        stepPpm: fc.integer({ min: 2_000, max: 40_000 }),
        stopPpm: fc.constantFrom(0, 0, 30_000, 150_000),
      })
      .map(({ reserve, ...rest }) => {
        const marginAtoms = investmentAtoms * (1 - reserve);
        const share = (marginAtoms * 0.85 * rest.leverage) / (rest.adds + 1);
        const lots = Math.max(1, Math.floor(share / (lastTicks * instrument.quoteAtomsPerTickLot)));
        return { ...rest, reserveAtoms: Math.floor(investmentAtoms * reserve), lots };
      }),
  commands: [{ name: 'add', amountAtoms: 0 }],
  direction: ({ long }) => (long ? 'long' : 'short'),
});
