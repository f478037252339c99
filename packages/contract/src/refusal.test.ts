// Requests against their declarations: what passes, and which code, field and range answers what does not.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codesOf } from './call.ts';
import { settableFields } from './calls/profile.ts';
import { allCalls, callList } from './calls.ts';
import { parseRequest, type Refusal, refusalOfField, refusalText, sentenceOf } from './refusal.ts';

function refused(name: keyof typeof allCalls, raw: { query?: unknown; body?: unknown }): Refusal {
  const parsed = parseRequest(allCalls[name], raw);
  if (parsed.ok) throw new Error(`${name} was accepted`);
  return parsed.refusal;
}

const registration = { terminal: 1, account: 'fisher', password: 'cormorant1', confirm: 'cormorant1', referrer: '' };
const creation = {
  type_id: 3,
  exchange: 'local',
  market: 'spot',
  symbol: 'BTC/USDT',
  investment: '1000',
  grid_levels: 20,
  params: { lower: '50000', upper: '70000', grid_mode: 'geometric' },
  risk_ack: 1,
};

describe('signing in and up', () => {
  test('trims the account and ignores unknown fields', () => {
    const parsed = parseRequest(allCalls.loginAccount, {
      body: { terminal: 1, account: ' a ', password: ' x ', extra: 1 },
    });
    expect(parsed).toEqual({ ok: true, request: { body: { terminal: 1, account: 'a', password: ' x ' } } });
  });

  test.each([
    [{ terminal: 4 }, 103],
    [{ terminal: 'web' }, 103],
    [{ account: '' }, 1103],
    [{ account: '   ' }, 1103],
    [{ account: undefined }, 1103],
    [{ password: '' }, 1105],
    [{ account: '', password: '' }, 1103],
  ])('sign-in with %j answers %i', (change, code) => {
    const body = { terminal: 1, account: 'fisher', password: 'x', ...change };
    expect(refused('loginAccount', { body }).code).toBe(code);
  });

  test.each([
    [{ terminal: 0 }, 1102],
    [{ account: '' }, 1103],
    [{ account: 'abc' }, 1104],
    [{ account: '1abc' }, 1104],
    [{ account: '鱼鹰鱼鹰' }, 1104],
    [{ account: 'a'.repeat(33) }, 1104],
    [{ account: 'who@nowhere' }, 1104],
    [{ password: '' }, 1105],
    [{ password: 'short1' }, 1106],
    [{ password: 'lettersonly' }, 1106],
    [{ password: '12345678' }, 1106],
    [{ password: `a1${'x'.repeat(63)}` }, 1106],
    [{ confirm: 'cormorant2' }, 1107],
    [{ confirm: undefined }, 1107],
    [{ referrer: '1234567' }, 1108],
    [{ referrer: '123456789' }, 1108],
    [{ referrer: 'ab' }, 1108],
    [{ referrer: '<script>' }, 1108],
  ])('registration with %j answers %i', (change, code) => {
    expect(refused('loginRegister', { body: { ...registration, ...change } }).code).toBe(code);
  });

  test.each([
    {},
    { account: 'a_fisher@lake.example' },
    { referrer: '88888888' },
    { referrer: 'vip_club' },
    { referrer: null },
  ])('registration with %j passes', (change) => {
    expect(parseRequest(allCalls.loginRegister, { body: { ...registration, ...change } }).ok).toBe(true);
  });
});

