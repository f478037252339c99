// Every field of every category, spoilt in every way and sent over HTTP: a new bot and a change of a paused one are refused
// with the name of that field. Made from the params tables, so that a new field is judged from its first day.
import { botTypes } from '@cormorant/contract/labels/bot-types.ts';
import { fieldsOf } from '@cormorant/core/strategies/registry.ts';
import type { FieldSpec } from '@cormorant/core/strategy/field.ts';
import type { BotKind } from '@cormorant/core/strategy/strategy.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningVenue } from '../../apps/venue/src/start-venue.ts';
import { spoilings } from '../../packages/core/test/machines/spoilings.ts';
import {
  type ApiServer,
  gridBody,
  newPerson,
  type Person,
  startApi,
  startTestVenue,
  untilHealthy,
} from './api-server.ts';

type Params = Readonly<Record<string, unknown>>;
interface Category {
  readonly id: number;
  readonly kind: BotKind;
  readonly market: 'spot' | 'futures';
}

const categories = botTypes('en').flatMap(({ enabled, id, market, type }): Category[] =>
  enabled === 1 && type !== 'ai' ? [{ id, kind: type, market }] : [],
);

let api: ApiServer;
let venue: RunningVenue;
let price = 0;

beforeAll(async () => {
  venue = await startTestVenue();
  api = await startApi({ VENUE_URL: venue.url, VENUE_TOKEN: venue.token });
  await untilHealthy(api);
  const { params } = (await gridBody(api)) as { params: { lower: string } };
  price = Number(params.lower) / 0.9;
});
afterAll(async () => {
  await api.close();
  await venue.stop();
});

const at = (share: number) => (price * share).toFixed(1);

/** Of a bot that waits, so that it may be paused without holding anything. */
function waiting(one: Category): Params {
  switch (one.kind) {
    case 'martin':
      return {
        ...{ entry: 'price', entry_price: at(0.8), first_amount: '150', max_positions: '4', multiplier: '1.5' },
        ...{ add_drop: '1', take_profit: '1.3', stop_loss: '15', guard_drop: '2', guard_minutes: '5' },
      };
    case 'grid':
      return { lower: at(0.9), upper: at(1.1), grid_levels: '10', grid_mode: 'arithmetic', trigger_price: at(0.92) };
    case 'dca':
      return { mode: 'calendar', amount: '150', interval: '1w', weekday: '1', at: '08:00' };
    case 'arbitrage':
      return one.market === 'spot'
        ? { kind: 'triangular', via: 'BTC', exchange_b: 'okx' }
        : { kind: 'funding', max_breakeven_days: '1', exit_rate: '1' };
    default:
      return { amount: '150', stop_loss: '9', webhook: '1' };
  }
}

/** What has to be set for the field to count. */
function shown({ showIf = {} }: FieldSpec): Params {
  return Object.fromEntries(Object.entries(showIf).map(([key, wanted]) => [key, wanted.split('|')[0]]));
}

async function create(person: Person, one: Category, params: Params, start = 0) {
  // A triangle needs a pair between its coins.
  const symbol = one.id === 7 ? 'ETH/USDT' : 'BTC/USDT';
  const body = {
    ...{ type_id: one.id, exchange: 'local', market: one.market, symbol, investment: '3000', params },
    ...{ start, simulate: 0, risk_ack: 1 },
  };
  return api.send('POST', '/api/user/botCreate', body, { token: person.token });
}

it('knows every category that can be made', () => {
  expect(categories.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

describe.each(categories)('category $id, $kind on $market', (one) => {
  const specs = fieldsOf(one.kind, one.market);
  const usual = (): Params => ({ ...waiting(one), ...(one.market === 'futures' ? { leverage: '2' } : {}) });
  let person: Person;
  let botId = 0;

  beforeAll(async () => {
    person = await newPerson(api);
    const made = await create(person, one, usual(), 1);
    expect(made).toMatchObject({ code: 1, data: { status: 'running' } });
    botId = (made.data as { id: number }).id;
    const asked = { token: person.token };
    const paused = await api.send('GET', `/api/user/botOperation?id=${botId}&action=pause`, undefined, asked);
    expect(paused).toMatchObject({ code: 1, data: { status: 'paused' } });
  });

  it('a name that no field has is refused by that name', async () => {
    const change = { version: 1, risk_ack: 1, params: { stop_los: '5' } };
    const answers = [
      await create(person, one, { ...usual(), stop_los: '5' }),
      await api.send('PUT', `/api/user/botUpdate?id=${botId}`, change, { token: person.token }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ code: 4008, data: { field: 'stop_los' } });
  });

  it.each(specs)('a spoilt $key is refused by its name', async (spec) => {
    const wrong: string[] = [];
    const judge = async ({ how, value }: ReturnType<typeof spoilings>[number]) => {
      const params = { ...usual(), ...shown(spec), [spec.key]: value };
      const change = { version: 1, risk_ack: 1, params };
      const answers = [
        await create(person, one, params),
        await api.send('PUT', `/api/user/botUpdate?id=${botId}`, change, { token: person.token }),
      ];
      for (const [call, { code, data }] of answers.entries()) {
        const { field } = (data ?? {}) as { field?: string };
        const expected = spec.key === 'leverage' ? [4008, 4020] : [4008];
        if (!expected.includes(code) || field !== spec.key)
          wrong.push(`${call === 0 ? 'create' : 'update'}, ${how} (${JSON.stringify(value)}): ${code} ${field}`);
      }
    };
    // The same change twice at one moment is refused as such.
    const ways = new Map(spoilings(spec).map((way) => [JSON.stringify(way.value), way]));
    await Promise.all([...ways.values()].map(judge));
    expect(wrong).toEqual([]);
  });
});
