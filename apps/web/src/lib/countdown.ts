// Time that runs out: seconds left until a moment, counted on the device's own clock, and how they are written.
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

/** 75 is 01:15, 7275 is 02:01:15. */
export function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const tail = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return minutes < 60 ? tail : `${two(Math.floor(minutes / 60))}:${tail}`;
}
