// The life of one grid, event by event: what strategies.md 2.1 and product.md 3.1 promise a user.

import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { describe, expect, it } from 'vitest';
import { GridRig, testInstrument, testSpec } from './grid-rig.ts';

const lines = [1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000];
const MINUTE = 60_000;

/** Nothing is left but coin below a lot, and what it cost. */
function expectOnlyDustCost(rig: GridRig): void {
  expect(rig.bot.books.baseAtoms).toBeLessThan(testInstrument.baseAtomsPerLot);
  expect(rig.profit().costAtoms).toBe(rig.state.dustCostAtoms);
  expect(rig.state.dustCostAtoms).toBeLessThan(2000 * testInstrument.quoteAtomsPerTickLot);
}

describe('start', () => {
  it('buys what the upper half sells, then rests buys below and sells above the empty line', () => {
    const rig = new GridRig().start(1510);
    expect(rig.fills).toEqual([expect.objectContaining({ side: 'buy', purpose: 'entry', priceTicks: 1511 })]);
    expect(rig.prices('buy')).toEqual(lines.slice(0, 5));
    expect(rig.prices('sell')).toEqual(lines.slice(6));
    expect(rig.bot).toMatchObject({ status: 'running', phase: 'holding', openOrders: 10 });
    const q = rig.state.cells.qtyLots[0]!;
    expect(rig.fills[0]!.qtyLots).toBe(Math.ceil((5 * q) / 0.999));
    expect(rig.ladder().map(({ state }) => state)).toEqual([
      ...new Array(5).fill('live'),
      'empty',
      ...new Array(5).fill('live'),
    ]);
  });

  it('waits for the trigger from either side and draws the grid at the price of that moment', () => {
    const rising = new GridRig({ triggerTicks: 1300 }).start(900);
    expect(rising.bot.phase).toBe('waiting');
    expect(rising.resting.size).toBe(0);
    rising.print(1299);
    expect(rising.fills).toEqual([]);
    rising.print(1310);
    expect(rising.prices('buy')).toEqual([1000, 1100, 1200]);
    const falling = new GridRig({ triggerTicks: 1300 }).start(2500);
    falling.print(1301);
    expect(falling.bot.phase).toBe('waiting');
    falling.print(1290);
    expect(falling.prices('sell')).toEqual(lines.slice(4));
  });

  it('waits for an edited trigger from the side the price is on now', () => {
    const rig = new GridRig({ triggerTicks: 1800 }).start(1500);
    const edit = (triggerTicks: number) => {
      rig.command({ name: 'pause', reason: 'user' });
      rig.bot.params = { ...rig.bot.params, triggerTicks };
      rig.command({ name: 'edit' });
      rig.command({ name: 'resume' });
    };
    edit(1200);
    rig.print(1490);
    expect(rig.bot.phase).toBe('waiting');
    edit(1700);
    rig.print(1690);
    expect(rig.bot.phase).toBe('waiting');
    rig.print(1700);
    expect(rig.bot.phase).toBe('holding');
    const without = new GridRig({ triggerTicks: 1200 }).start(1500);
    without.command({ name: 'pause', reason: 'user' });
    without.bot.params = { ...without.bot.params, triggerTicks: 0 };
    without.command({ name: 'edit' });
    without.command({ name: 'resume' });
    expect(without.bot.phase).toBe('holding');
  });

  it('buys nothing when the price leaps over the trigger and a stop at once', () => {
    const rig = new GridRig({ triggerTicks: 1200, stopLossTicks: 900 }).start(1510);
    rig.print(850);
    expect(rig.bot).toMatchObject({ status: 'stopped', stopReason: 'stop_loss' });
    expect(rig.fills).toEqual([]);
  });

  it('buys its coin in as many orders as the venue asks for', () => {
    const instrument = { ...testInstrument, maxMarketLots: 10_000 };
    const rig = new GridRig({}, 10_000, instrument).start(1510);
    expect(rig.bot).toMatchObject({ status: 'running', phase: 'holding', openOrders: 10 });
    expect(rig.fills.map(({ qtyLots }) => qtyLots)).toEqual([10_000, 10_000, 10_000, expect.any(Number)]);
    const divided = new GridRig().start(1510);
    expect(rig.state.cells.heldLots).toEqual(divided.state.cells.heldLots);
    rig.command({ name: 'stop', close: true, reason: 'user' });
    expect(rig.bot).toMatchObject({ status: 'stopped', openOrders: 0 });
    expect(rig.bot.books.baseAtoms).toBeLessThan(instrument.baseAtomsPerLot);
  });

  it('pauses for balance, naming the figures, when the money does not reach', () => {
    const rig = new GridRig({}, 20).start(1510);
    expect(rig.bot).toMatchObject({ status: 'paused', pauseReason: 'balance', openOrders: 0 });
    expect(rig.logs).toContainEqual(expect.objectContaining({ action: 'failed', why: 'investment_low' }));
    rig.command({ name: 'stop', close: true, reason: 'user' });
    expect(rig.bot).toMatchObject({ status: 'stopped', stopReason: 'user' });
  });

  it('tries a refused first purchase three times, a market minute apart', () => {
    const rig = new GridRig();
    rig.mischief = { refuse: (order) => order.purpose === 'entry' && 'funds' };
    rig.start(1510);
    expect(rig.bot).toMatchObject({ status: 'running', phase: 'opening' });
    rig.print(1510, MINUTE);
    rig.print(1510, MINUTE);
    expect(rig.bot).toMatchObject({ status: 'paused', pauseReason: 'balance' });
    expect(rig.sentIds).toEqual(['0/0/0', '0/0/1', '0/0/2']);
    rig.mischief = {};
    rig.command({ name: 'resume' });
    expect(rig.bot).toMatchObject({ status: 'running', phase: 'holding', openOrders: 10 });
  });
});

