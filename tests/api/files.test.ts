// A call that answers a file: described as one, served as one to its owner, an envelope when refused, limited like others.
import { userExport } from '@cormorant/contract/calls/bills.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiServer, newPerson, type Person, startApi } from './api-server.ts';

let api: ApiServer;
let person: Person;
beforeAll(async () => {
  api = await startApi({ RATE_LIMITS: 'on' });
  person = await newPerson(api);
});
afterAll(() => api.close());

describe('a file', () => {
  it('is described beside the envelope of its refusals', async () => {
    const described = await (await fetch(`${api.url}/api/docs/json`)).json();
    const { content } = described.paths[userExport.path].get.responses['200'];
    expect(content['text/csv'].schema).toMatchObject({ type: 'string' });
    expect(content['application/json'].schema).toMatchObject({
      type: 'object',
      required: expect.arrayContaining(['code']),
    });
  });

  it('has a name, is not kept by caches, and has its heading when there is nothing else', async () => {
    const { headers, data } = await api.ask(
      userExport,
      { query: { kind: 'fills' } },
      { token: person.token, lang: 'en' },
    );
    expect(headers.get('content-disposition')).toBe('attachment; filename="cormorant-fills.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(data).toMatch(/^time_utc8,.*\r\n$/);
    expect(String(data).split('\r\n')).toHaveLength(2);
  });

  it('may be asked ten times a minute; the eleventh is told to wait, in an envelope', async () => {
    const codes: number[] = [];
    const other = await newPerson(api);
    for (let time = 0; time < 11; time++)
      codes.push((await api.ask(userExport, { query: { kind: 'actions' } }, { token: other.token })).code);
    expect(codes).toEqual([...Array<number>(10).fill(1), 104]);
  });
});
