// The authorisation matrix, made from the contract: every call asked by nobody, the owner, another user, an expired and a
// revoked session, an unknown token and a malformed header. A call that is not stated here by its access cannot exist.

import { callList } from '@cormorant/contract/calls.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { goodRequestsOf, strayRows } from './good-requests.ts';

const SESSION_CODES = [101, 1006, 2003];

let api: ApiServer;
let venue: RunningVenue;
let live: Person;
let expired: Person;
let revoked: Person;
let ownBot: number;
beforeAll(async () => {
  venue = await startTestVenue();
  api = await startApi({ VENUE_URL: venue.url, VENUE_TOKEN: venue.token });
  [live, expired, revoked] = [await newPerson(api), await newPerson(api), await newPerson(api)];
  await untilHealthy(api);
  ownBot = await newBot(api, live);
  await api.pool.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
    expired.userId,
  ]);
  await api.pool.query("update sessions set revoked_at = now(), revoke_reason = 'test' where user_id = $1", [
    revoked.userId,
  ]);
});
afterAll(async () => {
  await api.close();
  await venue.stop();
});

/** What of the live person's each owned call is asked for: a bot, where nothing else is said. */
const ownResources: Record<string, () => Promise<number>> = {
  userSessionRevoke: anotherSession,
  positionAdds: () => rowOfLive(insertPosition),
  userBillDetail: () => rowOfLive(insertSettlement),
  exchangesUnbind: keyOfLive,
  userFuelCharge: () => rowOfLive(insertCharge),
  // Who is no partner hears that, whomever they ask for.
  userTeamRate: async () => {
    await api.pool.query('update users set is_partner = true');
    return Number((await newPerson(api, { referrer: live.sn })).sn);
  },
};

const insertPosition = `insert into positions (user_id, bot_id, round, side, status, qty, avg_price, cost, realized, fee, opened_market_ms)
  values ($1, $2, 1, 'long', 'open', 1, 1, 1, 0, 0, 1) returning id`;
const insertSettlement = `insert into settlements (user_id, bot_id, exchange, market, symbol, simulate, purpose, pair_id, qty, gross, fee, net, market_ms)
  values ($1, $2, 'local', 'spot', 'BTC/USDT', false, 'grid', 1, 1, 1, 0, 1, 1) returning id`;

const insertCharge = `insert into fuel_charges (user_id, bot_id, rate_bp, cum_before, high_before, cum_after, base, amount, bonus, paid,
  owed, waived, owed_left, chain, cap_bp, levels, created_at)
  values ($1, $2, 2000, 0, 0, 5, 5, 1, 0, 1, 0, 0, 0, '[]', 6000, 3, now()) returning id`;

async function rowOfLive(sql: string): Promise<number> {
  const made = await api.pool.query<{ id: string }>(sql, [live.userId, ownBot]);
  return Number(made.rows[0]?.id);
}

async function keyOfLive(): Promise<number> {
  const made = await api.pool.query<{ id: string }>(
    `insert into exchange_keys (user_id, exchange, version, key_mask, key_hash, master_id, wrapped_key, key_cipher,
       secret_cipher, account_uid, can_read, can_spot, can_futures, can_withdraw, ip_bound, status, checked_at,
       next_check_at, created_at, updated_at)
     values ($1, 'okx', 1, '****', '\\x01', 'first', '\\x01', '\\x01', '\\x01', 'uid', true, true, false, false, true,
       'valid', now(), now() + interval '1 day', now(), now()) returning id`,
    [live.userId],
  );
  return Number(made.rows[0]?.id);
}

/** A second device of the live person; to end it is no harm to the rows that use the first. */
async function anotherSession(): Promise<number> {
  const { account, password } = live;
  await api.send('POST', '/api/login/account', { terminal: 1, account, password });
  const found = await api.pool.query<{ id: string }>('select max(id) as id from sessions where user_id = $1', [
    live.userId,
  ]);
  return Number(found.rows[0]?.id);
}

/** Whether a request got past the form, to where it is decided. */
const FORM_CODES = [7001, 7002, 7003, 7004, 7005, 7006, 7008];

/** What `nobody`, `expired`, `revoked` and `unknown` get, by the call's access; null = not a session code. */
const expectations = {
  public: { nobody: null, expired: null, revoked: null, unknown: null },
  'public-user': { nobody: null, expired: 1006, revoked: 2003, unknown: 101 },
  user: { nobody: 101, expired: 1006, revoked: 2003, unknown: 101 },
} as const;

