// An add that trades in part and is cancelled: withdrawn by the bot it keeps its place in the ladder and is topped up;
// taken away by the venue, what traded is all of it (strategies.md 2.0, partial fills).
import { ADD_SLOT } from '@cormorant/core/strategies/martin/state.ts';
import { describe, expect, it } from 'vitest';
import { Life } from './life.ts';

/** A round whose first add rests and has traded a third of its lots. */
function third(): { life: Life; level: number; rest: number; part: number } {
  const life = new Life({ first_amount: '100' }).start();
  const level = life.state.addTicks;
  const lots = life.resting().find(({ side }) => side === 'buy')!.qtyLots;
  const part = Math.floor(lots / 3);
  life.rig.mischief.part = (left) => (left === lots ? part : left);
  life.to(level - 1);
  return { life, level, part, rest: lots - part };
}

describe('a part-filled add', () => {
  it('that a pause withdrew comes back with its rest, at its own level, as the same order of the ladder', () => {
    const { life, level, rest } = third();
    expect(life.adds).toBe(2);
    life.to(level + 5);
    life.rig.command({ name: 'pause', reason: 'user' });
    expect(life.resting().some(({ side }) => side === 'buy')).toBe(false);
    expect(life.state.addTicks).toBe(level);
    life.rig.command({ name: 'resume' });
    const again = life.resting().find(({ side }) => side === 'buy')!;
    expect(again.priceTicks).toBe(level);
    expect(Math.abs(again.qtyLots - rest)).toBeLessThanOrEqual(1);
    life.rig.mischief = {};
    life.to(level - 1);
    expect(life.adds).toBe(2);
    expect(life.state.used).toBe(2);
    expect(life.state.lots[1]!.slot).toBe(-1);
    expect(life.state.addTicks).toBe(Math.floor(level * 0.99));
  });

  it('whose level was passed in the pause waits its drop below the present price, and is still the second order', () => {
    const { life, level } = third();
    life.rig.command({ name: 'pause', reason: 'user' });
    life.to(level - 2_000);
    life.rig.command({ name: 'resume' });
    expect(life.state.addTicks).toBe(Math.floor((level - 2_000) * 0.99));
    expect(life.logs('add_rebased')).toEqual([expect.objectContaining({ step: 2 })]);
    life.rig.mischief = {};
    life.to(life.state.addTicks - 1);
    expect(life.state.lots).toHaveLength(2);
    expect(life.state.used).toBe(2);
  });

  it('that the venue took away is what it is: the next level counts from it', () => {
    const { life, level } = third();
    const { cycle } = life.rig.bot.orders[ADD_SLOT]!;
    life.rig.takeAway(ADD_SLOT, cycle);
    expect(life.state.used).toBe(2);
    expect(life.state.lots[1]!.slot).toBe(-1);
    expect(life.state.addTicks).toBe(Math.floor(level * 0.99));
  });

  it('that met another order of its account keeps its place, and its rest is sent again a minute later', () => {
    const { life, level, rest } = third();
    life.to(level + 5);
    life.rig.takeAway(ADD_SLOT, life.rig.bot.orders[ADD_SLOT]!.cycle, true);
    expect(life.resting().some(({ side }) => side === 'buy')).toBe(false);
    expect(life.state.addTicks).toBe(level);
    life.rig.print(level + 5, 60_000);
    const again = life.resting().find(({ side }) => side === 'buy')!;
    expect(again.priceTicks).toBe(level);
    expect(Math.abs(again.qtyLots - rest)).toBeLessThanOrEqual(1);
  });

  it('so does one of which nothing traded, and the level is not left out', () => {
    const life = new Life({ first_amount: '100' }).start();
    const level = life.state.addTicks;
    life.rig.takeAway(ADD_SLOT, life.rig.bot.orders[ADD_SLOT]!.cycle, true);
    expect([life.logs('add_skipped').length, life.logs('add_retried').length]).toEqual([0, 1]);
    life.rig.print(level + 5, 60_000);
    expect(life.resting().find(({ side }) => side === 'buy')).toMatchObject({ priceTicks: level });
  });

  it('is complete by an add by hand, and by the new params of an edit', () => {
    for (const after of [{ name: 'add', amountAtoms: 0 }, { name: 'edit' }] as const) {
      const { life, level } = third();
      life.to(level + 5);
      life.rig.command({ name: 'pause', reason: 'user' });
      life.rig.command(after);
      expect(life.state.lots.every(({ slot }) => slot === -1)).toBe(true);
      life.rig.mischief = {};
      life.rig.command({ name: 'resume' });
      const used = life.state.used;
      life.to(life.state.addTicks - 1);
      expect(life.state.used).toBe(used + 1);
    }
  });
});
