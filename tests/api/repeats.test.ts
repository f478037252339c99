// A request that arrives twice: the retry of a client that heard nothing, a double tap, the same id for something else.
import { randomUUID } from 'node:crypto';
import { botCreate, botList, botOperation } from '@cormorant/contract/calls/bots.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningVenue } from '../../apps/venue/src/start-venue.ts';
import {
  type ApiServer,
  gridBody,
  newBot,
  newPerson,
  type Person,
  startApi,
  startTestVenue,
  untilHealthy,
} from './api-server.ts';

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

const create = (person: Person, body: Record<string, unknown>) =>
  api.send('POST', botCreate.path, body, { token: person.token, lang: 'en' });
const bots = async (person: Person) =>
  ((await api.ask(botList, {}, { token: person.token })).data as { list: unknown[] }).list.length;

describe('a request id', () => {
  it('makes one bot of many equal requests, and each hears of the same one', async () => {
    const person = await newPerson(api);
    const body = await gridBody(api, { request_id: randomUUID() });
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(person, body)));
    answers.push(await create(person, body));
    const ids = new Set(answers.map((answer) => (answer.data as { id: number }).id));
    expect(answers.every((answer) => answer.code === 1 && answer.msg === 'Strategy created')).toBe(true);
    expect(ids.size).toBe(1);
    expect(await bots(person)).toBe(1);
  });

  it('is refused for another payload, and belongs to one user', async () => {
    const [person, other] = [await newPerson(api), await newPerson(api)];
    const body = await gridBody(api, { request_id: randomUUID() });
    expect((await create(person, body)).code).toBe(1);
    expect(await create(person, { ...body, investment: '1001' })).toMatchObject({
      code: 7010,
      msg: 'Request id conflict',
    });
    expect((await create(other, { ...body, investment: '1001' })).code).toBe(1);
  });

  it('keeps a refusal as its answer: the same request hears it again, with another payload it is a conflict', async () => {
    const person = await newPerson(api);
    const body = await gridBody(api, { request_id: randomUUID(), investment: '1' });
    const first = await create(person, body);
    expect(first.code).not.toBe(1);
    const { code, msg, data, show } = first;
    expect(await create(person, body)).toMatchObject({ code, msg, data, show });
    expect((await create(person, { ...body, investment: '1000' })).code).toBe(7010);
    expect((await create(person, { ...body, investment: '1000', request_id: randomUUID() })).code).toBe(1);
  });

  it('keeps the refusals of money and of a bot’s operations as well', async () => {
    const person = await newPerson(api);
    const asked = { token: person.token };
    const request_id = randomUUID();
    const convert = (amount: string) => {
      const body = { kind: 'convert', from: 'balance', to: 'fuel', amount, request_id };
      return api.send('POST', '/api/user/change', body, asked);
    };
    expect([(await convert('20')).code, (await convert('20')).code, (await convert('21')).code]).toEqual([
      5004, 5004, 7010,
    ]);
    const withdraw = (amount: string) => {
      const body = { network: 'BEP20', address: `0x${'ab'.repeat(20)}`, amount, payment: '246810', request_id };
      return api.send('POST', '/api/user/withdraw', body, asked);
    };
    expect([(await withdraw('20')).code, (await withdraw('21')).code]).toEqual([5206, 7010]);
    const operate = async (action: 'start' | 'stop') =>
      (await api.ask(botOperation, { query: { id: 999_999, action, request_id } }, asked)).code;
    expect([await operate('start'), await operate('stop')]).toEqual([4001, 7010]);
  });

  it('must be a UUID', async () => {
    const person = await newPerson(api);
    const answer = await create(person, await gridBody(api, { request_id: 'again' }));
    expect(answer).toMatchObject({ code: 7004, data: { field: 'request_id' } });
  });

  it('keeps an operation’s answer and its own text', async () => {
    const person = await newPerson(api);
    const id = await newBot(api, person);
    const query = { id, action: 'delete', request_id: randomUUID() } as const;
    const ask = () => api.ask(botOperation, { query }, { token: person.token, lang: 'en' });
    const [first, second] = [await ask(), await ask()];
    expect(first).toMatchObject({ code: 1, show: 1, msg: 'Strategy deleted' });
    expect(second).toMatchObject({ code: 1, show: 1, msg: 'Strategy deleted', data: first.data });
    expect((await api.ask(botOperation, { query: { id, action: 'delete' } }, { token: person.token })).code).toBe(4001);
  });
});

describe('without an id', () => {
  it('an equal request within three seconds is a double tap', async () => {
    const person = await newPerson(api);
    const body = await gridBody(api);
    expect((await create(person, body)).code).toBe(1);
    expect(await create(person, body)).toMatchObject({ code: 7009, msg: 'Duplicate submission' });
    expect(await bots(person)).toBe(1);
    api.clock.advance(3_100);
    expect((await create(person, body)).code).not.toBe(7009);
  });
});
