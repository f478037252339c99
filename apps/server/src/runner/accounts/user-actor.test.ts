// The rules of an actor at their edges: nothing leaves before it is durable, a trade is booked once however it comes, an
// unknown outcome is looked up and not guessed, another writer ends it, and what cannot be explained pauses the bot.
import { expect, test } from 'vitest';
import { openRig, type Placed, SALT } from '../../../test/runner-rig.ts';

const openCids = (rig: ReturnType<typeof openRig>) =>
  [...rig.venue.orders.values()].filter(({ status }) => status === 'open').map(({ cid }) => cid);

test('a grid buys, rests its lines, and books each pair', async () => {
  const rig = openRig();
  await rig.start();
  expect(openCids(rig)).toHaveLength(4);
  const buy = [...rig.venue.orders.values()].find(({ side, status }) => side === 'buy' && status === 'open');
  await rig.trade(buy?.cid ?? '');
  const sell = [...rig.venue.orders.values()].find(
    ({ price, side, status }) => side === 'sell' && status === 'open' && Number(price) < 101,
  );
  await rig.trade(sell?.cid ?? '');
  expect(rig.store.rows('settlements')).toHaveLength(1);
  expect(Number(rig.store.rows('settlements')[0]?.net)).toBeGreaterThan(0);
  expect(rig.failures).toEqual([]);
});

test('no order leaves while the database has not taken its intent', async () => {
  const rig = openRig();
  let let_go: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    let_go = resolve;
  });
  rig.store.beforeWrite = () => held;
  const started = rig.start();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(rig.venue.placements).toEqual([]);
  let_go();
  await started;
  const intended = new Set(rig.store.commits.flatMap(({ orders }) => orders.map(({ cid }) => cid)));
  for (const cid of rig.venue.placements) expect(intended).toContain(cid);
});

test('a database that fails for a while delays orders and loses none', async () => {
  const rig = openRig();
  let failures = 3;
  rig.store.beforeWrite = async () => {
    if (failures-- > 0) throw Object.assign(new Error('no space left on device'), { code: '53100' });
  };
  await rig.start();
  expect(openCids(rig)).toHaveLength(4);
  expect(new Set(rig.venue.placements).size).toBe(rig.venue.placements.length);
});

test('a trade that comes by reply, stream and polling is booked once', async () => {
  const rig = openRig();
  await rig.start();
  const [entry] = rig.venue.trades;
  if (entry === undefined) throw new Error('no entry');
  for (let time = 0; time < 3; time++)
    rig.opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: entry });
  await rig.tradingAccount.reconciler.run();
  await rig.opened.actor.whenQuiet();
  expect(rig.store.rows('fills').map(({ venueFillId }) => venueFillId)).toEqual([entry.id]);
});

test('a trade that the stream never told is found by polling', async () => {
  const rig = openRig();
  await rig.start();
  const buy = [...rig.venue.orders.values()].find(({ side, status }) => side === 'buy' && status === 'open');
  if (buy === undefined) throw new Error('no buy');
  rig.venue.fill(buy);
  await rig.tradingAccount.reconciler.run();
  await rig.opened.actor.whenQuiet();
  expect(rig.store.rows('fills')).toHaveLength(2);
  expect(rig.store.commits.at(-1)?.bots.at(-1)?.status).toBe('running');
  expect(openCids(rig)).toHaveLength(4);
});

/** Splits the entry in two trades of half its size; the second one comes on the stream, both in the reply. */
async function startWithEarlyFill(spoil: (honest: Placed) => Placed) {
  const rig = openRig();
  let reply: () => void = () => {};
  const replied = new Promise<void>((resolve) => {
    reply = resolve;
  });
  let seen: () => void = () => {};
  const early = new Promise<void>((resolve) => {
    seen = resolve;
  });
  rig.venue.answer = async (order, honest) => {
    if (order.type !== 'market' || honest.outcome !== 'accepted') return honest;
    const [whole] = rig.venue.trades;
    if (whole === undefined) throw new Error('no entry');
    const half = { ...whole, qty: String(Number(whole.qty) / 2), fee: (Number(whole.fee) / 2).toFixed(8) };
    const fills = [half, { ...half, id: '2' }];
    rig.venue.trades.splice(0, 1, ...fills);
    rig.opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: { ...half, id: '2' } });
    seen();
    await replied;
    return spoil({ ...honest, value: { ...honest.value, fills } });
  };
  const started = rig.start();
  await early;
  // A turn of its own after the fill: what the fill caused is written by then.
  await rig.opened.actor.act(() => {});
  return { rig, reply, started };
}

