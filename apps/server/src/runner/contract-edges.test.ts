// What rarely happens to a bot on a contract: its reserve goes behind its position once, a second stop loss within a day
// pauses it, what an earlier stop left is taken over or let go, an account in hedge mode gets it on one side, and an order
// that reaches the venue after a liquidation does not stay there.
import { positionMarginAtoms } from '@cormorant/core/engine/margin-use.ts';
import { formatQuote } from '@cormorant/core/market/conversions.ts';
import { expect, test } from 'vitest';
import { type ContractRig, forced, open, operate, position, started } from './contract-rig.ts';
import { twinOf } from './twins.ts';

const held = ({ live }: ContractRig): string => String(live.bot.books.baseAtoms / 1e8);
const whys = ({ store }: ContractRig): string[] => store.rows('actions').map(({ why }) => why);

const grid = {
  ...{ lower: '80', upper: '120', grid_levels: '4', grid_mode: 'arithmetic', direction: 'long', leverage: '3' },
  reserve: '50',
};

test('the reserve goes behind the position once, whoever looks and however often', async () => {
  const rig = await started(grid, 'grid');
  expect(rig.live.bot.books.baseAtoms).toBeGreaterThan(0);
  // The venue does not show the position yet: nothing is added to what is not there.
  expect(rig.venue.marginAdded).toEqual([]);
  const own = formatQuote(rig.live.cell.instrument, positionMarginAtoms(rig.live.bot));
  rig.venue.positions = [position({ qty: held(rig), margin: own })];
  await rig.opened.reconciler.run();
  expect(rig.venue.marginAdded).toEqual(['BTC/USDT:USDT 50']);
  expect(rig.live.record.reserveAdded).toBe('50');
  await rig.opened.reconciler.run();
  expect(rig.venue.marginAdded).toHaveLength(1);
  // A process that died between the venue's answer and its own note finds it there.
  rig.live.record.reserveAdded = '0';
  rig.venue.positions = [position({ qty: held(rig), margin: String(Number(own) + 50) })];
  await rig.opened.reconciler.run();
  expect(rig.venue.marginAdded).toHaveLength(1);
  expect(rig.live.record.reserveAdded).toBe('50');
});

test('a reserve that the venue refuses is told, and asked for again', async () => {
  const rig = await started(grid, 'grid');
  rig.venue.positions = [position({ qty: held(rig), margin: '1' })];
  rig.venue.port.addMargin = async () => ({ outcome: 'refused', code: 3010, reason: 'funds', detail: 'NO' });
  await rig.opened.reconciler.run();
  expect(rig.store.rows('actions').at(-1)).toMatchObject({ why: 'reserve_refused', code: 3010, amount: '50' });
  expect(rig.live.record.reserveAdded).toBe('0');
});

const looping = {
  ...{ mode: 'ladder', direction: 'long', leverage: '2', base_amount: '100', safety_amount: '100', max_safety: '0' },
  ...{ active_safety: '1', step: '2', step_mult: '1', vol_mult: '1', take_profit: '5', stop_loss: '15', cooldown: '0' },
};

const hooked = {
  ...{ direction: 'long', leverage: '2', amount: '100', stop_loss: '15', cooldown_s: '0', webhook: '1' },
};

test.each([
  // Each kind counts for itself, and pauses once; the runner's own count stands behind them.
  ['martin', { loop_interval: '0', max_positions: '1' }, 'stops_paused'],
  ['dca', looping, 'stopped_twice'],
  ['custom', hooked, 'stopped_out_twice'],
] as const)('two stop losses within a day pause a %s that would begin again', async (kind, wanted, why) => {
  const rig = await started(wanted, kind);
  const enter = async (id: string) => {
    if (kind !== 'custom') return;
    const signal = { id, action: 'open', side: 'buy', amount: null } as const;
    expect(await rig.runner.signal(1, 1001, signal)).toMatchObject({ outcome: 'done' });
  };
  await enter('tv-1');
  for (const [at, price] of ['84', '71'].entries()) {
    rig.venue.price = price;
    rig.board.print('BTC/USDT:USDT', 1 + at * 200, price, rig.live.cell.market.nowMs + 60_000);
    await expect.poll(() => whys(rig).filter((why) => why === 'fill_stop_loss').length).toBe(at + 1);
    if (at === 0) {
      // The next round begins by itself.
      rig.board.print('BTC/USDT:USDT', 100, price, rig.live.cell.market.nowMs + 120_000);
      await enter('tv-2');
      await expect.poll(() => rig.live.bot.books.baseAtoms).toBeGreaterThan(0);
      expect(rig.live.bot.status).toBe('running');
    }
  }
  await expect.poll(() => rig.live.bot.pauseReason).toBe('risk');
  await expect.poll(() => whys(rig)).toContain(why);
  // One pause by one rule: nothing comes after it.
  await rig.opened.actor.whenQuiet();
  expect(whys(rig).filter((one) => /^stop.*(paused|twice)$/.test(one))).toEqual([why]);
  expect(whys(rig).filter((one) => one === 'fill_stop_loss')).toHaveLength(2);
});