describe('a venue that fills only part of the first purchase', () => {
  it('buys the rest in the next minutes, then begins with what there is', () => {
    const rig = new GridRig();
    rig.mischief = { marketPart: (lots) => Math.floor(lots / 3) };
    rig.start(1510);
    expect(rig.bot.phase).toBe('opening');
    rig.print(1510, MINUTE);
    rig.print(1510, MINUTE);
    expect(rig.bot.phase).toBe('holding');
    expect(rig.fills).toHaveLength(3);
    const held = rig.state.cells.heldLots.filter((lots) => lots > 0).length;
    expect(held).toBe(4);
    expect(rig.prices('sell')).toEqual([1600, 1700, 1800, 1900]);
    expect(rig.prices('buy')).toEqual(lines.slice(0, 5));
    // The cell that got nothing waits for the price to be above its line; by then its coin is dearer than planned.
    expect(rig.ladder()[9]).toMatchObject({ priceTicks: 1900, side: 'sell', state: 'live' });
    rig.mischief = {};
    rig.print(1901);
    expect(rig.ladder()[9]).toMatchObject({ priceTicks: 1900, side: 'buy', state: 'missing', reason: 'budget' });
  });
});

it('sells what was bought when it is stopped, kept and started again in the middle of the first purchase', () => {
  const rig = new GridRig();
  rig.mischief = { marketPart: (lots) => Math.floor(lots / 3) };
  rig.start(1510);
  expect(rig.bot.phase).toBe('opening');
  rig.command({ name: 'stop', close: false, reason: 'user' });
  expect(rig.bot.status).toBe('stopped');
  rig.mischief = {};
  rig.command({ name: 'start' });
  expect(rig.bot).toMatchObject({ status: 'running', phase: 'holding' });
  const coin = rig.state.cells.heldLots.reduce((sum, lots) => sum + lots, 0);
  expect(coin).toBe(Math.floor(rig.bot.books.baseAtoms / testInstrument.baseAtomsPerLot));
  expect(rig.prices('sell').length).toBeGreaterThan(0);
});

