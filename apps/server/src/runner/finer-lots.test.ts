// An exchange has made its step finer, and orders end with parts of a bot's lots (catalogue B2, B3; docs/decisions/0093). Whatever
// the kind of bot, and whatever ends when: not an atom is lost or invented, the bot goes on, and what it holds is closed in the end.
import { strategyOf } from '@cormorant/core/strategies/registry.ts';
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { expect, test } from 'vitest';
import {
  contractRules,
  nothingLoaded,
  openRig,
  type Placed,
  type Rig,
  type RigBot,
  rules,
} from '../../test/runner-rig.ts';
import type { VenueFill, VenueOrder, VenueSymbol } from '../ports/venue.ts';

const COARSE = { step: '0.01', minQty: '0.01', minNotional: '1' } as const;
const FINE = { step: '0.0001', minQty: '0.0001', minNotional: '0.001' } as const;
const UNIT = 0.0001;

const ladder = {
  ...{ direction: 'long', first_amount: '20', max_positions: '3', multiplier: '2', add_drop: '3', add_callback: '0' },
  ...{ take_profit: '1.3', tp_callback: '0', stop_loss: '20', entry: 'now' },
};
const dca = {
  ...{ mode: 'ladder', first_amount: '30', max_steps: '3', step_gap: '2', take_profit: '1', stop_loss: '0' },
};
const grid = { lower: '90', upper: '110', grid_levels: '4', grid_mode: 'arithmetic' };
const bots: Readonly<Record<string, Omit<RigBot, 'symbolRules'> & { readonly of: VenueSymbol }>> = {
  'grid on spot': { kind: 'grid', params: grid, of: rules },
  'grid on a contract': { kind: 'grid', params: { ...grid, direction: 'neutral', leverage: '3' }, of: contractRules },
  'martingale on spot': { kind: 'martin', params: ladder, of: rules },
  'martingale on a contract': { kind: 'martin', params: { ...ladder, leverage: '3' }, of: contractRules },
  'ladder on spot': { kind: 'dca', params: dca, of: rules },
};

/** A bot that began in the coarse step, at an exchange that trades in the fine one by now. */
async function started(name: string): Promise<Rig> {
  const { kind, of, params } = bots[name] as (typeof bots)[string];
  const rig = openRig(20, { kind, params, symbolRules: { ...of, ...COARSE } });
  await rig.start();
  expect(rig.live.bot.status, name).toBe('running');
  rig.venue.port.symbols = async () => [{ ...of, ...FINE }];
  return rig;
}

const open = ({ venue }: Rig) => [...venue.orders.values()].filter(({ status }) => status === 'open');

/** One part of an order trades. */
function trade({ venue }: Rig, cid: string, units: number): VenueFill {
  const order = venue.orders.get(cid) as VenueOrder;
  const fill = venue.fill({ ...order, qty: (units * UNIT).toFixed(4) });
  const filled = (Number(order.filled) + units * UNIT).toFixed(4);
  venue.orders.set(cid, { ...order, filled, status: Number(filled) < Number(order.qty) ? 'open' : 'filled' });
  return fill;
}

/** The next process, on what was made durable; the exchange is the same. */
async function restarted(name: string, from: Rig): Promise<Rig> {
  from.opened.close();
  const { kind, of, params } = bots[name] as (typeof bots)[string];
  const rig = openRig(20, { kind, params, symbolRules: { ...of, ...COARSE } });
  for (const [cid, order] of from.venue.orders) rig.venue.orders.set(cid, order);
  rig.venue.trades.push(...from.venue.trades);
  Object.assign(rig.venue, { price: from.venue.price, answer: from.venue.answer });
  for (const id of from.store.fills) rig.store.fills.add(id);
  rig.store.commits.push(...structuredClone(from.store.commits));
  rig.venue.port.symbols = from.venue.port.symbols;
  const record = rig.store.commits.flatMap((commit) => commit.bots).at(-1);
  if (record === undefined) throw new Error('nothing was made durable');
  const last = new Map(rig.store.rows('orders').map((row) => [row.cid, row]));
  const liveOrders = [...last.values()].filter(({ status }) => !['filled', 'cancelled', 'refused'].includes(status));
  rig.opened.unseat(rig.live);
  const live = rig.opened.seat({ ...rig.live.record, ...record }, { ...nothingLoaded, liveOrders });
  Object.assign(live.botMarket.market, {
    lastTicks: Math.round(Number(rig.venue.price) * 100),
    nowMs: from.live.marketMs,
  });
  await rig.tradingAccount.reconciler.run();
  await rig.opened.actor.whenQuiet();
  return { ...rig, live };
}

const leftUnits = ({ filled, qty }: VenueOrder) => Math.round((Number(qty) - Number(filled)) / UNIT);

/** Orders at market are filled in part and end. */
function taken(rig: Rig, share: number): void {
  rig.venue.answer = (order, honest): Placed => {
    if (order.type !== 'market' || honest.outcome !== 'accepted' || order.trigger !== undefined) return honest;
    rig.venue.trades.pop();
    const units = Math.max(1, Math.floor(Math.round(Number(order.qty) / UNIT) * share));
    const whole = { ...honest.value.order, filled: '0', status: 'open' } as const;
    const fill = rig.venue.fill({ ...whole, qty: (units * UNIT).toFixed(4) }, rig.venue.price, false);
    const told: VenueOrder = { ...whole, filled: fill.qty, status: fill.qty === order.qty ? 'filled' : 'cancelled' };
    rig.venue.orders.set(order.cid, told);
    return { outcome: 'accepted', value: { order: told, fills: [fill] } };
  };
}

