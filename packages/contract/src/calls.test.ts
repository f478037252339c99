// The declarations as a whole: what the specification's table says of paths and methods, which GETs act, which errors the
// screens show themselves, and that every declaration can be documented and every code it names exists.
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { codesOf, rateLimits } from './call.ts';
import { operationSuccess, operations } from './calls/bots.ts';
import { allCalls, callList } from './calls.ts';
import { isErrorCode } from './catalogue.ts';
import { showOf } from './envelope.ts';
import { successTexts } from './texts.ts';

const specified = [
  'GET /api/user/account',
  'GET /api/user/accountLogs',
  'GET /api/user/changeInfo',
  'POST /api/user/change',
  'GET /api/user/referrals',
  'GET /api/user/teamSummary',
  'GET /api/user/team',
  'POST /api/user/teamRate',
  'GET /api/user/depositInfo',
  'GET /api/user/depositAddress',
  'POST /api/user/deposit',
  'GET /api/user/withdrawInfo',
  'POST /api/user/withdraw',
  'POST /api/login/account',
  'POST /api/login/register',
  'GET /api/auth/profile',
  'GET /api/user/index',
  'GET /api/market/exchanges',
  'GET /api/market/botTypes',
  'GET /api/market/symbols',
  'GET /api/market/price',
  'POST /api/user/botCreate',
  'GET /api/user/botInfo',
  'GET /api/user/botDetail',
  'PUT /api/user/botUpdate',
  'GET /api/user/botList',
  'GET /api/user/botCount',
  'GET /api/user/botOperation',
  'GET /api/user/botActions',
  'GET /api/user/botPositions',
  'GET /api/user/asset',
  'GET /api/user/bill',
  'GET /api/user/billLogs',
  'GET /api/user/billGroup',
  'GET /api/user/positions',
  'GET /api/user/positionAdds',
  'GET /api/user/botBatch',
  'GET /api/user/botBatchStatus',
  'GET /api/login/exists',
  'GET /api/login/nonce',
  'POST /api/login/verify',
  'POST /api/user/setInfo',
  'POST /api/user/bind',
  'POST /api/user/changePassword',
  'POST /api/user/changePayment',
  'GET /api/index/privacy',
  'GET /api/index/about',
  'GET /api/index/tips',
  'GET /api/index/banners',
  'POST /api/exchanges/bind',
  'DELETE /api/exchanges/bind/:id',
  'GET /api/user/api',
  'POST /api/user/api',
  'DELETE /api/user/api',
  'GET /api/index/api',
  'GET /api/help/lists',
  'GET /api/help/detail',
];
const extensions = [
  'POST /api/login/logout',
  'POST /api/login/reset',
  'GET /api/user/sessions',
  'GET /api/user/fuelCharge',
  'GET /api/user/rateHistory',
  'DELETE /api/user/sessions',
  'GET /api/user/billDetail',
  'POST /api/user/botDrift',
  'POST /api/user/botPanic',
  'POST /api/user/botPlan',
  'POST /api/user/botHook',
  'POST /hook/:token',
  'GET /api/user/export',
  'GET /api/market/candles',
  'GET /api/index/status',
];
const each = callList.map((call) => [call.name, call] as const);

