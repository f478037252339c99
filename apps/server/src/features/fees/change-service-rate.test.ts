// The rate of service fees: a lower one counts at once, a higher one from seven days after it was announced.
import { beforeEach, expect, test } from 'vitest';
import type { Doing } from '../../ports/operator-store.ts';
import { applyServiceRate, changeServiceRate, type RateWork } from './change-service-rate.ts';

const WEEK_MS = 7 * 86_400_000;
const NOW_MS = 1_000;
let values: Map<string, string>;
let mails: string[];
let writers: string[];
const notice = (subject: string) => ({ zh: { subject, text: '' }, en: { subject, text: '' } });
const work: RateWork = {
  settings: {
    take: async (key) => values.get(key) ?? null,
    write: async (key, value, { by }) => {
      values.set(key, value);
      writers.push(by);
    },
  },
  books: {
    payersOfFees: async (free) => (free.includes('local') ? [4, 5] : []),
    queueNotice: async (userId, { en }) => void mails.push(`${userId}: ${en.subject}`),
  },
};
const doing: Doing = { by: 'eve', reason: 'because', nowMs: NOW_MS };
const change = changeServiceRate({
  free: ['local'],
  notice: (from, to, atMs) => notice(`${from} to ${to} at ${atMs}`),
});
const apply = applyServiceRate({ transaction: (run) => run(work) });
const rates = () => ['fuel_rate', 'fuel_rate_next', 'fuel_rate_at'].map((key) => values.get(key) ?? null);
beforeEach(() => {
  [values, mails, writers] = [new Map(), [], []];
});

test('a higher rate is told to everybody who pays, and counts seven days later by itself', async () => {
  await change(work, '25.5', doing);
  expect(rates()).toEqual([null, '25.5', `${NOW_MS + WEEK_MS}`]);
  expect(mails).toEqual([`4: 20 to 25.5 at ${NOW_MS + WEEK_MS}`, `5: 20 to 25.5 at ${NOW_MS + WEEK_MS}`]);
  expect(await apply(NOW_MS + WEEK_MS - 1)).toBe(false);
  expect(await apply(NOW_MS + WEEK_MS)).toBe(true);
  expect(rates()).toEqual(['25.5', '0', '0']);
  expect(writers.at(-1)).toBe('schedule');
  expect(await apply(NOW_MS + 2 * WEEK_MS)).toBe(false);
});

test('a lower rate counts at once, tells nobody, and ends what was announced', async () => {
  await change(work, '30', doing);
  mails.length = 0;
  await change(work, '10', doing);
  expect(rates()).toEqual(['10', '0', '0']);
  expect(mails).toEqual([]);
  expect(await apply(NOW_MS + WEEK_MS)).toBe(false);
});