test('a fill that overtakes the reply to its own placement waits for it, and for the trade before it', async () => {
  const { rig, reply, started } = await startWithEarlyFill((honest) => honest);
  expect(rig.store.rows('fills')).toEqual([]);
  expect([...rig.live.parked.values()].flat().map(({ id }) => id)).toEqual(['2']);
  // Polling in the meantime neither books it nor moves on beyond it.
  await rig.tradingAccount.reconciler.pollFills();
  expect(rig.store.rows('fills')).toEqual([]);
  expect(rig.store.commits.every(({ cursors }) => cursors.length === 0)).toBe(true);
  reply();
  await started;
  expect(rig.store.rows('fills').map(({ venueFillId }) => venueFillId)).toEqual(['1', '2']);
  expect(rig.live.parked.size).toBe(0);
  expect(openCids(rig)).toHaveLength(4);
  expect(rig.live.bot.status).toBe('running');
});

test('a fill that came before a reply that is lost is booked when the order is looked up', async () => {
  const { rig, reply, started } = await startWithEarlyFill(() => ({ outcome: 'unknown', detail: 'time-out' }));
  expect(rig.store.rows('fills')).toEqual([]);
  reply();
  await started;
  await rig.tradingAccount.reconciler.run();
  await rig.opened.actor.whenQuiet();
  const booked = rig.store.rows('fills').map(({ venueFillId }) => venueFillId);
  expect(booked.sort()).toEqual(['1', '2']);
  expect(rig.live.parked.size).toBe(0);
  expect(rig.live.bot.status).toBe('running');
});

test('a lost reply is looked up: the order exists once', async () => {
  const rig = openRig();
  rig.venue.answer = () => ({ outcome: 'unknown', detail: 'time-out' });
  await rig.start();
  expect(new Set(rig.venue.placements).size).toBe(rig.venue.placements.length);
  expect(openCids(rig)).toHaveLength(4);
  expect(rig.store.rows('orders').some(({ status }) => status === 'unknown')).toBe(true);
  expect([...rig.live.orders.values()].every(({ status }) => status === 'open')).toBe(true);
});

test('an order that never arrived is sent again under the same id, after the grace and not before', async () => {
  const rig = openRig(150);
  rig.venue.deaf = true;
  const beganAt = performance.now();
  const started = rig.start();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(rig.venue.placements).toHaveLength(1);
  rig.venue.deaf = false;
  await started;
  expect(performance.now() - beganAt).toBeGreaterThanOrEqual(150);
  expect(rig.venue.placements[0]).toBe(rig.venue.placements[1]);
  expect(rig.store.rows('fills')).toHaveLength(1);
});

test('a writer whose lease was taken writes nothing, sends nothing and ends', async () => {
  const rig = openRig();
  await rig.start();
  const before = rig.venue.placements.length;
  rig.store.token = 2;
  const commits = rig.store.commits.length;
  const buy = openCids(rig)[0] ?? '';
  await rig.trade(buy).catch(() => {});
  expect(rig.store.commits).toHaveLength(commits);
  expect(rig.venue.placements).toHaveLength(before);
  expect(rig.opened.actor.dead).toBe(true);
  expect(rig.failures.map(({ name }) => name)).toEqual(['Fenced']);
});

test('a trade that a former actor booked and the stream tells late is nothing odd', async () => {
  const rig = openRig();
  await rig.start();
  const [some] = rig.venue.trades;
  if (some === undefined) throw new Error('no trade');
  rig.store.fills.add('901');
  const cid = rig.live.cidOf(SALT, { slot: 5, cycle: 900, attempt: 0 });
  rig.opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: { ...some, id: '901', cid } });
  await rig.opened.actor.whenQuiet();
  expect(rig.live.bot.status).toBe('running');
  expect(rig.store.rows('actions').some(({ action }) => action === 'manual')).toBe(false);
});

test('a trade of an order nobody knows pauses the bot and is written down', async () => {
  const rig = openRig();
  await rig.start();
  const [some] = rig.venue.trades;
  if (some === undefined) throw new Error('no trade');
  const cid = rig.live.cidOf(SALT, { slot: 5, cycle: 900, attempt: 0 });
  rig.opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: { ...some, id: '900', cid } });
  await rig.opened.actor.whenQuiet();
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'risk' });
  expect(rig.store.rows('actions').some(({ action, why }) => action === 'manual' && why === 'drift_fill')).toBe(true);
  expect(rig.store.rows('fills').map(({ venueFillId }) => venueFillId)).not.toContain('900');
});

test('a trade whose figures do not fit the filters is the failure of its bot, not of the user', async () => {
  const rig = openRig();
  await rig.start();
  const [cid = ''] = openCids(rig);
  const order = rig.venue.orders.get(cid);
  if (order === undefined) throw new Error('no order');
  rig.opened.actor.post({
    type: 'fill',
    tradingAccount: rig.tradingAccount,
    fill: { ...rig.venue.fill(order), qty: '0.0000000001' },
  });
  await rig.opened.actor.whenQuiet();
  expect(rig.failures.map(({ message }) => message)).toEqual(['bot 1001 failed']);
  expect(rig.opened.actor.dead).toBe(true);
});