describe('the list of calls', () => {
  test('holds the specified calls under their method and path, and marks its extensions', () => {
    const route = (call: (typeof callList)[number]) => `${call.method} ${call.path}`;
    expect(
      callList
        .filter((call) => call.extension !== true)
        .map(route)
        .sort(),
    ).toEqual([...specified].sort());
    expect(
      callList
        .filter((call) => call.extension === true)
        .map(route)
        .sort(),
    ).toEqual([...extensions].sort());
  });

  test('is keyed by name', () => {
    for (const [key, call] of Object.entries(allCalls)) expect(call.name).toBe(key);
    expect(new Set(callList.map((call) => `${call.method} ${call.path}`)).size).toBe(callList.length);
  });

  test('only the operation and the batch are GETs that act', () => {
    expect(callList.filter((call) => call.acts && call.method === 'GET').map((call) => call.name)).toEqual([
      'botOperation',
      'botBatch',
    ]);
    // A plan only asks; it needs a body because it asks about a whole change.
    expect(callList.filter((call) => !call.acts && call.method !== 'GET').map((call) => call.name)).toEqual([
      'botPlan',
    ]);
  });

  test('the screens show the errors of the bot calls, of signing in, of changing credentials and of keys themselves', () => {
    expect(
      callList
        .filter((call) => !call.autoToast)
        .map((call) => call.name)
        .sort(),
    ).toEqual(
      [
        'botActions',
        'botBatch',
        'botBatchStatus',
        'botCreate',
        'botDetail',
        'botDrift',
        'botHook',
        'botInfo',
        'botList',
        'botOperation',
        'botPanic',
        'botPlan',
        'botPositions',
        'botUpdate',
        'exchangesBind',
        'exchangesUnbind',
        'hookSignal',
        'loginAccount',
        'loginExists',
        'loginNonce',
        'loginRegister',
        'loginReset',
        'loginVerify',
        'positionAdds',
        'userApiBind',
        'userApiRemove',
        'userBind',
        'userChange',
        'userChangePassword',
        'userChangePayment',
        'userDeposit',
        'userExport',
        'userPositions',
        'userWithdraw',
      ].sort(),
    );
  });

  test.each(each)('%s has a field of its query wherever its path has a place for one', (_, call) => {
    const places = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    if (call.byToken !== undefined) return expect(places).toEqual(['token']);
    expect(places).toEqual(call.inPath === undefined ? [] : [call.inPath]);
    if (call.inPath === undefined) return;
    expect(z.toJSONSchema(call.query as z.ZodType, { io: 'input' })).toHaveProperty(`properties.${call.inPath}`);
  });

  test.each(each)('%s names codes, texts and limits that exist', (_, call) => {
    for (const code of codesOf(call)) expect(isErrorCode(code), String(code)).toBe(true);
    expect(new Set(call.errors).size).toBe(call.errors.length);
    if (call.success !== undefined) expect(successTexts).toHaveProperty(call.success);
    expect(rateLimits).toHaveProperty(call.rateClass);
    const signedIn = codesOf(call).includes(101);
    expect(signedIn).toBe(call.access !== 'public');
  });

  test.each(each)('%s can be documented', (_, call) => {
    for (const schema of [call.query, call.body]) {
      if (schema === undefined) continue;
      const json = z.toJSONSchema(schema, { io: 'input' });
      for (const choice of json.oneOf ?? [json]) expect(choice).toMatchObject({ type: 'object' });
    }
    expect(() => z.toJSONSchema(call.data, { io: 'output' })).not.toThrow();
  });

  test.each(each.filter(([, call]) => call.owner !== undefined))(
    '%s names a field that it has as its owned one',
    (_, call) => {
      const schema = call[call.owner?.in ?? 'query'];
      expect(z.toJSONSchema(schema as z.ZodType, { io: 'input' })).toHaveProperty(`properties.${call.owner?.field}`);
      expect(call.access).toBe('user');
    },
  );

  test('every call that takes an id of the caller’s declares its owner', () => {
    for (const call of callList) {
      // What is public is nobody's.
      if (call.query === undefined || call.access === 'public') continue;
      const hasId = Object.hasOwn(z.toJSONSchema(call.query, { io: 'input' }).properties ?? {}, 'id');
      expect(hasId, call.name).toBe(call.owner !== undefined);
    }
  });

  test('every operation has its success text', () => {
    expect(Object.keys(operationSuccess).sort()).toEqual([...operations].sort());
  });
});

describe('the show rule', () => {
  test.each(each)('%s', (_, call) => {
    expect(showOf(call, 1)).toBe(call.acts ? 1 : 0);
    expect(showOf(call, 9008)).toBe(call.poll === true ? 0 : 1);
  });

  test('polls are the timed ones', () => {
    expect(callList.filter((call) => call.poll).map((call) => call.name)).toEqual([
      'userIndex',
      'marketPrice',
      'botBatchStatus',
      'indexStatus',
    ]);
  });
});
