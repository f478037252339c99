// What the list shows under a filter, and why a bot stands still.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { describe, expect, it } from 'vitest';
import { pillOf } from '../../../ui/bot-status.ts';
import { reasonOf } from '../bot-reason.ts';
import { offeredActions, quickActions } from '../operations/action-buttons.ts';
import {
  countElsewhere,
  countStates,
  filterBots,
  firstFilter,
  noFilter,
  stateOf,
  withKnownMarket,
} from './bot-filter.ts';
import { ordersOf } from './orders-of.ts';

function bot(id: number, status: Bot['status'], phase: Bot['phase'] = 'holding', exchange = 'local'): Bot {
  return { id, status, phase, exchange, type: 'grid', pause_reason: '', stop_reason: '' } as Bot;
}

const bots = [
  bot(1, 'running'),
  bot(2, 'running', 'waiting'),
  bot(3, 'running', 'error'),
  bot(4, 'paused'),
  bot(5, 'stopped', 'idle', 'other'),
];

describe('filters', () => {
  it('tell running, waiting, paused and stopped apart; trouble is found under running', () => {
    const ids = (state: 'running' | 'waiting' | 'paused' | 'stopped') =>
      filterBots(bots, { ...noFilter, state }).map(({ id }) => id);
    expect([ids('running'), ids('waiting'), ids('paused'), ids('stopped')]).toEqual([[1, 3], [2], [4], [5]]);
    expect(filterBots(bots, { ...noFilter, exchange: 'other' })).toHaveLength(1);
  });

  it('count at the shown exchange, and speak of waiting only when somebody waits', () => {
    expect(countStates(bots, noFilter).map(({ count }) => count)).toEqual([5, 2, 1, 1, 1]);
    expect(countStates(bots, { ...noFilter, exchange: 'other' }).map(({ state }) => state)).not.toContain('waiting');
  });
});

describe('markets', () => {
  const spot = { ...bot(1, 'running'), market: 'spot' } as Bot;
  const futures = { ...bot(2, 'running'), market: 'futures' } as Bot;
  it('begin at spot where there are both, and show all where there is one', () => {
    const shown = (some: Bot[]) => filterBots(some, withKnownMarket(firstFilter, some)).map(({ id }) => id);
    expect(shown([spot, futures])).toEqual([1]);
    expect(countElsewhere([spot, futures], firstFilter)).toBe(1);
    expect(countElsewhere([spot, futures], { ...firstFilter, state: 'paused' })).toBe(0);
    expect(countElsewhere([spot, futures], noFilter)).toBe(0);
    expect(shown([futures])).toEqual([2]);
    expect(filterBots([spot, futures], noFilter)).toHaveLength(2);
  });
});

describe('orders of a round', () => {
  const held = { position_count: 1, adds_used: 2, max_positions: 7, params: {} };
  it('count the one that opened; a kind without a ladder has none', () => {
    expect(ordersOf({ ...held, type: 'martin' })).toEqual({ kind: 'ladder', used: 3, most: 7 });
    expect(ordersOf({ ...held, type: 'martin', position_count: 0 })?.used).toBe(0);
    expect(ordersOf({ ...held, type: 'dca', params: { mode: 'ladder', max_safety: '5' } })?.most).toBe(6);
    expect(ordersOf({ ...held, type: 'dca', params: { max_positions: '40' } })).toMatchObject({
      kind: 'calendar',
      most: 40,
    });
    expect(ordersOf({ ...held, type: 'custom', max_positions: 1 })).toBeNull();
    expect(ordersOf({ ...held, type: 'grid' })).toBeNull();
  });
});

describe('reasons', () => {
  const trouble = 'trouble';
  it('come with what helps', () => {
    expect(reasonOf({ ...bot(1, 'paused'), pause_reason: 'risk' }, 'zh', trouble)).toMatchObject({ remedy: 'log' });
    expect(reasonOf({ ...bot(1, 'paused'), pause_reason: 'fuel' }, 'zh', trouble)).toMatchObject({ remedy: 'fuel' });
    expect(reasonOf({ ...bot(1, 'paused'), pause_reason: 'user' }, 'en', trouble)).toEqual({
      tone: 'warn',
      text: 'Paused by you',
      remedy: 'resume',
    });
    expect(reasonOf(bot(1, 'running', 'error'), 'zh', trouble)).toMatchObject({ tone: 'danger', text: trouble });
  });

  it('say of one that was set aside that nobody watches what it holds, paused or not, with a way to try again', () => {
    const last_error = { code: 4026, msg: '', at: 0 };
    for (const status of ['running', 'paused', 'stopped'] as const) {
      const aside = { ...bot(1, status, 'error'), last_error };
      const held = reasonOf({ ...aside, position_count: 1 }, 'zh', trouble);
      expect(held).toMatchObject({ tone: 'danger', remedy: 'retry', text: expect.stringContaining('无人看管') });
      const flat = reasonOf({ ...aside, position_count: 0 }, 'en', trouble);
      expect(flat).toMatchObject({ tone: 'danger', remedy: 'retry', text: expect.not.stringContaining('unguarded') });
      expect(pillOf(status, 'error')).toBe(status === 'stopped' ? 'stopped' : 'error');
      expect(stateOf(aside)).toBe(status);
    }
  });

  it('are none while it runs or after the person stopped it', () => {
    expect(reasonOf(bot(1, 'running'), 'zh', trouble)).toBeNull();
    expect(reasonOf({ ...bot(1, 'stopped'), stop_reason: 'user' }, 'zh', trouble)).toBeNull();
    expect(reasonOf({ ...bot(1, 'stopped'), stop_reason: 'stop_loss' }, 'zh', trouble)?.text).toBe('到达止损价');
  });
});

describe('buttons', () => {
  const can = { start: 0, stop: 1, pause: 1, resume: 0, add: 0, close: 1, edit: 0, delete: 0, reason: '' } as const;
  it('are those the server allows; editing is offered while it runs, to say how', () => {
    const running = { status: 'running', phase: 'holding' } as const;
    expect(offeredActions({ ...running, can })).toEqual(['pause', 'edit', 'stop']);
    expect(offeredActions({ ...running, can: { ...can, pause: 0, stop: 0 } })).toEqual(['edit']);
    expect(offeredActions({ ...running, status: 'stopped', can: { ...can, start: 1, delete: 1 } })).toEqual([
      'delete',
      'edit',
      'start',
    ]);
    const row = { status: 'running', phase: 'holding', type: 'martin', position_count: 1 } as const;
    expect(quickActions(row)).toEqual(['pause', 'add', 'log']);
    expect(quickActions({ ...row, position_count: 0 })).toEqual(['pause', 'stop', 'log']);
    expect(quickActions({ ...row, type: 'grid' })).toEqual(['pause', 'stop', 'log']);
    expect(quickActions({ ...row, status: 'paused' })).toEqual(['resume', 'stop', 'edit']);
  });

  it('of one that is set aside have it tried again; what would be refused is not offered', () => {
    const last_error = { code: 4026, msg: '', at: 0 };
    for (const status of ['running', 'paused', 'stopped'] as const) {
      const aside = { status, phase: 'error', last_error, type: 'martin', position_count: 1 } as const;
      expect(offeredActions({ ...aside, can: { ...can, stop: 0, pause: 0, close: 0, resume: 1 } })).toEqual(['resume']);
      expect(quickActions(aside)).toEqual(['log']);
    }
  });
});