describe('trading', () => {
  it('answers a buy with the next line`s sell, its size floored after the fee in coin, and settles the pair', () => {
    const rig = new GridRig().start(1510);
    const q = rig.state.cells.qtyLots[4]!;
    rig.print(1390);
    expect(rig.prices('sell')).toEqual(lines.slice(5));
    expect(rig.prices('buy')).toEqual(lines.slice(0, 4));
    rig.print(1501);
    const sold = Math.floor(q * 0.999);
    expect(rig.fills.at(-1)).toMatchObject({ side: 'sell', priceTicks: 1500, qtyLots: sold });
    const proceeds = sold * 1500 * testInstrument.quoteAtomsPerTickLot;
    // 99.9 % of q arrived for the whole cost; the pair carries the part of it that its lots are, dust the rest.
    const spent = q * 1400 * testInstrument.quoteAtomsPerTickLot;
    const cost = spent - Math.floor((spent * (q * 0.999 - sold)) / (q * 0.999));
    const [pair] = rig.settlements;
    const net = pair!.grossAtoms - pair!.feeAtoms;
    expect(Math.abs(net - (proceeds - Math.floor(proceeds / 1000) - cost))).toBeLessThanOrEqual(1);
    // product.md 1.8: a pair earns q(l'(1-f) - l(1+f)) whatever the step; the two forms differ by f squared.
    expect(net / (sold * testInstrument.quoteAtomsPerTickLot)).toBeCloseTo(1500 * 0.999 - 1400 * 1.001, 2);
    expect(rig.prices('buy')).toEqual(lines.slice(0, 5));
  });

  it('pairs the first sells with the purchase price', () => {
    const rig = new GridRig().start(1510);
    rig.print(1601);
    const [pair] = rig.settlements;
    const q = rig.state.cells.qtyLots[5]!;
    const paid = rig.fills[0]!.qtyLots * 1511 * testInstrument.quoteAtomsPerTickLot;
    const proceeds = q * 1600 * testInstrument.quoteAtomsPerTickLot;
    const gotLots = rig.fills[0]!.qtyLots * 0.999;
    const net = pair!.grossAtoms - pair!.feeAtoms;
    const expected = proceeds - Math.floor(proceeds / 1000) - Math.floor((paid * q) / gotLots);
    expect(Math.abs(net - expected)).toBeLessThanOrEqual(1);
    expect(rig.prices('buy')).toContain(1500);
  });

  it('keeps what a fee leaves over as dust at the cost of its coin, and sells it once it makes an order', () => {
    const rig = new GridRig({}, 9_999).start(1510);
    for (let turn = 0; turn < 80; turn++) {
      rig.print(1390);
      rig.print(1501);
    }
    const dust = rig.fills.filter(({ purpose }) => purpose === 'dust');
    expect(dust.length).toBeGreaterThan(0);
    // 5.25 USDT at 1,390 is 38 lots.
    expect(dust.every(({ qtyLots }) => qtyLots === 38)).toBe(true);
    expect(rig.state.dustAtoms).toBeLessThan(38 * testInstrument.baseAtomsPerLot);
    const { dustAtoms, dustCostAtoms } = rig.state;
    // Bought at 1,400 with 0.1 % kept back by the venue: each coin cost 1,400 / 0.999.
    const fair = (dustAtoms / testInstrument.baseAtomsPerLot) * (1400 / 0.999) * testInstrument.quoteAtomsPerTickLot;
    expect(dustCostAtoms / fair).toBeCloseTo(1, 1);
  });

  it('waits for the whole of a parent before it answers', () => {
    const rig = new GridRig().start(1510);
    rig.mischief = { part: () => 5 };
    rig.print(1399);
    expect(rig.prices('buy')).toContain(1400);
    expect(rig.prices('sell')).toEqual(lines.slice(6));
    rig.mischief = {};
    rig.print(1399);
    expect(rig.prices('sell')).toEqual(lines.slice(5));
  });

  it('shows a refused line as missing with its reason, tries each minute, then only probes', () => {
    const rig = new GridRig().start(1510);
    let refusals = 0;
    rig.mischief = { refuse: (order) => order.priceTicks === 1500 && ++refusals > 0 && 'funds' };
    rig.print(1390);
    const line = () => rig.ladder()[5]!;
    expect(line()).toMatchObject({ priceTicks: 1500, side: 'sell', state: 'missing', reason: 'funds' });
    for (let minute = 0; minute < 10; minute++) rig.print(1390, MINUTE);
    expect(refusals).toBe(3);
    for (let minute = 0; minute < 10; minute++) rig.print(1390, MINUTE);
    expect(refusals).toBe(4);
    expect(rig.sentIds.filter((id) => id.startsWith(`${3 + 4}/1/`))).toEqual(['7/1/0', '7/1/1', '7/1/2', '7/1/3']);
    rig.mischief = {};
    for (let minute = 0; minute < 16; minute++) rig.print(1390, MINUTE);
    expect(line()).toMatchObject({ state: 'live', reason: '' });
  });

  it('treats an order taken away by the venue as missing, and puts it back', () => {
    const rig = new GridRig().start(1510);
    const [key, order] = [...rig.resting].find(([, resting]) => resting.priceTicks === 1200)!;
    rig.resting.delete(key);
    rig.step({ type: 'cancelled', slot: order.slot, cycle: order.cycle, filledLots: 0 });
    expect(rig.ladder()[2]).toMatchObject({ state: 'missing', reason: 'cancelled' });
    rig.print(1510, MINUTE);
    expect(rig.prices('buy')).toContain(1200);
  });

  it('goes on after a restart as if nothing had happened', () => {
    const through = new GridRig({ stopLossTicks: 900 }).start(1510);
    const restarted = new GridRig({ stopLossTicks: 900 }).start(1510);
    for (const price of [1390, 1501, 1250, 1650, 1020, 1999, 1450, 899]) {
      through.print(price);
      restarted.restart();
      restarted.print(price);
    }
    expect(restarted.bot).toEqual(through.bot);
    expect(through.bot.stopReason).toBe('stop_loss');
  });
});

