// The assistant of arbitrage: its presets start, its figures are those of product.md 4.9, what is wrong stands at its
// field, each wallet's share is said, and a field that two kinds state differently follows the kind.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import type { Triangle } from '@cormorant/contract/entities/triangle.ts';
import { botTypes } from '@cormorant/contract/labels/bot-types.ts';
import { previewFigures, previewNote } from '@cormorant/contract/labels/preview-words.ts';
import { beforeAll, expect, it } from 'vitest';
import type { Assistant, LegsView, MarketView } from './assistant.ts';
import { defaultsOf, fieldOf, type Values, withTwins } from './field-rules.ts';
import { loadAssistant } from './load-assistant.ts';
import { symbol, view } from './sample-form.ts';

type Code = 'arbitrage-spot' | 'arbitrage-futures';

const coin: MarketSymbol = { ...symbol, symbol: 'ETH/USDT', base: 'ETH', step: '0.0001', min_qty: '0.0001' };
const contract: MarketSymbol = {
  ...coin,
  ...{ market: 'futures', step: '0.001', min_qty: '0.001', max_leverage: 125, maker: '0.02', taker: '0.05' },
  contract: {
    brackets: [{ floor: '0', max_leverage: 125, maintenance: '0.4', cum: '0' }],
    funding_hours: 8,
    liquidation_fee: '1.25',
  },
};
const triangle: Triangle = {
  legs: [
    { ...symbol, last: '50000' },
    { ...coin, symbol: 'ETH/BTC', quote: 'BTC', tick: '0.00001', last: '0.05' },
    { ...coin, last: '2520' },
  ],
  days: 7,
  chances: ['0.4', '0.2', '0.16', '0.09'],
};
const wallets: LegsView = { spotTaker: '0.1', free: { spot: '5000', futures: '300' }, triangle: undefined };
let assistant: Assistant;

beforeAll(async () => {
  assistant = (await loadAssistant('arbitrage'))!;
});

function typeOf(code: Code): BotType {
  return botTypes('en').find((type) => type.code === code)!;
}

function viewOf(code: Code): MarketView {
  const futures = code === 'arbitrage-futures';
  return view({
    symbol: futures ? contract : coin,
    last: '2500',
    funding: futures ? { rate: '0.27', settlements: 9 } : null,
    legs: futures ? wallets : { ...wallets, triangle },
  });
}

function judge(code: Code, change: Values) {
  const { fields } = typeOf(code);
  return assistant.judge(fields, { ...defaultsOf(fields), investment: '1000', ...change }, viewOf(code));
}

const figure = (code: Code, change: Values, key: string) =>
  judge(code, change).outlook!.preview.figures.find((one) => one.key === key)?.value;

it.each(['arbitrage-spot', 'arbitrage-futures'] as const)('%s starts from each of its presets, in words', (code) => {
  const { fields } = typeOf(code);
  for (const key of assistant.presets(viewOf(code))) {
    const defaults = defaultsOf(fields);
    const values = { ...defaults, ...assistant.preset(key, fields, defaults, viewOf(code)) };
    const { issues, outlook } = assistant.judge(fields, values, viewOf(code));
    expect([key, issues]).toEqual([key, []]);
    for (const one of outlook!.preview.figures) expect(previewFigures, one.key).toHaveProperty(one.key);
    for (const { key: note, data } of outlook!.preview.notes) expect(previewNote(note, data, 'en')).not.toBe(note);
  }
});

it('shows 16.425 % a year at 1x and 21.9 % at 2x for 0.27 % in three days, and 0.3 % of fees beside it', () => {
  expect(Number(figure('arbitrage-futures', { leverage: '1' }, 'apr'))).toBeCloseTo(16.425, 6);
  expect(Number(figure('arbitrage-futures', { leverage: '2' }, 'apr'))).toBeCloseTo(21.9, 6);
  expect(Number(figure('arbitrage-futures', {}, 'fees_round'))).toBeCloseTo(0.3, 10);
  expect(Number(figure('arbitrage-futures', {}, 'break_even_days'))).toBeCloseTo(3.34, 10);
});

it('says what a triangle brings at the last prices after three fees, and how often it paid what is asked', () => {
  // 0.999^3 / 50000 / 0.05 * 2520 - 1
  expect(Number(figure('arbitrage-spot', {}, 'net_forward'))).toBeCloseTo(0.4979, 3);
  expect(Number(figure('arbitrage-spot', {}, 'net_back'))).toBeCloseTo(-1.0906, 3);
  expect(Number(figure('arbitrage-spot', { min_profit: '0.15' }, 'chances_day'))).toBeCloseTo(0.43, 10);
  expect(Number(figure('arbitrage-spot', { min_profit: '0.3' }, 'chances_day'))).toBeCloseTo(0.14, 10);
});

it('says what each wallet must hold: together the investment', () => {
  expect(judge('arbitrage-futures', { leverage: '1' }).outlook!.shares).toEqual({ spot: '500', futures: '500' });
  const { spot, futures } = judge('arbitrage-futures', { leverage: '2' }).outlook!.shares!;
  expect(futures).toBe('333.33333333');
  expect(Number(spot) + Number(futures)).toBeCloseTo(1000, 8);
  expect(judge('arbitrage-spot', {}).outlook!.shares).toBeNull();
});

it('puts what is wrong at its field', () => {
  expect(judge('arbitrage-spot', { via: 'ETH' }).issues).toMatchObject([{ field: 'via' }]);
  expect(judge('arbitrage-spot', { kind: 'cross' }).issues).toMatchObject([{ field: 'exchange_b', rule: 'required' }]);
  expect(judge('arbitrage-futures', { leverage: '4' }).issues).toMatchObject([{ field: 'leverage', max: '3' }]);
  expect(judge('arbitrage-futures', { exit_rate: '-2' }).issues).toMatchObject([{ field: 'exit_rate', min: '-1' }]);
});

it('gives a field that stands there twice the default of the kind that was chosen, unless it was changed', () => {
  const { fields } = typeOf('arbitrage-spot');
  const triangular: Values = defaultsOf(fields);
  expect(triangular['min_profit']).toBe('0.15');
  const cross = withTwins(fields, triangular, { ...triangular, kind: 'cross' });
  expect(cross['min_profit']).toBe('0.2');
  expect(fieldOf(fields, 'min_profit', cross)?.default).toBe('0.2');
  expect(withTwins(fields, cross, { ...cross, kind: 'triangular' })['min_profit']).toBe('0.15');
  const own = { ...triangular, min_profit: '0.3' };
  expect(withTwins(fields, own, { ...own, kind: 'cross' })['min_profit']).toBe('0.3');
});
