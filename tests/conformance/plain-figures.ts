// The same venue with its figures written in one way: '0.100' and '0.1' are the same answer.
import { trimmed } from '../../apps/server/src/adapters/exchanges/shared/exact-json.ts';
import type { MarketData, TradingVenue } from '../../apps/server/src/ports/venue.ts';

export function inPlainFigures<T extends TradingVenue & MarketData>(venue: T): T {
  const calls = Object.entries(venue).map(([name, call]) => [
    name,
    async (...said: unknown[]) => plain(await (call as (...said: unknown[]) => unknown)(...said)),
  ]);
  return Object.fromEntries(calls) as T;
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return /^-?\d+\.\d+$/.test(value) ? trimmed(value) : value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