describe('the ends', () => {
  it.each([
    ['stop_loss', { stopLossTicks: 950 }, 950],
    ['take_profit', { takeProfitTicks: 2100 }, 2100],
  ] as const)('%s cancels all, sells all at market and stops', (reason, params, priceTicks) => {
    const rig = new GridRig(params).start(1510);
    rig.print(1290);
    rig.print(priceTicks);
    expect(rig.bot).toMatchObject({ status: 'stopped', stopReason: reason, phase: 'idle', openOrders: 0 });
    expect(rig.resting.size).toBe(0);
    // What is left is dust: not worth the venue's minimum of 5 USDT, and it keeps what its own coin cost.
    expect(rig.profit().costAtoms).toBeLessThan(5.5e8);
    expect(rig.bot.books.baseAtoms).toBeLessThan(34 * testInstrument.baseAtomsPerLot);
    // Above the range the grid itself has sold everything: then only the stop is logged.
    if (reason === 'stop_loss') expect(rig.logs.at(-2)).toMatchObject({ action: 'close', why: 'closed_stop_loss' });
    expect(rig.logs.at(-1)).toMatchObject({ action: 'stop', data: { reason } });
    rig.print(1500, MINUTE);
    expect(rig.resting.size).toBe(0);
  });

  it('keeps stop loss and take profit alive while paused', () => {
    const rig = new GridRig({ stopLossTicks: 950 }).start(1510);
    rig.command({ name: 'pause', reason: 'fuel' });
    rig.print(940);
    expect(rig.bot).toMatchObject({ status: 'stopped', stopReason: 'stop_loss' });
  });

  it('tries a refused closing sale until it goes through', () => {
    const rig = new GridRig({ stopLossTicks: 950 }).start(1510);
    rig.mischief = { refuse: (order) => order.purpose === 'stop_loss' && 'market_closed' };
    rig.print(940);
    expect(rig.bot).toMatchObject({ status: 'running', phase: 'closing', openOrders: 0 });
    for (let minute = 0; minute < 30; minute++) rig.print(930, MINUTE);
    expect(rig.bot.phase).toBe('closing');
    rig.mischief = {};
    for (let minute = 0; minute < 6; minute++) rig.print(920, MINUTE);
    expect(rig.bot).toMatchObject({ status: 'stopped', stopReason: 'stop_loss' });
  });

  it('stop sells or keeps, as asked; a kept position is taken up again by the next start', () => {
    const sold = new GridRig().start(1510);
    sold.command({ name: 'stop', close: true, reason: 'user' });
    expect(sold.bot).toMatchObject({ status: 'stopped', stopReason: 'user' });
    expectOnlyDustCost(sold);
    const kept = new GridRig().start(1510);
    kept.command({ name: 'stop', close: false, reason: 'user' });
    expect(kept.bot).toMatchObject({ status: 'stopped', openOrders: 0 });
    const held = kept.bot.books.baseAtoms;
    expect(held).toBeGreaterThan(0);
    kept.print(1650);
    kept.command({ name: 'start' });
    expect(kept.bot.books.baseAtoms).toBe(held - kept.fills.at(-1)!.qtyLots * testInstrument.baseAtomsPerLot);
    expect(kept.prices('sell')).toEqual([1700, 1800, 1900, 2000]);
    expect(kept.prices('buy')).toEqual(lines.slice(0, 6));
  });

  it('a manual close sells, waits a minute of market time and begins a new round', () => {
    const rig = new GridRig().start(1510);
    rig.command({ name: 'close' });
    expect(rig.bot).toMatchObject({ status: 'running', phase: 'cooldown', openOrders: 0 });
    expect(rig.logs.at(-1)).toMatchObject({ action: 'manual_close', why: 'closed_round' });
    rig.print(1400, MINUTE - 1000);
    expect(rig.resting.size).toBe(0);
    rig.print(1400, 1000);
    expect(rig.bot.phase).toBe('holding');
    expect(rig.prices('buy')).toEqual(lines.slice(0, 4));
  });

  it('books a fill that wins the race against the cancel of its order', () => {
    const rig = new GridRig({ stopLossTicks: 1250 }).start(1510);
    rig.mischief = { part: () => 0, loseRace: () => true };
    rig.print(1240);
    expect(rig.bot.openOrders).toBe(0);
    expect(rig.bot).toMatchObject({ status: 'stopped', stopReason: 'stop_loss' });
    expectOnlyDustCost(rig);
  });
});