describe('queries arrive as text', () => {
  test('are coerced, defaulted and capped', () => {
    const parsed = parseRequest(allCalls.botActions, { query: { id: '', page: '2', page_size: '1000', action: '' } });
    expect(parsed).toEqual({ ok: true, request: { query: { id: 0, page: 2, page_size: 100 } } });
    const symbols = parseRequest(allCalls.marketSymbols, { query: { exchange: 'local', latest: '1' } });
    expect(symbols).toMatchObject({
      ok: true,
      request: { query: { latest: 1, history: 0, timeframe: '1m', market: 'all' } },
    });
  });

  test('prices are asked by a comma list of at most 50', () => {
    const list = (keys: number) => ({
      query: { symbols: Array.from({ length: keys }, (_, at) => `C${at}/USDT`).join() },
    });
    expect(parseRequest(allCalls.marketPrice, list(50)).ok).toBe(true);
    expect(refused('marketPrice', list(51))).toEqual({ code: 7006, data: { field: 'symbols', min: 1, max: 50 } });
    expect(refused('marketPrice', { query: { symbols: ' , ' } }).code).toBe(7003);
    expect(refused('marketPrice', {}).code).toBe(7003);
  });

  test.each([
    ['botDetail', {}, { code: 7003, data: { field: 'id' } }],
    ['botDetail', { id: 'x' }, { code: 7004, data: { field: 'id' } }],
    ['botDetail', { id: '1.5' }, { code: 7004, data: { field: 'id' } }],
    ['botDetail', { id: '0' }, { code: 7006, data: { field: 'id', min: 1 } }],
    ['botActions', { page: '0' }, { code: 7006, data: { field: 'page', min: 1 } }],
    [
      'marketCandles',
      { exchange: 'local', symbol: 'BTC/USDT', limit: '501' },
      { code: 7006, data: { field: 'limit', min: 1, max: 500 } },
    ],
    ['marketCandles', { exchange: 'local', symbol: 'btc' }, { code: 3005, data: { field: 'symbol' } }],
    [
      'marketSymbols',
      { exchange: 'local', latest: '2' },
      { code: 7002, data: { field: 'latest', options: ['0', '1'] } },
    ],
    ['botOperation', { id: '1', action: 'explode' }, { code: 4023, data: { field: 'action' } }],
    ['botOperation', { id: '1' }, { code: 4023, data: { field: 'action' } }],
  ] as const)('%s with %j is refused', (name, query, refusal) => {
    expect(refused(name, { query })).toEqual(refusal);
  });
});

test('a passphrase that no header can hold is of a wrong form', () => {
  const body = (passphrase: string) => ({ exchange: 'okx', api_key: 'key', secret_key: 'secret', passphrase });
  expect(refused('userApiBind', { body: body('密码') })).toEqual({ code: 7004, data: { field: 'passphrase' } });
  expect(parseRequest(allCalls.userApiBind, { body: body(' With spaces, ~! ') }).ok).toBe(true);
});

describe('creating and editing a bot', () => {
  test('keeps the parameters as they are and fills the defaults', () => {
    const parsed = parseRequest(allCalls.botCreate, { body: { ...creation, stop_loss: null, junk: 1 } });
    expect(parsed).toEqual({ ok: true, request: { body: { ...creation, stop_loss: null, simulate: 0, start: 1 } } });
  });

  test.each([
    [{ risk_ack: 0 }, 7003, 'risk_ack'],
    [{ risk_ack: undefined }, 7003, 'risk_ack'],
    [{ investment: undefined }, 7003, 'investment'],
    [{ investment: '' }, 7003, 'investment'],
    [{ investment: 1e-9 }, 7004, 'investment'],
    [{ investment: 1e21 }, 7004, 'investment'],
    [{ investment: [1000] }, 7004, 'investment'],
    [{ investment: '1e3' }, 7004, 'investment'],
    [{ investment: '1.123456789' }, 7004, 'investment'],
    [{ investment: 'NaN' }, 7004, 'investment'],
    [{ investment: '+5' }, 7004, 'investment'],
    [{ grid_levels: 2.5 }, 7004, 'grid_levels'],
    [{ grid_levels: 'many' }, 7004, 'grid_levels'],
    [{ stop_loss: '0x10' }, 7004, 'stop_loss'],
    [{ symbol: 'BTCUSDT' }, 3005, 'symbol'],
    [{ market: 'margin' }, 7002, 'market'],
    [{ simulate: 2 }, 7002, 'simulate'],
    [{ start: null }, 7003, 'start'],
    [{ name: 'x'.repeat(33) }, 7005, 'name'],
    [{ name: '<b>' }, 7004, 'name'],
    [{ name: 'a\u0000b' }, 7004, 'name'],
    [{ request_id: '6f1c' }, 7004, 'request_id'],
    [{ params: [] }, 7004, 'params'],
    [{ params: 'x' }, 7004, 'params'],
  ])('creation with %j answers %i and names the field', (change, code, field) => {
    expect(refused('botCreate', { body: { ...creation, ...change } })).toMatchObject({ code, data: { field } });
  });

  test('an edit needs its version and the risk confirmation, unless it only publishes', () => {
    const edit = (body: unknown) => parseRequest(allCalls.botUpdate, { query: { id: '7' }, body });
    expect(edit({ public: 1 })).toEqual({ ok: true, request: { query: { id: 7 }, body: { public: 1 } } });
    expect(edit({ stop_loss: null, version: 3, risk_ack: 1 }).ok).toBe(true);
    expect(edit({ name: 'x', risk_ack: 1 })).toMatchObject({ refusal: { code: 7003, data: { field: 'version' } } });
    expect(edit({ name: 'x', version: 1 })).toMatchObject({ refusal: { code: 7003, data: { field: 'risk_ack' } } });
    expect(edit({})).toMatchObject({ refusal: { code: 7003 } });
  });

  test('a parameter’s name cannot reach an object’s prototype', () => {
    const body = JSON.parse('{"__proto__":{"risk_ack":1},"params":{"__proto__":{"lower":"1"}}}');
    expect(refused('botCreate', { body: { ...creation, ...body, risk_ack: undefined } }).code).toBe(7003);
    expect(({} as Record<string, unknown>).lower).toBeUndefined();
  });
});

