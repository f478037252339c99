// The rules behind the detail: the book of a grid, distances, run time, what the chart draws.
import type { GridLine } from '@cormorant/contract/entities/bot.ts';
import { describe, expect, it } from 'vitest';
import { chartLines } from './chart-lines.ts';
import { distancePercent, gridBook } from './grid-book.ts';
import { spanOf, timeframeFor } from './run-time.ts';

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