describe('pause and resume', () => {
  it('cancels entries and keeps exits; resumed, it buys below the price and does not catch up', () => {
    const rig = new GridRig().start(1510);
    rig.command({ name: 'pause', reason: 'user' });
    expect(rig.prices('buy')).toEqual([]);
    expect(rig.prices('sell')).toEqual(lines.slice(6));
    rig.print(1601);
    expect(rig.prices('buy')).toEqual([]);
    rig.print(1150);
    rig.command({ name: 'resume' });
    expect(rig.prices('buy')).toEqual([1000, 1100]);
    expect(rig.prices('sell')).toEqual(lines.slice(7));
    const state = rig.ladder().map((line) => line.state);
    expect(state.slice(0, 6)).toEqual(['live', 'live', 'waiting', 'waiting', 'waiting', 'waiting']);
    rig.print(1350);
    expect(rig.prices('buy')).toEqual([1000, 1100, 1200, 1300]);
    expect(rig.bot.wake.aboveTicks).toBe(1401);
    rig.print(1501);
    expect(rig.prices('buy')).toEqual(lines.slice(0, 6));
  });

  it('leaves a part-filled buy to fill when neither part could stand alone', () => {
    // The smallest grid: a buy of 5.25 USDT cannot be split into two orders of 5.
    const tight = new GridRig({}, 75).start(1510);
    tight.mischief = { part: () => 25 };
    tight.print(1399);
    tight.mischief = {};
    tight.command({ name: 'pause', reason: 'user' });
    expect(tight.prices('buy')).toEqual([1400]);
    tight.print(1399);
    expect(tight.prices('sell')).toContain(1500);
  });

  it('keeps a tradable part of a cancelled buy, and sells it at its line', () => {
    const rig = new GridRig().start(1510);
    rig.mischief = { part: () => 500 };
    rig.print(1399);
    rig.mischief = {};
    rig.command({ name: 'pause', reason: 'user' });
    expect(rig.prices('sell')).toEqual(lines.slice(5));
    expect(rig.resting.values().find((order) => order.priceTicks === 1500)).toMatchObject({ qtyLots: 499 });
    rig.print(1501);
    expect(rig.settlements).toHaveLength(1);
    rig.command({ name: 'resume' });
    expect(rig.prices('buy')).toEqual(lines.slice(0, 5));
  });

  it('takes edited bounds when it holds nothing, and keeps its ladder while it holds', () => {
    const flat = new GridRig().start(1510);
    flat.print(2001);
    flat.command({ name: 'pause', reason: 'user' });
    flat.bot.params = { ...flat.bot.params, lowerTicks: 1800, upperTicks: 2300, levels: 5 };
    flat.command({ name: 'edit' });
    flat.command({ name: 'resume' });
    expect(flat.state.lines).toEqual([1800, 1900, 2000, 2100, 2200, 2300]);
    expect(flat.prices('sell')).toEqual([2100, 2200, 2300]);
    const holding = new GridRig().start(1510);
    holding.command({ name: 'pause', reason: 'user' });
    holding.bot.params = { ...holding.bot.params, stopLossTicks: 900 };
    holding.command({ name: 'edit' });
    holding.command({ name: 'resume' });
    expect(holding.state.lines).toEqual(lines);
    holding.print(899);
    expect(holding.bot.stopReason).toBe('stop_loss');
  });
});

