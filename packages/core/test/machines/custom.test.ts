// A custom bot by worked figures: what its stop may be, where its lines stand, when its groups act, how often a tree
// triggered, and that every preset is one a start would take.
import { type Bot, type Effects, type Market, openBot } from '@cormorant/core/engine/bot.ts';
import { Engine } from '@cormorant/core/engine/step.ts';
import { readKey } from '@cormorant/core/indicators/read.ts';
import { CandleColumns } from '@cormorant/core/market/candles.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { custom } from '@cormorant/core/strategies/custom/machine.ts';
import {
  type CustomParams,
  liquidationDistancePpm,
  parseCustomParams,
} from '@cormorant/core/strategies/custom/params.ts';
import { customPresets } from '@cormorant/core/strategies/custom/presets.ts';
import { previewCustom } from '@cormorant/core/strategies/custom/preview.ts';
import type { CustomState } from '@cormorant/core/strategies/custom/state.ts';
import { countTriggers } from '@cormorant/core/strategy/count-triggers.ts';
import { parseConditions } from '@cormorant/core/strategy/parse-conditions.ts';
import type { Command, SignalAction } from '@cormorant/core/strategy/strategy.ts';
import { describe, expect, test } from 'vitest';
import { perpetual, spot } from './instruments.ts';

const MINUTE = 60_000;
const rsiBelow = { op: 'all', items: [{ left: { ind: 'rsi', args: [14] }, cmp: '<', right: { num: '30' }, tf: '1m' }] };
const base = { amount: '100', stop_loss: '10', open: rsiBelow, cooldown_s: '0' };

function parsed(raw: Record<string, unknown>, instrument = spot, investment = 1000e8): CustomParams {
  const result = parseCustomParams(raw, { instrument, lastTicks: 10_000, investmentAtoms: investment });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.params;
}

/** A bot whose market fills at once at the last price, with an RSI that the test sets. */
class Desk {
  readonly rsi = { now: 50 };
  readonly market: Market = {
    lastTicks: 10_000,
    nowMs: 10 * MINUTE,
    indicators: { value: (read) => (readKey(read).startsWith('rsi') ? this.rsi.now : Number.NaN) },
  };
  readonly log: string[] = [];
  readonly bot: Bot<CustomParams, CustomState>;
  private readonly engine: Engine<CustomParams, CustomState>;
  private readonly orders: { slot: number; cycle: number; qtyLots: number }[] = [];
  private readonly effects: Effects = {
    order: (_bot, { slot, cycle, qtyLots }) => this.orders.push({ slot, cycle, qtyLots }),
    cancel: () => {},
    fill: () => {},
    settlement: () => {},
    refused: () => {},
    changed: () => {},
    log: (_bot, _action, why) => this.log.push(why),
  };

  constructor(params: CustomParams) {
    this.engine = new Engine(custom, spot, defaultRiskLimits());
    this.bot = openBot({ id: 1, kind: 'custom', symbol: 'BTC/USDT', params, investmentAtoms: 1000e8 });
    this.engine.step(this.bot, { type: 'command', command: { name: 'start' } }, this.market, this.effects);
  }

  /** The next minute's first print. */
  minute(rsi: number, lastTicks = this.market.lastTicks): void {
    this.rsi.now = rsi;
    this.market.nowMs += MINUTE;
    this.print(lastTicks);
  }

  print(lastTicks: number): void {
    this.market.lastTicks = lastTicks;
    this.engine.step(this.bot, { type: 'print' }, this.market, this.effects);
    this.fillAll(lastTicks);
  }

  /** Its orders, if any, wait until the next print. */
  signal(id: string, action: SignalAction, amountAtoms = 0): void {
    const command = { name: 'signal', id, action, side: '', amountAtoms } as const;
    this.engine.step(this.bot, { type: 'command', command }, this.market, this.effects);
  }

  command(command: Command): void {
    this.engine.step(this.bot, { type: 'command', command }, this.market, this.effects);
  }

  private fillAll(lastTicks: number): void {
    for (let order = this.orders.shift(); order !== undefined; order = this.orders.shift()) {
      const fill = { type: 'fill', priceTicks: lastTicks, feeAtoms: 0, feeInBase: false, maker: false } as const;
      this.engine.step(this.bot, { ...fill, ...order }, this.market, this.effects);
    }
  }
}