function end({ live, opened, venue }: Rig, cid: string): void {
  const order: VenueOrder = { ...(venue.orders.get(cid) as VenueOrder), status: 'cancelled' };
  venue.orders.set(cid, order);
  opened.actor.post({ type: 'dispatched', live, event: { type: 'found', cid, order } });
}

async function print(rig: Rig, price: number): Promise<void> {
  const { live, opened, venue } = rig;
  venue.price = price.toFixed(2);
  Object.assign(live.botMarket.market, {
    lastTicks: Math.round(price * 100),
    nowMs: live.botMarket.market.nowMs + 61_000,
  });
  opened.actor.post({ type: 'print', live });
  await opened.actor.whenQuiet();
}

/** The books are what was traded, in units of 1e-8, and every atom that was spent is somewhere in the machine's. */
function expectExact({ failures, live, venue }: Rig): void {
  expect(failures).toEqual([]);
  let [base, quote] = [0, 0];
  for (const { fee, feeAsset, price, qty, side } of venue.trades) {
    const sign = side === 'buy' ? 1 : -1;
    const paid = Math.round(Number(fee) * 1e8);
    base += sign * Math.round(Number(qty) * 1e8) - (feeAsset === 'BTC' ? paid : 0);
    quote -= sign * Math.round(Number(price) * Number(qty) * 1e8) + (feeAsset === 'BTC' ? 0 : paid);
  }
  const { baseAtoms, investmentAtoms, pendingFundingAtoms, quoteAtoms, realizedAtoms } = live.bot.books;
  expect({ base: baseAtoms, quote: quoteAtoms - investmentAtoms }).toEqual({ base, quote });
  const cost = strategyOf(live.record.kind).costAtoms(live.bot.state);
  expect(quoteAtoms).toBe(investmentAtoms + realizedAtoms + pendingFundingAtoms - cost);
}

const act = record({
  what: constantFrom('part', 'part', 'whole', 'end', 'part and end', 'print', 'read', 'restart', 'kill'),
  at: integer({ min: 0, max: 20 }),
  units: integer({ min: 1, max: 900 }),
  cents: integer({ min: 9_200, max: 10_800 }),
});

async function live(rig: Rig, { at, cents, units, what }: { what: string; at: number; units: number; cents: number }) {
  const { tradingAccount, opened } = rig;
  const orders = open(rig);
  const order = orders[at % Math.max(1, orders.length)];
  if (what === 'print') await print(rig, cents / 100);
  else if (what === 'read') await tradingAccount.read();
  else if (order !== undefined) {
    const left = leftUnits(order);
    const traded = what === 'whole' ? left : what === 'end' ? 0 : Math.min(units, left - 1);
    if (traded > 0) opened.actor.post({ type: 'fill', tradingAccount, fill: trade(rig, order.cid, traded) });
    if (what.endsWith('end')) end(rig, order.cid);
  }
  await opened.actor.whenQuiet();
}

test.each(Object.keys(bots))('a %s', { timeout: 120_000 }, async (name) => {
  let finer = 0;
  await assert(
    asyncProperty(
      array(act, { minLength: 5, maxLength: 25 }),
      integer({ min: 20, max: 100 }),
      async (acts, percent) => {
        let rig = await started(name);
        for (const [nth, one] of acts.entries()) {
          if (nth === 3) taken(rig, percent / 100);
          if (one.what === 'restart') rig = await restarted(name, rig);
          else if (one.what === 'kill') {
            // Whatever follows from it is not made durable any more.
            rig.store.token += 1;
            await live(rig, { ...one, what: 'part and end' });
            rig = await restarted(name, rig);
          } else await live(rig, one);
          if (rig.live.orders.size === 0 || rig.live.record.symbolRules.step === FINE.step) expectExactOnceRead(rig);
        }
        await rig.tradingAccount.read();
        await rig.opened.actor.whenQuiet();
        rig.venue.answer = (_order, honest) => honest;
        const { actor } = rig.opened;
        await actor.act((turn) => actor.command(turn, rig.live, { name: 'stop', close: true, reason: 'user' }, 'user'));
        await actor.whenQuiet();
        for (let minute = 0; minute < 20 && rig.live.bot.status !== 'stopped'; minute++) await print(rig, 100);
        expectExact(rig);
        expect([rig.live.bot.status, open(rig)]).toEqual(['stopped', []]);
        const isFine = rig.live.record.symbolRules.step === FINE.step;
        if (isFine) finer += 1;
        // Of a ladder each round may leave less than a lot of its time, which no later one sells.
        const rests = rig.live.record.kind === 'dca' ? 1e6 * rig.live.bot.rounds : 0;
        expect(Math.abs(rig.live.bot.books.baseAtoms)).toBeLessThan(rests + (isFine ? 1e4 : 1e6));
        const told = rig.store.rows('actions').filter(({ why }) => why === 'steps_finer');
        expect(told).toHaveLength(isFine ? 1 : 0);
      },
    ),
    { numRuns: 15 },
  );
  expect(finer).toBeGreaterThan(3);
});

/** Parts of an order that stands may still wait for the rest of a lot. */
function expectExactOnceRead(rig: Rig): void {
  const waits = [...rig.live.orders.keys()].some((cid) => rig.tradingAccount.book.parts.atomsOf(cid) !== 0);
  if (!waits) expectExact(rig);
}
