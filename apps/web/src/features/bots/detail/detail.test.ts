// The rules behind the detail: the book of a grid, distances, run time, what the chart draws.

import type { BotDetail, GridLine } from '@cormorant/contract/entities/bot.ts';
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import { describe, expect, it } from 'vitest';
import { chartLines } from './chart-lines.ts';
import { crashMove } from './crash-move.ts';
import { distancePercent, gridBook } from './grid-book.ts';
import { ladderRows } from './ladder-rows.ts';
import { barWidth, levelsOf } from './levels.ts';
import { nextBuys } from './next-buys.ts';
import { dropAfter } from './next-drop.ts';
import { nextSize } from './next-size.ts';
import { spanOf, timeframeFor } from './run-time.ts';
import { shownParam } from './shown-param.ts';
import { stopGuardOf } from './stop-guard.ts';
import { stopPercent } from './stop-percent.ts';
import { stopsWithinDay } from './stops-within.ts';

function line(at: number, side: GridLine['side'], state: GridLine['state']): GridLine {
  return { line: at, price: String(100 + at), side, state, qty: '1', filled: '0', reason: '', reason_text: '' };
}

const grid = [
  line(0, 'buy', 'live'),
  line(1, 'buy', 'missing'),
  line(2, 'buy', 'pending'),
  line(3, '', 'empty'),
  line(4, 'sell', 'live'),
  line(5, 'sell', 'live'),
];

describe('the stop of a bot', () => {
  it('is the one that was entered, or the one its machine has drawn', () => {
    const drawn = { ...watch, average: '100', stop_loss_price: '85' };
    expect(stopPercent({ stop_loss: '12', watch: drawn })).toBe('12');
    expect(stopPercent({ stop_loss: null, watch: drawn })).toBe('15.0');
    expect(stopPercent({ stop_loss: null, watch: { ...drawn, stop_loss_price: null } })).toBeNull();
    expect(stopPercent({ stop_loss: null, watch: null })).toBeNull();
  });
});

it('a count without end says so, and not that it is none', () => {
  const words = ((key: string) => key) as unknown as Parameters<typeof shownParam>[2];
  const field = { key: 'loop_count', kind: 'int', unit: 'rounds', default: '0' } as unknown as Field;
  expect(shownParam({}, field, words)).toBe('bots.detail.noLimit');
  expect(shownParam({ loop_count: '3' }, field, words)).toBe('3 rounds');
});

describe('the book of a grid', () => {
  it('has the nearest first and counts what rests against what should', () => {
    const book = gridBook(grid);
    expect(book.buys.map((each) => each.line)).toEqual([2, 0]);
    expect(book.sells.map((each) => each.line)).toEqual([4, 5]);
    expect(book.all.map((each) => each.line)).toEqual([5, 4, 3, 2, 1, 0]);
    expect([book.live, book.due]).toEqual([4, 5]);
  });

  it('measures from the price, and says nothing without one', () => {
    expect(distancePercent('110', '100')).toBeCloseTo(10);
    expect(distancePercent('110', null)).toBeNull();
    expect(distancePercent('110', '0')).toBeNull();
  });
});

describe('chart lines', () => {
  const bot = {
    grid,
    position: null,
    stop_loss: '90',
    take_profit: null,
    stop_unit: 'price',
    watch: null,
    margin: null,
    params: { trigger_price: '99' },
    phase: 'holding',
    status: 'running',
  } as const;

  it('are the resting orders and the exits; the trigger only while it waits', () => {
    const kinds = (given: Parameters<typeof chartLines>[0]) => chartLines(given, String).map(({ kind }) => kind);
    expect(kinds(bot)).toEqual(['buy', 'buy', 'sell', 'sell', 'stop_loss']);
    expect(kinds({ ...bot, phase: 'waiting' })).toContain('trigger');
    expect(kinds({ ...bot, status: 'stopped', grid: [] })).toEqual([]);
  });
});

const watch: NonNullable<BotDetail['watch']> = {
  side: 'long',
  round: 20,
  adds: 6,
  max_adds: 7,
  average: '3537.16',
  next_add_price: '3403.77',
  take_profit_price: '3584.94',
  stop_loss_price: '3006.58',
  trail: { of: 'take_profit', best: '3638.96', fire: '3620.76' },
  held: [],
  next_at: null,
};

