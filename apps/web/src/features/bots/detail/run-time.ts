// How long a bot has run, in its two largest units, and the candle length whose picture shows that time best.
import type { Timeframe } from '../chart/api/candles.ts';

export type Span =
  | { readonly unit: 'days'; readonly days: number; readonly hours: number }
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'minutes'; readonly minutes: number };

export function spanOf(seconds: number): Span {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return { unit: 'days', days, hours: hours % 24 };
  if (hours > 0) return { unit: 'hours', hours, minutes: minutes % 60 };
  return { unit: 'minutes', minutes };
}

const hour = 3600;

export function timeframeFor(seconds: number): Timeframe {
  if (seconds < 2 * hour) return '1m';
  if (seconds < 8 * hour) return '5m';
  return seconds < 48 * hour ? '15m' : '1h';
}