test('a signal leaves its trail: received, decided, traded', async () => {
  const rig = await started(hooked, 'custom');
  const signal = { id: 'tv-9', action: 'open', side: 'buy', amount: null } as const;
  expect(await rig.runner.signal(1, 1001, signal)).toMatchObject({ outcome: 'done' });
  await expect.poll(() => whys(rig)).toContain('fill_entry');
  const trail = whys(rig).slice(whys(rig).indexOf('hook_received'));
  expect(trail).toEqual(['hook_received', 'hook_open', 'fill_entry']);
  const [received] = rig.store.rows('actions').filter(({ why }) => why === 'hook_received');
  expect(received).toMatchObject({ actor: 'webhook', data: { id: 'tv-9', action: 'open' } });
  expect(await operate(rig, { name: 'pause' })).toMatchObject({ outcome: 'done' });
  expect(await rig.runner.signal(1, 1001, { ...signal, id: 'tv-10' })).toMatchObject({
    outcome: 'refused',
    code: 4025,
  });
  expect(rig.store.rows('actions').at(-1)).toMatchObject({ why: 'hook_refused', code: 4025, actor: 'webhook' });
});

test('what an earlier stop left is taken over again when it is there', async () => {
  const rig = await started();
  rig.venue.positions = [position({ qty: held(rig) })];
  expect(await operate(rig, { name: 'stop', close: false, reason: 'user' })).toMatchObject({ outcome: 'done' });
  const { baseAtoms } = rig.live.bot.books;
  expect(baseAtoms).toBeGreaterThan(0);
  expect(await operate(rig, { name: 'start' })).toMatchObject({ outcome: 'done', value: { status: 'running' } });
  expect(rig.live.bot.books.baseAtoms).toBe(baseAtoms);
  expect(whys(rig)).not.toContain('kept_gone');
});

test('and let go at its cost when its owner has dealt with it', async () => {
  const rig = await started();
  await operate(rig, { name: 'stop', close: false, reason: 'user' });
  const { baseAtoms, realizedAtoms } = rig.live.bot.books;
  rig.venue.positions = [];
  expect(await operate(rig, { name: 'start' })).toMatchObject({ outcome: 'done', value: { status: 'running' } });
  expect(rig.store.rows('actions').find(({ why }) => why === 'kept_gone')).toMatchObject({
    action: 'manual',
    data: { asset: 'BTC', booked: String(baseAtoms / 1e8), found: '0' },
  });
  // The new round is its first purchase alone, and no result was made up for the old one.
  expect(rig.live.bot.books.baseAtoms).toBe(baseAtoms);
  expect(rig.live.bot.books.realizedAtoms).toBe(realizedAtoms);
});

test('stays in the books when the start is refused: nothing is let go of by an attempt', async () => {
  const rig = await started();
  await operate(rig, { name: 'stop', close: false, reason: 'user' });
  const before = { ...rig.live.bot.books };
  // Its owner sold a part by hand: what stands is no longer the bot's, and is in the way of a new round.
  rig.venue.positions = [position({ qty: '0.001' })];
  expect(await operate(rig, { name: 'start' })).toMatchObject({ outcome: 'refused', code: 4018 });
  expect(rig.live.bot.books).toEqual(before);
  expect(whys(rig)).not.toContain('kept_gone');
});

