// The rules of the three arbitrage bots seen one by one on the rig's venue: when they enter and leave, what each does when
// a leg fails, and that no fraction is lost.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { type CrossState, cross } from '@cormorant/core/strategies/arbitrage/cross.ts';
import { funding } from '@cormorant/core/strategies/arbitrage/funding.ts';
import type { FundingState } from '@cormorant/core/strategies/arbitrage/funding-state.ts';
import type { CrossParams, FundingParams, TriangularParams } from '@cormorant/core/strategies/arbitrage/params.ts';
import { type TriangularState, triangular } from '@cormorant/core/strategies/arbitrage/triangular.ts';
import { describe, expect, test } from 'vitest';
import { ConvoyRig } from './convoy-rig.ts';
import { coarseSpot, perpetual, spot } from './instruments.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HIGH_RATES = Array.from({ length: 9 }, () => 100_000);

function whys(rig: { logs: { why: string }[] }): string[] {
  return rig.logs.map(({ why }) => why);
}

describe('funding', () => {
  const params: FundingParams = {
    ...{ kind: 'funding', symbol: 'BTC/USDT', leverage: 2, exitRateE8: 0, maxBreakevenDays: 7 },
    ...{ basisTargetPpm: 0, marginGuardPpm: 150_000 },
  };
  const P = 100_000;

  function started(rates = HIGH_RATES, given: Partial<FundingParams> = {}, prices = [P, P]) {
    const rig = new ConvoyRig<FundingParams, FundingState>(
      ...([funding, [spot, perpetual], { ...params, ...given }, 3_000e8, prices] as const),
    );
    for (const rate of rates) rig.fund(1, rate);
    return rig;
  }
  function opened() {
    const rig = started();
    rig.command({ name: 'start' });
    expect(rig.convoy.phase).toBe('holding');
    return rig;
  }
  const coins = ({ convoy }: ReturnType<typeof started>) => convoy.legs.map(({ books }) => books.baseAtoms / 1e8);

  test('opens both legs at once, hedged, for 0.95 I L / (L + 1)', () => {
    const [long, short] = coins(opened());
    expect(long! + short!).toBeLessThan(0.0001);
    expect(long! + short!).toBeGreaterThanOrEqual(0);
    expect(-short! * 1_000).toBeGreaterThan(1_890);
    expect(-short! * 1_000).toBeLessThanOrEqual(1_900);
  });

  test('waits while fees break even later than asked, and says so once', () => {
    const rig = started(HIGH_RATES.map(() => 3_000));
    rig.command({ name: 'start' });
    for (let k = 0; k < 5; k++) rig.print([P, P], MINUTE);
    expect(whys(rig).filter((why) => why === 'arb_wait_breakeven')).toHaveLength(1);
    expect(rig.convoy).toMatchObject({ phase: 'waiting', status: 'running' });
  });

  test('waits below a basis of -0.05 % and opens at it', () => {
    const rig = started(HIGH_RATES, {}, [P, P - 51]);
    rig.command({ name: 'start' });
    expect(whys(rig)).toContain('arb_wait_basis');
    rig.print([P, P - 50], MINUTE);
    expect(rig.convoy.phase).toBe('holding');
  });

  test('waits for rates that are not known, and for a sum that shorts pay', () => {
    const unknown = started([]);
    unknown.command({ name: 'start' });
    expect(whys(unknown)).toContain('arb_wait_rates');
    const negative = started(HIGH_RATES.map((rate) => -rate));
    negative.command({ name: 'start' });
    expect(whys(negative)).toContain('arb_wait_negative');
  });

  test('books funding on the short leg, and never leaves at a loss just because some came', () => {
    const rig = opened();
    rig.fund(1, 100_000);
    rig.print([P, P + 300], MINUTE);
    expect(rig.convoy.legs[1]!.books.pendingFundingAtoms).toBeGreaterThan(0);
    expect(rig.convoy.phase).toBe('holding');
  });

  test('leaves with both legs when the mean of the last three rates is below the limit, and settles the funding', () => {
    const rig = opened();
    for (const rate of [1_000, -1_000, -1_000]) rig.fund(1, rate);
    expect(rig.convoy.legs[1]!.books.baseAtoms).toBe(0);
    expect(coins(rig)[0]).toBeLessThan(0.0001);
    expect(whys(rig)).toContain('arb_closed_rate');
    const { books } = rig.convoy.legs[1]!;
    expect(books.fundingAtoms).not.toBe(0);
    expect(books.pendingFundingAtoms).toBe(0);
    expect(rig.convoy.rounds).toBe(1);
  });

  test('leaves at its basis target with every fee paid', () => {
    const rig = started(HIGH_RATES, { basisTargetPpm: 5_000 });
    rig.command({ name: 'start' });
    rig.print([P, P - 700], MINUTE);
    expect(rig.convoy.phase).toBe('holding');
    rig.print([P, P - 900], MINUTE);
    rig.print([P, P - 900], MINUTE);
    expect(whys(rig)).toContain('arb_closed_basis');
    expect(rig.profit.realizedAtoms).toBeGreaterThan(0);
    expect(rig.convoy.winRounds).toBe(1);
  });

  test('reduces both legs by a fifth where liquidation is nearer than the guard', () => {
    const rig = opened();
    const before = coins(rig)[1]!;
    let price = P;
    while (!whys(rig).includes('arb_margin_guard')) {
      price += 1_000;
      rig.print([price, price], 1_000);
    }
    const [long, short] = coins(rig);
    expect(short! / before).toBeCloseTo(0.8, 3);
    expect(Math.abs(long! + short!)).toBeLessThan(0.0002);
    expect(rig.convoy.phase).toBe('holding');
  });

  test('a perpetual leg that cannot be filled: three chases, then the spot leg is unwound', () => {
    const rig = started();
    rig.mischief = { refuse: (leg) => leg === 1 && 'funds' };
    rig.command({ name: 'start' });
    for (let k = 0; k < 60; k++) rig.print([P, P], 1_000);
    expect(rig.sentIds.filter((id) => id.startsWith('1:'))).toHaveLength(3);
    expect(whys(rig)).toContain('arb_unwind');
    expect(coins(rig)[0]).toBeLessThan(0.0001);
    expect(rig.convoy).toMatchObject({ status: 'running', phase: 'waiting' });
  });

  test('a spot leg filled in part: the short is cut back to what it reached', () => {
    const rig = started();
    let fills = 0;
    rig.mischief = { part: (leg, lots) => (leg === 0 ? (fills++ === 0 ? Math.floor(lots / 2) : 0) : lots) };
    rig.command({ name: 'start' });
    for (let k = 0; k < 30; k++) rig.print([P, P], 1_000);
    const [long, short] = coins(rig);
    expect(-short! * 1_000).toBeGreaterThan(940);
    expect(-short! * 1_000).toBeLessThan(951);
    expect(long! + short!).toBeGreaterThanOrEqual(0);
    expect(long! + short!).toBeLessThan(0.0001);
  });

  test('what spot lacks below its minimum is cut off the short, to the step', () => {
    const rig = started();
    // 0.003 coins are 3 USDT: spot takes no such order, the perpetual does.
    rig.mischief = { part: (leg, lots) => (leg === 0 ? lots - 30 : lots) };
    rig.command({ name: 'start' });
    for (let k = 0; k < 5; k++) rig.print([P, P], 1_000);
    const [long, short] = coins(rig);
    expect(long! + short!).toBeGreaterThanOrEqual(0);
    expect(long! + short!).toBeLessThan(0.0001);
    expect(rig.convoy.phase).toBe('holding');
  });

  test('an order without an answer is cancelled after two seconds and its leg unwound', () => {
    const rig = started();
    rig.mischief = { hang: (leg) => leg === 1 };
    rig.command({ name: 'start' });
    rig.print([P, P], 1_000);
    expect(rig.facts[1]!.trace.some((line) => line.startsWith('cancel'))).toBe(false);
    rig.print([P, P], 1_000);
    expect(rig.facts[1]!.trace.some((line) => line.startsWith('cancel'))).toBe(true);
    for (let k = 0; k < 60; k++) rig.print([P, P], 1_000);
    expect(coins(rig)[0]).toBeLessThan(0.0001);
  });

  test('when the unwinding fails too it is NAKED: it halts, says so, and a resume evens the legs', () => {
    const rig = started();
    rig.mischief = { refuse: (leg, order) => (leg === 1 || order.side === 'sell') && 'funds' };
    rig.command({ name: 'start' });
    for (let k = 0; k < 20; k++) rig.print([P, P], MINUTE);
    expect(rig.convoy).toMatchObject({ status: 'paused', pauseReason: 'risk', phase: 'error' });
    expect(whys(rig)).toContain('arb_naked');
    const sent = rig.sentIds.length;
    rig.print([P, P], HOUR);
    expect(rig.sentIds).toHaveLength(sent);
    rig.restart();
    rig.mischief = {};
    rig.command({ name: 'resume' });
    rig.print([P, P], 1_000);
    const [long, short] = coins(rig);
    expect(long! + short!).toBeLessThan(0.0001);
    expect(rig.convoy.status).toBe('running');
  });

  test('a liquidated short takes the spot leg with it', () => {
    const rig = opened();
    rig.print([P * 2, P * 2], 1_000);
    expect(rig.facts[1]!.liquidations).toBe(1);
    expect(rig.convoy).toMatchObject({ status: 'stopped', stopReason: 'liquidated' });
    expect(coins(rig)[0]).toBeLessThan(0.0001);
  });

  test('a short that was kept is liquidated after the stop: the kept coin stays, and the next start settles both', () => {
    const rig = opened();
    rig.command({ name: 'stop', close: false, reason: 'user' });
    const [long] = coins(rig);
    const sent = rig.sentIds.length;
    rig.print([P * 2, P * 2], 1_000);
    expect(rig.facts[1]!.liquidations).toBe(1);
    expect(rig.sentIds).toHaveLength(sent);
    expect(coins(rig)).toEqual([long, 0]);
    expect(rig.convoy).toMatchObject({ status: 'stopped', stopReason: 'user' });
    rig.restart();
    rig.command({ name: 'start' });
    expect(coins(rig)[0]).toBeLessThan(0.0001);
    expect(rig.convoy).toMatchObject({ status: 'running', rounds: 1 });
  });

  test('nothing is placed for a stopped bot, whatever its coordinator wants', () => {
    const eager: typeof funding = {
      ...funding,
      on(event, given, state, legs, out): void {
        if (state.stage === 'done' && event.type === 'leg') out.place(0, 0, 'sell', 'market', 'ioc', 0, 10, 'close');
        else funding.on(event, given, state, legs, out);
      },
    };
    const rig = new ConvoyRig<FundingParams, FundingState>(eager, [spot, perpetual], params, 3_000e8, [P, P]);
    for (const rate of HIGH_RATES) rig.fund(1, rate);
    rig.command({ name: 'start' });
    rig.command({ name: 'stop', close: false, reason: 'user' });
    const sent = rig.sentIds.length;
    rig.print([P * 2, P * 2], 1_000);
    expect(rig.facts[1]!.liquidations).toBe(1);
    expect(rig.sentIds).toHaveLength(sent);
  });

  test('a stop may keep both legs; the next start finds them and goes on holding', () => {
    const rig = opened();
    const held = coins(rig);
    rig.command({ name: 'stop', close: false, reason: 'user' });
    expect(rig.convoy.status).toBe('stopped');
    expect(coins(rig)).toEqual(held);
    rig.command({ name: 'start' });
    expect(rig.convoy.phase).toBe('holding');
    expect(coins(rig)).toEqual(held);
  });
});

