// Behaviours of contracts: settings, positions, margin, stops, funding.
import { expect } from 'vitest';
import { PERP } from './rig.ts';
import {
  allFills,
  atMarket,
  type Behaviour,
  find,
  outcomeOf,
  perpOrder,
  placed,
  type Subject,
  smallWord,
  spotOrder,
  type Way,
  wallet,
} from './subject.ts';

const long = { ...atMarket, qty: '0.1' } as const;

const TAKERS: Partial<Record<Way, string>> = { bybit: '0.00055', bitget: '0.0006' };
/** Stops are other calls there. */
const NO_STOPS = {
  okx: 'a stop is refused before it is sent: the algo calls of OKX are not spoken',
  bitget: 'a stop is refused before it is sent: the plan orders of Bitget are not spoken',
  gate: 'a stop is refused before it is sent: the price orders of Gate are not spoken',
};

const NO_MOVES = 'none of its lists tells it: what became of such a move without an answer stays unknown';

async function positions({ venue, account }: Subject) {
  return venue.positions(account);
}

export const futuresBehaviours: readonly Behaviour[] = [
  {
    market: 'futures',
    says: 'rules of a contract are told with its margin table',
    run: async ({ venue, account, way }) => {
      await venue.positions(account);
      const rules = (await venue.symbols()).find(({ symbol }) => symbol === PERP);
      expect(rules).toMatchObject({
        market: 'futures',
        tick: '0.1',
        step: '0.001',
        feeAsset: 'quote',
        taker: TAKERS[way] ?? '0.0005',
      });
      expect(rules?.contract?.brackets[0]).toMatchObject({
        floor: '0',
        maxLeverage: 125,
        maintenance: '0.004',
        cum: '0',
      });
      expect(rules?.contract?.fundingHours).toBe(8);
      const mark = async () => (await venue.tickers()).find(({ symbol }) => symbol === PERP)?.mark;
      // Prices are kept for a moment.
      await expect.poll(async () => Number(await mark())).toBeGreaterThan(59_000);
    },
  },
  {
    market: 'futures',
    says: 'leverage and margin mode are set; a leverage that is not offered is refused',
    run: async (subject) => {
      const { venue, account } = subject;
      expect(await venue.setLeverage(account, PERP, 10, 'isolated')).toMatchObject({ outcome: 'accepted' });
      expect(await venue.setLeverage(account, PERP, 10, 'isolated')).toMatchObject({ outcome: 'accepted' });
      expect(await venue.setLeverage(account, PERP, 126, 'isolated')).toMatchObject({ outcome: 'refused', code: 3008 });
      await placed(subject, perpOrder(long));
      expect(await positions(subject)).toMatchObject([{ leverage: 10, marginMode: 'isolated' }]);
    },
  },
  {
    market: 'futures',
    says: 'leverage is not changed under a position or an order',
    run: async (subject) => {
      const { venue, account } = subject;
      const resting = perpOrder();
      await placed(subject, resting);
      expect(await venue.setLeverage(account, PERP, 5, 'isolated')).toMatchObject({ outcome: 'refused', code: 3001 });
      await venue.cancel(account, [resting]);
      await placed(subject, perpOrder(long));
      expect(await venue.setLeverage(account, PERP, 5, 'isolated')).toMatchObject({ outcome: 'refused', code: 3001 });
      expect(await positions(subject)).toMatchObject([{ leverage: 20 }]);
    },
  },
  {
    market: 'both',
    says: 'a change whose sender may not act any more, when its turn to leave comes, does not leave',
    not: { house: 'nothing waits there: whoever sends has looked just before' },
    run: async (subject) => {
      const { venue, account } = subject;
      const mayAct = () => false;
      await subject.toOpen();
      const resting = [spotOrder(), spotOrder({ price: '50001' })];
      for (const order of resting) await placed(subject, order);
      await placed(subject, perpOrder(long));
      const [before] = await positions(subject);
      const outcomes = [
        ...(await venue.cancel(account, resting, mayAct)),
        await venue.addMargin(account, PERP, 'net', '50', 'late', mayAct),
      ];
      await placed(subject, perpOrder({ ...long, side: 'sell', reduceOnly: true }));
      outcomes.push(await venue.setLeverage(account, PERP, 5, 'isolated', mayAct));
      outcomes.push(await venue.setPositionMode(account, 'hedge', mayAct));
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => 'unknown'));
      for (const order of resting) expect(await find(subject, order)).toMatchObject({ status: 'open' });
      expect(await venue.positionMode(account)).toBe('one_way');
      await placed(subject, perpOrder(long));
      const [after] = await positions(subject);
      expect(after?.leverage).toBe(before?.leverage);
      expect(Math.abs(Number(after?.margin) - Number(before?.margin))).toBeLessThan(10);
    },
  },
  {
    market: 'futures',
    says: 'a position is opened, told and closed by a reduce-only order',
    run: async (subject) => {
      await subject.toOpen();
      await placed(subject, perpOrder(long));
      const [position] = await positions(subject);
      expect(position).toMatchObject({
        symbol: PERP,
        positionSide: 'net',
        qty: '0.1',
        marginMode: 'isolated',
        leverage: 20,
      });
      expect(Number(position?.margin)).toBeGreaterThan(290);
      expect(Number(position?.liqPrice)).toBeGreaterThan(50_000);
      const exit = perpOrder({ ...long, side: 'sell', reduceOnly: true });
      await placed(subject, exit);
      expect(await positions(subject)).toEqual([]);
      const fills = await allFills(subject, PERP);
      expect(fills.map(({ side, qty, feeAsset }) => [side, qty, feeAsset])).toEqual([
        ['buy', '0.1', 'USDT'],
        ['sell', '0.1', 'USDT'],
      ]);
      expect(fills[1]?.cid).toBe(exit.cid);
    },
  },
  {
    market: 'futures',
    says: 'a reduce-only order without a position opens none',
    run: async (subject) => {
      const outcome = await outcomeOf(subject, perpOrder({ ...long, side: 'sell', reduceOnly: true }));
      expect(outcome.outcome).not.toBe('unknown');
      expect(await positions(subject)).toEqual([]);
      expect(await allFills(subject, PERP)).toEqual([]);
    },
  },
  {
    market: 'futures',
    says: 'the position mode is read and changed, and not while an order stands',
    run: async (subject) => {
      const { venue, account } = subject;
      expect(await venue.positionMode(account)).toBe('one_way');
      const resting = perpOrder();
      await placed(subject, resting);
      expect(await venue.setPositionMode(account, 'hedge')).toMatchObject({ outcome: 'refused', code: 3001 });
      await venue.cancel(account, [resting]);
      expect(await venue.setPositionMode(account, 'hedge')).toMatchObject({ outcome: 'accepted' });
      expect(await venue.setPositionMode(account, 'hedge')).toMatchObject({ outcome: 'accepted' });
      expect(await venue.positionMode(account)).toBe('hedge');
      expect(await outcomeOf(subject, perpOrder())).toMatchObject({ outcome: 'refused', code: 3001 });
    },
  },
  {
    market: 'futures',
    says: 'in hedge mode a long and a short stand side by side, and each is closed for itself',
    run: async (subject) => {
      const { venue, account } = subject;
      await venue.setPositionMode(account, 'hedge');
      await placed(subject, perpOrder({ ...long, positionSide: 'long' }));
      await placed(subject, perpOrder({ ...long, qty: '0.05', side: 'sell', positionSide: 'short' }));
      const both = new Map((await positions(subject)).map(({ positionSide, qty }) => [positionSide, qty]));
      expect(Object.fromEntries(both)).toEqual({ long: '0.1', short: '-0.05' });
      await placed(subject, perpOrder({ ...long, side: 'sell', positionSide: 'long', reduceOnly: true }));
      expect(await positions(subject)).toMatchObject([{ positionSide: 'short', qty: '-0.05' }]);
      expect((await allFills(subject, PERP)).map(({ positionSide }) => positionSide)).toEqual([
        'long',
        'short',
        'long',
      ]);
    },
  },
  {
    market: 'futures',
    says: 'a stop waits, is found and listed with its trigger, and can be cancelled',
    not: NO_STOPS,
    run: async (subject) => {
      const { venue, account } = subject;
      await placed(subject, perpOrder(long));
      const trigger = { kind: 'stop', by: 'mark', price: '55000' } as const;
      const stop = perpOrder({ ...long, side: 'sell', reduceOnly: true, trigger });
      await placed(subject, stop);
      const same = { cid: stop.cid, status: 'open', filled: '0', reduceOnly: true, trigger };
      expect(await find(subject, stop)).toMatchObject(same);
      expect(await venue.openOrders(account)).toMatchObject([same]);
      expect((await venue.cancel(account, [stop]))[0]).toMatchObject({
        ...{ outcome: 'accepted', value: { cid: stop.cid, status: 'cancelled' } },
      });
      expect((await venue.cancel(account, [stop]))[0]).toMatchObject({ outcome: 'refused', code: 3002 });
      expect(await venue.openOrders(account)).toEqual([]);
    },
  },
  {
    market: 'futures',
    says: 'a stop that is reached trades under its own id',
    not: NO_STOPS,
    run: async (subject) => {
      await subject.toOpen();
      await placed(subject, perpOrder(long));
      const trigger = { kind: 'stop', by: 'last', price: '59995' } as const;
      const stop = perpOrder({ ...long, side: 'sell', reduceOnly: true, trigger });
      await placed(subject, stop);
      await subject.print(4);
      expect(await find(subject, stop)).toMatchObject({ cid: stop.cid, status: 'filled', filled: '0.1' });
      expect((await allFills(subject, PERP)).at(-1)).toMatchObject({ cid: stop.cid, side: 'sell', qty: '0.1' });
      expect(await positions(subject)).toEqual([]);
    },
  },
  {
    market: 'futures',
    says: 'a stop of more than the position closes what there is, and its rest is gone',
    not: NO_STOPS,
    run: async (subject) => {
      await subject.toOpen();
      await placed(subject, perpOrder(long));
      const trigger = { kind: 'stop', by: 'last', price: '59995' } as const;
      const stop = perpOrder({ ...long, qty: '0.3', side: 'sell', reduceOnly: true, trigger });
      await placed(subject, stop);
      await subject.print(4);
      expect(await find(subject, stop)).toMatchObject({ cid: stop.cid, status: 'cancelled', filled: '0.1' });
      expect(await positions(subject)).toEqual([]);
      expect(await subject.venue.openOrders(subject.account)).toEqual([]);
    },
  },
  {
    market: 'futures',
    says: 'margin is moved behind a position and back, and never more than is free',
    run: async (subject) => {
      const { venue, account } = subject;
      expect(await venue.addMargin(account, PERP, 'net', '10', 'early')).toMatchObject({
        outcome: 'refused',
        code: 3001,
      });
      await placed(subject, perpOrder(long));
      const before = Number((await positions(subject))[0]?.margin);
      expect(await venue.addMargin(account, PERP, 'net', '100', 'one')).toMatchObject({ outcome: 'accepted' });
      expect(await venue.addMargin(account, PERP, 'net', '-40', 'two')).toMatchObject({ outcome: 'accepted' });
      expect(Number((await positions(subject))[0]?.margin)).toBeCloseTo(before + 60, 6);
      expect(await venue.addMargin(account, PERP, 'net', '1000000', 'three')).toMatchObject({
        outcome: 'refused',
        code: 3010,
      });
    },
  },
  {
    market: 'futures',
    says: 'what was moved behind a position is told',
    not: { bybit: NO_MOVES, gate: NO_MOVES },
    run: async (subject) => {
      const { venue, account, sinceMs } = subject;
      await placed(subject, perpOrder(long));
      await venue.addMargin(account, PERP, 'net', '100', 'one');
      await venue.addMargin(account, PERP, 'net', '-40', 'two');
      const adds = await venue.marginAdds(account, PERP, sinceMs);
      expect(adds.map(({ amount, positionSide }) => [amount, positionSide])).toEqual([
        ['100', 'net'],
        ['-40', 'net'],
      ]);
    },
  },
  {
    market: 'futures',
    says: 'the futures wallet tells what is free and what is not',
    run: async (subject) => {
      const { venue, account } = subject;
      expect(await venue.balances(account, 'futures')).toEqual([
        { asset: 'USDT', free: String(wallet(subject)), locked: '0' },
      ]);
      await placed(subject, perpOrder(long));
      const [usdt] = await venue.balances(account, 'futures');
      expect(Number(usdt?.free)).toBeLessThan(wallet(subject) - 250);
      expect(Number(usdt?.locked)).toBeGreaterThan(250);
      const outcome = await outcomeOf(subject, perpOrder({ qty: '10', price: '59000' }));
      expect(outcome).toMatchObject({ outcome: 'refused', code: 3010 });
    },
  },
  {
    market: 'futures',
    says: 'each broken rule of a contract is refused in its own word and code',
    run: async (subject) => {
      await subject.toOpen();
      const said = async (more: Parameters<typeof perpOrder>[0]) => {
        const outcome = await outcomeOf(subject, perpOrder(more));
        return outcome.outcome === 'refused' ? [outcome.code, outcome.reason] : outcome;
      };
      expect(await said({ price: '50000.05' })).toEqual([3006, 'price_filter']);
      expect(await said({ qty: '0.0005' })).toEqual([3007, 'lot_size']);
      expect(await said({ qty: '0.001', price: '4000' })).toEqual([3007, smallWord(subject, 'futures')]);
      expect(await said({ tif: 'post', price: '60500' })).toEqual([3001, 'post_only']);
      const order = perpOrder();
      await placed(subject, order);
      expect(await outcomeOf(subject, order)).toMatchObject({ outcome: 'unknown' });
    },
  },
  {
    market: 'futures',
    says: 'funding is told once, with its rate, its side and what was paid, and read on from there',
    run: async (subject) => {
      const { venue, account, sinceMs } = subject;
      await placed(subject, perpOrder(long));
      const rates = await venue.fundingRates(PERP, 100);
      const paid = async () => venue.fundings(account, PERP, '', 10, sinceMs);
      // An hour is 60 candles of four prints.
      for (let made = 0; made < 10 && (await paid()).length === 0; made++) await subject.print(40);
      const [first, ...more] = await paid();
      expect(more).toEqual([]);
      expect(first).toMatchObject({ symbol: PERP, positionSide: 'net', rate: '0.0001' });
      expect(Number(first?.amount)).toBeCloseTo(-0.6, 2);
      expect(await venue.fundings(account, PERP, first?.id ?? '', 10, sinceMs)).toEqual([]);
      expect((await venue.fundingRates(PERP, 100)).length).toBeGreaterThan(rates.length);
    },
  },
];
