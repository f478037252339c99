// The plan of a change over HTTP: what would be cancelled and placed, and the bot's figures as it is set and as it would be.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningVenue } from '../../apps/venue/src/start-venue.ts';
import { type ApiServer, gridBody, newPerson, startApi, startTestVenue, untilHealthy } from './api-server.ts';

let api: ApiServer;
let venue: RunningVenue;

beforeAll(async () => {
  venue = await startTestVenue();
  api = await startApi({ VENUE_URL: venue.url, VENUE_TOKEN: venue.token });
  await untilHealthy(api);
});
afterAll(async () => {
  await api.close();
  await venue.stop();
});

it('tells orders, lines and profit per grid before and after, and changes nothing', async () => {
  const { token } = await newPerson(api);
  const made = await api.send('POST', '/api/user/botCreate', await gridBody(api), { token });
  const { id } = made.data as { id: number };
  const change = { version: 1, params: { grid_levels: '20' } };
  const { code, data } = await api.send('POST', `/api/user/botPlan?id=${id}`, change, { token });
  expect(code).toBe(1);
  const plan = data as {
    changed: string[];
    place: unknown[];
    before: Record<string, string | null>;
    figures: { key: string; before: string | null; after: string | null }[];
    warnings: string[];
  };
  expect(plan.changed).toEqual(['grid_levels']);
  expect(plan.place.length).toBeGreaterThan(5);
  expect(plan.before).toEqual({ take_profit: null, stop_loss: null, liquidation: null, break_even: null });
  const net = plan.figures.find(({ key }) => key === 'net_min');
  // Twice as many lines share the same range: each earns less.
  expect(Number(net?.before)).toBeGreaterThan(Number(net?.after));
  expect(Number(net?.after)).toBeGreaterThan(0);
  const info = await api.send('GET', `/api/user/botInfo?id=${id}`, undefined, { token });
  expect(info.data).toMatchObject({ version: 1, params: { grid_levels: '10' } });
  const wide = { ...change, params: { grid_levels: '201' } };
  expect(await api.send('POST', `/api/user/botPlan?id=${id}`, wide, { token })).toMatchObject({
    code: 4008,
    data: { field: 'grid_levels', max: '200' },
  });
});
