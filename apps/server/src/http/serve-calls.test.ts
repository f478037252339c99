// The boot stops unless every call has exactly one handler.
import { callList } from '@cormorant/contract/calls.ts';
import { describe, expect, it } from 'vitest';
import type { BoundCall } from '../features/handler.ts';
import { pairCalls } from './serve-calls.ts';

const all: BoundCall[] = callList.map((call) => ({ call, handle: async () => null }));

describe('pairCalls', () => {
  it('gives every call its handler', () => {
    expect(pairCalls(callList, [...all].reverse()).map(({ call }) => call.name)).toEqual(
      callList.map((call) => call.name),
    );
  });

  it('stops on a call that nobody answers', () => {
    expect(() => pairCalls(callList, all.slice(1))).toThrow(`calls without a handler: ${callList[0]?.name}`);
  });

  it('stops on a handler that no call leads to', () => {
    expect(() => pairCalls(callList.slice(1), all)).toThrow(`handlers without a call: ${callList[0]?.name}`);
  });

  it('stops on two handlers for one call', () => {
    expect(() => pairCalls(callList, [...all, ...all.slice(0, 1)])).toThrow('two handlers');
  });
});
