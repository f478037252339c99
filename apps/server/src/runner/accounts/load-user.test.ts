// A bot over two exchanges of which one is not open yet waits: what it has at the other one is neither swept nor taken for
// somebody else's until it is seated.
import { encodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { parseParams } from '@cormorant/core/strategies/registry.ts';
import { expect, test } from 'vitest';
import { nothingLoaded, RigStore, RigVenue, rigRecord, rigSide, rules, SALT } from '../../../test/runner-rig.ts';
import type { BotRecord } from '../../ports/bot-record.ts';
import type { NewOrder } from '../../ports/venue.ts';
import { instrumentOf } from '../../ports/venue-market.ts';
import { freshMultiLeg } from '../bots/read-multi-leg.ts';
import { createGroupCommit } from '../turns/group-commit.ts';
import { openActor } from './load-user.ts';
import type { TradingAccount } from './trading-account.ts';

const [PARENT, LEG_A, LEG_B] = [2001, 2002, 2003];
const instrument = instrumentOf(rules);

/** One that has never started, with a leg on account 1 and one on account 2. */
function convoyRows(): [BotRecord, BotRecord, BotRecord] {
  const raw = {
    ...{ kind: 'cross', exchange_b: 'other', min_profit: '0.2', max_order: '500' },
    ...{ depth_share: '30', inventory_floor: '10' },
  };
  const parsed = parseParams('arbitrage', raw, { instrument, lastTicks: 10_000, investmentAtoms: 300_000_000_000 });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const row = { ...rigRecord(), typeId: 7, kind: 'arbitrage', investment: '3000' } as const;
  const parent = { ...row, id: PARENT, legs: 2 };
  const engine = freshMultiLeg(parent, parsed.params, [LEG_A, LEG_B], [instrument, instrument]);
  return [
    { ...parent, engine: { ...engine, legs: [] } },
    { ...row, id: LEG_A, parentId: PARENT, leg: 0, investment: '1500' },
    { ...row, id: LEG_B, parentId: PARENT, leg: 1, accountId: 2, investment: '1500' },
  ];
}

function openAt(accountId: number, bots: BotRecord[]) {
  const venues = { 1: new RigVenue(), 2: new RigVenue() };
  const placeOf = (id: 1 | 2) => ({ connection: rigSide(venues[id], 20), account: 'rig', accountId: id, books: 'rig' });
  const store = new RigStore();
  const log = () => {};
  const clock = { nowMs: () => performance.now() };
  const leases = { take: async () => 1, holds: () => true, drop: log, stop: async () => {} };
  const places = { 1: placeOf(1), 2: placeOf(2) };
  const connections = [places[1].connection, places[2].connection];
  const house = {
    store: store.port,
    clock,
    journal: createGroupCommit(store.port, log, log),
    leases,
    salt: SALT,
    log,
    connections,
  };
  const [here, there] = accountId === 1 ? ([1, 2] as const) : ([2, 1] as const);
  const opened = openActor(house, 1, 1, [places[here]], { ...nothingLoaded, bots }, (error) => {
    throw error;
  });
  const tradingAccount = opened.tradingAccounts.get(here) as TradingAccount;
  const look = async () => {
    await tradingAccount.reconciler.run();
    await opened.actor.whenQuiet();
  };
  return { opened, tradingAccount, look, venue: venues[here], other: places[there] };
}

function leave(venue: RigVenue, bot: number) {
  const cid = encodeClientOrderId({ salt: SALT, bot, slot: 0, cycle: 0, attempt: 0 });
  const order: NewOrder = {
    ...{ cid, symbol: rules.symbol, side: 'buy', type: 'limit', tif: 'gtc', price: '50', qty: '1' },
    ...{ positionSide: 'net', reduceOnly: false },
  };
  const open = { ...order, filled: '0', status: 'open', createdAtMs: 0 } as const;
  venue.orders.set(cid, open);
  return open;
}

test('what a bot of two exchanges has at the open one waits for the other, and no longer', async () => {
  const rows = convoyRows();
  const { opened, tradingAccount, look, other, venue } = openAt(1, [rows[0], rows[1]]);
  const { actor } = opened;
  const traded = venue.fill(leave(venue, LEG_A));
  const { cid } = leave(venue, LEG_A);
  for (let times = 0; times < 3; times++) await look();
  expect(venue.orders.get(cid)?.status).toBe('open');
  // Its trade is shown again, and no cursor passes it.
  await actor.act((turn) => expect(tradingAccount.book.take(turn, traded)).toBe(false));

  opened.openTradingAccount(other, { ...nothingLoaded, bots: rows });
  expect([...actor.convoys.keys(), ...actor.bots.keys()]).toEqual([PARENT, LEG_A, LEG_B]);
  expect([...actor.unseated]).toEqual([]);
  for (let times = 0; times < 2; times++) await look();
  expect(venue.orders.get(cid)?.status).toBe('cancelled');
});

test('a leg whose bot is on an account that is not open keeps its orders, too', async () => {
  const rows = convoyRows();
  const { opened, look, other, venue } = openAt(2, [rows[2]]);
  const { cid } = leave(venue, LEG_B);
  for (let times = 0; times < 3; times++) await look();
  expect(venue.orders.get(cid)?.status).toBe('open');
  opened.openTradingAccount(other, { ...nothingLoaded, bots: rows });
  expect([...opened.actor.unseated]).toEqual([]);
});
