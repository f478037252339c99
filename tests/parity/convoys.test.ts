// A bot of several legs trades in the runner over a replay of its markets as in the backtest of the same tapes: leg by leg
// the same trades, one for one, and the same money. Funding over two settlements, one of which makes it leave. A martingale of
// two sides stands long and short on one contract, in hedge mode.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConvoyTrade, runConvoyBacktest } from '@cormorant/core/backtest/convoy-backtest.ts';
import { formatBase, formatPrice, formatQty, formatQuote, parseQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { parseCandles } from '@cormorant/core/market/parse-candles.ts';
import { coordinatorOf, parseParams } from '@cormorant/core/strategies/registry.ts';
import type { BotKind } from '@cormorant/core/strategy/strategy.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { instrumentRows, tapeEnded } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';
import { FIRST_OPEN_MS, type TapeOptions, writeTape } from '../trading/tape.ts';
import { specOf } from '../trading/wire-instrument.ts';

const QUARTER = 900_000;
const EIGHT_HOURS = 32 * QUARTER;
/** Whole quarters; the first settlement is seven of them later. */
const QUARTERS_FROM = 1_700_000_100_000;
const SETTLEMENTS = 12;

interface Rates {
  readonly timeMs: number[];
  readonly rateE8: number[];
}

/** Three days to learn the rates, a hedge that is paid once, and a settlement that pays the other side. */
const rates: Rates = {
  timeMs: Array.from({ length: SETTLEMENTS }, (_, at) => QUARTERS_FROM + 7 * QUARTER + at * EIGHT_HOURS),
  rateE8: Array.from({ length: SETTLEMENTS }, (_, at) => (at < 10 ? 30_000 : -200_000)),
};

interface Case {
  readonly name: string;
  readonly typeId: number;
  readonly market: 'spot' | 'futures';
  readonly symbol: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** By leg, as the exchange lists them: the file's name, the symbol it is told, its tape. */
  readonly markets: readonly { readonly file: string; readonly symbol?: string; readonly tape: TapeOptions }[];
  readonly rates: Rates | null;
  readonly fewest: number;
  /** 'arbitrage' when absent. */
  readonly kind?: BotKind;
}

const quarters = { seed: 77, candles: 345, intervalMs: QUARTER, firstMs: QUARTERS_FROM };
/** At their middles a round costs its fees: the last print, after which nothing is taken any more, is no chance. */
const minutes = { candles: 90, flatEnd: 2, firstMs: FIRST_OPEN_MS };
/** Every twenty minutes; longs pay, then shorts. */
const paidOften: Rates = {
  timeMs: Array.from({ length: 15 }, (_, at) => FIRST_OPEN_MS + (at + 1) * 1_200_000),
  rateE8: Array.from({ length: 15 }, (_, at) => (at % 3 === 1 ? -5_000 : 20_000)),
};
const cases: readonly Case[] = [
  {
    ...{ name: 'martingale of two sides', kind: 'martin', typeId: 2, market: 'futures', symbol: 'BTC/USDT' },
    ...{ rates: paidOften, fewest: 10 },
    params: {
      ...{ investment: '2000', direction: 'dual', leverage: '3', first_amount: '60', max_positions: '4' },
      ...{ multiplier: '1.5', add_drop: '0.3', add_callback: '0', take_profit: '0.5', tp_callback: '0.1' },
      ...{ stop_loss: '15', loop_interval: '0', guard_drop: '20', guard_minutes: '1' },
    },
    markets: [
      {
        file: 'binance-usdm-BTCUSDT-1m.csv',
        tape: { candles: 320, flatEnd: 2, firstMs: FIRST_OPEN_MS, seed: 11, middle: 6_000_000 },
      },
    ],
  },
  {
    ...{ name: 'funding', typeId: 8, market: 'futures', symbol: 'BTC/USDT', rates, fewest: 4 },
    params: { investment: '3000', kind: 'funding', leverage: '2', max_breakeven_days: '15', margin_guard: '10' },
    markets: [
      { file: 'BTCUSDT-15m.csv', tape: { ...quarters, middle: 6_000_000 } },
      { file: 'binance-usdm-BTCUSDT-15m.csv', tape: { ...quarters, middle: 6_003_000 } },
    ],
  },
  {
    ...{ name: 'triangular', typeId: 7, market: 'spot', symbol: 'ETH/USDT', rates: null, fewest: 30 },
    params: { investment: '1000', kind: 'triangular', via: ['BTC'], min_profit: '0.05', max_order: '0' },
    markets: [
      { file: 'BTCUSDT-1m.csv', tape: { ...minutes, seed: 5, middle: 6_000 } },
      { file: 'ETHBTC-1m.csv', symbol: 'ETH/BTC', tape: { ...minutes, seed: 6, middle: 5_000 } },
      { file: 'ETHUSDT-1m.csv', tape: { ...minutes, seed: 7, middle: 300_000 } },
    ],
  },
];

function writeMarkets(folder: string, { markets, rates: paid }: Case): string[] {
  const rows = paid?.timeMs.map((at, row) => `${at},${((paid.rateE8[row] ?? 0) / 1e8).toFixed(8)}`) ?? [];
  if (paid !== null) writeFileSync(join(folder, 'binance-usdm-BTCUSDT-funding-x.csv'), `${rows.join('\n')}\n`);
  return markets.map(({ file, symbol, tape }) => {
    writeTape(join(folder, file), tape);
    return join(folder, file) + (symbol === undefined ? '' : `?symbol=${symbol}`);
  });
}

function tradeText(instrument: Instrument, { feeAtoms, feeInBase, priceTicks, qtyLots, side }: ConvoyTrade): string {
  const fee = feeInBase ? formatBase(instrument, feeAtoms) : formatQuote(instrument, feeAtoms);
  return [side, formatPrice(instrument, priceTicks), formatQty(instrument, qtyLots), fee].join(' ');
}

describe.each(cases)('the runner trades as the backtest does: $name', (one) => {
  const scene = new Scene();
  afterAll(() => scene.close());

  test('leg by leg', { timeout: 360_000 }, async () => {
    const { fewest, market, markets, params, symbol, typeId } = one;
    const { investment, ...raw } = params;
    await scene.open({
      ...(markets[0] as Case['markets'][0]).tape,
      speed: 1e9,
      markets: (folder) => writeMarkets(folder, one),
    });
    const id = await scene.person.createBot(typeId, market, params, symbol);
    await tapeEnded(scene.venue.url, 150_000);
    await scene.allBooked();

    const instruments = (await instrumentRows(scene.venue.url)).map((row) => makeInstrument(specOf(row)));
    const own = instruments.find((row) => row.market === market && row.symbol === symbol) as Instrument;
    const investmentAtoms = parseQuote(own, String(investment));
    const kind = one.kind ?? 'arbitrage';
    const parsed = parseParams(kind, raw, { instrument: own, lastTicks: 0, investmentAtoms });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    const coordinator = coordinatorOf(kind, parsed.params);
    if (coordinator === null) throw new Error('no coordinator');
    // Two legs may be in one market.
    const marketOf = (leg: number) => Math.min(leg, markets.length - 1);
    const legsOf = coordinator.legs(parsed.params).map((_, leg) => instruments[marketOf(leg)] as Instrument);
    const tapes = legsOf.map((instrument, leg) => {
      const { file } = markets[marketOf(leg)] as Case['markets'][0];
      const { candles } = parseCandles(readFileSync(join(scene.folder, file), 'utf8'), instrument);
      return { instrument, candles, ...(instrument.contract === null ? {} : { funding: one.rates ?? rates }) };
    });
    const startPrint = await scene.startPrint(id);
    const { convoy, profit, trades } = runConvoyBacktest({
      ...{ coordinator, params: parsed.params, investmentAtoms, tapes, startPrint },
    });

    const legs = (
      await scene.database.query(
        'select id, leg, trim_scale(quote)::text as quote, trim_scale(base)::text as base, trim_scale(realized)::text as realized, trim_scale(funding)::text as funding from bots where parent_id = $1 order by leg',
        [id],
      )
    ).rows;
    for (const [leg, instrument] of legsOf.entries()) {
      const ours = (await scene.booked(legs[leg].id)).map(({ side, price, qty, fee }) =>
        [side, Number(price).toFixed(instrument.priceDecimals), Number(qty).toFixed(instrument.qtyDecimals), fee].join(
          ' ',
        ),
      );
      const theirs = trades.filter((trade) => trade.leg === leg).map((trade) => tradeText(instrument, trade));
      expect(ours, `leg ${leg}`).toEqual(theirs);
      const { books } = convoy.legs[leg] as (typeof convoy.legs)[0];
      expect(legs[leg]).toMatchObject({
        quote: formatQuote(instrument, books.quoteAtoms),
        base: formatBase(instrument, books.baseAtoms),
        realized: formatQuote(instrument, books.realizedAtoms),
        funding: formatQuote(instrument, books.fundingAtoms),
      });
    }
    expect(trades.length).toBeGreaterThanOrEqual(fewest);
    const [bot] = (
      await scene.database.query(
        'select trim_scale(realized)::text as realized, trim_scale(funding)::text as funding, rounds, status from bots where id = $1',
        [id],
      )
    ).rows;
    const [home] = instruments as [Instrument];
    expect(bot).toEqual({
      realized: formatQuote(home, profit.realizedAtoms),
      funding: formatQuote(home, profit.fundingAtoms),
      ...{ rounds: convoy.rounds, status: 'running' },
    });
    expect(convoy.rounds).toBeGreaterThan(0);
    expect(profit.fundingAtoms !== 0).toBe(one.rates !== null);
  });
});
