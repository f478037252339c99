// Trades made by hand that their owner gives to a bot: booked once, as an add at their own price and fee, out of the bot's
// money; whatever does not fit is refused with its reason and changes nothing.
import { describe, expect, test } from 'vitest';
import { type ContractRig, position, started } from '../../../test/contract-rig.ts';
import { openRig } from '../../../test/runner-rig.ts';
import type { VenueFill } from '../../ports/venue.ts';
import { endTrades } from '../fills/manual-trades.ts';
import type { Turn } from '../turns/turn.ts';

let serial = 100;

/** The owner buys on the exchange's own screen; the runner hears of it by reading. */
async function byHand(rig: ContractRig, more: Partial<VenueFill> = {}): Promise<void> {
  const { opened, venue } = rig;
  const fill: VenueFill = {
    ...{ id: String(serial++), cid: 'web-1', symbol: 'BTC/USDT:USDT', side: 'buy', price: '101', qty: '0.5' },
    ...{ fee: '0.025', feeAsset: 'USDT', maker: false, last: '101', positionSide: 'net', liquidation: false },
    atMs: rig.live.botMarket.market.nowMs + 1,
    ...more,
  };
  venue.trades.push(fill);
  const held = venue.trades.reduce((sum, { qty, side }) => sum + (side === 'buy' ? 1 : -1) * Number(qty), 0);
  venue.positions = [position({ qty: held.toFixed(4) })];
  await rig.tradingAccount.reconciler.run();
  await opened.actor.whenQuiet();
}

const answer = (rig: ContractRig, what: 'mine' | 'take' | 'check') => rig.runner.answerDrift(1, 1001, what);
const books = ({ live }: ContractRig) => ({ ...live.bot.books });

async function holding(): Promise<ContractRig> {
  const rig = await started();
  expect(rig.live.bot.phase).toBe('holding');
  return rig;
}

describe('taken into the open round', () => {
  test('they are one add at their own prices and fees, told with their figures, and the notice is over', async () => {
    const rig = await holding();
    const before = books(rig);
    await byHand(rig);
    await byHand(rig, { price: '99', qty: '0.2', fee: '0.00396', maker: true });
    expect(rig.live.record.drift).toMatchObject({ kind: 'trade', count: 2 });
    expect(books(rig)).toEqual(before);
    expect(await answer(rig, 'take')).toEqual({ outcome: 'done', value: false });
    const { instrument } = rig.live.botMarket;
    const after = books(rig);
    expect(after.baseAtoms - before.baseAtoms).toBe(700 * instrument.baseAtomsPerLot);
    expect(before.quoteAtoms - after.quoteAtoms).toBe(7_032_896_000);
    expect(after.realizedAtoms).toBe(before.realizedAtoms);
    const taken = rig.store.rows('fills').filter(({ cid }) => cid.startsWith('taken-1001-'));
    expect(taken.map(({ price, purpose, qty, fee }) => [purpose, price, qty, fee])).toEqual([
      ['manual_add', '101.00', '0.500', '0.025'],
      ['manual_add', '99.00', '0.200', '0.00396'],
    ]);
    const rows = rig.store.rows('actions').filter(({ why }) => why === 'manual_taken');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ action: 'manual_add', actor: 'user', price: '101.00', qty: '0.500', round: 1 });
    expect([...(rig.live.round?.adds.values() ?? [])].map(({ kind }) => kind)).toEqual([
      'open',
      'manual_add',
      'manual_add',
    ]);
    expect(rig.live.record.drift).toBeNull();
    expect(rig.failures).toEqual([]);
  });

  test('they are booked once, however often they are given or told', async () => {
    const rig = await holding();
    await byHand(rig);
    await answer(rig, 'take');
    const once = books(rig);
    expect(await answer(rig, 'take')).toEqual({ outcome: 'done', value: false });
    for (let look = 0; look < 2; look++) await rig.tradingAccount.reconciler.run();
    const [, fill] = rig.venue.trades;
    if (fill !== undefined) rig.opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill });
    await rig.opened.actor.whenQuiet();
    expect(books(rig)).toEqual(once);
    expect(rig.live.record.drift).toBeNull();
  });

  test('they end the shortage that they explain, and the bot goes on when it is resumed', async () => {
    const rig = await holding();
    const { baseAtoms } = rig.live.bot.books;
    await byHand(rig);
    await rig.tradingAccount.reconciler.run();
    await rig.opened.actor.whenQuiet();
    expect(rig.live.record.drift).toMatchObject({ kind: 'shortage', count: 1 });
    expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'risk' });
    expect(await answer(rig, 'take')).toEqual({ outcome: 'done', value: false });
    expect(rig.live.record.drift).toBeNull();
    expect(rig.live.bot.books.baseAtoms).toBe(baseAtoms + 500 * rig.live.botMarket.instrument.baseAtomsPerLot);
    const resumed = await rig.runner.operate(1, 1001, { name: 'resume' });
    expect(resumed).toMatchObject({ outcome: 'done', value: { status: 'running' } });
  });
});

