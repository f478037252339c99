// The same tape through the runner (two processes over the wire, and PostgreSQL) and through the backtest gives the same
// trades, one for one, and the same money, for every kind of bot and on both markets.
import { readFileSync } from 'node:fs';
import { runBacktest } from '@cormorant/core/backtest/run-backtest.ts';
import {
  formatBase,
  formatPrice,
  formatQty,
  formatQuote,
  parseQuote,
  priceToTicks,
} from '@cormorant/core/market/conversions.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { parseCandles } from '@cormorant/core/market/parse-candles.ts';
import { parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { parseParams, strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { BotKind } from '@cormorant/core/strategy/strategy.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instrumentRow, tapeEnded } from '../trading/exchange.ts';
import { Person } from '../trading/person.ts';
import { Scene } from '../trading/scene.ts';
import { specOf } from '../trading/wire-instrument.ts';

interface Case {
  readonly name: string;
  readonly kind: BotKind;
  readonly typeId: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly fewest: number;
  /** The venue has to close it by force. */
  readonly isLiquidated?: true;
}

const martin = {
  ...{ investment: '1000', first_amount: '60', max_positions: '4', multiplier: '1.5', add_drop: '0.3', cycle: 'loop' },
  ...{ take_profit: '0.5', stop_loss: '15', loop_interval: '0', entry: 'now', guard_drop: '20', guard_minutes: '1' },
};
const ladder = {
  ...{ investment: '1000', mode: 'ladder', base_amount: '60', safety_amount: '60', max_safety: '4' },
  ...{ active_safety: '2', step: '0.3', step_mult: '1.2', vol_mult: '1.5', take_profit: '0.5', stop_loss: '10' },
  ...{ cooldown: '60' },
};
const grid = {
  ...{ investment: '1000', lower: '57000', upper: '63000', grid_levels: '30', grid_mode: 'arithmetic', leverage: '3' },
};
const rsi = (cmp: string, num: string, tf = '1m') => ({
  op: 'all',
  items: [{ left: { ind: 'rsi', args: [14] }, cmp, right: { num }, tf, on: 'close' }],
});
const custom = { investment: '1000', amount: '200', max_positions: '2', multiplier: '1', cooldown_s: '60' };
const swings = { ...custom, stop_loss: '10', open: rsi('<', '40'), close: rsi('>', '60') };

const spot: readonly Case[] = [
  {
    name: 'martin',
    kind: 'martin',
    typeId: 1,
    fewest: 10,
    params: { ...martin, add_callback: '0', tp_callback: '0.1' },
  },
  { name: 'dca by ladder', kind: 'dca', typeId: 5, fewest: 10, params: ladder },
  {
    ...{ name: 'dca by calendar', kind: 'dca', typeId: 5, fewest: 6 },
    params: {
      ...{ investment: '1000', mode: 'calendar', amount: '50', interval: '1h', at: '00:07', max_positions: '20' },
      ...{ dip_drop: '0.4', multiplier: '1.5', take_profit: '1' },
    },
  },
  { name: 'custom', kind: 'custom', typeId: 9, fewest: 4, params: swings },
  {
    ...{ name: 'custom on larger candles than the tape begins with', kind: 'custom', typeId: 9, fewest: 4 },
    params: { ...custom, stop_loss: '10', open: rsi('<', '48', '5m'), close: rsi('>', '52', '5m') },
  },
];
const futures: readonly Case[] = [
  // The first, because it has to hold its position before the tape falls.
  {
    ...{ name: 'custom long into its liquidation', kind: 'custom', typeId: 10, fewest: 2, isLiquidated: true },
    params: {
      ...{ ...custom, amount: '5000', max_positions: '1', direction: 'long', leverage: '10', stop_loss: '9.5' },
      ...{ take_profit: '50', open: rsi('<', '45') },
    },
  },
  {
    ...{ name: 'martin short', kind: 'martin', typeId: 2, fewest: 10 },
    params: { ...martin, direction: 'short', leverage: '3', add_callback: '0.1', tp_callback: '0' },
  },
  { name: 'grid neutral', kind: 'grid', typeId: 4, fewest: 20, params: { ...grid, direction: 'neutral' } },
  { name: 'grid long', kind: 'grid', typeId: 4, fewest: 20, params: { ...grid, direction: 'long' } },
  { name: 'grid short', kind: 'grid', typeId: 4, fewest: 20, params: { ...grid, direction: 'short' } },
  { name: 'dca by ladder', kind: 'dca', typeId: 6, fewest: 6, params: { ...ladder, direction: 'long', leverage: '2' } },
  {
    name: 'custom short',
    kind: 'custom',
    typeId: 10,
    fewest: 4,
    params: { ...swings, direction: 'short', leverage: '2' },
  },
];

/** What both sides say in their own words, in the form of the backtest. */
async function compare(scene: Scene, botId: number, market: 'spot' | 'futures', one: Case): Promise<void> {
  const { kind, fewest, isLiquidated = false } = one;
  const runner = await scene.booked(botId);
  const startPrint = await scene.startPrint(botId);
  const instrument = makeInstrument(specOf(await instrumentRow(scene.venue.url)));
  const { candles } = parseCandles(readFileSync(scene.tape, 'utf8'), instrument);
  const rates = market === 'spot' ? [] : readFileSync(scene.fundingFile, 'utf8').trim().split('\n');
  const funding = {
    timeMs: rates.map((row) => Number(row.split(',')[0])),
    rateE8: rates.map((row) => parseScaled(row.split(',')[1] ?? '0', 8)),
  };
  const investmentAtoms = parseQuote(instrument, String(one.params['investment']));
  const [row] = (await scene.database.query('select params from bots where id = $1', [botId])).rows;
  const lastTicks = priceToTicks(instrument, runner[0]?.price ?? '60000', 'floor');
  const parsed = parseParams(kind, row.params, { instrument, lastTicks, investmentAtoms });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const { bot, journal } = runBacktest({
    ...{ strategy: strategyOf(kind), params: parsed.params, instrument, candles, investmentAtoms, startPrint },
    ...(market === 'futures' ? { funding } : {}),
  });
  const theirs = Array.from({ length: journal.fillCount }, (_, at) => {
    const { feeAtoms, feeInBase, maker, priceTicks, qtyLots, side } = journal.fillAt(at);
    const fee = feeInBase ? formatBase(instrument, feeAtoms) : formatQuote(instrument, feeAtoms);
    return [side, formatPrice(instrument, priceTicks), formatQty(instrument, qtyLots), fee, maker].join(' ');
  });
  // It ends the bot, so it comes last.
  for (const { feeAtoms, priceTicks, qtyLots, side } of journal.liquidations) {
    const [price, qty] = [formatPrice(instrument, priceTicks), formatQty(instrument, qtyLots)];
    theirs.push([side, price, qty, formatQuote(instrument, feeAtoms), false].join(' '));
  }
  const plain = (text: string, decimals: number) => Number(text).toFixed(decimals);
  const ours = runner.map(({ fee, maker, price, qty, side }) =>
    [side, plain(price, instrument.priceDecimals), plain(qty, instrument.qtyDecimals), fee, maker === 1].join(' '),
  );
  expect(ours).toEqual(theirs);
  expect(ours.length).toBeGreaterThanOrEqual(fewest);
  const [books] = (
    await scene.database.query(
      `select trim_scale(quote)::text as quote, trim_scale(base)::text as base, trim_scale(realized)::text as realized,
         trim_scale(funding)::text as funding, rounds, status, stop_reason from bots where id = $1`,
      [botId],
    )
  ).rows;
  expect(books).toEqual({
    quote: formatQuote(instrument, bot.books.quoteAtoms),
    base: formatBase(instrument, bot.books.baseAtoms),
    realized: formatQuote(instrument, bot.books.realizedAtoms),
    funding: formatQuote(instrument, bot.books.fundingAtoms),
    ...{ rounds: bot.rounds, status: bot.status, stop_reason: bot.stopReason },
  });
  if (market === 'futures') expect(bot.books.fundingAtoms).not.toBe(0);
  expect(bot.stopReason === 'liquidated').toBe(isLiquidated);
}

/** The bill's result of a forced close opens into everything that was held and the trades that took it. */
async function opensToItsTrades(owner: Person): Promise<void> {
  const [row] = (await owner.get('/api/user/billLogs?page=1&page_size=1')).data.list;
  expect(row.purpose).toBe('liquidation');
  const { fills, adds_up, complete } = (await owner.get(`/api/user/billDetail?id=${row.id}`)).data;
  expect([adds_up, complete], JSON.stringify({ row, fills })).toEqual([1, 1]);
  const exits = fills.filter(({ leg }: { leg: string }) => leg === 'exit');
  expect(exits.length).toBeGreaterThan(0);
  for (const exit of exits) expect(exit.purpose).toBe('liquidation');
}

/** All bots of a market trade on one tape, each for a user of its own. */
function parityOn(market: 'spot' | 'futures', cases: readonly Case[]): void {
  describe(`the runner over a replay trades as the backtest does, on ${market}`, () => {
    const scene = new Scene();
    const botIds: number[] = [];
    const owners: Person[] = [];

    beforeAll(async () => {
      // The tape begins in the middle of a larger candle, and falls near its end.
      const tape = { seed: 20_240_805, candles: 700, middle: 6_000_000, fall: { candle: 640, share: 0.12 } };
      const perpetual = { everyMs: 1_200_000, rates: ['0.0001', '-0.00005', '0.00031'] };
      await scene.open({ ...tape, speed: 1_200, ...(market === 'futures' ? { perpetual } : {}) });
      // Everybody first, so that the bots come one right after another while most of the tape is still to come.
      for (const at of cases.keys()) {
        const person = new Person(scene.server.url);
        await person.register(`keeper_of_${at}_${market}`);
        owners.push(person);
      }
      for (const [at, { typeId, params }] of cases.entries()) {
        botIds.push(await (owners[at] as Person).createBot(typeId, market, params));
      }
      await tapeEnded(scene.venue.url, 150_000);
      await scene.allBooked();
    }, 360_000);
    afterAll(() => scene.close());

    test.each(cases.map((one, at) => ({ ...one, at })))('$name', async ({ at, ...one }) => {
      await compare(scene, botIds[at] as number, market, one);
      if (one.isLiquidated) await opensToItsTrades(owners[at] as Person);
    });
  });
}

parityOn('spot', spot);
parityOn('futures', futures);
