// The rules of a martingale's life, one by one.
import { describe, expect, it } from 'vitest';
import { Life } from './life.ts';

describe('adds', () => {
  it('rest at their level without a callback and fill at it, one after another, from the last fill', () => {
    const life = new Life({}).start();
    const first = life.state.firstTicks;
    expect(first).toBe(100_020);
    const level = Math.floor(first * 0.99);
    expect(life.resting().find(({ side }) => side === 'buy')?.priceTicks).toBe(level);
    life.to(level - 1);
    expect(life.adds).toBe(2);
    expect(life.state.addTicks).toBe(Math.floor(level * 0.99));
  });

  it('with a callback: trough followed, one add per confirmed bounce however deep the gap', () => {
    const life = new Life({ add_callback: '0.5' }).start();
    life.to(95_000);
    expect(life.adds).toBe(1);
    life.to(94_000, 94_400);
    expect(life.adds).toBe(1);
    life.to(94_470);
    expect(life.adds).toBe(2);
    expect(life.logs('add_bounced')).toEqual([
      expect.objectContaining({ step: 2, best: '940.00', rate: '0.5', price: '944.70' }),
    ]);
    expect(life.to(94_600).adds).toBe(2);
  });

  it('say once what it takes to get out when all orders are used', () => {
    const life = new Life({ max_positions: '2' }).start().to(98_000, 97_000, 96_000);
    expect(life.adds).toBe(2);
    expect(life.logs('ladder_full')).toHaveLength(1);
  });

  it('are held by the crash guard, which shows and lets exits through', () => {
    const life = new Life({ guard_drop: '2', guard_minutes: '5', add_callback: '0.1', tp_callback: '0' }).start();
    life.to(96_000, 96_200);
    expect(life.adds).toBe(1);
    expect(life.logs('add_held')).toEqual([expect.objectContaining({ guard: 'guard_crash' })]);
    // Six minutes later the fall is out of the window, and the bounce still stands.
    life.wait(360_000, 96_200);
    expect(life.adds).toBe(2);
    const sold = new Life({ guard_drop: '2' }).start().to(102_000);
    expect(sold.fills('take_profit')).toHaveLength(1);
  });

  it('a resting add is withdrawn while a fall to it would be a crash', () => {
    const life = new Life({ guard_drop: '0.5' }).start();
    expect(life.resting().some(({ side }) => side === 'buy')).toBe(false);
    const near = Math.floor((life.state.addTicks * 1e6) / 995_000);
    life.wait(120_000, near).wait(120_000).wait(120_000).wait(120_000);
    expect(life.resting().some(({ side }) => side === 'buy')).toBe(true);
    life.to(near + 1);
    expect(life.resting().some(({ side }) => side === 'buy')).toBe(false);
  });

  it('an add without money is skipped, said, and the next level waited for', () => {
    const life = new Life({ max_positions: '3' }).start();
    life.rig.mischief = { refuse: (order) => order.purpose === 'add' && 'funds' };
    life.rig.command({ name: 'pause', reason: 'user' });
    life.rig.command({ name: 'resume' });
    life.to(98_900);
    expect(life.logs('add_skipped')[0]).toMatchObject({ step: 2, reason: 'funds' });
    expect(life.state.used).toBeGreaterThan(1);
    expect(life.at[0]).toBe('running');
  });
});

describe('exits', () => {
  it('average and target count fees: P_tp = avg (1 + tp) / (1 - taker)', () => {
    const { state } = new Life({}).start();
    const [lot] = state.lots;
    const average = lot!.costAtoms / lot!.coinAtoms;
    expect(state.averageTicks).toBe(Math.ceil(average * 100));
    expect(state.tpTicks).toBe(Math.ceil((average * 100 * 1.01) / 0.999));
  });

  it('every lot at once above the average, then a pause and the next round', () => {
    const life = new Life({}).start().to(99_000, 101_900);
    expect(life.logs('martin_take_profit')).toHaveLength(1);
    expect(life.rig.bot.books.realizedAtoms).toBeGreaterThan(0);
    expect(life.rig.bot.phase).toBe('cooldown');
    expect(life.wait(59_000).adds).toBe(0);
    expect(life.wait(2_000).adds).toBe(1);
    expect(life.state.round).toBe(2);
  });

  it('a callback follows the best price and closes after the retrace', () => {
    const life = new Life({ tp_callback: '0.5' }).start().to(101_500, 103_000, 102_600);
    expect(life.fills('take_profit')).toHaveLength(0);
    expect(life.to(102_485).fills('take_profit')).toHaveLength(1);
  });

  it('never below break-even: a leap past it holds on', () => {
    const life = new Life({ tp_callback: '0.5' }).start().to(101_500, 100_100);
    expect(life.fills('take_profit')).toHaveLength(0);
    expect(life.logs('profit_missed')).toHaveLength(1);
    expect(life.adds).toBe(1);
  });

  it('the tail sells the last lot alone, and its level is the next one again', () => {
    const life = new Life({ tp_mode: 'tail', tail_from: '2' }).start().to(98_900);
    const trigger = life.state.lots[1]!.triggerTicks;
    expect(life.adds).toBe(2);
    life.to(100_500);
    expect(life.logs('closed_tail')).toHaveLength(1);
    expect([life.adds, life.state.used, life.state.addTicks]).toEqual([1, 1, trigger]);
  });

  it('once stops after its round, a count of rounds after the last', () => {
    expect(new Life({ cycle: 'once' }).start().to(102_000).at).toEqual(['stopped', '', 'rounds_done']);
    const two = new Life({ loop_count: '2' }).start().to(102_000).wait(61_000).to(104_500);
    expect(two.at).toEqual(['stopped', '', 'rounds_done']);
  });

  it('a stop loss closes at market; the second within 24 hours pauses the loop', () => {
    const life = new Life({ stop_loss: '2', max_positions: '1' }).start().to(97_900);
    expect(life.logs('martin_stop_loss')).toHaveLength(1);
    expect(life.at[0]).toBe('running');
    life.wait(61_000, 98_000).to(95_500);
    expect(life.at).toEqual(['paused', 'risk', '']);
    expect(new Life({ stop_loss: '2', max_positions: '1', cycle: 'once' }).start().to(97_900).at).toEqual([
      'stopped',
      '',
      'stop_loss',
    ]);
  });
});

