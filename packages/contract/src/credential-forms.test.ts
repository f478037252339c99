// What people may choose for themselves, at the edges where a form lets through too much or too little.
import { describe, expect, test } from 'vitest';
import { isAccount, isEmail, isWeakPayment, nicknameForm } from './credential-forms.ts';

describe('an e-mail address', () => {
  const label = 'd'.repeat(63);
  test.each(['a@b.co', 'first.last+tag@mail.example.org', 'o_1%x@sub-domain.example.com', `a@${label}.org`])(
    '%s is one',
    (text) => {
      expect([isEmail(text), isAccount(text)]).toEqual([true, true]);
    },
  );

  test.each([
    'a@b',
    'a@@b.co',
    'a b@c.org',
    'a@-b.org',
    'a@b-.org',
    'a@b..org',
    'a@.org',
    'a@x.com,y.com',
    'a@ｇmail.com',
    'Éva@x.com',
    '\u212Aim@z.com',
    'a@b.co\r\nBcc: x@y.org',
    `a@${label}d.org`,
    `${'a'.repeat(64)}@${`${label}.`.repeat(3)}${'c'.repeat(24)}`,
  ])('%j is none, and no account either', (text) => {
    expect([isEmail(text), isAccount(text)]).toEqual([false, false]);
  });
});

test.each(['000000', '123456', '987654', '111111', '121212', '123123', '909090'])(
  '%s is too simple to pay with',
  (pin) => {
    expect(isWeakPayment(pin)).toBe(true);
  },
);
test.each(['739164', '112233', '135791', '100001'])('%s is not', (pin) => {
  expect(isWeakPayment(pin)).toBe(false);
});

test.each(['渔夫 Tide', 'ひと', '🐦', 'é', 'a'])('%j can be seen as a nickname', (name) => {
  expect(nicknameForm.test(name)).toBe(true);
});
test.each(['\u3164', '\u2800\u2800', '\u115F', '\uFE0F', '\u034F', '\u200B', '\u202Eabc', '<b>', 'a\nb'])(
  '%j cannot, or moves the rest',
  (name) => {
    expect(nicknameForm.test(name)).toBe(false);
  },
);
