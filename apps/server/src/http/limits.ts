// Counts requests in fixed windows per address or user. Counting happens in memory: a restart forgives, a flood of new
// keys pushes the oldest out instead of growing.
import { isIPv6 } from 'node:net';
import { newUsersPerDay, type RateClass, type RateLimit, rateLimits } from '@cormorant/contract/call.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MOST_KEYS = 100_000;

interface Window {
  endsMs: number;
  count: number;
}

export interface Limiter {
  /** 0 when the request may pass (and is counted), else how long to wait. */
  take(rateClass: RateClass, ip: string, userId: number, nowMs: number): number;
  /** Takes a place among the day's new users of an address, by whichever call they come. */
  takeNewUser(ip: string, nowMs: number): Place;
}

export interface Place {
  /** 0 when it was taken, else how long to wait. */
  readonly waitMs: number;
  /** Of a place that was taken, when no user came of it. */
  giveBack(): void;
}

/** One subscriber's IPv6 addresses share a /64. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Registration counts among the sign-ins by minute and hour. */
const sharedBucket: Partial<Record<RateClass, RateClass>> = { register: 'login' };

export function createLimiter(): Limiter {
  const windows = new Map<string, Window>();

  function windowOf(key: string, lengthMs: number, nowMs: number): Window {
    const known = windows.get(key);
    if (known !== undefined && known.endsMs > nowMs) return known;
    const window = { endsMs: nowMs + lengthMs, count: 0 };
    windows.delete(key);
    windows.set(key, window);
    const oldest = windows.keys().next();
    if (windows.size > MOST_KEYS && oldest.done === false) windows.delete(oldest.value);
    return window;
  }

  function take(rateClass: RateClass, ip: string, userId: number, nowMs: number): number {
    const own = rateLimits[rateClass];
    const signedOut = own.by === 'user' && userId === 0;
    const limit: RateLimit = signedOut ? rateLimits.anonymous : own;
    const bucket = signedOut ? 'anonymous' : (sharedBucket[rateClass] ?? rateClass);
    const who = limit.by === 'ip' ? addressKey(ip) : String(userId);
    const rules: [Window, number][] = [[windowOf(`${bucket} ${who} minute`, MINUTE_MS, nowMs), limit.perMinute]];
    if (limit.perHour !== undefined) rules.push([windowOf(`${bucket} ${who} hour`, HOUR_MS, nowMs), limit.perHour]);
    const full = rules.filter(([window, most]) => window.count >= most).map(([window]) => window.endsMs);
    if (full.length > 0) return Math.max(...full) - nowMs;
    for (const [window] of rules) window.count += 1;
    return 0;
  }

  return {
    take,
    takeNewUser: (ip, nowMs) => {
      const day = windowOf(`new user ${addressKey(ip)} day`, DAY_MS, nowMs);
      if (day.count >= newUsersPerDay) return { waitMs: day.endsMs - nowMs, giveBack: () => {} };
      day.count += 1;
      return {
        waitMs: 0,
        giveBack: () => {
          day.count -= 1;
        },
      };
    },
  };
}

export const unlimited: Limiter = { take: () => 0, takeNewUser: () => ({ waitMs: 0, giveBack: () => {} }) };
