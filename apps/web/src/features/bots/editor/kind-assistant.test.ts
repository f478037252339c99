// The assistants of all kinds: every preset of every category starts on every market, what a preview refuses stands at its
// field, the worst days are held against the plan, and every figure has its words.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { botTypes } from '@cormorant/contract/labels/bot-types.ts';
import { previewColumns, previewFigures, previewNote } from '@cormorant/contract/labels/preview-words.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { editor as enWords } from '../../../locales/en/editor.ts';
import { editor as zhWords } from '../../../locales/zh/editor.ts';
import type { Assistant, MarketView } from './assistant.ts';
import { defaultsOf, type Values } from './field-rules.ts';
import { loadAssistant } from './load-assistant.ts';
import { pastWords } from './past-words.ts';
import { symbol, view } from './sample-form.ts';
import { loadSizeCore, solveFirst } from './size-form.ts';

const codes = [
  'martin-spot',
  'martin-futures',
  'grid-futures',
  'dca-spot',
  'dca-futures',
  'custom-spot',
  'custom-futures',
] as const;
const assistants = new Map<string, Assistant>();

beforeAll(async () => {
  for (const code of codes) assistants.set(code, (await loadAssistant(typeOf(code).type))!);
});

function typeOf(code: string): BotType {
  return botTypes('zh').find((type) => type.code === code)!;
}

const contract: MarketSymbol = {
  ...symbol,
  market: 'futures',
  tick: '0.1',
  step: '0.001',
  min_qty: '0.001',
  max_leverage: 125,
  maker: '0.02',
  taker: '0.05',
  fee_asset: 'quote',
  contract: {
    brackets: [{ floor: '0', max_leverage: 125, maintenance: '0.4', cum: '0' }],
    funding_hours: 8,
    liquidation_fee: '1.25',
  },
};

const worst = { fall: ['5', '15', '60'], rise: ['6', '20', '30'] };

function viewOf(code: string, change: Partial<MarketView> = {}): MarketView {
  const market = typeOf(code).market === 'spot' ? symbol : contract;
  const funding = market === contract ? { rate: '0.09', settlements: 9 } : null;
  return view({ symbol: market, worst, funding, ...change });
}

function filled(code: string, change: Values = {}, at = viewOf(code)): Values {
  const { fields } = typeOf(code);
  const assistant = assistants.get(code)!;
  const defaults = { ...defaultsOf(fields), ...change };
  const keys = assistant.presets(at);
  const key = keys.includes('balanced') ? 'balanced' : keys[0]!;
  return { ...defaults, ...assistant.preset(key, fields, defaults, at), ...change };
}

const judge = (code: string, values: Values, at = viewOf(code)) =>
  assistants.get(code)!.judge(typeOf(code).fields, values, at);

describe.each(codes)('%s', (code) => {
  it('starts from each of its presets, cheap coin and dear', () => {
    const { fields } = typeOf(code);
    const assistant = assistants.get(code)!;
    for (const [last, tick, step, min_amount] of [
      ['60000', '0.1', '0.001', '5'],
      // Two steps are worth too little, and three much more than the least.
      ['44942.9', '0.1', '0.001', '100'],
      ['2500', '0.01', '0.001', '20'],
      ['165', '0.01', '1', '5'],
      ['0.2', '0.00001', '1', '5'],
    ] as const) {
      const base = viewOf(code);
      const market = {
        ...base.symbol,
        tick,
        step,
        min_amount,
        min_qty: step,
        max_qty: '9000000',
        min_price: tick,
        last,
      };
      const at = { ...base, symbol: market, last, hours: [] };
      for (const key of assistant.presets(at)) {
        const defaults = defaultsOf(fields);
        const values = { ...defaults, ...assistant.preset(key, fields, defaults, at) };
        const { issues, outlook } = assistant.judge(fields, values, at);
        expect([last, key, issues]).toEqual([last, key, []]);
        expect(outlook!.worstLoss).not.toBeNull();
      }
    }
  });

  it('says every figure, column and note in words', () => {
    const { preview } = judge(code, filled(code)).outlook!;
    for (const { key } of preview.figures) expect(previewFigures, key).toHaveProperty(key);
    for (const { key } of preview.table?.columns ?? []) expect(previewColumns, key).toHaveProperty(key);
    for (const { key, data } of preview.notes) expect(previewNote(key, data, 'en')).not.toBe(key);
  });

  it('refuses at the field itself and draws what enough money would make', () => {
    const { issues, outlook } = judge(code, filled(code, { investment: '1' }));
    expect(issues).toMatchObject([{ field: 'investment' }]);
    expect(Number(issues[0]!.min)).toBeGreaterThan(1);
    if (typeOf(code).type === 'martin') expect(outlook!.preview.table!.rows).toHaveLength(7);
  });
});