describe('commands', () => {
  it('pause takes adds away and leaves exits', () => {
    const life = new Life({}).start();
    life.rig.command({ name: 'pause', reason: 'user' });
    expect(life.resting().map(({ side }) => side)).toEqual(['sell']);
    expect(life.to(98_000).adds).toBe(1);
    expect(life.to(102_000).fills('take_profit')).toHaveLength(1);
    expect(life.wait(600_000).adds).toBe(0);
    life.rig.command({ name: 'resume' });
    expect(life.wait(1000).adds).toBe(1);
  });

  it('resume does not catch up what was missed: the level lies its drop below the present price', () => {
    const life = new Life({}).start();
    life.rig.command({ name: 'pause', reason: 'user' });
    life.to(95_000);
    life.rig.command({ name: 'resume' });
    expect(life.adds).toBe(1);
    expect(life.state.addTicks).toBe(94_050);
  });

  it('add takes the next size or an amount, moves the levels, and ends three beyond the ladder', () => {
    const life = new Life({ max_positions: '2' }).start();
    const add = () => life.rig.command({ name: 'add', amountAtoms: 0 });
    add();
    expect([life.adds, life.state.used, life.state.addTicks]).toEqual([2, 2, 0]);
    for (let more = 0; more < 3; more++) add();
    expect(life.adds).toBe(5);
    add();
    expect(life.adds).toBe(5);
    expect(life.logs('manual_add_limit')).toEqual([{ max: 5 }]);
    expect(life.fills('manual_add')).toHaveLength(4);
  });

  it('close sells now and waits at least a minute', () => {
    const life = new Life({ loop_interval: '0' }).start();
    life.rig.command({ name: 'close' });
    expect(life.adds).toBe(0);
    expect(life.logs('martin_closed')).toHaveLength(1);
    expect(life.wait(59_000).adds).toBe(0);
    expect(life.wait(2000).adds).toBe(1);
  });

  it('a kept position is taken over by the next start', () => {
    const life = new Life({}).start();
    life.rig.command({ name: 'stop', close: false, reason: 'user' });
    expect([life.at[0], life.adds, life.resting()]).toEqual(['stopped', 1, []]);
    life.rig.command({ name: 'start' });
    expect(life.logs('martin_adopted')).toHaveLength(1);
    expect(life.to(102_000).fills('take_profit')).toHaveLength(1);
  });

  it('a first order that fails three times pauses the bot', () => {
    const life = new Life({});
    life.rig.mischief = { refuse: () => 'funds' };
    life.start().wait(61_000).wait(61_000);
    expect(life.at).toEqual(['paused', 'balance', '']);
  });
});

describe('contracts', () => {
  it('a short adds on the way up, closes with reduce-only buys below, and settles its funding with the round', () => {
    const life = new Life({}, 'short').start().to(101_200);
    expect(life.adds).toBe(2);
    expect(life.rig.bot.books.baseAtoms).toBeLessThan(0);
    life.rig.fund(10_000);
    expect(life.rig.bot.books.pendingFundingAtoms).toBeGreaterThan(0);
    life.to(98_000);
    expect(life.fills('take_profit')).toHaveLength(1);
    expect(life.rig.bot.books).toMatchObject({ baseAtoms: 0, pendingFundingAtoms: 0 });
  });

  it('a gap through stop and liquidation is settled once, and the bot has stopped', () => {
    const life = new Life({}, 'long').start().to(60_000);
    expect(life.at).toEqual(['stopped', '', 'liquidated']);
    expect(life.rig.facts.settlements).toBe(1);
    expect(life.logs('martin_liquidated')).toHaveLength(1);
  });
});

describe('unstuck', () => {
  it('closes a piece of the deepest lot out of realised profit, within the budget, never more', () => {
    const life = new Life({ max_positions: '3', unstuck_budget: '50', multiplier: '1', loop_interval: '0' });
    life.start();
    let price = 100_000;
    // Rounds of profit first: W.
    for (let round = 0; round < 6; round++) {
      price = Math.round(price * 1.02);
      life.to(price).wait(1000, price);
    }
    const earned = life.rig.bot.books.realizedAtoms;
    expect(earned).toBeGreaterThan(0);
    const move = (factor: number, times: number) => {
      for (let step = 0; step < times; step++) {
        price = Math.round(price * factor);
        life.to(price);
      }
    };
    move(0.987, 5);
    expect(life.adds).toBe(3);
    const coin = () => life.state.lots.reduce((sum, lot) => sum + lot.coinAtoms, 0);
    const before = coin();
    expect(life.logs('closed_unstuck')).toEqual([]);
    move(1.0015, 33);
    const spent = life.state.unstuckSpentAtoms;
    expect(life.logs('closed_unstuck').length).toBeGreaterThan(0);
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(earned / 2);
    expect(life.rig.bot.books.realizedAtoms).toBeGreaterThanOrEqual(earned / 2);
    // The first lot is the dearest: the deepest under water.
    expect(life.logs('closed_unstuck')[0]).toMatchObject({ step: 1 });
    expect(coin()).toBeLessThan(before);
  });
});