describe('a JSON number where money or a figure enters', () => {
  const bodyOf = (name: keyof typeof allCalls, raw: { query?: unknown; body?: unknown }) => {
    const parsed = parseRequest(allCalls[name], raw);
    return parsed.ok ? (parsed.request as { body: Record<string, unknown> }).body : parsed.refusal;
  };

  test.each([
    [500, '500'],
    [0.00000055, '0.00000055'],
    [1e3, '1000'],
    [-1.5, '-1.5'],
  ])('%d means %s in every call', (number, text) => {
    const body = { ...creation, investment: number, stop_loss: number, multiplier: number };
    expect(bodyOf('botCreate', { body })).toMatchObject({ investment: text, stop_loss: text, multiplier: text });
    const edit = { investment: number, version: 1, risk_ack: 1 };
    expect(bodyOf('botUpdate', { query: { id: 7 }, body: edit })).toMatchObject({ investment: text });
    expect(bodyOf('botPlan', { query: { id: 7 }, body: edit })).toMatchObject({ investment: text });
    expect(bodyOf('hookSignal', { body: { id: 'a', action: 'open', amount: number } })).toMatchObject({ amount: text });
    const request_id = '0b9f1c6e-8a0f-4c7b-9a1d-000000000001';
    const converted = { kind: 'convert', from: 'balance', to: 'fuel', amount: number, request_id };
    expect(bodyOf('userChange', { body: converted })).toMatchObject({ amount: text });
    const sent = { network: 'BEP20', address: '0x', amount: number, payment: '482913', request_id };
    expect(bodyOf('userWithdraw', { body: sent })).toMatchObject({ amount: text });
    expect(bodyOf('userDeposit', { body: { network: 'BEP20', txid: 'x', amount: number } })).toMatchObject({
      amount: text,
    });
  });
});