describe('an answer is about the trades that were shown', () => {
  test.each(['take', 'mine'] as const)('%s of fewer or more than there are changes nothing', async (what) => {
    const rig = await holding();
    await byHand(rig);
    await byHand(rig);
    const before = JSON.stringify([rig.live.bot, rig.live.record.drift]);
    for (const seen of [1, 3]) {
      const given = await rig.runner.answerDrift(1, 1001, what, seen);
      expect(given).toMatchObject({ outcome: 'refused', code: 4023, data: { reason: 'changed' } });
    }
    expect(JSON.stringify([rig.live.bot, rig.live.record.drift])).toBe(before);
    expect(await rig.runner.answerDrift(1, 1001, what, 2)).toEqual({ outcome: 'done', value: false });
    expect(rig.live.record.drift).toBeNull();
    expect(await rig.runner.answerDrift(1, 1001, what, 2)).toEqual({ outcome: 'done', value: false });
    expect(rig.failures).toEqual([]);
  });

  test('what was given to one bot is asked of no other one, which keeps the notices that are left', async () => {
    const rig = await holding();
    await byHand(rig);
    const told = rig.live.record.drift;
    if (told === null) throw new Error('nothing was told');
    const [trade] = told.trades;
    if (trade === undefined) throw new Error('no trade was told');
    const other = (drift: typeof told) => ({ ...rig.live, record: { ...rig.live.record, drift } }) as typeof rig.live;
    const same = other(told);
    const more = other({ ...told, trades: [{ ...trade, id: 'older' }, trade], count: 5 });
    for (const one of [same, more]) {
      Object.defineProperty(one, 'owner', { value: one });
    }
    endTrades({ touch: () => {} } as unknown as Turn, rig.live, [rig.live, same, more]);
    expect(rig.live.record.drift).toBeNull();
    expect(same.record.drift).toBeNull();
    expect(more.record.drift).toMatchObject({ count: 4, trades: [{ id: 'older' }] });
  });
});

describe('what does not fit changes nothing', () => {
  async function refused(rig: ContractRig, code: number, reason?: string): Promise<void> {
    const before = JSON.stringify([rig.live.bot, rig.live.record.drift]);
    const given = await answer(rig, 'take');
    expect(given).toMatchObject({ outcome: 'refused', code, ...(reason && { data: { reason } }) });
    expect(JSON.stringify([rig.live.bot, rig.live.record.drift])).toBe(before);
    expect(rig.failures).toEqual([]);
  }

  test('a trade against what is held', async () => {
    const rig = await holding();
    await byHand(rig, { side: 'sell', qty: '0.1' });
    await refused(rig, 4023, 'side');
  });

  test('more than the bot has free, with what it needs', async () => {
    const rig = await holding();
    await byHand(rig, { qty: '40' });
    const given = await answer(rig, 'take');
    expect(given).toMatchObject({ outcome: 'refused', code: 3010, data: { coin: 'USDT', wallet: 'futures' } });
    await refused(rig, 3010);
  });

  test('a fee in a coin that nobody valued, or a quantity off the steps', async () => {
    const rig = await holding();
    await byHand(rig, { fee: '0.0001', feeAsset: 'BNB' });
    await refused(rig, 4023, 'figures');
    await answer(rig, 'mine');
    await byHand(rig, { qty: '0.0005' });
    await refused(rig, 4023, 'figures');
  });

  test('while everything is stopped by panic', async () => {
    const rig = await holding();
    await byHand(rig);
    await rig.runner.haltAll(1);
    await rig.opened.actor.whenQuiet();
    await refused(rig, 3011);
  });

  test('nothing is held', async () => {
    const rig = await holding();
    await rig.runner.operate(1, 1001, { name: 'close' });
    await rig.opened.actor.whenQuiet();
    await byHand(rig);
    await refused(rig, 4014);
  });

  test('a grid, whose coin belongs to its lines', async () => {
    const { createBotRunner } = await import('./bot-commands.ts');
    const { depsOf } = await import('../../../test/contract-rig.ts');
    const rig = openRig();
    rig.venue.balances = [{ asset: 'BTC', free: '10', locked: '0' }];
    await rig.start();
    const grid = { ...rig, runner: createBotRunner(depsOf(rig)) };
    await byHand(grid, { symbol: 'BTC/USDT' });
    await refused(grid, 4023, 'kind');
  });
});
