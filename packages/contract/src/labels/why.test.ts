// Why-lines: every key that the core or the runner writes has its sentence in both languages, and says the figures.
import { arbitrageWhy } from '@cormorant/core/strategies/arbitrage/why.ts';
import { customWhy } from '@cormorant/core/strategies/custom/why.ts';
import { dcaWhy } from '@cormorant/core/strategies/dca/why.ts';
import { engineWhy, gridWhy } from '@cormorant/core/strategies/grid/why.ts';
import { martinWhy } from '@cormorant/core/strategies/martin/why.ts';
import { describe, expect, test } from 'vitest';
import { whyKeys, whyText } from './why.ts';

const figures = {
  changed: 'stop_loss, name',
  reason: 'funds',
  by: 'venue',
  side: 'buy',
  price: '114800.00',
  next_price: '115400',
  pair_price: '114800',
  next_profit: '0.76',
  line: 9,
  lines: 8,
  line_qty: '0.00026',
  line_rest: '0.00024',
  rest: '0.297',
  qty: '0.00206',
  base: 'BTC',
  quote: 'USDT',
  asset: 'BTC',
  symbol: 'BTC/USDT',
  booked: '0.02',
  found: '0.01',
  profit: '-194.65',
  lower: '110000',
  upper: '122000',
  amount: '300',
  min: '318.4',
  tries: 3,
  count: 5,
  hours: 24,
  cost: '1200',
  fee: '0.4',
  step: 3,
  cid: 'qAAAA1',
  held: 'rsi(14)@1h 27.4 < 30',
  id: 'tv-1',
  action: 'open',
  free: '200',
  seconds: 42,
  max: 3,
  round: 2,
  level: '97000',
  best: '96500.5',
  rate: '0.2',
  mark: '60000.5',
  paid: '0.2',
  average: '101234.5',
  guard: 'guard_crash',
  left: '1.5',
  conditions: 'rsi(14)@1h 27.4 < 30',
  basis: '0.02',
  days: '10',
  limit: '7',
  used: '60.12345678',
  price_step: '0.1',
  qty_step: '0.001',
  min_notional: '5',
  distance: '14.2',
  net: '0.25',
  base_amount: '20',
  fee_rate: '20',
  fuel: '4',
  owed: '1.5',
};

describe('the sentence of a row', () => {
  test('is the one of the design', () => {
    expect(whyText('fill_grid_sell', { line: 9, pair_price: '114800.00', next_price: '114800.00' }, 'zh')).toBe(
      '价格升破第 9 线,与 114,800 的买入配对;已在 114,800 重挂买单。',
    );
    expect(whyText('fill_grid_buy', { line: 8, next_price: '115400', next_profit: '0.76' }, 'en')).toBe(
      'Price fell through line 8; sell placed at 115,400, +0.76 net if it fills.',
    );
  });

  test('says less when it knows less', () => {
    expect(whyText('fill_grid_buy', { line: 8, next_price: '115400' }, 'en')).toBe(
      'Price fell through line 8; sell placed at 115,400.',
    );
    expect(whyText('fill_grid_sell', { price: '116000' }, 'zh')).toBe('价格升破 116,000 这条线,与下一线的买入配对。');
    const short = { side: 'sell', qty: '0.003', base: 'BTC', price: '55587.40' };
    expect(whyText('fill_entry', short, 'en')).toBe('Opening order filled: 0.003 BTC at 55,587.4.');
    const shared = { ...short, lines: 8, line_qty: '0.0004' };
    expect(whyText('fill_entry', shared, 'zh')).toBe('开仓成交:0.003 BTC,价格 55,587.4;分给 8 条线,每条 0.0004。');
    expect(whyText('fill_entry', { ...shared, line_rest: '0.0002' }, 'en')).toBe(
      'Opening order filled: 0.003 BTC at 55,587.4; shared among 8 lines, 0.0004 each and 0.0002 on the farthest.',
    );
    expect(whyText('fill_leg', short, 'en')).toBe('A leg traded 0.003 BTC at 55,587.4.');
    const ofEither = [
      'fill_entry',
      'fill_add',
      'fill_close',
      'fill_take_profit',
      'fill_stop_loss',
      'fill_leg',
      'fill_unwind',
    ];
    for (const why of [...ofEither, 'closed_stop']) {
      expect(whyText(why, short, 'en')).not.toMatch(/\b(bought|sold|fell|rose)\b/i);
      expect(whyText(why, short, 'zh')).not.toMatch(/买入|卖出|跌|升/);
    }
    expect(whyText('pause', {}, 'en')).toBe('Paused; orders that add are cancelled, those that close stay.');
    expect(whyText('drift_order', {}, 'en')).toBe('');
    expect(whyText('no_such_key', {}, 'en')).toBe('');
    expect(whyText('constructor', {}, 'en')).toBe('');
  });

  test('speaks of reasons, fields and amounts in words', () => {
    expect(whyText('stopped', { reason: 'stop_loss' }, 'zh')).toBe('到达止损价,策略已停止,没有挂单留在交易所。');
    expect(whyText('pause', { reason: 'user' }, 'en')).toBe(
      'Paused by you; orders that add are cancelled, those that close stay.',
    );
    expect(whyText('update', { changed: 'stop_loss, grid_levels' }, 'zh')).toBe('已修改:止损、网格数。');
    expect(whyText('investment_low', { amount: '300', min: '318.401' }, 'en')).toContain('318.40 USDT');
    expect(whyText('order_refused', { reason: 'funds', by: 'venue', side: 'buy', price: '5' }, 'zh')).toBe(
      '交易所拒绝了 5 的买入单:账户可用余额不足。',
    );
  });

  test('a bot of two sides says which of them a row is about', () => {
    const given = { rate: '-0.0025', mark: '60000.50', paid: '0.00003', position: 'short' };
    expect(whyText('funding_paid', given, 'en')).toMatch(/^Short side: Funding was settled/);
    expect(whyText('funding_paid', { ...given, position: 'long' }, 'zh')).toMatch(/^做多:资金费结算/);
  });

  test('tells funding with its rate, its mark and what it came to', () => {
    expect(whyText('funding_paid', { rate: '-0.0025', mark: '60000.50', paid: '0.00003' }, 'en')).toBe(
      'Funding was settled: \u22120.0025% at a mark price of 60,000.5; 0.00003 USDT paid.',
    );
  });

  test.each(whyKeys)('%s speaks both languages, leaves no figure open and promises nothing', (key) => {
    const zh = whyText(key, figures, 'zh');
    const en = whyText(key, figures, 'en');
    expect(zh).toMatch(/\p{Script=Han}.*。$/u);
    expect(en).toMatch(/\.$/);
    expect(en).not.toMatch(/\p{Script=Han}/u);
    expect(zh + en).not.toMatch(/[{}!]|undefined|guarantee|稳赚|保本|无风险/);
    expect(zh).not.toMatch(/[\uff0c\uff1a\uff1b\uff08\uff09\uff01\uff1f]/);
  });
});

describe('what the core writes', () => {
  test.each(Object.entries({ ...arbitrageWhy, ...customWhy, ...dcaWhy, ...gridWhy, ...martinWhy, ...engineWhy }))(
    '%s is said with the figures it comes with',
    (key, names) => {
      const given = Object.fromEntries(
        Object.entries(figures).filter(([name]) => (names as readonly string[]).includes(name)),
      );
      for (const lang of ['zh', 'en'] as const) {
        expect(whyText(key, given, lang)).not.toBe('');
        expect(whyText(key, given, lang)).toBe(whyText(key, { ...figures, ...given }, lang));
      }
    },
  );
});