describe('cross', () => {
  const other: Instrument = { ...coarseSpot, symbol: 'BTC/USDT', base: 'BTC' };
  const params: CrossParams = {
    ...{ kind: 'cross', symbol: 'BTC/USDT', exchangeB: '2', minProfitPpm: 2_000, maxOrderAtoms: 100e8 },
    ...{ depthSharePpm: 300_000, inventoryFloorPpm: 200_000 },
  };
  const P = 100_000;
  function started(given: Partial<CrossParams> = {}) {
    const rig = new ConvoyRig<CrossParams, CrossState>(
      ...([cross, [spot, other], { ...params, ...given }, 2_000e8, [P, P]] as const),
    );
    rig.command({ name: 'start' });
    return rig;
  }
  const owed = ({ convoy }: ReturnType<typeof started>) =>
    convoy.legs.reduce((sum, { books }) => sum + books.baseAtoms, 0) - convoy.state!.coinAtoms;

  test('counts the half on the second exchange as coin that lies there', () => {
    const rig = started();
    expect(rig.convoy.legs.map(({ books }) => books.baseAtoms)).toEqual([0, 1e8]);
    expect(rig.convoy.legs[1]!.books.investmentAtoms).toBe(1_000e8);
  });

  test('takes both legs at once where the net comes to what is asked, and not below', () => {
    const rig = started();
    rig.print([P, P + 400], 1_000);
    expect(rig.sentIds).toHaveLength(0);
    rig.print([P, P + 401], 1_000);
    expect(rig.sentIds).toHaveLength(2);
    expect(rig.facts[0]!.boughtLots).toBeGreaterThan(0);
    expect(rig.facts[1]!.soldLots).toBeGreaterThan(0);
    expect(rig.convoy.state!.chances).toMatchObject({ seen: 1, executed: 1 });
  });

  test('the amount is the least of order, inventory above its floor, depth share, in the coarser step', () => {
    const rig = started();
    rig.markets[1]!.best = { bidTicks: P + 1_000, askTicks: P + 1_001, bidLots: 13, askLots: 13 };
    rig.print([P, P + 1_000], 1_000);
    // 30 % of 13 lots of 0.01.
    expect(rig.facts[1]!.soldLots).toBe(3);
    expect(rig.facts[0]!.boughtLots).toBe(301);
  });

  test('below the floor of an inventory it waits, and counts what it missed once', () => {
    const rig = started({ maxOrderAtoms: 0 });
    for (let k = 0; k < 8; k++) rig.print([P, P + 1_000], 2_000);
    const [, b] = rig.convoy.legs;
    expect(b!.books.baseAtoms * 1_010).toBeGreaterThanOrEqual(0.19 * 1_000e8);
    expect(rig.convoy.state!.chances.missed).toEqual({ inventory: 1 });
  });

  test('fractions below the other venue’s minimum are owed and traded later, never dropped', () => {
    const rig = started({ maxOrderAtoms: 20e8, inventoryFloorPpm: 0 });
    let most = 0;
    for (let k = 0; k < 40; k++) {
      // There and back, so that inventory never ends.
      rig.print(k % 2 === 0 ? [P, P + 1_000] : [P + 1_000, P], 2_000);
      most = Math.max(most, Math.abs(owed(rig)));
    }
    expect(rig.convoy.state!.chances.executed).toBeGreaterThan(30);
    expect(rig.convoy.state!.chances.seen).toBeGreaterThanOrEqual(rig.convoy.state!.chances.executed);
    // The fees of 40 trades alone would be 0.0004 coins and more; what is owed stays under one coarse step.
    expect(most).toBeLessThan(other.baseAtomsPerLot);
    expect(rig.profit.equityAtoms).toBeGreaterThan(rig.convoy.investmentAtoms);
  });

  test('what is owed is bought along with the next trade', () => {
    const rig = started({ maxOrderAtoms: 20e8, inventoryFloorPpm: 0 });
    for (let k = 0; k < 12; k++) {
      rig.print([P, P + 1_000], 2_000);
      // The fee in coin makes each buy a broken lot too much or too little; it never adds up.
      expect(Math.abs(owed(rig))).toBeLessThan(2 * spot.baseAtomsPerLot);
    }
    expect(rig.convoy.state!.chances.executed).toBe(12);
    expect(rig.convoy.state!.chances.seen).toBeGreaterThanOrEqual(rig.convoy.state!.chances.executed);
  });

  test('a leg that falls short is chased, then the other one unwinds', () => {
    const rig = started();
    rig.mischief = { part: (leg, lots) => (leg === 1 ? 0 : lots) };
    for (let k = 0; k < 40; k++) rig.print([P, P + 1_000], 1_000);
    expect(rig.facts[1]!.soldLots).toBe(0);
    expect(whys(rig)).toContain('arb_unwind');
    expect(Math.abs(owed(rig))).toBeLessThan(0.02e8);
  });

  test('when neither leg can even out it is NAKED', () => {
    const rig = started();
    rig.mischief = { part: (_leg, lots) => lots, refuse: (_leg, order) => order.side === 'sell' && 'funds' };
    for (let k = 0; k < 60; k++) rig.print([P, P + 1_000], MINUTE);
    expect(rig.convoy).toMatchObject({ status: 'paused', pauseReason: 'risk', phase: 'error' });
    expect(whys(rig)).toContain('arb_naked');
  });
});

