// What rarely happens to a bot on a contract: its reserve goes behind its position once, a second stop loss within a day
// pauses it, what an earlier stop left is taken over or let go, an account in hedge mode gets it on one side, and an order
// that reaches the venue after a liquidation does not stay there.
import { expect, test } from 'vitest';
import { type ContractRig, forced, open, operate, position, started } from '../../test/contract-rig.ts';
import { nothingLoaded } from '../../test/runner-rig.ts';
import { conflictOf } from './commands/conflicting-bots.ts';

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
  rig.venue.positions = [position({ qty: held(rig) })];
  await Promise.all([rig.tradingAccount.reconciler.run(), rig.tradingAccount.reconciler.run()]);
  await rig.tradingAccount.reconciler.run();
  expect(rig.venue.marginAdded).toEqual(['BTC/USDT:USDT 50']);
  expect(rig.live.record.reserveAdded).toBe('50');
  const rows = rig.store.rows('marginAdds');
  expect(rows.map(({ ref, status }) => [ref, status])).toEqual([
    ['reserve-7-1001-1-0', 'intended'],
    ['reserve-7-1001-1-0', 'done'],
  ]);
});

test('a reserve whose reply is lost is looked up, and one that arrived is not added again', async () => {
  const rig = await started(grid, 'grid');
  const { addMargin } = rig.venue.port;
  let asked = 0;
  rig.venue.port.addMargin = async (...request) => {
    asked += 1;
    await addMargin(...request);
    return { outcome: 'unknown', detail: 'time-out' };
  };
  rig.venue.positions = [position({ qty: held(rig) })];
  await rig.tradingAccount.reconciler.run();
  expect([asked, rig.venue.marginAdded, rig.live.record.reserveAdded]).toEqual([1, ['BTC/USDT:USDT 50'], '50']);
});

