// Time that runs out: seconds left until a moment, counted on the device's own clock, and how they are written.
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';

/** Whole seconds until the moment, 0 once it has passed; draws anew every second while it runs. */
export function useSecondsLeft(untilMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const over = untilMs <= nowMs;
  useEffect(() => {
    setNowMs(Date.now());
    if (untilMs <= Date.now()) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return over ? 0 : Math.ceil((untilMs - nowMs) / 1000);
}

const two = (value: number) => String(value).padStart(2, '0');

/** 75 is 1 min 15 s, 7208 is 2 h 00 min 08 s: with its units, so that nobody takes it for a time of day. */
export function spanText(t: TFunction, seconds: number): string {
  const [h, min, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (h > 0) return t('span.hours', { h, min: two(min), s: two(s) });
  return min > 0 ? t('span.minutes', { min, s: two(s) }) : t('span.seconds', { s });
}