describe('an opening by webhook right after a close', () => {
  const hooked = { ...base, open: undefined, webhook: '1' };
  const heldDesk = (cooldown: string) => {
    const desk = new Desk(parsed({ ...hooked, cooldown_s: cooldown }));
    desk.signal('a', 'open');
    desk.print(10_000);
    expect(desk.bot.phase).toBe('holding');
    desk.log.length = 0;
    return desk;
  };

  test('waits for the close, and with a cooldown of 0 for nothing else', () => {
    const desk = heldDesk('0');
    desk.signal('b', 'close');
    desk.signal('c', 'open');
    expect(desk.log).toEqual(['hook_close', 'hook_queued']);
    desk.print(10_000);
    expect(desk.log.slice(2)).toEqual(['custom_closed_hook', 'hook_open']);
    expect(desk.bot).toMatchObject({ rounds: 1, fills: 3, phase: 'holding' });
  });

  test('waits for the cooldown too, however long the close took', () => {
    const desk = heldDesk('60');
    desk.signal('b', 'close');
    desk.print(10_000);
    desk.signal('c', 'open');
    expect(desk.bot).toMatchObject({ fills: 2, phase: 'cooldown' });
    desk.minute(50);
    expect(desk.log).toContain('hook_open');
    expect(desk.bot.fills).toBe(3);
  });

  test('is refused at once where the cooldown outlasts it, and where it is too small', () => {
    const desk = heldDesk('3600');
    desk.signal('b', 'close');
    desk.signal('c', 'open', 1e8);
    desk.print(10_000);
    desk.signal('d', 'open');
    expect(desk.log).toEqual(['hook_close', 'hook_small', 'custom_closed_hook', 'hook_cooldown']);
  });

  test.each([
    ['a close', (desk: Desk) => desk.signal('d', 'close')],
    ['a pause', (desk: Desk) => desk.command({ name: 'pause', reason: 'user' })],
    ['a stop', (desk: Desk) => desk.command({ name: 'stop', close: true, reason: 'user' })],
  ])('is dropped by %s, with a row that says so', (_, ends) => {
    const desk = heldDesk('60');
    desk.signal('b', 'close');
    desk.signal('c', 'open');
    ends(desk);
    desk.print(10_000);
    desk.minute(50);
    expect(desk.log).toContain('hook_dropped');
    expect(desk.log).not.toContain('hook_open');
    expect(desk.bot.books.baseAtoms).toBe(0);
  });

  test('is too old after five minutes', () => {
    const desk = heldDesk('0');
    desk.signal('b', 'close');
    desk.signal('c', 'open');
    desk.market.nowMs += 5 * MINUTE + 1;
    desk.print(10_000);
    expect(desk.log).toContain('hook_stale');
    expect(desk.bot.books.baseAtoms).toBe(0);
  });

  test('finds the states that were kept before there was a queue', () => {
    const desk = heldDesk('0');
    delete desk.bot.state!.queued;
    desk.signal('b', 'close');
    desk.print(10_000);
    expect(desk.bot).toMatchObject({ rounds: 1, phase: 'waiting' });
  });
});

describe('a custom bot', () => {
  test('rests a minute after a close by hand alone', () => {
    const desk = new Desk(parsed(base));
    desk.minute(20);
    desk.command({ name: 'close' });
    desk.print(10_000);
    expect(desk.bot).toMatchObject({ rounds: 1, phase: 'cooldown' });
  });

  test('opens when its group becomes true, and not again while it stays so', () => {
    const desk = new Desk(parsed({ ...base, take_profit: '1' }));
    desk.minute(50);
    expect(desk.bot.phase).toBe('waiting');
    desk.minute(29);
    expect(desk.bot.phase).toBe('holding');
    desk.print(10_200);
    expect(desk.bot.rounds).toBe(1);
    for (let k = 0; k < 5; k++) desk.minute(29);
    expect(desk.bot.fills).toBe(2);
    desk.minute(50);
    desk.minute(28);
    expect(desk.bot.fills).toBe(3);
    expect(desk.log.filter((why) => why === 'custom_open')).toHaveLength(2);
  });

  test('draws its lines from its cost: 100.00 with 10 % stop, 1 % profit and 0.1 % fee', () => {
    const desk = new Desk(parsed({ ...base, take_profit: '1' }));
    desk.minute(20);
    // 101 / 0.999 = 101.1011…, up to the tick that still nets it.
    expect(desk.bot.state).toMatchObject({ averageTicks: 10_000, takeProfitTicks: 10_111, stopLossTicks: 9_000 });
  });

  test('follows a callback and sells where the best price has come back by it', () => {
    const desk = new Desk(parsed({ ...base, take_profit: '1', tp_callback: '0.5' }));
    desk.minute(20);
    for (const price of [10_111, 10_300, 10_250]) desk.print(price);
    expect(desk.bot.rounds).toBe(0);
    desk.print(10_248);
    expect(desk.bot.rounds).toBe(1);
  });

  test('is paused by the second stop loss within a day', () => {
    const desk = new Desk(parsed(base));
    desk.minute(20);
    desk.print(9_000);
    expect(desk.bot).toMatchObject({ rounds: 1, status: 'running' });
    desk.minute(50);
    desk.minute(50);
    desk.minute(20);
    desk.print(8_000);
    expect(desk.bot).toMatchObject({ rounds: 2, status: 'paused', pauseReason: 'risk' });
    expect(desk.log).toContain('stopped_out_twice');
  });

  test('closes while its closing group is true, whatever it said when the position opened', () => {
    const close = {
      op: 'all',
      items: [{ left: { ind: 'rsi', args: [14] }, cmp: '<', right: { num: '90' }, tf: '1m' }],
    };
    const desk = new Desk(parsed({ ...base, close }));
    desk.minute(20);
    desk.minute(20);
    expect(desk.log).toContain('custom_closed_conditions');
  });
});