test('an open order with our mark that no bot has is seen twice, left alone and pauses the bot', async () => {
  const rig = openRig(0);
  await rig.start();
  const cid = rig.live.cidOf(SALT, { slot: 5, cycle: 901, attempt: 0 });
  const [any] = rig.venue.orders.values();
  if (any === undefined) throw new Error('no order');
  rig.venue.orders.set(cid, { ...any, cid, status: 'open' });
  rig.venue.orders.set('web_of_the_user', { ...any, cid: 'web_of_the_user', status: 'open' });
  await rig.tradingAccount.reconciler.run();
  expect(rig.live.bot.status).toBe('running');
  await rig.tradingAccount.reconciler.run();
  await rig.opened.actor.whenQuiet();
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'risk' });
  expect(rig.venue.orders.get(cid)?.status).toBe('open');
  expect(rig.venue.orders.get('web_of_the_user')?.status).toBe('open');
});

test('an order cancelled by somebody else is noticed and its line tried again', async () => {
  const rig = openRig();
  await rig.start();
  const [cid = ''] = openCids(rig);
  const order = rig.venue.orders.get(cid);
  if (order === undefined) throw new Error('no order');
  rig.venue.orders.set(cid, { ...order, status: 'cancelled' });
  await rig.tradingAccount.reconciler.run();
  await rig.opened.actor.whenQuiet();
  expect(rig.store.rows('orders').findLast((row) => row.cid === cid)?.status).toBe('cancelled');
  expect(rig.store.rows('actions').some(({ why }) => why === 'line_missing')).toBe(true);
  expect(rig.live.bot.status).toBe('running');
});

test('five refusals by the exchange within ten minutes pause the bot', async () => {
  const rig = openRig();
  rig.venue.answer = (order, honest) =>
    order.type === 'limit'
      ? { outcome: 'refused', code: 3006, reason: 'price_filter', detail: 'PRICE_FILTER' }
      : honest;
  await rig.start();
  for (let minute = 1; minute < 5 && rig.live.bot.status === 'running'; minute++) {
    rig.live.botMarket.market.nowMs += 60_000;
    rig.opened.actor.post({ type: 'print', live: rig.live });
    await rig.opened.actor.whenQuiet();
  }
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'risk' });
  expect(rig.store.rows('actions').some(({ why }) => why === 'failures_paused')).toBe(true);
  // A refusal is proof: what is tried again has another attempt in its id.
  expect(new Set(rig.venue.placements).size).toBe(rig.venue.placements.length);
});

/** A grid that has bought its entry, at an exchange that says it has so much of the coin. */
async function startHolding() {
  const rig = openRig();
  await rig.start();
  const { base } = rig.live.write();
  const say = async (...balances: { asset: string; free: string; locked: string }[]) => {
    rig.venue.balances = balances;
    await rig.tradingAccount.reconciler.run();
    await rig.opened.actor.whenQuiet();
  };
  const cash = { asset: 'USDT', free: '1000', locked: '0' };
  const drifts = () => rig.store.rows('actions').filter(({ why }) => why === 'drift_holdings');
  return { rig, base, say, cash, drifts };
}

test('coin that is missing at the exchange twice in a row pauses the bot and is written down', async () => {
  const { rig, base, say, cash, drifts } = await startHolding();
  expect(Number(base)).toBeGreaterThan(1);
  const less = { asset: 'BTC', free: '0.5', locked: '0.25' };
  await say(cash, less);
  expect(rig.live.bot.status).toBe('running');
  expect(drifts()).toEqual([]);
  await say(cash, less);
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'risk' });
  expect(drifts()).toMatchObject([{ action: 'manual', data: { asset: 'BTC', booked: base, found: '0.75' } }]);
  expect(rig.store.commits.at(-1)?.bots.at(-1)).toMatchObject({ status: 'paused', pauseReason: 'risk' });
});

test('coin that the exchange no longer lists is missing, too', async () => {
  const { rig, say, cash } = await startHolding();
  await say(cash);
  await say(cash);
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'risk' });
});

test('an empty answer about balances is no zero, and what is missing only once is no drift', async () => {
  const { rig, base, say, cash, drifts } = await startHolding();
  const less = { asset: 'BTC', free: '0.5', locked: '0' };
  for (let pass = 0; pass < 3; pass++) await say();
  await say(cash, less);
  await say();
  await say(cash, less);
  await say(cash, { asset: 'BTC', free: base, locked: '0' });
  await say(cash, less);
  expect(rig.live.bot.status).toBe('running');
  expect(drifts()).toEqual([]);
});

test('B1: a fee in a third coin is not guessed: the bot pauses, and what it traded is written down', async () => {
  const rig = openRig();
  await rig.start();
  const [cid = ''] = openCids(rig);
  const order = rig.venue.orders.get(cid);
  if (order === undefined) throw new Error('no order');
  const fill = { ...rig.venue.fill(order), fee: '0.001', feeAsset: 'BNB' };
  rig.opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill });
  await rig.opened.actor.whenQuiet();
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'risk' });
  expect(rig.store.rows('actions').filter(({ why }) => why === 'drift_fill')).toHaveLength(1);
  expect(rig.failures).toEqual([]);
});