describe('trailing up', () => {
  it('moves the ladder when the price is one grid above the top, paying from the lowest buy and the profit', () => {
    const rig = new GridRig({ trailingUp: true, trailLimitTicks: 2200 }).start(1010);
    rig.print(2001);
    rig.print(2099);
    expect(rig.state.first).toBe(0);
    rig.print(2105);
    expect(rig.state).toMatchObject({ first: 1, lines: [...lines.slice(1), 2100] });
    expect(rig.prices('buy')).toEqual(lines.slice(1));
    rig.print(2600);
    expect(rig.state.lines.at(-1)).toBe(2200);
    rig.print(1990);
    expect(rig.prices('sell')).toEqual([2100, 2200]);
    expect(rig.bot.openOrders).toBe(10);
  });

  it('stops and says so when the cash does not reach', () => {
    const rig = new GridRig({ trailingUp: true, trailLimitTicks: 50_000 }, 78).start(1999);
    for (let price = 2100; price < 50_000; price += 100) rig.print(price);
    expect(rig.state.trailStopped).toBe(true);
    expect(rig.logs).toContainEqual(expect.objectContaining({ action: 'failed', why: 'trail_funds' }));
    expect(rig.bot.openOrders).toBeGreaterThan(0);
  });
});

describe('fees in quote', () => {
  it('sells the very quantity it bought and leaves no dust', () => {
    const instrument = makeInstrument({ ...testSpec, feeAsset: 'quote' });
    const rig = new GridRig({}, 10_000, instrument).start(1510);
    const q = rig.state.cells.qtyLots[0]!;
    rig.print(1290);
    rig.print(1801);
    expect(rig.fills.filter(({ side }) => side === 'sell').every(({ qtyLots }) => qtyLots === q)).toBe(true);
    expect(rig.state.dustAtoms).toBe(0);
  });
});

it('a remainder that no order can sell is no position', () => {
  const rig = new GridRig().start(1510);
  for (let swing = 0; swing < 4; swing++) {
    rig.print(900);
    rig.print(2100);
  }
  rig.command({ name: 'stop', close: true, reason: 'user' });
  expect(rig.bot).toMatchObject({ status: 'stopped', openOrders: 0 });
  expect(rig.bot.books.baseAtoms).toBeGreaterThan(testInstrument.baseAtomsPerLot);
  expect(rig.engine.holds(rig.bot)).toBe(false);
  rig.print(1510);
  rig.command({ name: 'start' });
  rig.command({ name: 'stop', close: false, reason: 'user' });
  expect(rig.engine.holds(rig.bot)).toBe(true);
});