describe('setting a field of the profile', () => {
  const set = (body: unknown) => parseRequest(allCalls.userSetInfo, { body });

  test.each([
    [{}, 7003, { field: 'field' }],
    [{ field: null, value: 'x' }, 7003, { field: 'field' }],
    [{ field: 'sn', value: '1' }, 1301, { field: 'field' }],
    [{ field: 'password', value: '1' }, 1301, { field: 'field' }],
    [{ field: '__proto__', value: '1' }, 1301, { field: 'field' }],
    [{ field: ['nickname'], value: 'x' }, 1301, { field: 'field' }],
    [{ field: 'nickname' }, 7003, { field: 'nickname' }],
    [{ field: 'nickname', value: '' }, 7005, { field: 'nickname', min: 1, max: 20 }],
    [{ field: 'nickname', value: '  ' }, 7005, { field: 'nickname', min: 1, max: 20 }],
    [{ field: 'nickname', value: '  ' }, 7005, { field: 'nickname', min: 1, max: 20 }],
    [{ field: 'nickname', value: 'x'.repeat(21) }, 7005, { field: 'nickname', min: 1, max: 20 }],
    [{ field: 'nickname', value: '<b>' }, 7004, { field: 'nickname' }],
    [{ field: 'nickname', value: 'a\u202eb' }, 7004, { field: 'nickname' }],
    [{ field: 'nickname', value: 7 }, 7004, { field: 'nickname' }],
    [{ field: 'avatar', value: 'a25' }, 7002, { field: 'avatar' }],
    [{ field: 'avatar', value: 'a00' }, 7002, { field: 'avatar' }],
    [{ field: 'email_code', value: 'nobody' }, 1302, { field: 'email_code' }],
    [{ field: 'email', value: 'a@b.cd' }, 7004, { field: 'email' }],
    [{ field: 'email', value: { email: 'nobody', code: '123456' } }, 1302, { field: 'email' }],
    [{ field: 'email', value: { email: 'a@b.cd', code: '12345' } }, 1304, { field: 'code' }],
    [{ field: 'email', value: { email: 'a@b.cd', code: '123456', payment: '1' } }, 1310, { field: 'payment' }],
    [{ field: 'mobile', value: '13800138000' }, 7004, { field: 'mobile' }],
    [{ field: 'mobile', value: '+0138001380' }, 7004, { field: 'mobile' }],
    [{ field: 'account', value: { account: 'abc' } }, 1104, { field: 'account' }],
    [{ field: 'account', value: { account: 'fisher', password: 'short1' } }, 1106, { field: 'password' }],
    [{ field: 'referral', value: '12' }, 6005, { field: 'referral' }],
    [{ field: 'referral', value: '1'.repeat(33) }, 6001, { field: 'referral' }],
    [{ field: 'fuel_notice', value: '0.99999999' }, 7006, { field: 'fuel_notice', min: '1', max: '10000' }],
    [{ field: 'fuel_notice', value: '10000.00000001' }, 7006, { field: 'fuel_notice', min: '1', max: '10000' }],
    [{ field: 'fuel_notice', value: '-5' }, 7006, { field: 'fuel_notice', min: '1', max: '10000' }],
    [{ field: 'fuel_notice', value: '9'.repeat(15) }, 7006, { field: 'fuel_notice', min: '1', max: '10000' }],
    [{ field: 'fuel_notice', value: 'ten' }, 7004, { field: 'fuel_notice' }],
    [{ field: 'rank_public', value: 2 }, 7002, { field: 'rank_public', options: ['0', '1'] }],
    [{ field: 'rank_public', value: 'yes' }, 7002, { field: 'rank_public', options: ['0', '1'] }],
    [{ field: 'lang', value: 'fr' }, 7002, { field: 'lang', options: ['zh', 'en'] }],
    [{ field: 'lang', value: 'en', proof: 'x' }, 7004, { field: 'proof' }],
  ] as const)('%j answers %i', (body, code, data) => {
    expect(set(body)).toEqual({ ok: false, refusal: { code, data } });
  });

  test('a body that is no object is none', () => {
    for (const body of [5, 'nickname', null, []]) expect(set(body)).toMatchObject({ refusal: { code: 7001 } });
  });

  test('what passes is trimmed and keeps its field', () => {
    const passed = (body: unknown) => (set(body) as { request: { body: unknown } }).request.body;
    expect(passed({ field: 'nickname', value: ' 渔夫 ', extra: 1 })).toEqual({ field: 'nickname', value: '渔夫' });
    expect(passed({ field: 'fuel_notice', value: '1' })).toEqual({ field: 'fuel_notice', value: '1' });
    expect(passed({ field: 'fuel_notice', value: '10000' })).toEqual({ field: 'fuel_notice', value: '10000' });
    expect(passed({ field: 'email_code', value: ' Me@Home.Org ' })).toEqual({
      field: 'email_code',
      value: 'me@home.org',
    });
  });

  test('a field inside another goes by its own name', () => {
    const refused = set({ field: 'email', value: { email: 'a@b.cd', code: '1' } });
    expect(refused).toMatchObject({ ok: false });
    expect(refusalText({ code: 7004, data: { field: 'proof.password' } }, 'en')).toBe('Invalid format: Password');
    expect(refusalText({ code: 7004, data: { field: 'nickname' } }, 'zh')).toBe('格式不正确:昵称');
  });
});

