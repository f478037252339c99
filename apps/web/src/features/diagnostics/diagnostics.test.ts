// What is copied for support carries findings and nothing that could be a secret; a check that throws is a finding.
import { expect, it } from 'vitest';
import { find } from './check.ts';
import { skewText } from './checks.ts';
import { reportOf, struck } from './report.ts';

const around = {
  version: '1.0.9',
  bundle: 'index-abc',
  platform: 'web (1)',
  language: 'zh (zh-CN)',
  theme: 'dark, green-up',
  screen: '390 × 844 @2',
  browser: 'Mozilla/5.0',
};

it('turns what is thrown into a finding', async () => {
  const finding = await find({ name: 'socket', run: () => Promise.reject(new Error('closed 1006')) });
  expect(finding).toMatchObject({ ok: false, detail: 'closed 1006' });
});

it('writes one line a finding, in English', () => {
  const text = reportOf(
    around,
    [
      { name: 'latency', finding: { ok: true, detail: '3 / 4 / 5 ms', ms: 12.4 } },
      { name: 'update', finding: { ok: false, detail: '--', ms: 3 } },
      { name: 'wallet', finding: { ok: null, detail: '--', ms: 0 } },
      { name: 'clock', finding: null },
    ],
    new Date(0),
  );
  expect(text.split('\n')).toEqual([
    'Cormorant diagnostics 1970-01-01T00:00:00.000Z',
    'version: 1.0.9',
    'bundle: index-abc',
    'platform: web (1)',
    'language: zh (zh-CN)',
    'theme: dark, green-up',
    'screen: 390 × 844 @2',
    'browser: Mozilla/5.0',
    'ok   latency 12 ms: 3 / 4 / 5 ms',
    'FAIL update 3 ms: --',
    '-    wallet 0 ms: --',
    '... clock',
  ]);
});

it('strikes out addresses and tokens, whoever put them there', () => {
  const token = 'q'.repeat(43);
  expect(struck(`MetaMask 0x71C7656EC7ab88b098defB751B7401B5f6d8976F ${token}`)).toBe('MetaMask 0x… …');
});

it.each([
  [0, '0 s'],
  [-49, '0 s'],
  [49, '0 s'],
  [-60, '-0.1 s'],
  [1_250, '+1.3 s'],
  [-120_000, '-120 s'],
])('says a skew of %i ms as %s', (skewMs, text) => {
  expect(skewText(skewMs)).toBe(text);
});