describe.each(codes)('what the past says of %s', (code) => {
  const calm = { fall: ['0.1', '0.2', '0.3'], rise: ['0.1', '0.2', '0.3'] };
  const wild = { fall: ['30', '60', '98'], rise: ['40', '200', '900'] };
  const { fields, market, type } = typeOf(code);
  const ways = fields.find(({ key }) => key === 'direction')?.options?.map(({ value }) => value) ?? ['long'];
  const stops: Values[] = [{}, { stop_loss: '', stop_off: '1' }, { stop_loss: '', take_profit: '' }];
  const cases = ways.flatMap((direction) =>
    stops.flatMap((stop) => [calm, worst, wild].map((moves) => ({ direction, stop, moves }))),
  );
  it.each(cases)('warns in red of a liquidation or of no stop alone: $direction $stop $moves', (given) => {
    const { direction, stop, moves } = given;
    const at = viewOf(code, { worst: moves });
    const values = { ...filled(code, market === 'spot' ? {} : { direction }, at), ...stop };
    const { outlook } = judge(code, values, at);
    if (outlook === null) return;
    const said = pastWords(outlook.moves, type === 'grid')!;
    const ends = new Set(outlook.preview.lines.map(({ kind }) => kind));
    const hasStop = ends.has('stop_loss') || (type === 'grid' && direction === 'neutral' && ends.has('take_profit'));
    const verdicts = outlook.moves.map(({ verdict }) => verdict);
    if (said.tone === 'danger')
      expect(verdicts.includes('liquidated') || outlook.moves.some((m) => m.endless)).toBe(true);
    if (hasStop && direction !== 'neutral' && !verdicts.includes('liquidated')) expect(said.tone).not.toBe('danger');
    if (!hasStop && moves === wild) expect(said.tone).toBe('danger');
    if (market === 'spot') expect(verdicts).not.toContain('liquidated');
    for (const { worstCase } of [zhWords, enWords]) {
      const sentence = worstCase.says[said.key];
      if (!verdicts.includes('liquidated')) expect(sentence).not.toMatch(/强平|撑不过|liquidat|survive/);
      if (said.key === 'stopped') expect(sentence).toContain('{{amount}}');
    }
    if (said.key === 'stopped') expect(Number(outlook.worstLoss)).toBeGreaterThan(0);
  });
});