describe.each(callList.map((call) => [call.name, call] as const))('%s', (_name, call) => {
  const rows = () =>
    [
      ['nobody', undefined],
      ['expired', expired.token],
      ['revoked', revoked.token],
      ['unknown', 'A'.repeat(43)],
    ] as const;

  it('answers each kind of caller as its access says', async () => {
    for (const [who, token] of rows()) {
      const expected = expectations[call.access][who];
      for (const lang of ['zh', 'en'] as const) {
        for (const request of [{}, goodRequestsOf(call)[0]]) {
          const answer = await api.ask(call, request, { lang, ...(token !== undefined && { token }) });
          expect(answer.status, who).toBe(200);
          if (expected === null) expect(SESSION_CODES, who).not.toContain(answer.code);
          else expect(answer, who).toMatchObject({ code: expected, msg: textOf(expected, lang), data: null });
        }
      }
    }
  });

  it('lets a live session through, to where each of its good requests is decided', async () => {
    for (const request of goodRequestsOf(call)) {
      // A person of its own: some requests end sessions, lock what they guess at, or may be made once.
      const { token } = await newPerson(api);
      const answer = await api.ask(call, request, { token });
      expect(answer.status).toBe(200);
      expect(SESSION_CODES, JSON.stringify(request)).not.toContain(answer.code);
      expect(FORM_CODES, JSON.stringify(request)).not.toContain(answer.code);
    }
  });

  it.each(['Basic abc', 'Bearer', 'Bearer ', `Bearer a b`, 'bearer\tx'])(
    'refuses the malformed header %j',
    async (header) => {
      const answer = await api.ask(call, {}, { headers: { authorization: header }, lang: 'en' });
      expect(answer).toMatchObject({ status: 401, code: 102, msg: 'Unauthorized access' });
    },
  );

  const { owner } = call;
  if (owner !== undefined) {
    it('answers its owner, and anybody else as if it did not exist', async () => {
      const { in: part, field, missing } = owner;
      const other = await newPerson(api);
      const ask = (id: number, person: Person) => {
        const own = { [field]: id, action: call.name === 'botOperation' ? 'pause' : undefined };
        const body = { ...goodRequestsOf(call)[0]?.body, ...(part === 'body' && own) };
        return api.ask(
          call,
          { query: part === 'query' ? own : {}, ...(call.body && { body }) },
          { token: person.token },
        );
      };
      const own = (await ownResources[call.name]?.()) ?? ownBot;
      for (const [id, person] of [
        [own, other],
        [2_000_000_000, live],
      ] as const) {
        for (const lang of ['zh', 'en'] as const) {
          const answer = await ask(id, person);
          expect(answer, lang).toMatchObject({ status: 200, code: missing, data: null });
        }
      }
      // Last, because some calls end what they are asked for: the strangers before had left it whole.
      expect((await ask(own, live)).code).not.toBe(missing);
    });
  }

  it('is fetched by no page when it acts by GET', async () => {
    if (call.method !== 'GET' || !call.acts) return;
    for (const dest of ['image', 'document', 'iframe', 'script']) {
      const answer = await api.ask(call, {}, { token: live.token, headers: { 'sec-fetch-dest': dest } });
      expect(answer).toMatchObject({ status: 403, code: 8002 });
    }
    const own = await api.ask(call, {}, { token: live.token, headers: { 'sec-fetch-dest': 'empty' } });
    expect(own.status).toBe(200);
  });
});

describe('secrets', () => {
  it('do not travel with a profile of somebody else', async () => {
    const other = await newPerson(api);
    for (const call of callList.filter((candidate) => !candidate.acts)) {
      const answer = await api.ask(call, {}, { token: live.token });
      expect(JSON.stringify(answer)).not.toContain(other.sn);
    }
  });
});

describe('the table of rows', () => {
  it('has a row for every call, none without a call, and stops on a call that has none', () => {
    for (const call of callList) expect(goodRequestsOf(call).length, call.name).toBeGreaterThan(0);
    expect(strayRows()).toEqual([]);
    expect(() => goodRequestsOf({ name: 'userNewCall' })).toThrow('userNewCall has no good request');
  });

  it('has an own resource for every call that names one', () => {
    // A call of a bot is asked for the bot: its name says so, and no other call's does.
    const owned = callList.filter((call) => call.owner !== undefined).map((call) => call.name);
    expect(owned.filter((name) => !name.startsWith('bot')).sort()).toEqual(Object.keys(ownResources).sort());
  });

  it('knows three kinds of access, and that signed-in calls are the rest of the public ones', () => {
    const publicCalls = callList.filter((call) => call.access === 'public').map((call) => call.path);
    for (const path of publicCalls) expect(path).toMatch(/^\/(api\/(login|index|help|market\/price)|hook\/)/);
    for (const call of callList.filter((one) => one.path.startsWith('/api/user/'))) expect(call.access).toBe('user');
  });
});
