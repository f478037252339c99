// The mail of a key set that is no good: it speaks of bots only where some can trade by it.
import { expect, it } from 'vitest';
import type { KeyRecord } from '../../ports/key-store.ts';
import { keyNoticeOf } from './key-notice.ts';

const key = (exchange: string): KeyRecord => ({
  ...{ id: 1, userId: 1, exchange, version: 1, label: '', keyMask: 'abcd****wxyz', accountUid: '7' },
  ...{
    rights: { read: true, spot: true, futures: false, withdraw: false, transfer: null },
    ipBound: false,
    status: 'valid',
  },
  ...{ checkedAtMs: 0, lastErrorCode: null, expiresAtMs: null, createdAtMs: 0 },
});

it.each([
  ['local', true],
  ['okx', false],
] as const)('of %s it tells of paused bots: %s', (exchange, tells) => {
  const { en, zh } = keyNoticeOf(new Set(['local']))(key(exchange), 2001, 0);
  expect([en.text.includes('paused'), zh.text.includes('已暂停')]).toEqual([tells, tells]);
  expect(en.text).toContain('abcd****wxyz');
  for (const { text } of [en, zh]) expect(text).toMatch(/Update the key|更新密钥/);
});
