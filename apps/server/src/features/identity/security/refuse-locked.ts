// What somebody is told whose guesses have locked a password: until when, in data and in words that fit the catalogue's
// sentences.
import * as codes from '@cormorant/contract/codes.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { CallContext } from '../../handler.ts';
import { utcMinute } from '../../utc-minute.ts';

const MINUTE_MS = 60_000;

type Asker = Pick<CallContext, 'lang' | 'nowMs'>;

const minutesLeft = (untilMs: number, nowMs: number): number => Math.max(1, Math.ceil((untilMs - nowMs) / MINUTE_MS));

/** Both languages say how long from now. */
const loginTexts: Readonly<Record<Lang, (minutes: number) => string>> = {
  zh: (minutes) => `${minutes}分钟`,
  en: (minutes) => `${minutes} minutes`,
};

export function refuseLoginLocked(untilMs: number, { lang, nowMs }: Asker): never {
  const time = loginTexts[lang](minutesLeft(untilMs, nowMs));
  throw new Refusal(codes.account_locked, { params: { time }, data: { until: untilMs } });
}

/** zh says how long from now (请于{time}后), en until when (until {time}), rounded up. */
const paymentTexts: Readonly<Record<Lang, (untilMs: number, nowMs: number) => string>> = {
  zh: (untilMs, nowMs) => `${minutesLeft(untilMs, nowMs)}分钟`,
  en: (untilMs) => utcMinute(untilMs + MINUTE_MS - 1),
};

export function refusePaymentLocked(untilMs: number, { lang, nowMs }: Asker): never {
  const time = paymentTexts[lang](untilMs, nowMs);
  throw new Refusal(codes.payment_locked, { params: { time }, data: { until: untilMs } });
}
