// The martingale of two sides as a coordinator (docs/decisions/0034). Each side is an ordinary martingale that lives its own
// rounds; commands reach both, a manual add one of them. What one side does to itself the bot follows:
// - A side that pauses itself (second stop loss, orders that cannot be placed) pauses the bot: one side alone would be
//   another bet than the one that was made. Exits of both live on.
// - A side that has done its rounds waits, stopped, for its sibling; the bot ends when both have ended.
// - A side that is liquidated ends the bot: its sibling is closed at market.
// Nothing is ever sent by the coordinator itself, so neither side can be left without its machine: there is no leg failure.
import { formatPercent, formatScaled } from '../../money/decimal-text.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { ConvoyIntents, Coordinator, LegFigure, LegView } from '../../strategy/coordinator.ts';
import type { Phase, StopReason, Strategy } from '../../strategy/strategy.ts';
import { type DualParams, dualShares } from './dual-params.ts';
import { martin } from './machine.ts';

export interface DualState {
  /** As the bot is. */
  paused: boolean;
  /** The bot's end has been told. */
  over: boolean;
  /** A liquidation is being followed by the closing of the other side. */
  ending: boolean;
  /** By side: that it has done its rounds has been told. */
  done: [boolean, boolean];
}

export const SIDES = ['long', 'short'] as const;
const PPM = 1_000_000;

export const dual: Coordinator<DualParams, DualState> = {
  kind: 'martin',
  // Params and state of a side never leave its machine, so hiding their types here is safe.
  own: { strategy: martin as unknown as Strategy<unknown, unknown>, params: ({ sides }, leg) => sides[leg] },
  legs: ({ leverage, symbol }) =>
    SIDES.map((side) => ({
      ...{ exchange: 'a', market: 'futures', symbol, side },
      margin: { leverage, mode: 'isolated', reserveAtoms: 0 },
    })),
  shares: (_params, investmentAtoms) => dualShares(investmentAtoms),
  open: fresh,
  on(event, _params, state, legs, out) {
    if (event.type === 'command') {
      const { command } = event;
      if (command.name === 'start') Object.assign(state, fresh());
      if (command.name === 'pause' || command.name === 'resume') state.paused = command.name === 'pause';
      for (const leg of legs.keys()) {
        if (command.name !== 'add' || command.leg === leg) out.tell(leg, command);
      }
    }
    lead(state, legs, out);
  },
  wake: () => {},
  transitAtoms: () => 0,
  figures: (_params, _state, legs) => figures(legs),
};

function fresh(): DualState {
  return { paused: false, over: false, ending: false, done: [false, false] };
}

/** After whatever a side has done: what that means for the bot. */
function lead(state: DualState, legs: readonly LegView[], out: ConvoyIntents): void {
  if (state.over) return;
  const standings = legs.map(({ standing }) => standing);
  const hasStopped = standings.map(({ status }) => status === 'stopped');
  if (hasStopped.every(Boolean)) {
    state.over = true;
    out.finish('stopped', endOf(legs));
    return;
  }
  for (const [leg, { pauseReason, status, stopReason }] of standings.entries()) {
    const other = 1 - leg;
    if (status === 'stopped' && stopReason === 'liquidated' && !state.ending) {
      state.ending = true;
      out.log('success', `dual_${SIDES[leg]!}_liquidated`, {});
      out.tell(other, { name: 'stop', close: true, reason: 'liquidated' });
      return;
    }
    if (status === 'stopped' && !state.done[leg] && !state.ending) {
      state.done[leg] = true;
      if (stopReason !== 'user') out.log('success', `dual_${SIDES[leg]!}_done`, {});
    }
    if (status === 'paused' && !state.paused) {
      state.paused = true;
      out.log('success', `dual_${SIDES[leg]!}_paused`, {});
      out.tell(other, { name: 'pause', reason: pauseReason });
      out.finish('paused', pauseReason);
    }
  }
  out.phase(phaseOf(legs));
}

const endings: readonly StopReason[] = ['liquidated', 'operator', 'delisted', 'user', 'stop_loss', 'take_profit'];

function endOf(legs: readonly LegView[]): StopReason {
  const reasons = legs.map(({ standing }) => standing.stopReason);
  return endings.find((reason) => reasons.includes(reason)) ?? 'rounds_done';
}

const phases: readonly Phase[] = ['holding', 'closing', 'opening', 'cooldown', 'waiting'];

/** Of the side that is furthest in. */
function phaseOf(legs: readonly LegView[]): Phase {
  const now = legs.map(({ standing }) => standing.phase);
  return phases.find((phase) => now.includes(phase)) ?? 'idle';
}

/** What both positions come to together, and how far each is from its liquidation. */
function figures(legs: readonly LegView[]): LegFigure[] {
  const [long, short] = legs as [LegView, LegView];
  const net = long.books.baseAtoms + short.books.baseAtoms;
  const { baseScale } = long.instrument;
  const distance = ({ liquidationTicks, markTicks }: LegView, key: string): LegFigure[] => {
    if (liquidationTicks === 0 || markTicks <= 0) return [];
    const away = mulDiv(Math.abs(markTicks - liquidationTicks), PPM, markTicks, 'floor');
    return [{ key, unit: 'percent', value: formatPercent(away) }];
  };
  return [
    { key: 'net_position', unit: 'base', value: formatScaled(net, baseScale, true) },
    ...distance(long, 'liq_distance_long'),
    ...distance(short, 'liq_distance_short'),
  ];
}
