// A local exchange that was started with limits of its own tells them, and keeps to them, on spot and on contracts.
import { expect, test } from 'vitest';
import { parseMarketChoice } from '../../apps/venue/src/market/market-choice.ts';
import { startVenue } from '../../apps/venue/src/start-venue.ts';

test.each([
  ['/api/v3', 'ping'],
  ['/fapi/v1', 'ping'],
])('what exchangeInfo at %s tells is what is counted', async (path, call) => {
  const limits = { weightPerMinute: 60, ordersPerTenSeconds: 7 };
  const nowMs = Date.UTC(2026, 0, 1, 0, 0, 10);
  const venue = await startVenue(
    {
      ...{ port: 0, token: null, lockstep: false, dataFolder: null, limits },
      market: parseMarketChoice('generated', '/'),
    },
    (error) => {
      throw error;
    },
    () => nowMs,
  );
  try {
    const info = await fetch(`${venue.url}${path}/exchangeInfo`);
    const { rateLimits } = (await info.json()) as { rateLimits: { rateLimitType: string; limit: number }[] };
    expect(rateLimits.find(({ rateLimitType }) => rateLimitType === 'REQUEST_WEIGHT')?.limit).toBe(60);
    expect(rateLimits.find(({ rateLimitType }) => rateLimitType === 'ORDERS')?.limit).toBe(7);
    const left = 60 - Number(info.headers.get('x-mbx-used-weight-1m'));
    const statuses: number[] = [];
    for (let asked = 0; asked <= left; asked++) statuses.push((await fetch(`${venue.url}${path}/${call}`)).status);
    expect(statuses.indexOf(429)).toBe(left);
  } finally {
    await venue.stop();
  }
});
