// What `npm run backtest-table` replays: stretches of real market data and one plain bot of each type on each of them.
// Prices of params are shares of the first price, so that one row fits every stretch. Nothing here is tuned to earn.
import type { BotKind } from '@cormorant/core/strategy/strategy.ts';

export interface Stretch {
  readonly name: string;
  readonly candles: string;
  /** UTC days, the last one excluded; absent = the whole file. */
  readonly from?: string;
  readonly to?: string;
  /** For bots on contracts; the last price is the mark where no marks are given. */
  readonly funding?: string;
  readonly mark?: string;
  /** A futures file: no spot bots on it. */
  readonly contract?: true;
}

const fall2022: Stretch = {
  name: 'fall 2022-05 (5m)',
  candles: 'binance-spot-BTCUSDT-5m-20220101-20220804.csv.gz',
  from: '2022-05-01',
  to: '2022-06-01',
};
const fall2024: Stretch = {
  name: 'fall 2024-08-05 (1m, funding)',
  candles: 'binance-spot-BTCUSDT-1m-20240726-20240825.csv.gz',
  from: '2024-08-04',
  funding: 'binance-usdm-BTCUSDT-funding-20240101-20260430.csv.gz',
};
const calm: Stretch = {
  name: 'calm 2025-06 (1m, funding)',
  candles: 'binance-spot-BTCUSDT-1m-20250520-20250818.csv.gz',
  from: '2025-06-01',
  to: '2025-07-01',
  funding: 'binance-usdm-BTCUSDT-funding-20240101-20260430.csv.gz',
};
const rise: Stretch = {
  name: 'futures 2023-01 to 2024-05 (5m, funding, marks 8h)',
  candles: 'binance-usdm-BTCUSDT-5m-20230101-20240514.csv.gz',
  funding: 'binance-usdm-BTCUSDT-funding-20230101-20240514.csv.gz',
  mark: 'binance-usdm-BTCUSDT-mark-8h-20230101-20240514.csv.gz',
  contract: true,
};
const perpetual: Stretch = {
  name: 'futures 2025-11 to 2026-07 (5m, funding, marks 1h)',
  candles: 'bybit-linear-BTCUSDT-5m-20251115-20260721.csv.gz',
  funding: 'bybit-linear-BTCUSDT-funding-20251115-20260721.csv.gz',
  mark: 'bybit-linear-BTCUSDT-mark-1h-20251115-20260721.csv.gz',
  contract: true,
};
export const STRETCHES: readonly Stretch[] = [fall2022, fall2024, calm, rise, perpetual];

/** A price as a share of the first one. */
export interface Share {
  readonly share: number;
}

export interface TableBot {
  readonly type: string;
  readonly kind: BotKind;
  readonly market: 'spot' | 'futures';
  readonly params: Readonly<Record<string, unknown | Share>>;
  /** Absent = all that fit its market. */
  readonly stretches?: readonly Stretch[];
}

const share = (value: number): Share => ({ share: value });

const martin = { first_amount: '300', max_positions: '6', multiplier: '1.6', add_drop: '2', take_profit: '1.3' };
const grid = { lower: share(0.85), upper: share(1.15), grid_levels: '30' };
const ladder = {
  mode: 'ladder',
  base_amount: '600',
  safety_amount: '600',
  max_safety: '5',
  step: '2',
  vol_mult: '1.2',
};
const calendar = { mode: 'calendar', amount: '100', interval: '8h', max_positions: '90' };
const rsi = (cmp: string, num: string) => ({
  op: 'all',
  items: [{ left: { ind: 'rsi', args: [14] }, cmp, right: { num }, tf: '1h', on: 'close' }],
});
const custom = { amount: '2000', open: rsi('<', '30'), close: rsi('>', '60'), stop_loss: '6' };
const leverage = '3';
const both = ['long', 'short'] as const;

const plain: readonly TableBot[] = [
  { type: 'martin spot', kind: 'martin', market: 'spot', params: martin },
  ...both.map(
    (direction): TableBot => ({
      ...{ type: `martin ${direction}`, kind: 'martin', market: 'futures' },
      params: { ...martin, direction, leverage },
    }),
  ),
  { type: 'grid spot', kind: 'grid', market: 'spot', params: grid },
  ...([...both, 'neutral'] as const).map(
    (direction): TableBot => ({
      ...{ type: `grid ${direction}`, kind: 'grid', market: 'futures' },
      params: { ...grid, direction, leverage },
    }),
  ),
  {
    type: 'dca ladder spot',
    kind: 'dca',
    market: 'spot',
    params: { ...ladder, take_profit: '1.5', stop_loss: '20' },
  },
  { type: 'dca calendar spot', kind: 'dca', market: 'spot', params: calendar },
  ...both.map(
    (direction): TableBot => ({
      ...{ type: `dca ladder ${direction}`, kind: 'dca', market: 'futures' },
      params: { ...ladder, direction, leverage: '2', take_profit: '1.5', stop_loss: '20' },
    }),
  ),
  { type: 'custom spot', kind: 'custom', market: 'spot', params: custom },
  ...both.map(
    (direction): TableBot => ({
      ...{ type: `custom ${direction}`, kind: 'custom', market: 'futures' },
      params: {
        ...custom,
        direction,
        leverage,
        ...(direction === 'short' ? { open: rsi('>', '70'), close: rsi('<', '40') } : {}),
      },
    }),
  ),
];

/** Ten times the money in a narrow grid: what a fall does to it without a stop and with one. */
const steep = { lower: share(0.97), upper: share(1.03), grid_levels: '12', direction: 'long', leverage: '10' };
const falls = [fall2022, fall2024];
export const LIQUIDATED: TableBot = {
  ...{ type: 'grid long 10x, no stop', kind: 'grid', market: 'futures' },
  ...{ params: steep, stretches: falls },
};
export const STOPPED: TableBot = {
  ...{ type: 'grid long 10x, stop', kind: 'grid', market: 'futures' },
  ...{ params: { ...steep, stop_loss: share(0.95) }, stretches: falls },
};
export const DEFAULT_STOP: TableBot = {
  ...{ type: 'martin long 10x, default stop', kind: 'martin', market: 'futures' },
  ...{ params: { ...martin, first_amount: '5000', max_positions: '1', direction: 'long', leverage: '10' } },
  stretches: falls,
};

export const BOTS: readonly TableBot[] = [...plain, LIQUIDATED, STOPPED, DEFAULT_STOP];
