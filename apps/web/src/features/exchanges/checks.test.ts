// Each code that binding answers with stands at the check it is about; what comes later was not looked at.
import { exchangesBind } from '@cormorant/contract/calls/exchange-keys.ts';
import { expect, test } from 'vitest';
import { checkNames, failedCheck, stateOf } from './checks.ts';

test('every refusal of the exchange or the house has its check, and what belongs to the form has none', () => {
  const ofTheForm = [2005, 2011, 2012, 2013, 7003];
  for (const code of exchangesBind.errors) {
    expect(failedCheck(code) === null, String(code)).toBe(ofTheForm.includes(code));
  }
  expect(failedCheck(null)).toBeNull();
  expect(failedCheck(104)).toBeNull();
});

test('before the failed check all passed, behind it nothing is claimed', () => {
  expect(checkNames.map((name) => stateOf(name, 'withdraw'))).toEqual([
    ...['passed', 'passed', 'passed', 'failed', 'waiting', 'waiting'],
  ]);
});
