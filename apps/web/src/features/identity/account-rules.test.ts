// The form refuses in the order of the catalogue, 1103 to 1108, and agrees with what the contract accepts.
import { isAccount, isPassword } from '@cormorant/contract/credential-forms.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkLogin,
  checkRegister,
  checkReset,
  fieldOfCode,
  inviteProblem,
  resetFieldOfCode,
} from './account-rules.ts';

const good = { account: 'tide_2024', password: 'harbour9pilot', confirm: 'harbour9pilot', referrer: '' };

describe('the rules of account and password', () => {
  it('accept a good form and name the first problem of a bad one', () => {
    expect(checkRegister(good)).toBeNull();
    const bad = { account: ' ', password: '', confirm: 'x', referrer: '1' };
    const order = [];
    const fixes = [
      { account: 'a' },
      { account: good.account },
      { password: 'short' },
      { password: good.password },
      { confirm: good.password },
      { referrer: '' },
    ];
    let form = bad;
    for (const fix of [{}, ...fixes]) {
      form = { ...form, ...fix };
      order.push(checkRegister(form)?.problem ?? null);
    }
    expect(order).toEqual(['account', 'accountFormat', 'password', 'passwordFormat', 'mismatch', 'referrer', null]);
  });

  it('agree with the contract on every account and password', () => {
    const account = fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9_]{1,34}$/), fc.emailAddress());
    const password = fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9]{0,70}$/));
    fc.assert(
      fc.property(account, password, (name, secret) => {
        const problem = checkRegister({ account: name, password: secret, confirm: secret, referrer: '' })?.problem;
        const accepted = isAccount(name.trim());
        expect(problem === 'account' || problem === 'accountFormat').toBe(!accepted);
        if (accepted) expect(problem === undefined).toBe(isPassword(secret));
      }),
      { numRuns: 500 },
    );
  });

  it('need account and password to log in', () => {
    expect(checkLogin({ account: '', password: '' })?.problem).toBe('account');
    expect(checkLogin({ account: 'x', password: '' })?.problem).toBe('password');
    expect(checkLogin({ account: 'x', password: 'y' })).toBeNull();
  });

  it('ask a new wallet for exactly eight digits', () => {
    expect(['', ' ', '1234567', '123456789', '1234567a', '１２３４５６７８'].map(inviteProblem)).toEqual([
      'invite',
      'invite',
      'inviteFormat',
      'inviteFormat',
      'inviteFormat',
      'inviteFormat',
    ]);
    expect(inviteProblem(' 61840275 ')).toBeNull();
  });

  it('check a new password after a forgotten one in order', () => {
    const password = 'harbour9pilot';
    expect(checkReset({ code: '12345', password: '', confirm: 'x' })).toEqual({ field: 'code', problem: 'code' });
    expect(checkReset({ code: '123456', password: '', confirm: 'x' })?.problem).toBe('password');
    expect(checkReset({ code: '123456', password: 'short', confirm: 'x' })?.problem).toBe('passwordFormat');
    expect(checkReset({ code: '123456', password, confirm: 'x' })?.problem).toBe('mismatch');
    expect(checkReset({ code: '123456', password, confirm: password })).toBeNull();
    expect([1304, 1106, 1107, 1305, null].map(resetFieldOfCode)).toEqual(['code', 'password', 'confirm', null, null]);
  });

  it('lead a refusal of the server to its field', () => {
    expect([1101, 1106, 1107, 1108, 1111, null].map(fieldOfCode)).toEqual([
      'account',
      'password',
      'confirm',
      'referrer',
      null,
      null,
    ]);
  });
});