test('isolated at 10x with 0.5 % maintenance a long is liquidated 9.5477 % below, a short 9.4527 % above', () => {
  const params = (direction: string) =>
    parsed({ ...base, direction, leverage: '10', stop_loss: '5' }, perpetual, 1000e8);
  expect(liquidationDistancePpm(params('long'), perpetual)).toBe(95_477);
  expect(liquidationDistancePpm(params('short'), perpetual)).toBe(94_527);
  const refused = parseCustomParams(
    { ...base, direction: 'long', leverage: '10', stop_loss: '9.6' },
    { instrument: perpetual, lastTicks: 10_000, investmentAtoms: 1000e8 },
  );
  expect(refused).toMatchObject({ ok: false, issues: [{ field: 'stop_loss', rule: 'range', min: '1', max: '9.4' }] });
});

test('the preview names capital and the worst loss at the stop', () => {
  const params = parsed({ ...base, max_positions: '3', multiplier: '2' });
  const preview = previewCustom(params, {
    ...{ instrument: spot, lastTicks: 10_000, investmentAtoms: 1000e8, worst: null, funding: null },
  });
  const figure = (key: string) => preview.figures.find((one) => one.key === key)?.value;
  expect(figure('capital')).toBe('700.7');
  // 700 falls to 630: 70, 0.02 % slippage of 630, 0.1 % fee of both.
  expect(figure('worst_loss')).toBe('71.456');
  expect(preview.table?.rows).toEqual([
    ['1', '100', '100'],
    ['2', '200', '300'],
    ['3', '400', '700'],
  ]);
});

test.each(['spot', 'futures'] as const)('every preset is one a %s bot may start with', (market) => {
  for (const { key, params } of customPresets(market)) {
    const instrument = market === 'spot' ? spot : perpetual;
    const result = parseCustomParams(params, { instrument, lastTicks: 10_000, investmentAtoms: 100e8 });
    expect(result, key).toMatchObject({ ok: true });
  }
});

test('a tree triggers where it becomes true, once for as long as it stays so', () => {
  const candles = new CandleColumns(MINUTE);
  const closes = [100, 100, 105, 106, 100, 99, 104, 104, 100];
  for (const [k, close] of closes.entries()) {
    const ticks = close * 100;
    candles.push(k * MINUTE, ticks, ticks, ticks, ticks, 1);
  }
  const above = { op: 'all', items: [{ left: { ind: 'price', args: [] }, cmp: '>', right: { num: '103' }, tf: '1m' }] };
  const tree = parseConditions(above, 'open');
  if (!tree.ok) throw new Error('a good tree');
  const rows = new Map([['1m', candles]] as const);
  expect(countTriggers(tree.tree, spot, rows, 0)).toEqual({ count: 2, asked: 9, lastMs: 7 * MINUTE });
  expect(countTriggers(tree.tree, spot, rows, 4 * MINUTE)).toMatchObject({ count: 1, asked: 6 });
});

test.each([spot, perpetual])('a ladder beyond exact money asks for an investment nobody has', (instrument) => {
  const leveraged = instrument.market === 'futures' ? { direction: 'long', leverage: '10' } : {};
  for (const [amount, multiplier] of [
    ['3826.11', '2.9'],
    ['93.11', '2.6'],
    ['80000000', '1'],
  ]) {
    const raw = { ...base, ...leveraged, amount, multiplier, max_positions: '15' };
    const result = parseCustomParams(raw, { instrument, lastTicks: 10_000, investmentAtoms: 1000e8 });
    expect(result).toMatchObject({
      ok: false,
      issues: [{ field: 'investment', rule: 'range', min: expect.any(String) }],
    });
  }
});