describe('any request at all', () => {
  const fieldNames = settableFields.options.map((choice) => choice.shape.field.value);
  const value = fc.oneof(fc.jsonValue(), fc.string(), fc.constantFrom('', '0', '1', '-1', '1e9', 'NaN', null, '鱼'));

  test.each(callList.map((call) => [call.name, call] as const))(
    '%s is parsed or refused with one of its codes',
    (_, call) => {
      type Shaped = { shape?: Record<string, unknown>; options?: Shaped[] };
      const shapes = [call.query, call.body].flatMap((part) => {
        const schema = part as Shaped | undefined;
        return (schema?.options ?? [schema]).map((choice) => choice?.shape ?? {});
      });
      const keys = [...new Set(shapes.flatMap((shape) => Object.keys(shape)))];
      const named = keys.includes('field')
        ? fc.record({ field: fc.constantFrom(...fieldNames), value })
        : fc.constant({});
      const plain = fc.dictionary(keys.length > 0 ? fc.constantFrom(...keys) : fc.string(), value);
      const record = fc.tuple(plain, named).map(([one, other]) => ({ ...one, ...other }));
      const allowed = new Set(codesOf(call));
      fc.assert(
        fc.property(fc.oneof(record, fc.jsonValue()), fc.oneof(record, fc.jsonValue()), (query, body) => {
          const parsed = parseRequest(call, { query, body });
          if (parsed.ok) return;
          expect(allowed).toContain(parsed.refusal.code);
          for (const lang of ['zh', 'en'] as const)
            expect(refusalText(parsed.refusal, lang)).not.toMatch(/[{}]|undefined/);
        }),
        { numRuns: 150 },
      );
    },
  );
});

describe('the sentence of a refusal', () => {
  test('names the field and its range in both languages', () => {
    const refusal = { code: 4008, data: { field: 'grid_levels', min: '2', max: '200' } };
    expect(refusalText(refusal, 'zh')).toBe('策略参数无效:网格数(2–200)');
    expect(refusalText(refusal, 'en')).toBe('Invalid strategy parameter: Grid levels (2–200)');
  });

  test('says what stands in the way of a start when it is no position of the bot', () => {
    const foreign = { code: 4018, data: { symbol: 'ETH/USDT', qty: '-0.102' } };
    expect(refusalText(foreign, 'en')).toMatch(/^The account holds 0\.102 of the ETH\/USDT contract that/);
    expect(refusalText(foreign, 'zh')).toMatch(/^交易所账户的 ETH\/USDT 合约上已有 0\.102 的持仓,不是本策略开的/);
    expect(sentenceOf(4018, { data: { field: 'leverage', leverage: 5 } }, 'en')).toMatch(/^A position of 5x stands/);
    expect(sentenceOf(4018, { data: { field: 'position_mode' } }, 'en')).toMatch(
      /^The account is in one-way mode with positions/,
    );
    expect(sentenceOf(4018, { data: { field: 'position_mode' } }, 'zh')).toMatch(/双向持仓模式/);
    expect(sentenceOf(4018, { data: { field: 'investment' } }, 'en')).toBe('Not possible while a position is open');
    expect(sentenceOf(4011, { data: { reason: 'stop_first' } }, 'zh')).toBe('策略还未停止,请先停止再删除');
    expect(sentenceOf(4011, { data: { reason: 'stop_first' } }, 'en')).toMatch(/stop it first/);
    expect(sentenceOf(4011, {}, 'zh')).toBe('机器人运行中,不可修改');
    expect(sentenceOf(3010, { data: { coin: 'USDT', free: '1' } }, 'en')).toBe('Insufficient funds');
    expect(sentenceOf(1005, { params: { n: 3 }, data: null }, 'en')).not.toMatch(/[{}]/);
  });

  test('names a field of the call that was made, not another’s of the same name', () => {
    const missing = refused('userExport', { query: {} });
    expect(refusalText(missing, 'zh')).toContain('类别');
    expect(refusalText(missing, 'en')).toMatch(/Category/);
    expect(refusalText({ code: 4008, data: { field: 'kind' } }, 'zh')).toContain('套利方式');
  });

  test('says one-sided ranges, choices and minima', () => {
    expect(refusalText({ code: 4008, data: { field: 'lower', min: '0.01' } }, 'en')).toBe(
      'Invalid strategy parameter: Lower price (≥ 0.01)',
    );
    expect(refusalText({ code: 7006, data: { field: 'limit', max: 500 } }, 'zh')).toBe('超出范围:条数(≤ 500)');
    expect(refusalText({ code: 7002, data: { field: 'status', options: ['running', 'paused'] } }, 'zh')).toBe(
      '数据验证失败:状态(running、paused)',
    );
    expect(refusalText({ code: 4019, data: { field: 'investment', min: '318.40' } }, 'en')).toBe(
      'Insufficient capital, at least 318.40 USDT',
    );
    expect(refusalText({ code: 4008, data: { field: 'investment', max: '58.50' } }, 'en')).toMatch(/\(≤ 58\.50\)$/);
    const none = { code: 4008, data: { field: 'investment', reason: 'untradable' } };
    expect(refusalText(none, 'en')).toMatch(/^This pair cannot be traded so/);
    expect(refusalText(none, 'zh')).toMatch(/^该交易对无法运行此策略/);
  });
});