test('a leverage that was edited while nothing stood reaches the venue before the bot goes on', async () => {
  const rig = await started({ ...looping, loop_interval: '3600' });
  await operate(rig, { name: 'close' });
  await expect.poll(() => rig.live.isFlat() && rig.live.orders.size === 0).toBe(true);
  expect(await operate(rig, { name: 'pause' })).toMatchObject({ outcome: 'done' });
  const told: number[] = [];
  const { setLeverage } = rig.venue.port;
  rig.venue.port.setLeverage = (account, symbol, leverage, mode) => {
    told.push(leverage);
    return setLeverage(account, symbol, leverage, mode);
  };
  rig.venue.positions = [];
  rig.live.record.params = { ...rig.live.record.params, leverage: '5' };
  expect(await operate(rig, { name: 'resume' })).toMatchObject({ outcome: 'done' });
  expect(told).toEqual([5]);
});

test('an account that has to stay in hedge mode gets the bot on its own side', async () => {
  const rig = open();
  rig.venue.mode = 'hedge';
  const refused = { outcome: 'refused', code: 3002, reason: 'unknown', detail: 'POSITION_MODE' } as const;
  rig.venue.port.setPositionMode = async () => refused;
  expect(await operate(rig, { name: 'start' })).toMatchObject({ outcome: 'done' });
  expect(rig.live.record.positionSide).toBe('long');
  const sides = [...rig.venue.orders.values()].map(({ positionSide }) => positionSide);
  expect(new Set(sides)).toEqual(new Set(['long']));
  // Beside it a short of the same leverage may stand, and nothing else.
  const market = { market: 'futures', symbol: 'BTC/USDT', leverage: 3 } as const;
  const twin = (direction: string, leverage = 3) => twinOf(rig.opened.actor, { ...market, direction, leverage }, null);
  expect(twin('short')).toBeNull();
  expect(twin('long')?.id).toBe(1001);
  expect(twin('short', 5)?.id).toBe(1001);
  expect(twin('neutral')?.id).toBe(1001);
});

test('a neutral bot cannot go to one side: the start is refused', async () => {
  const rig = open({ ...grid, direction: 'neutral' }, 'grid');
  rig.live.record.direction = 'neutral';
  rig.venue.mode = 'hedge';
  rig.venue.port.setPositionMode = async () => ({ outcome: 'refused', code: 3002, reason: 'unknown', detail: 'NO' });
  expect(await operate(rig, { name: 'start' })).toMatchObject({ outcome: 'refused', code: 4010 });
  expect(rig.venue.placements).toEqual([]);
});

test('in one-way mode the opposite side of a market is taken, too', async () => {
  const rig = await started();
  const short = { market: 'futures', symbol: 'BTC/USDT', direction: 'short', leverage: 3 } as const;
  expect(twinOf(rig.opened.actor, short, null)?.id).toBe(1001);
  expect(twinOf(rig.opened.actor, { ...short, symbol: 'ETH/USDT' }, null)).toBeNull();
});

test('an order that reaches the venue after the liquidation is taken back', async () => {
  const rig = await started();
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  rig.venue.answer = async (order, placed) => {
    if (order.side === 'buy' && order.type === 'limit') await late;
    return placed;
  };
  void rig.opened.actor.act((turn) =>
    rig.opened.actor.command(turn, rig.live, { name: 'pause', reason: 'user' }, 'user'),
  );
  await rig.opened.actor.whenQuiet();
  const resumed = rig.opened.actor.act((turn) => rig.opened.actor.command(turn, rig.live, { name: 'resume' }, 'user'));
  await resumed;
  // What stands is taken away by the venue itself, but for the orders that reach it later.
  for (const [cid, order] of rig.venue.orders) {
    if (order.status === 'open' && order.side === 'sell') rig.venue.orders.set(cid, { ...order, status: 'cancelled' });
  }
  await expect.poll(async () => (await rig.venue.port.openOrders('rig')).length).toBeGreaterThan(0);
  rig.opened.actor.post({ type: 'fill', fill: forced(rig, held(rig)) });
  await expect.poll(() => rig.live.bot.stopReason).toBe('liquidated');
  arrive();
  await rig.opened.actor.whenQuiet();
  expect(rig.failures).toEqual([]);
  expect(await rig.venue.port.openOrders('rig')).toEqual([]);
});
