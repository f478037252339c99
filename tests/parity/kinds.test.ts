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
import { type InstrumentSpec, makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { parseCandles } from '@cormorant/core/market/parse-candles.ts';
import { parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { parseParams, strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { BotKind } from '@cormorant/core/strategy/strategy.ts';
import { describe, expect, test } from 'vitest';
import { instrumentRow, tapeEnded } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';

interface Case {
  readonly kind: BotKind;
  readonly typeId: number;
  readonly market: 'spot' | 'futures';
  readonly params: Readonly<Record<string, unknown>>;
  readonly fewest: number;
}

const martin = {
  ...{ investment: '1000', first_amount: '60', max_positions: '4', multiplier: '1.5', add_drop: '0.3', cycle: 'loop' },
  ...{ take_profit: '0.5', stop_loss: '15', loop_interval: '0', entry: 'now', guard_drop: '20', guard_minutes: '1' },
};
const rsi = (cmp: string, num: string) => ({
  op: 'all',
  items: [{ left: { ind: 'rsi', args: [14] }, cmp, right: { num }, tf: '1m', on: 'close' }],
});
const cases: readonly Case[] = [
  {
    ...{ kind: 'martin', typeId: 1, market: 'spot', fewest: 10 },
    params: { ...martin, add_callback: '0', tp_callback: '0.1' },
  },
  {
    ...{ kind: 'martin', typeId: 2, market: 'futures', fewest: 10 },
    params: { ...martin, direction: 'short', leverage: '3', add_callback: '0.1', tp_callback: '0' },
  },
  {
    ...{ kind: 'grid', typeId: 4, market: 'futures', fewest: 20 },
    params: {
      ...{ investment: '1000', lower: '57000', upper: '63000', grid_levels: '30', grid_mode: 'arithmetic' },
      ...{ direction: 'neutral', leverage: '3' },
    },
  },
  {
    ...{ kind: 'dca', typeId: 6, market: 'futures', fewest: 6 },
    params: {
      ...{
        investment: '1000',
        mode: 'ladder',
        direction: 'long',
        leverage: '2',
        base_amount: '60',
        safety_amount: '60',
      },
      ...{ max_safety: '4', active_safety: '2', step: '0.3', step_mult: '1', vol_mult: '1', take_profit: '0.5' },
      ...{ stop_loss: '10', cooldown: '60' },
    },
  },
  {
    ...{ kind: 'custom', typeId: 9, market: 'spot', fewest: 4 },
    params: {
      ...{ investment: '1000', amount: '200', max_positions: '2', multiplier: '1', stop_loss: '10', cooldown_s: '60' },
      ...{ open: rsi('<', '40'), close: rsi('>', '60') },
    },
  },
];

function specOf(row: Readonly<Record<string, unknown>>): InstrumentSpec {
  const text = (key: string) => String(row[key]);
  const contract = row['contract'] as Record<string, unknown> | undefined;
  const brackets = (contract?.['brackets'] ?? []) as Record<string, unknown>[];
  return {
    symbol: `${text('base')}/${text('quote')}`,
    market: row['market'] as 'spot' | 'futures',
    ...{ tick: text('tick'), step: text('step'), minQty: text('min_qty'), maxQty: text('max_qty') },
    ...{ minNotional: text('min_notional'), minPrice: text('min_price'), maxPrice: text('max_price') },
    ...{ maker: text('maker'), taker: text('taker'), maxOpenOrders: Number(row['max_open_orders']) },
    feeAsset: row['fee_asset'] as 'received' | 'quote',
    ...(contract === undefined
      ? {}
      : {
          contract: {
            brackets: brackets.map((bracket) => ({
              ...{ floor: String(bracket['floor']), maxLeverage: Number(bracket['max_leverage']) },
              ...{ maintenance: String(bracket['maintenance']), cum: String(bracket['cum']) },
            })),
            fundingHours: Number(contract['funding_hours']),
            liquidationFee: String(contract['liquidation_fee']),
          },
        }),
  };
}

/** Only what both sides say in their own words, in the form of the backtest. */
async function compare({ kind, typeId, market, params, fewest }: Case): Promise<void> {
  const scene = new Scene();
  try {
    const perpetual = { everyMs: 1_200_000, rates: ['0.0001', '-0.00005', '0.00031'] };
    const tape = { seed: 20_240_805, candles: 400, middle: 6_000_000, speed: 6_000 };
    await scene.open(market === 'futures' ? { ...tape, perpetual } : tape);
    const botId = await scene.person.createBot(typeId, market, params);
    await tapeEnded(scene.venue.url, 90_000);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const runner = await scene.booked();
    const startPrint = await scene.startPrint(botId);
    const instrument = makeInstrument(specOf(await instrumentRow(scene.venue.url)));
    const { candles } = parseCandles(readFileSync(scene.tape, 'utf8'), instrument);
    const rates = market === 'spot' ? [] : readFileSync(scene.fundingFile, 'utf8').trim().split('\n');
    const funding = {
      timeMs: rates.map((row) => Number(row.split(',')[0])),
      rateE8: rates.map((row) => parseScaled(row.split(',')[1] ?? '0', 8)),
    };
    const investmentAtoms = parseQuote(instrument, String(params['investment']));
    const [first] = (await scene.database.query('select params from bots')).rows;
    const lastTicks = priceToTicks(instrument, runner[0]?.price ?? '60000', 'floor');
    const parsed = parseParams(kind, first.params, { instrument, lastTicks, investmentAtoms });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    const { bot, journal } = runBacktest({
      ...{ strategy: strategyOf(kind), params: parsed.params, instrument, candles, investmentAtoms, startPrint },
      ...(market === 'futures' ? { funding } : {}),
    });
    const theirs = Array.from({ length: journal.fillCount }, (_, row) => {
      const { feeAtoms, feeInBase, maker, priceTicks, qtyLots, side } = journal.fillAt(row);
      const fee = feeInBase ? formatBase(instrument, feeAtoms) : formatQuote(instrument, feeAtoms);
      return [side, formatPrice(instrument, priceTicks), formatQty(instrument, qtyLots), fee, maker].join(' ');
    });
    const plain = (text: string, decimals: number) => Number(text).toFixed(decimals);
    const ours = runner.map(({ fee, maker, price, qty, side }) =>
      [side, plain(price, instrument.priceDecimals), plain(qty, instrument.qtyDecimals), fee, maker === 1].join(' '),
    );
    expect(ours).toEqual(theirs);
    expect(ours.length).toBeGreaterThanOrEqual(fewest);
    const [books] = (
      await scene.database.query(
        `select trim_scale(quote)::text as quote, trim_scale(base)::text as base, trim_scale(realized)::text as realized,
           trim_scale(funding)::text as funding, rounds from bots`,
      )
    ).rows;
    expect(books).toEqual({
      quote: formatQuote(instrument, bot.books.quoteAtoms),
      base: formatBase(instrument, bot.books.baseAtoms),
      realized: formatQuote(instrument, bot.books.realizedAtoms),
      funding: formatQuote(instrument, bot.books.fundingAtoms),
      rounds: bot.rounds,
    });
    if (market === 'futures') expect(bot.books.fundingAtoms).not.toBe(0);
  } finally {
    await scene.close();
  }
}

describe('the runner over a replay trades as the backtest does', () => {
  for (const one of cases) {
    test(`${one.kind} on ${one.market}`, { timeout: 180_000 }, () => compare(one));
  }
});