describe('triangular', () => {
  const filters = { maxQty: '9000', minPrice: '0.00001', maxPrice: '1000000', maxOpenOrders: 200 };
  const fees = { maker: '0.001', taker: '0.001' };
  const eth = makeInstrument({
    ...{ symbol: 'ETH/USDT', tick: '0.01', step: '0.0001', minQty: '0.0001', minNotional: '5', ...filters, ...fees },
  });
  const ethBtc = makeInstrument({
    ...{ symbol: 'ETH/BTC', tick: '0.00001', step: '0.0001', minQty: '0.0001', minNotional: '0.0001' },
    ...{ ...filters, ...fees },
  });
  const params: TriangularParams = {
    ...{ kind: 'triangular', symbol: 'ETH/USDT', via: 'BTC', minProfitPpm: 2_000, maxOrderAtoms: 200e8 },
  };
  const FAIR = [100_000, 3_500, 3_500];
  const CHEAP_CROSS = [100_000, 3_400, 3_500];
  const DEAR_CROSS = [100_000, 3_600, 3_500];
  function started() {
    const rig = new ConvoyRig<TriangularParams, TriangularState>(
      ...([triangular, [spot, ethBtc, eth], params, 1_000e8, FAIR] as const),
    );
    rig.command({ name: 'start' });
    return rig;
  }

  test.each([
    ['forward', CHEAP_CROSS, [0, 1, 2]],
    ['back', DEAR_CROSS, [2, 1, 0]],
  ] as const)('goes %s leg after leg, each for what the one before brought', (way, prices, order) => {
    const rig = started();
    rig.print(FAIR);
    expect(rig.sentIds).toHaveLength(0);
    rig.print(prices);
    expect(rig.sentIds.map((id) => Number(id[0]))).toEqual(order);
    const path = rig.logs.find(({ why }) => why === 'arb_triangle')?.data['held'];
    expect(path).toBe(way === 'forward' ? 'USDT → BTC → ETH → USDT' : 'USDT → ETH → BTC → USDT');
    expect(rig.convoy).toMatchObject({ rounds: 1, winRounds: 1, phase: 'waiting' });
    // 200 USDT at some 2.5 % each: fees and slippage are in it, the dust is not lost.
    expect(rig.profit.realizedAtoms).toBeGreaterThan(4e8);
    expect(rig.convoy.legs[1]!.books.realizedAtoms).toBe(0);
    expect(rig.convoy.state!.chances).toMatchObject({ seen: 1, executed: 1, missed: {} });
  });

  test('a first leg that finds nobody is a chance missed, and nothing is held', () => {
    const rig = started();
    rig.mischief = { part: () => 0 };
    rig.print(CHEAP_CROSS);
    expect(rig.convoy.state!.chances).toMatchObject({ seen: 1, executed: 0, missed: { unfilled: 1 } });
    expect(rig.convoy.legs.every(({ books }) => books.baseAtoms === 0)).toBe(true);
  });

  test('a middle leg that fails three times is unwound to USDT', () => {
    const rig = started();
    rig.mischief = { refuse: (leg) => leg === 1 && 'funds' };
    for (let k = 0; k < 10; k++) rig.print(k === 0 ? CHEAP_CROSS : FAIR, 5_000);
    expect(rig.sentIds.map((id) => Number(id[0]))).toEqual([0, 1, 1, 1, 0]);
    expect(rig.convoy.state!.chances.missed).toEqual({ leg_failed: 1 });
    expect(rig.convoy.legs[0]!.books.baseAtoms).toBeLessThan(spot.baseAtomsPerLot);
    expect(rig.profit.equityAtoms).toBeGreaterThan(999e8);
  });

  test('a middle leg filled in part sends both coins home', () => {
    const rig = started();
    let tries = 0;
    rig.mischief = { part: (leg, lots) => (leg === 1 ? (tries++ === 0 ? Math.floor(lots / 2) : 0) : lots) };
    for (let k = 0; k < 10; k++) rig.print(k === 0 ? CHEAP_CROSS : FAIR, 5_000);
    const held = rig.convoy.legs.map(({ books }) => books.baseAtoms);
    expect(held[1]).toBe(0);
    expect(held[0]).toBeLessThan(spot.baseAtomsPerLot);
    expect(held[2]).toBeLessThan(eth.baseAtomsPerLot);
  });

  test('a last leg that cannot be sold is NAKED after ten tries; a stop sells it when it can', () => {
    const rig = started();
    rig.mischief = { refuse: (leg) => leg === 2 && 'funds' };
    rig.print(CHEAP_CROSS);
    for (let k = 0; k < 20; k++) rig.print(FAIR, MINUTE);
    expect(rig.convoy).toMatchObject({ status: 'paused', pauseReason: 'risk', phase: 'error' });
    expect(rig.sentIds.filter((id) => id.startsWith('2:'))).toHaveLength(10);
    rig.mischief = {};
    rig.command({ name: 'stop', close: true, reason: 'user' });
    expect(rig.convoy.status).toBe('stopped');
    expect(rig.convoy.legs[2]!.books.baseAtoms).toBeLessThan(eth.baseAtomsPerLot);
  });

  test('depth limits the first order by what the last one can sell', () => {
    const rig = started();
    rig.markets[2]!.best = { bidTicks: 3_500, askTicks: 3_501, bidLots: 10_000, askLots: 10_000 };
    rig.print(CHEAP_CROSS);
    // One ETH, of some 34 USDT.
    expect(rig.facts[2]!.soldLots).toBeGreaterThan(9_800);
    expect(rig.facts[2]!.soldLots).toBeLessThanOrEqual(10_000);
  });
});
