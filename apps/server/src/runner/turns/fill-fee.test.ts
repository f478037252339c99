// Fees in a third coin as bots book them: the coin held stays what the exchange has, the profit counts what was paid.
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { expect, test } from 'vitest';
import { started } from '../../../test/contract-rig.ts';
import { openRig, rules } from '../../../test/runner-rig.ts';
import type { VenueFill } from '../../ports/venue.ts';
import { feeOfFill } from './fill-fee.ts';

/** Every trade of the rig's exchange is paid in BNB at 600. */
function payInBnb(venue: ReturnType<typeof openRig>['venue']) {
  const honest = venue.fill.bind(venue);
  venue.fill = (order, price, maker) => {
    const told = honest(order, price, maker);
    Object.assign(told, { fee: '0.0005', feeAsset: 'BNB', feeWorth: '0.3' });
    return told;
  };
}

test('a grid whose fees are paid in BNB goes on trading, holds what it bought and counts the fees', async () => {
  const rig = openRig();
  payInBnb(rig.venue);
  await rig.start();
  const { bot } = rig.live;
  const [entry] = rig.venue.trades;
  expect(bot.status).toBe('running');
  expect(bot.books.baseAtoms).toBe(Number(entry?.qty) * 1e8);
  expect(rig.store.rows('fills')[0]).toMatchObject({ fee: '0.0005', feeAsset: 'BNB', feeWorth: '0.3' });
  const spent = Number(entry?.qty) * Number(entry?.price) + 0.3;
  expect(rig.live.botMarket.instrument.quoteScale).toBeGreaterThan(1);
  expect(bot.books.quoteAtoms / 10 ** rig.live.botMarket.instrument.quoteScale).toBeCloseTo(1000 - spent, 6);

  const open = [...rig.venue.orders.values()].filter(({ status }) => status === 'open');
  const buy = open.find(({ side }) => side === 'buy');
  await rig.trade(buy?.cid ?? '');
  const sell = [...rig.venue.orders.values()].find(
    ({ price, side, status }) => side === 'sell' && status === 'open' && Number(price) < 101,
  );
  await rig.trade(sell?.cid ?? '');
  expect(rig.store.rows('settlements').map(({ fee }) => fee)).toEqual(['0.6']);
  expect(bot.status).toBe('running');
  expect(rig.failures).toEqual([]);
});

test('coin of the trade is held less, unless the bot has none left to pay with; a coin without a price is nobody’s guess', () => {
  const instrument = makeInstrument(rules);
  const fill: VenueFill = {
    ...{ id: '1', cid: 'c', symbol: 'BTC/USDT', side: 'sell', price: '100', qty: '1', fee: '0.001', feeAsset: 'BTC' },
    ...{ maker: true, last: '100', atMs: 0, positionSide: 'net', liquidation: false },
  };
  const fee = (more: Partial<VenueFill>, held: number) =>
    feeOfFill(instrument, { ...fill, ...more }, 10_000, 1_000, held * 1e8);
  expect(fee({}, 2)).toEqual({ feeAtoms: 1e5, feeInBase: true });
  expect(fee({}, 1)).toEqual({ feeAtoms: 0.1 * 10 ** instrument.quoteScale, feeInBase: false });
  expect(fee({ side: 'buy' }, 0)).toEqual({ feeAtoms: 1e5, feeInBase: true });
  expect(fee({ fee: '0', feeAsset: '' }, 1)).toEqual({ feeAtoms: 0, feeInBase: false });
  expect(fee({ feeAsset: 'XYZ' }, 1)).toBeNull();
});

test('a contract pays in BNB and its position stays whole', async () => {
  const rig = await started({}, 'martin', 20, payInBnb);
  const [entry] = rig.venue.trades;
  expect(rig.live.bot.status).toBe('running');
  expect(rig.live.bot.books.baseAtoms).toBe(Number(entry?.qty) * 1e8);
  expect(rig.store.rows('fills')[0]).toMatchObject({ feeAsset: 'BNB', feeWorth: '0.3' });
});
