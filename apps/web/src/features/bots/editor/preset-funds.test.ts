// Presets of every category against a person's money: none takes more than a fifth of it, on cheap coins and dear ones, at
// small least orders and large ones, and each lives through its own worst case.
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { botTypes } from '@cormorant/contract/labels/bot-types.ts';
import { describe, expect, it } from 'vitest';
import type { Judgement, LegsView, MarketView } from './assistant.ts';
import { defaultsOf, type Values } from './field-rules.ts';
import { loadAssistant } from './load-assistant.ts';
import { symbol, view, week } from './sample-form.ts';

const contract: MarketSymbol = {
  ...symbol,
  ...{ market: 'futures', max_leverage: 125, maker: '0.02', taker: '0.05' },
  contract: {
    brackets: [
      { floor: '0', max_leverage: 125, maintenance: '0.4', cum: '0' },
      { floor: '50000', max_leverage: 20, maintenance: '2.5', cum: '1050' },
    ],
    funding_hours: 8,
    liquidation_fee: '1.25',
  },
};

/** Price, tick, step, least order in quote and largest in base. */
type Coin = readonly [last: string, tick: string, step: string, least: string, largest: string];
const coins: readonly Coin[] = [
  ['6500000', '1', '0.00001', '5', '9000'],
  ['60000', '0.1', '0.001', '100', '9000'],
  ['60000', '0.01', '0.00001', '5', '9000'],
  ['2500', '0.01', '0.001', '20', '9000'],
  ['165', '0.01', '1', '5', '9000000'],
  ['0.2', '0.00001', '1', '5', '9000000'],
  ['0.00001', '0.00000001', '1', '5', '9000000000'],
];
const funds = ['1000', '5000.01', '250000'];
const types = botTypes('en').filter(({ enabled, editor }) => enabled === 1 && editor === 'martin');

function viewOf(market: 'spot' | 'futures', isLegged: boolean, at: Coin, available: string) {
  const [last, tick, step, least, max_qty] = at;
  const legs: LegsView = { spotTaker: '0.1', free: { spot: available, futures: available }, triangle: undefined };
  const base = market === 'spot' ? symbol : contract;
  const sized = { tick, step, min_qty: step, min_amount: least, min_price: tick };
  return view({
    symbol: { ...base, ...sized, max_qty, max_price: '9000000', symbol: 'ETH/USDT', base: 'ETH', last },
    ...{ last, available, legs: isLegged ? legs : null },
    hours: last === '60000' ? week : [],
    worst: { fall: ['12', '25', '45'], rise: ['12', '25', '45'] },
    funding: market === 'spot' ? null : { rate: '0.27', settlements: 9 },
  });
}

/** What a plan that lives through its worst case has none of. */
function faultsOf({ issues, outlook }: Judgement, investment: string): string[] {
  const refused = issues.map(({ field, rule }) => `${field} ${rule}`);
  if (outlook === null) return ['makes no bot', ...refused];
  const { preview, worstLoss, moves } = outlook;
  const stops = preview.lines.some(({ kind }) => kind === 'stop_loss');
  const ends = preview.lines.some(({ kind }) => kind === 'liquidation');
  return [
    ...refused,
    ...preview.notes.filter(({ level }) => level === 'bad').map(({ key }) => key),
    ...preview.notes.filter(({ key }) => key === 'note_stop_before_add').map(({ key }) => key),
    ...(ends && !stops ? ['a liquidation and no stop'] : []),
    ...moves.filter(({ verdict }) => verdict === 'liquidated').map(({ way, days }) => `liquidated by ${way} ${days}`),
    ...(worstLoss !== null && Number(worstLoss) > Number(investment) ? ['loses more than it was given'] : []),
  ];
}

async function filled(code: string, key: string, at: MarketView, typed: Values = {}) {
  const type = types.find((one) => one.code === code)!;
  const assistant = (await loadAssistant(type.type))!;
  const before = { ...defaultsOf(type.fields), ...typed };
  const known = assistant.presets(at).find((one) => one === key)!;
  const values: Values = { ...before, ...assistant.preset(known, type.fields, before, at) };
  return { values, judgement: assistant.judge(type.fields, values, at) };
}

describe.each(types.map(({ code }) => code))('%s', (code) => {
  const { type: kind, market } = types.find((one) => one.code === code)!;

  it.each(coins)(
    'each preset takes at most a fifth and lives through its worst case at %s (%s, %s, %s, %s)',
    async (...at) => {
      const keys = (await loadAssistant(kind))!.presets(viewOf(market, kind === 'arbitrage', at, '5000'));
      expect(keys).toHaveLength(3);
      const directions = kind === 'grid' && market === 'futures' ? ['long', 'short', 'neutral'] : [''];
      for (const key of keys)
        for (const available of funds)
          for (const direction of directions) {
            const seen = viewOf(market, kind === 'arbitrage', at, available);
            const { values, judgement } = await filled(code, key, seen, direction === '' ? {} : { direction });
            const investment = values['investment']!;
            const name = [key, available, direction].join(' ');
            if (investment === '') {
              // Nothing that the market takes is small enough: only the amount is open.
              expect(available, name).toBe('1000');
              expect(new Set(judgement.issues.map(({ field }) => field)), name).toEqual(new Set(['investment']));
              continue;
            }
            expect(Number(investment) * 5, name).toBeLessThanOrEqual(Number(available));
            const faults = faultsOf(judgement, investment);
            // Of a coin so cheap the least investment may be more than can be counted of it: that is refused in words.
            const isBeyond = kind === 'arbitrage' && at[0] === '0.00001' && faults.length > 0;
            expect(faults, name).toEqual(isBeyond ? ['makes no bot', 'investment range'] : []);
          }
    },
  );
});

it('a ladder grows less before it has fewer orders, so that it reaches as far', async () => {
  const at = viewOf('futures', false, coins[1]!, '5000');
  const { values } = await filled('martin-futures', 'balanced', at);
  expect(values).toMatchObject({ max_positions: '7', leverage: '3' });
  expect(Number(values['multiplier'])).toBeLessThan(2);
});

it('an amount that was typed before gives way where no ladder fits with it, and stays where one does', async () => {
  const at = viewOf('spot', false, coins[2]!, '5000');
  const fits = await filled('martin-spot', 'conservative', at, { first_amount: '20' });
  expect(fits.values).toMatchObject({ first_amount: '20', max_positions: '5', multiplier: '1.5' });
  const large = await filled('martin-spot', 'conservative', at, { first_amount: '4000' });
  expect(large.values).toMatchObject({ first_amount: '10', max_positions: '5' });
});

it('without money, or before it is known, a preset names the least that it needs', async () => {
  for (const available of [null, '0']) {
    const at = { ...viewOf('spot', false, coins[2]!, '0'), available };
    const { values } = await filled('martin-spot', 'balanced', at);
    expect(values).toMatchObject({ investment: '1280', max_positions: '7', multiplier: '2' });
  }
});
