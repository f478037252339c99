// Maintenance over HTTP: reading goes on, every call that acts is refused, except what lessens a person's risk and the
// way out. Made from the contract, so that a later call is covered when it is declared.
import { callList } from '@cormorant/contract/calls.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RunningVenue } from '../../apps/venue/src/start-venue.ts';
import {
  type ApiServer,
  newBot,
  newPerson,
  type Person,
  startApi,
  startTestVenue,
  untilHealthy,
} from './api-server.ts';
import { goodRequestsOf } from './good-requests.ts';

let api: ApiServer;
let venue: RunningVenue;
let person: Person;
let bot: number;
beforeAll(async () => {
  venue = await startTestVenue();
  api = await startApi({ VENUE_URL: venue.url, VENUE_TOKEN: venue.token });
  await untilHealthy(api);
  person = await newPerson(api);
  bot = await newBot(api, person);
  await api.pool.query("insert into settings (key, value) values ('maintenance', '1')");
  await vi.waitFor(async () => {
    const { data } = await api.send('GET', '/api/index/status');
    expect(data).toMatchObject({ maintenance: 1 });
  }, 5_000);
});
afterAll(async () => {
  await api.close();
  await venue.stop();
});

const acting = callList.filter((call) => call.acts && call.judgesMaintenance !== true);

it.each(acting.map((call) => [call.name, call] as const))('%s waits', async (_name, call) => {
  for (const request of goodRequestsOf(call)) {
    const answer = await api.ask(call, request, { token: person.token, lang: 'en' });
    expect(answer).toMatchObject({ status: 200, code: 9001, msg: textOf(9001, 'en'), data: null });
  }
});

const reading = callList.filter((call) => !call.acts && call.name !== 'loginNonce');

it.each(reading.map((call) => [call.name, call] as const))('%s answers', async (_name, call) => {
  const answer = await api.ask(call, goodRequestsOf(call)[0], { token: person.token });
  expect([1008, 9001]).not.toContain(answer.code);
});

it('lets bots be paused, stopped and closed, and nothing else be done to them', async () => {
  const operate = async (action: string) =>
    (await api.send('GET', `/api/user/botOperation?id=${bot}&action=${action}`, undefined, { token: person.token }))
      .code;
  for (const action of ['pause', 'stop', 'close']) expect(await operate(action), action).not.toBe(9001);
  for (const action of ['start', 'resume', 'add', 'delete']) expect(await operate(action), action).toBe(9001);
});

it('lets people sign out their other devices, so that no thief stays', async () => {
  const hash = Buffer.alloc(32, 7);
  await api.pool.query(
    `insert into sessions (user_id, token_hash, terminal, ip, user_agent, created_at, last_seen_at, expires_at)
     select user_id, $2, terminal, ip, user_agent, created_at, last_seen_at, expires_at from sessions where user_id = $1`,
    [person.userId, hash],
  );
  const answer = await api.send('DELETE', '/api/user/sessions?others=1', undefined, { token: person.token });
  expect(answer).toMatchObject({ code: 1, data: { ended: 1 } });
});

it('lets people out, and nobody in', async () => {
  const { account, password } = person;
  const signIn = await api.send('POST', '/api/login/account', { terminal: 1, account, password });
  expect(signIn.code).toBe(1008);
  expect((await api.send('POST', '/api/login/logout', undefined, { token: person.token })).code).toBe(1);
});
