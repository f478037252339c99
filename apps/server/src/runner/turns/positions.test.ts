// Rounds of a bot whose dust gathers: what no exit can take keeps no round open, however many lots it comes to.
import { expect, test } from 'vitest';
import { openRig, rules } from '../../../test/runner-rig.ts';

const ladder = {
  ...{ mode: 'ladder', base_amount: '20', safety_amount: '20', max_safety: '0', active_safety: '1', step: '5' },
  ...{ step_mult: '1', vol_mult: '1', take_profit: '1', stop_loss: '50', cooldown: '0' },
};
const ROUNDS = 4;

test('every round ends with its own sale, also when earlier ones left more than a lot together', async () => {
  const rig = openRig(20, { kind: 'dca', params: ladder, symbolRules: rules });
  await rig.start();
  const lot = rig.live.botMarket.instrument.baseAtomsPerLot;
  for (let round = 1; round <= ROUNDS; round++) {
    rig.board.print(rules.symbol, round, rig.venue.price, rig.live.botMarket.market.nowMs + 60_000);
    rig.opened.actor.post({ type: 'print', live: rig.live });
    await rig.opened.actor.whenQuiet();
    const target = [...rig.venue.orders.values()].find(({ side, status }) => side === 'sell' && status === 'open');
    await rig.trade(target?.cid ?? 'no target');
  }
  expect(rig.failures).toEqual([]);
  // Each round bought 0.2 and paid a thousandth in coin: 0.8 lots stay.
  expect(rig.live.bot.books.baseAtoms).toBeGreaterThanOrEqual(2 * lot);
  const ended = rig.store.rows('positions').filter(({ status }) => status === 'closed');
  expect(ended.map(({ round }) => round)).toEqual(Array.from({ length: ROUNDS }, (_, at) => at + 1));
  expect(ended.every(({ closeReason, qty }) => closeReason === 'take_profit' && qty === '0')).toBe(true);
});