describe('the stop among the brakes', () => {
  const bot = { type: 'martin', market: 'spot', direction: 'long', stop_loss: null, watch: null, params: {} } as const;

  it.each([
    [{ ...bot, params: { stop_off: '1' } }, 'off', null],
    [{ ...bot, stop_loss: '20' }, 'below', '20'],
    // By itself: never off, drawn or not.
    [{ ...bot, market: 'futures' }, 'computed', null],
    [{ ...bot, market: 'futures', stop_loss: '15' }, 'below', '15'],
    [{ ...bot, market: 'futures', direction: 'short', stop_loss: '15' }, 'above', '15'],
    [{ ...bot, market: 'futures', watch }, 'below', '15.0'],
    [{ ...bot, type: 'dca', params: { mode: 'ladder' }, stop_loss: '25' }, 'belowFirst', '25'],
    [{ ...bot, type: 'dca', params: { mode: 'calendar' }, stop_loss: '25' }, 'below', '25'],
    [{ ...bot, type: 'dca', params: { mode: 'ladder' } }, 'off', null],
    [{ ...bot, type: 'custom', market: 'futures', stop_loss: '5', direction: 'short' }, 'above', '5'],
  ] as const)('%o says %s', (given, key, percent) => {
    expect(stopGuardOf(given)).toEqual({ key, percent });
  });
});

describe('prices and distances', () => {
  it('are those of the mockup, highest first, with bars by the root of the distance', () => {
    const margin = { liq_price: '2369.95', worst_liq_price: null } as unknown as BotDetail['margin'];
    const held = {
      watch,
      margin,
      position: null,
      take_profit: '1.3',
      stop_loss: '15',
    } as const;
    const levels = levelsOf({ ...held, stop_unit: 'percent', status: 'running' }, '3625.98');
    expect(levels.map(({ kind, percent }) => [kind, percent?.toFixed(2)])).toEqual([
      ['best', '0.36'],
      ['fire', '-0.14'],
      ['take_profit', '-1.13'],
      ['average', '-2.45'],
      ['add', '-6.13'],
      ['stop_loss', '-17.08'],
      ['liquidation', '-34.64'],
    ]);
    expect(levels.map(({ percent }) => barWidth(percent ?? 0))).toEqual([5, 3, 9, 14, 21, 36, 51]);
    const stopped = levelsOf({ ...held, stop_unit: 'percent', status: 'stopped' }, '3625.98');
    expect(stopped.map(({ kind }) => kind)).not.toContain('stop_loss');
  });
});