test.each([
  [
    { field: 'upper', rule: 'required' },
    { code: 7003, data: { field: 'upper' } },
  ],
  [
    { field: 'upper', rule: 'range', min: '1', max: '2' },
    { code: 4008, data: { field: 'upper', min: '1', max: '2' } },
  ],
  [
    { field: 'grid_mode', rule: 'option' },
    { code: 4008, data: { field: 'grid_mode' } },
  ],
  [
    { field: 'lower', rule: 'format' },
    { code: 4008, data: { field: 'lower' } },
  ],
  [
    { field: 'investment', rule: 'range', min: '318.40' },
    { code: 4019, data: { field: 'investment', min: '318.40' } },
  ],
  [
    { field: 'investment', rule: 'range', max: '58.50' },
    { code: 4008, data: { field: 'investment', max: '58.50' } },
  ],
  [
    { field: 'investment', rule: 'untradable' },
    { code: 4008, data: { field: 'investment', reason: 'untradable' } },
  ],
] as const)('a category’s objection %j is answered', (issue, refusal) => {
  expect(refusalOfField(issue)).toEqual(refusal);
});

describe('whole numbers', () => {
  test.each(['0x10', '+5', '5.', '1e1', ' 5', true, [], [20], ['20'], {}])('%j is none', (grid_levels) => {
    expect(refused('botCreate', { body: { ...creation, grid_levels } })).toEqual({
      code: 7004,
      data: { field: 'grid_levels' },
    });
    expect(refused('botDetail', { query: { id: grid_levels } }).data.field).toBe('id');
  });

  test.each([20, '20'])('%j is one', (grid_levels) => {
    const parsed = parseRequest(allCalls.botCreate, { body: { ...creation, grid_levels } });
    expect(parsed).toMatchObject({ ok: true, request: { body: { grid_levels: 20 } } });
  });

  test.each([true, [1], '1 ', '1.0'])('a risk confirmed by %j is not confirmed', (risk_ack) => {
    expect(refused('botCreate', { body: { ...creation, risk_ack } }).code).toBe(7003);
  });
});

test('the range of a field that may be left out is named too', () => {
  const refusal = refused('botCreate', { body: { ...creation, name: 'x'.repeat(33) } });
  expect(refusal).toEqual({ code: 7005, data: { field: 'name', min: 1, max: 32 } });
  expect(refusalText(refusal, 'en')).toContain('1–32');
});

test('a bot that stands in the way is named, where it is known', () => {
  const refusal = { code: 4010, data: { bot: 'BTC/USDT 网格' } };
  expect(refusalText(refusal, 'zh')).toBe('该交易对已有运行中的同向策略:「BTC/USDT 网格」');
  expect(refusalText(refusal, 'en')).toBe('A bot already runs on this pair and side: “BTC/USDT 网格”');
  expect(refusalText({ code: 4010, data: {} }, 'en')).toBe('A bot already runs on this pair and side');
});

test('what keeps two bots apart is said as it is', () => {
  const said = (reason: string, lang: 'zh' | 'en', bot?: string) =>
    refusalText({ code: 4010, data: { reason, ...(bot !== undefined && { bot }) } }, lang);
  expect(said('same_side', 'zh', 'A')).toBe('该交易对已有运行中的同向策略:「A」');
  expect(said('alone', 'zh', 'A')).toBe('「A」已在该交易对运行:中性、双向和套利策略须独占交易对');
  expect(said('one_way', 'en', 'A')).toBe(
    '“A” already runs on this contract: an account in one-way mode takes one bot a contract',
  );
  expect(said('leverage', 'en')).toMatch(/^Another bot already runs .* equal leverage$/);
  expect(said('hedge', 'zh')).toMatch(/双向持仓模式/);
  for (const reason of ['alone', 'one_way', 'leverage', 'hedge'])
    for (const lang of ['zh', 'en'] as const) expect(said(reason, lang, 'A')).not.toMatch(/同向|side$/);
});

test('an option that is none is answered with those there are', () => {
  const refusal = refusalOfField({ field: 'grid_mode', rule: 'option', options: ['arithmetic', 'geometric'] });
  expect(refusalText(refusal, 'en')).toMatch(/\(arithmetic, geometric\)$/);
  expect(refusalText(refusal, 'zh')).toMatch(/\(arithmetic、geometric\)$/);
});
