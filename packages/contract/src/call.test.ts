// What the compiler knows of a call from its declaration: senders, handlers and answers are typed by it alone.
import { expect, expectTypeOf, test } from 'vitest';
import { type CallData, type CallInput, type CallRequest, codesOf, rateLimits } from './call.ts';
import { allCalls } from './calls.ts';
import type { Bot } from './entities/bot.ts';

test('types follow the declaration', () => {
  type Create = typeof allCalls.botCreate;
  expectTypeOf<CallInput<Create>['query']>().toEqualTypeOf<undefined>();
  expectTypeOf<CallInput<Create>['body']['investment']>().toEqualTypeOf<string | number>();
  expectTypeOf<CallRequest<Create>['body']['investment']>().toEqualTypeOf<string>();
  expectTypeOf<CallInput<Create>['body']['start']>().toEqualTypeOf<0 | 1 | undefined>();
  expectTypeOf<CallRequest<Create>['body']['start']>().toEqualTypeOf<0 | 1>();
  expectTypeOf<CallRequest<typeof allCalls.botDetail>['query']>().toEqualTypeOf<{ id: number }>();
  expectTypeOf<CallInput<typeof allCalls.botDetail>['query']>().toEqualTypeOf<{ id: number | string }>();
  expectTypeOf<CallRequest<typeof allCalls.marketPrice>['query']['symbols']>().toEqualTypeOf<string[]>();
  expectTypeOf<CallData<typeof allCalls.botList>['list']>().toEqualTypeOf<Bot[]>();
  expectTypeOf<CallData<typeof allCalls.loginLogout>>().toEqualTypeOf<null>();
  expect(codesOf(allCalls.indexStatus)).toEqual([
    0, 1, 104, 7001, 7008, 9001, 9002, 9003, 9004, 9005, 9006, 9008, 9010,
  ]);
});

test('codes of a call gather those of its access, input, owner and repetition', () => {
  const codes = codesOf(allCalls.botUpdate);
  for (const code of [1, 101, 1006, 2003, 4001, 4011, 4016, 7003, 7006, 7010, 9008]) expect(codes).toContain(code);
  expect(codes).toEqual([...codes].sort((a, b) => a - b));
  expect(codesOf(allCalls.marketPrice)).not.toContain(101);
});

test('limits are those of the design', () => {
  expect(rateLimits.anonymous).toEqual({ by: 'ip', perMinute: 60 });
  expect(rateLimits.login).toEqual({ by: 'ip', perMinute: 10, perHour: 60 });
  expect(rateLimits.read.perMinute).toBe(300);
  expect(rateLimits.write.perMinute).toBe(60);
  expect(rateLimits.money.perMinute).toBe(10);
  expect(rateLimits.market.perMinute).toBe(120);
});
