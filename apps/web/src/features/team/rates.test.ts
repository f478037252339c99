// Steps of half a percent that stay inside, and an example that adds up.
import { expect, it } from 'vitest';
import { bringsNothing, maskedSn, splitOfHundred, stepped } from './rates.ts';

it('goes half a percent at a time, to the next step from between two, and never outside', () => {
  expect(stepped(15, 1, 0, 20)).toBe(15.5);
  expect(stepped(15, -1, 0, 20)).toBe(14.5);
  expect(stepped(12.34, 1, 0, 20)).toBe(12.5);
  expect(stepped(12.34, -1, 0, 20)).toBe(12);
  expect(stepped(20, 1, 0, 20)).toBe(20);
  expect(stepped(5.25, -1, 5.25, 20)).toBe(5.25);
});

it('splits a fee of 100 so that the parts add up', () => {
  expect(splitOfHundred(20, 15)).toEqual({ member: 15, own: 5, rest: 80 });
  expect(splitOfHundred(20, 20)).toEqual({ member: 20, own: 0, rest: 80 });
  expect(splitOfHundred(33.33, 0.01)).toEqual({ member: 0.01, own: 33.32, rest: 66.67 });
  // Somebody who came with a higher rate of their own.
  expect(splitOfHundred(10, 30)).toEqual({ member: 30, own: 0, rest: 70 });
});

it('knows whose fees bring nothing: who has as high a rate as I do', () => {
  const cases = [
    [20, 20],
    [20, 30],
    [20, 19.99],
    [0, 0],
  ] as const;
  expect(cases.map(([own, member]) => bringsNothing(own, member))).toEqual([true, true, false, false]);
});

it('never shows a whole number of somebody else', () => {
  expect(maskedSn('12345678')).toBe('12****78');
  expect(maskedSn('12****78')).toBe('12****78');
});