describe('the worst case', () => {
  it('holds the worst days of the pair against ladder, stop and liquidation', () => {
    const { outlook } = judge('martin-spot', filled('martin-spot'));
    expect(outlook!.moves.map(({ days, way, verdict }) => [days, way, verdict])).toEqual([
      [1, 'fall', 'covered'],
      [7, 'fall', 'covered'],
      [30, 'fall', 'stopped'],
    ]);
    const short = judge('martin-futures', filled('martin-futures', { direction: 'short' })).outlook!;
    expect(short.moves.map(({ way }) => way)).toEqual(['rise', 'rise', 'rise']);
  });

  it('ends a neutral grid at either of its prices, and a long one by no rise', () => {
    const values = filled('grid-futures', { direction: 'neutral' });
    const { moves } = judge('grid-futures', values).outlook!;
    expect(moves.filter(({ way }) => way === 'rise').map(({ verdict }) => verdict)).toEqual([
      ...['beyond', 'stopped', 'stopped'],
    ]);
    const open = judge('grid-futures', { ...values, take_profit: '' }).outlook!;
    expect(open.moves.filter(({ way }) => way === 'rise').map(({ verdict }) => verdict)).not.toContain('stopped');
    const long = judge('grid-futures', filled('grid-futures', { direction: 'long' })).outlook!;
    expect(long.moves.map(({ way }) => way)).toEqual(['fall', 'fall', 'fall']);
  });

  it('speaks of a calendar without a stop as of money that is held', () => {
    const values = filled('dca-spot', { mode: 'calendar', stop_loss: '', take_profit: '' });
    const { outlook } = judge('dca-spot', values);
    expect(outlook!.moves.map(({ verdict }) => verdict)).toEqual(['held', 'held', 'held']);
    expect(outlook!.stopPrice).toBeNull();
  });

  it('says of a calendar with a stop which falls would have stopped it, and at what price', () => {
    const values = filled('dca-spot', { mode: 'calendar', stop_loss: '15', take_profit: '' });
    const at = viewOf('dca-spot', { worst: { fall: ['14.95', '25.88', '34.34'], rise: ['6', '20', '30'] } });
    const { outlook } = judge('dca-spot', values, at);
    // A fee of 0.1 % in the average brings the stop nearer than 15 %.
    expect(outlook!.moves.map(({ verdict }) => verdict)).toEqual(['stopped', 'stopped', 'stopped']);
    expect(Number(outlook!.stopPrice) / Number(at.last)).toBeCloseTo(0.85, 2);
    const mild = { ...at, worst: { fall: ['10', '25.88', '34.34'], rise: ['6', '20', '30'] } };
    expect(judge('dca-spot', values, mild).outlook!.moves.map(({ verdict }) => verdict)).toEqual([
      'held',
      'stopped',
      'stopped',
    ]);
  });

  it('takes a day of funding from a long and gives it to a short', () => {
    const long = judge('martin-futures', filled('martin-futures')).outlook!;
    const short = judge('martin-futures', filled('martin-futures', { direction: 'short' })).outlook!;
    expect(Number(long.fundingDay)).toBeGreaterThan(0);
    expect(Number(short.fundingDay)).toBeLessThan(0);
    const total = Number(long.preview.table!.rows.at(-1)![3]);
    // 0.09 % in three days.
    expect(Number(long.fundingDay)).toBeCloseTo(total * 0.0003, 4);
    const ladder = (direction: string) =>
      judge('dca-futures', filled('dca-futures', { direction })).outlook!.fundingDay;
    expect(Number(ladder('long'))).toBeGreaterThan(0);
    expect(Number(ladder('short'))).toBe(-Number(ladder('long')));
  });

  it('puts what the preview refuses at its field', () => {
    const { issues } = judge('martin-futures', filled('martin-futures', { leverage: '8', add_drop: '20' }));
    expect(issues).toMatchObject([{ field: 'leverage', rule: 'range' }]);
  });

  it('leaves a bot that already holds to the server: the present price is not its entry', () => {
    const at = viewOf('custom-futures', { holding: true, last: '1' });
    const values = filled('custom-futures');
    expect(judge('custom-futures', values, at).issues).toEqual([]);
  });
});

it('names the row of steps that is wrong', () => {
  const { issues } = judge('martin-spot', filled('martin-spot', { steps: '[{"drop":"3"},{"drop":"50"}]' }));
  expect(issues).toMatchObject([{ field: 'steps', at: '[1].drop', min: '0.3', max: '30' }]);
});

it('solves the first order of a capital: first = I / sum of m^i', async () => {
  const core = await loadSizeCore();
  const values = { investment: '1271.27', max_positions: '7', multiplier: '2' };
  expect(solveFirst(core, values, viewOf('martin-spot'))).toEqual({ first: '10', least: null });
  expect(solveFirst(core, { ...values, investment: '50' }, viewOf('martin-spot'))!.least).toBe('5.25');
  expect(solveFirst(core, { ...values, multiplier: '' }, viewOf('martin-spot'))).toBeNull();
});