describe('a ladder of adds', () => {
  const ladder: BotDetail['ladder'] = [
    { step: 1, trigger: '100', amount: '10', filled: 1 },
    { step: 2, trigger: '97', amount: '20', filled: 0 },
    { step: 3, trigger: '94.09', amount: '40', filled: 0 },
  ];
  it('is the worked ladder: sums and averages after each order, one of them next', () => {
    const rows = ladderRows({ ladder, fills: [], position: null, params: {}, price: '100' });
    expect(rows.map(({ state, total }) => [state, Number(total)])).toEqual([
      ['filled', 10],
      ['next', 30],
      ['waiting', 70],
    ]);
    expect(rows.map(({ average }) => average?.toFixed(4))).toEqual(['100.0000', '97.9798', '95.7186']);
  });

  it('shows the averages that the machine says, fees included, as the position does', () => {
    const said = [
      { ...ladder[0]!, average: '100.1' },
      { ...ladder[1]!, average: '98.08' },
    ];
    const rows = ladderRows({ ladder: said, fills: [], position: null, params: {}, price: '100' });
    expect(rows.map(({ average }) => average)).toEqual([100.1, 98.08]);
  });

  it('of a DCA bot has the order that opened before its safety orders', () => {
    const entry = { t: 5, side: 'buy', price: '100', qty: '0.2', fee: '0', purpose: 'entry' } as const;
    const position = { opened_at: 5 } as BotDetail['position'];
    const safety = [{ step: 2, trigger: '98', amount: '20', filled: 0 } as const];
    const rows = ladderRows({ ladder: safety, fills: [{ ...entry, t: 1 }, entry], position, params: {}, price: '99' });
    expect(rows.map(({ step, state, amount }) => [step, state, Number(amount)])).toEqual([
      [1, 'filled', 20],
      [2, 'next', 20],
    ]);
  });

  it('counts the opening of the present round alone where what earlier ones left unsold keeps a position open', () => {
    const entry = { t: 5, side: 'buy', price: '100', qty: '0.2', fee: '0', purpose: 'entry' } as const;
    const close = { ...entry, t: 6, side: 'sell', purpose: 'take_profit' } as const;
    const position = { opened_at: 5 } as BotDetail['position'];
    const safety = [{ step: 2, trigger: '98', amount: '20', filled: 0 } as const];
    const fills = [entry, close, { ...entry, t: 7, qty: '0.3' }];
    const rows = ladderRows({ ladder: safety, fills, position, params: {}, price: '99' });
    expect(Number(rows[0]?.amount)).toBe(30);
  });

  it('says the next size, and the drop of the add after the next one', () => {
    const bot = { type: 'martin' as const, ladder, params: {}, watch: null };
    expect(nextSize(bot)).toBe('20');
    const custom = { type: 'custom' as const, ladder: [], params: { amount: '50', multiplier: '2' } };
    expect(Number(nextSize({ ...custom, watch: { ...watch, adds: 2 } }))).toBe(200);
    const params = { add_drop: '3', drop_scale: '2' };
    expect(dropAfter({ params, watch: { ...watch, adds: 1 } })).toBe(6);
    expect(dropAfter({ params: { ...params, vol_spacing: '1' }, watch: { ...watch, adds: 1 } })).toBeNull();
    expect(dropAfter({ params, watch })).toBeNull();
    const steps = JSON.stringify([{ drop: '1' }, { drop: '4.5' }]);
    expect(dropAfter({ params: { ...params, steps }, watch: { ...watch, adds: 1 } })).toBe(4.5);
  });
});

describe('brakes', () => {
  it('count stops of the last day once each, and the fall from the highest of the window', () => {
    const day = 86_400_000;
    const fill = (t: number, purpose: BotDetail['fills'][number]['purpose']) =>
      ({ t, side: 'sell', price: '1', qty: '1', fee: '0', purpose }) as const;
    const fills = [fill(1, 'stop_loss'), fill(day, 'entry'), fill(day + 2, 'stop_loss'), fill(day + 3, 'stop_loss')];
    expect(stopsWithinDay(fills, day + 5)).toBe(1);
    const candle = (high: string, low: string): [number, string, string, string, string, string] => [
      0,
      '1',
      high,
      low,
      '1',
      '0',
    ];
    const candles = [candle('200', '10'), candle('105', '99'), candle('102', '98')];
    expect(crashMove(candles, '100', 2, false)).toBeCloseTo(4.7619);
    expect(crashMove(candles, '100', 2, true)).toBeCloseTo(2.0408);
    expect(crashMove([], null, 2, false)).toBeNull();
  });
});

describe('the calendar', () => {
  it('goes on from the next time; a month without the day buys on its last', () => {
    const next = Date.UTC(2026, 0, 31, 0, 0);
    expect(nextBuys(next, '1w', 1, 2)).toEqual([next, next + 7 * 86_400_000]);
    expect(nextBuys(next, '1M', 31, 3).map((at) => new Date(at).toISOString().slice(0, 10))).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
    ]);
  });
});

describe('run time', () => {
  it('has its two largest units', () => {
    expect(spanOf(59)).toEqual({ unit: 'minutes', minutes: 0 });
    expect(spanOf(3 * 3600 + 125)).toEqual({ unit: 'hours', hours: 3, minutes: 2 });
    expect(spanOf(21 * 86_400 + 2 * 3600)).toEqual({ unit: 'days', days: 21, hours: 2 });
  });

  it('chooses the candles', () => {
    expect([0, 3 * 3600, 86_400, 7 * 86_400].map(timeframeFor)).toEqual(['1m', '5m', '15m', '1h']);
  });
});