test('one that never arrived is asked for again under the same id, after the grace and not before', async () => {
  const rig = await started(grid, 'grid', 200);
  const { addMargin } = rig.venue.port;
  const asked: { ref: string; atMs: number }[] = [];
  rig.venue.port.addMargin = async (...request) => {
    asked.push({ ref: request[4], atMs: performance.now() });
    return asked.length === 1 ? { outcome: 'unknown', detail: 'time-out' } : addMargin(...request);
  };
  rig.venue.positions = [position({ qty: held(rig) })];
  await rig.tradingAccount.reconciler.run();
  expect(asked.map(({ ref }) => ref)).toEqual(['reserve-7-1001-1-0', 'reserve-7-1001-1-0']);
  expect((asked[1]?.atMs ?? 0) - (asked[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(200);
  expect(rig.live.record.reserveAdded).toBe('50');
});

test('a process that ended between the intent and the note finds out what became of it, and adds nothing twice', async () => {
  const rig = await started(grid, 'grid');
  rig.venue.positions = [position({ qty: held(rig) })];
  await rig.tradingAccount.reconciler.run();
  const [intent] = rig.store.rows('marginAdds');
  if (intent === undefined) throw new Error('no intent');
  // As its successor reads it back.
  rig.live.record.reserveAdded = '0';
  rig.live.marginAdd = intent;
  await rig.tradingAccount.reconciler.run();
  expect(rig.venue.marginAdded).toEqual(['BTC/USDT:USDT 50']);
  expect(rig.live.record.reserveAdded).toBe('50');
});

test('each round has a reserve of its own, also one that begins in the turn in which the last one ends', async () => {
  const rig = await started({ ...grid, direction: 'neutral' }, 'grid');
  const { actor } = rig.opened;
  const { reconciler } = rig.tradingAccount;
  /** The order of a side that the price would meet first. */
  const trade = (side: 'buy' | 'sell') => {
    const open = [...rig.venue.orders.values()].filter((one) => one.side === side && one.status === 'open');
    const [order] = open.sort((a, b) => (Number(a.price) - Number(b.price)) * (side === 'sell' ? 1 : -1));
    if (order === undefined) throw new Error(`no order to ${side}`);
    actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: rig.venue.fill(order) });
    return order.qty;
  };
  rig.venue.positions = [position({ qty: trade('buy') })];
  await actor.whenQuiet();
  expect(rig.live.record.reserveAdded).toBe('50');
  const rounds = () => rig.store.rows('positions').map(({ round, status }) => `${round} ${status}`);
  // Both trades of one print: the first closes the position, the second opens one the other way.
  trade('sell');
  rig.venue.positions = [position({ qty: `-${trade('sell')}` })];
  await actor.whenQuiet();
  expect(rounds().slice(-2)).toEqual(['1 closed', '2 open']);
  expect(rig.venue.marginAdds.map(({ ref }) => ref)).toEqual(['reserve-7-1001-1-0', 'reserve-7-1001-2-0']);
  expect(rig.live.record.reserveAdded).toBe('50');
  await reconciler.run();
  expect(rig.venue.marginAdds).toHaveLength(2);
});

test('a reserve that a round left behind is none of the next one, when its bot is read back', () => {
  const { live, opened } = open(grid, 'grid');
  expect(opened.seat({ ...live.record, id: 1002, reserveAdded: '50' }, nothingLoaded).record.reserveAdded).toBe('0');
});

test('a reserve that the venue refuses is told once, and asked for again under another id', async () => {
  const rig = await started(grid, 'grid');
  rig.venue.positions = [position({ qty: held(rig), margin: '1' })];
  const { addMargin } = rig.venue.port;
  rig.venue.port.addMargin = async () => ({ outcome: 'refused', code: 3010, reason: 'funds', detail: 'NO' });
  await rig.tradingAccount.reconciler.run();
  await rig.tradingAccount.reconciler.run();
  const told = rig.store.rows('actions').filter(({ why }) => why === 'reserve_refused');
  expect(told).toMatchObject([{ code: 3010, amount: '50' }]);
  expect(rig.live.record.reserveAdded).toBe('0');
  rig.venue.port.addMargin = addMargin;
  await rig.tradingAccount.reconciler.run();
  expect(rig.venue.marginAdds.map(({ ref }) => ref)).toEqual(['reserve-7-1001-1-2']);
  expect(rig.live.record.reserveAdded).toBe('50');
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
    rig.board.print('BTC/USDT:USDT', 1 + at * 200, price, rig.live.botMarket.market.nowMs + 60_000);
    await expect.poll(() => whys(rig).filter((why) => why === 'fill_stop_loss').length).toBe(at + 1);
    if (at === 0) {
      // The next round begins by itself.
      rig.board.print('BTC/USDT:USDT', 100, price, rig.live.botMarket.market.nowMs + 120_000);
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

test('the log of a grid tells how its opening is shared among the lines', async () => {
  const rig = await started(grid, 'grid');
  const row = rig.store.rows('actions').find(({ why }) => why === 'fill_entry');
  const closing = [...rig.live.orders.values()].filter(({ side, purpose }) => side === 'sell' && purpose === 'grid');
  expect(closing).toHaveLength(2);
  expect(row?.data).toMatchObject({ lines: 2, line_qty: closing[0]!.qty });
  expect(row?.data).not.toHaveProperty('line_rest');
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
  const twin = (direction: string, leverage = 3) =>
    conflictOf(rig.opened.actor, { ...market, direction, leverage }, null);
  expect(twin('short')).toBeNull();
  expect(twin('long')).toMatchObject({ bot: { id: 1001 }, reason: 'same_side' });
  expect(twin('short', 5)).toMatchObject({ bot: { id: 1001 }, reason: 'leverage' });
  expect(twin('neutral')).toMatchObject({ bot: { id: 1001 }, reason: 'alone' });
});

test('a neutral bot cannot go to one side: the start is refused', async () => {
  const rig = open({ ...grid, direction: 'neutral' }, 'grid');
  rig.live.record.direction = 'neutral';
  rig.venue.mode = 'hedge';
  rig.venue.port.setPositionMode = async () => ({ outcome: 'refused', code: 3002, reason: 'unknown', detail: 'NO' });
  expect(await operate(rig, { name: 'start' })).toMatchObject({
    ...{ outcome: 'refused', code: 4010, data: { reason: 'hedge' } },
  });
  expect(rig.venue.placements).toEqual([]);
});

test('in one-way mode the opposite side of a market is taken, too', async () => {
  const rig = await started();
  const short = { market: 'futures', symbol: 'BTC/USDT', direction: 'short', leverage: 3 } as const;
  expect(conflictOf(rig.opened.actor, short, null)).toMatchObject({ bot: { id: 1001 }, reason: 'one_way' });
  expect(conflictOf(rig.opened.actor, { ...short, symbol: 'ETH/USDT' }, null)).toBeNull();
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
  rig.opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: forced(rig, held(rig)) });
  await expect.poll(() => rig.live.bot.stopReason).toBe('liquidated');
  arrive();
  await rig.opened.actor.whenQuiet();
  expect(rig.failures).toEqual([]);
  expect(await rig.venue.port.openOrders('rig')).toEqual([]);
});
