// The life of a DCA round where it is cut short: part-filled safety orders, a gap through a followed profit, stops that
// come again, and a stop that is heard while a sale waits.
import { type DcaParams, parseDcaParams } from '@cormorant/core/strategies/dca/params.ts';
import { type DcaState, FIRST_SAFETY_SLOT } from '@cormorant/core/strategies/dca/state.ts';
import type { RawParams } from '@cormorant/core/strategy/field.ts';
import { describe, expect, it } from 'vitest';
import { dcaLadderSpot } from './dca-case.ts';
import { spot } from './instruments.ts';
import { MachineRig } from './machine-rig.ts';

const usual: RawParams = {
  ...{ mode: 'ladder', base_amount: '100', safety_amount: '100', max_safety: '2', active_safety: '1', step: '2' },
  ...{ take_profit: '2', cooldown: '60' },
};
const START_TICKS = 100_000;

function begun(raw: RawParams = {}) {
  const investmentAtoms = 10_000e8;
  const parsed = parseDcaParams({ ...usual, ...raw }, { instrument: spot, lastTicks: START_TICKS, investmentAtoms });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const rig = new MachineRig(dcaLadderSpot, spot, parsed.params as DcaParams, investmentAtoms, 1_700_000_000_000);
  rig.print(START_TICKS);
  rig.command({ name: 'start' });
  const buys = () => [...rig.resting.values()].filter(({ side }) => side === 'buy');
  return { rig, buys, state: () => rig.bot.state as DcaState };
}

describe('a part-filled safety order', () => {
  function third() {
    const one = begun();
    const [order] = one.buys();
    const lots = order!.qtyLots;
    const part = Math.floor(lots / 3);
    one.rig.mischief.part = (left) => (left === lots ? part : left);
    one.rig.print(order!.priceTicks - 1);
    return { ...one, ticks: order!.priceTicks, rest: lots - part };
  }

  it('that a pause withdrew comes back with its rest when the price has come back', () => {
    const { rig, buys, state, ticks, rest } = third();
    rig.command({ name: 'pause', reason: 'user' });
    expect(buys()).toEqual([]);
    rig.print(ticks + 10);
    rig.command({ name: 'resume' });
    expect(buys()).toEqual([expect.objectContaining({ priceTicks: ticks })]);
    expect(Math.abs(buys()[0]!.qtyLots - rest)).toBeLessThanOrEqual(1);
    rig.mischief = {};
    rig.print(ticks - 1);
    expect(state().steps[0]!.status).toBe('filled');
    expect(state().entries).toBe(2);
  });

  it('that met another order of its account is sent again with its rest a minute later', () => {
    const { rig, buys, state, ticks, rest } = third();
    rig.print(ticks + 10);
    rig.takeAway(FIRST_SAFETY_SLOT, rig.bot.orders[FIRST_SAFETY_SLOT]!.cycle, true);
    expect(state().steps[0]!.status).toBe('idle');
    rig.print(ticks + 10, 60_000);
    const again = buys().find(({ priceTicks }) => priceTicks === ticks);
    expect(Math.abs((again?.qtyLots ?? 0) - rest)).toBeLessThanOrEqual(1);
  });

  it('that the venue took away is not sent again: the next step rests', () => {
    const { rig, buys, state, ticks } = third();
    rig.takeAway(FIRST_SAFETY_SLOT, rig.bot.orders[FIRST_SAFETY_SLOT]!.cycle);
    expect(state().steps[0]!.status).toBe('filled');
    expect(buys().every(({ priceTicks }) => priceTicks < ticks)).toBe(true);
    expect(buys()).toHaveLength(1);
  });
});

describe('closing a round', () => {
  it('a followed profit that a gap leads below break-even is waited for again, not sold at a loss', () => {
    const { rig, state } = begun({ tp_callback: '0.5', max_safety: '0' });
    rig.print(state().tpTicks + 10);
    expect(state().trailTicks).toBeGreaterThan(0);
    rig.print(state().evenTicks - 1);
    expect(state().stage).toBe('holding');
    expect(state().trailTicks).toBe(0);
    rig.print(state().tpTicks + 500);
    rig.print(state().tpTicks - 50);
    expect(state().stage).not.toBe('holding');
    expect(rig.bot.books.realizedAtoms).toBeGreaterThan(0);
  });

  it('every stop loss within a day of the one before pauses the bot, after a resume and a new start too', () => {
    const { rig, state } = begun({ stop_loss: '10' });
    const stopOut = () => {
      for (let minute = 0; minute < 3; minute++) rig.print(rig.market.lastTicks, 60_000);
      rig.print(state().stopTicks - 1);
    };
    stopOut();
    expect(rig.bot.status).toBe('running');
    stopOut();
    expect([rig.bot.status, rig.bot.pauseReason]).toEqual(['paused', 'risk']);
    rig.command({ name: 'resume' });
    stopOut();
    expect([rig.bot.status, rig.bot.pauseReason]).toEqual(['paused', 'risk']);
    rig.command({ name: 'stop', close: true, reason: 'user' });
    rig.command({ name: 'start' });
    stopOut();
    expect([rig.bot.status, rig.bot.pauseReason]).toEqual(['paused', 'risk']);
  });

  it('a stop that leaves the coin is heard at once while a refused sale waits for its next try', () => {
    const { rig } = begun();
    rig.mischief.refuse = (order) => (order.purpose === 'close' ? 'unknown' : false);
    rig.command({ name: 'stop', close: true, reason: 'user' });
    expect(rig.bot.status).toBe('running');
    rig.command({ name: 'stop', close: false, reason: 'user' });
    expect(rig.bot.status).toBe('stopped');
  });
});
