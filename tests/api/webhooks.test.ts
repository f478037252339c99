// Webhooks as a signal meets them: the address is shown once, what is late, repeated, unsigned or wrongly signed is
// refused by its code, nothing tells whose bot it is, and what passes becomes an order with its trail in the log.
import { createHmac } from 'node:crypto';
import { botCreate, botDetailCall, botOperation, botUpdate } from '@cormorant/contract/calls/bots.ts';
import { botHook } from '@cormorant/contract/calls/hooks.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningVenue } from '../../apps/venue/src/start-venue.ts';
import {
  type Answer,
  type ApiServer,
  newPerson,
  type Person,
  startApi,
  startTestVenue,
  untilHealthy,
} from './api-server.ts';

const MINUTE = 60_000;
let api: ApiServer;
let venue: RunningVenue;
let owner: Person;
let ids = 0;
const nextId = () => `tv-${++ids}`;

beforeAll(async () => {
  venue = await startTestVenue();
  api = await startApi({ VENUE_URL: venue.url, VENUE_TOKEN: venue.token });
  owner = await newPerson(api);
  await untilHealthy(api);
});
afterAll(async () => {
  await api.close();
  await venue.stop();
});

interface Hooked {
  readonly botId: number;
  readonly url: string;
  readonly path: string;
  readonly secret: string;
}

async function renew(botId: number): Promise<Hooked> {
  const answer = await api.ask(botHook, { query: { id: botId }, body: {} }, { token: owner.token });
  expect(answer.code).toBe(1);
  const { url, secret } = answer.data as { url: string; secret: string };
  return { botId, url, path: new URL(url).pathname, secret };
}

const symbols = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'BNB/USDT', 'XRP/USDT', 'DOGE/USDT', 'ADA/USDT', 'LTC/USDT'];

async function newHooked(params: Record<string, unknown> = {}): Promise<Hooked> {
  owner = await newPerson(api);
  const body = {
    type_id: 9,
    exchange: 'local',
    market: 'spot',
    symbol: symbols[0],
    investment: '500',
    params: { amount: '50', stop_loss: '20', max_positions: '3', cooldown_s: '0', webhook: '1', ...params },
    simulate: 0,
    start: 1,
    risk_ack: 1,
  };
  const answer = await api.ask(botCreate, { body } as never, { token: owner.token });
  expect(answer).toMatchObject({ code: 1, data: { status: 'running' } });
  return renew((answer.data as { id: number }).id);
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  api.send('POST', path, body, { headers, lang: 'en' });
const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
const log = async (botId: number) =>
  (
    await api.pool.query<{ why: string; actor: string; data: Record<string, unknown> }>(
      'select why, actor, data from bot_actions where bot_id = $1 order by id',
      [botId],
    )
  ).rows;

describe('the address', () => {
  it('is 32 random bytes, shown by the answer that makes it and masked afterwards', async () => {
    const hook = await newHooked();
    expect(hook.path).toMatch(/^\/hook\/[A-Za-z0-9_-]{43}$/);
    expect(hook.secret).toMatch(/^[0-9a-f]{64}$/);
    const detail = await api.ask(botDetailCall, { query: { id: hook.botId } }, { token: owner.token });
    const { webhook } = detail.data as { webhook: { url: string; last_at: number | null } };
    expect(webhook).toEqual({ url: `${hook.url.slice(0, -43)}••••${hook.url.slice(-4)}`, last_at: null });
    const kept = JSON.stringify((await api.pool.query('select * from bot_hooks')).rows);
    expect(kept).not.toContain(hook.path.slice(6));
    expect(kept).not.toContain(hook.secret);
  });

  it('made anew ends the one before', async () => {
    const first = await newHooked();
    const second = await renew(first.botId);
    expect(await post(first.path, { id: nextId(), action: 'close' })).toMatchObject({ code: 102 });
    expect((await post(second.path, { id: nextId(), action: 'close' })).code).toBe(4014);
  });

  it('is given for custom bots of one’s own alone', async () => {
    const hook = await newHooked();
    const stranger = await newPerson(api);
    const asked = await api.ask(botHook, { query: { id: hook.botId }, body: {} }, { token: stranger.token });
    expect(asked).toMatchObject({ code: 4001, data: null });
  });
});

describe('a signal', () => {
  it('opens, adds and closes, and the log tells received, decided, ordered', async () => {
    const hook = await newHooked();
    expect(
      await post(hook.path, { id: 'open-1', action: 'open', ts: Math.floor(api.clock.nowMs() / 1000) }),
    ).toMatchObject({
      status: 200,
      code: 1,
      data: { id: 'open-1' },
    });
    await vi.waitFor(async () => expect((await log(hook.botId)).map(({ why }) => why)).toContain('fill_entry'), 30_000);
    const rows = await log(hook.botId);
    const trail = rows.filter(({ why }) => /^hook_|^fill_entry/.test(why));
    expect(trail.map(({ why }) => why)).toEqual(['hook_received', 'hook_open', 'fill_entry']);
    expect(trail[0]).toMatchObject({ actor: 'webhook', data: { id: 'open-1', action: 'open' } });
    expect((await post(hook.path, { id: 'add-1', action: 'add', amount: '60' })).code).toBe(1);
    await vi.waitFor(async () => expect((await log(hook.botId)).map(({ why }) => why)).toContain('fill_add'), 30_000);
    expect((await post(hook.path, { id: 'close-1', action: 'close', ts: api.clock.nowMs() })).code).toBe(1);
    await vi.waitFor(
      async () => expect((await log(hook.botId)).map(({ why }) => why)).toContain('custom_closed_hook'),
      30_000,
    );
    const detail = await api.ask(botDetailCall, { query: { id: hook.botId } }, { token: owner.token });
    expect(detail.data).toMatchObject({ rounds: 1, webhook: { last_at: expect.any(Number) } });
    const { rows: kept } = await api.pool.query(
      'select signal_id, code, body from hook_signals where bot_id = $1 order by id',
      [hook.botId],
    );
    expect(kept.map(({ signal_id, code }) => [signal_id, code])).toEqual([
      ['open-1', 1],
      ['add-1', 1],
      ['close-1', 1],
    ]);
    expect(JSON.parse(kept[1].body)).toEqual({ id: 'add-1', action: 'add', amount: '60' });
  });

  it('with a used id is ignored for a day, also when many come at once', async () => {
    const hook = await newHooked();
    const body = { id: 'same', action: 'open' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(hook.path, body)));
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([1, 7009, 7009, 7009, 7009, 7009]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    api.clock.advance(23 * 60 * MINUTE);
    expect((await post(hook.path, body)).code).toBe(7009);
    api.clock.advance(2 * 60 * MINUTE);
    expect((await post(hook.path, body)).code).not.toBe(7009);
  });

  it.each([
    ['301 s old', -301, 7006],
    ['301 s ahead', 301, 7006],
    ['290 s old', -290, 4014],
  ])('%s', async (_, offset, code) => {
    const hook = await newHooked();
    for (const unit of [1, 1000]) {
      const ts = Math.floor((api.clock.nowMs() / 1000 + offset) * unit);
      const answer = await post(hook.path, { id: nextId(), action: 'close', ts });
      expect(answer.code).toBe(code);
      if (code === 7006) expect(answer.data).toMatchObject({ field: 'ts' });
    }
  });

  it('more than ten a minute and bot waits, whatever its addresses', async () => {
    const hook = await newHooked();
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => post(hook.path, { id: nextId(), action: 'close' })),
    );
    expect(answers.filter(({ code }) => code === 4014)).toHaveLength(10);
    const crowded = answers.filter(({ status }) => status === 429);
    expect(crowded).toHaveLength(4);
    for (const one of crowded) {
      expect(one.code).toBe(104);
      expect(Number(one.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    api.clock.advance(MINUTE + 1);
    expect((await post(hook.path, { id: nextId(), action: 'close' })).code).toBe(4014);
  });

  it('to a stopped bot, or without a position to close, says so', async () => {
    const hook = await newHooked();
    expect((await post(hook.path, { id: nextId(), action: 'add' })).code).toBe(4014);
    await api.ask(botOperation, { query: { id: hook.botId, action: 'pause' } }, { token: owner.token });
    expect((await post(hook.path, { id: nextId(), action: 'open' })).code).toBe(4025);
    await api.ask(botOperation, { query: { id: hook.botId, action: 'stop' } }, { token: owner.token });
    expect((await post(hook.path, { id: nextId(), action: 'open' })).code).toBe(4003);
  });

  it('reads what charting tools write: text/plain, a newline at the end, blanks in the id, ISO times, long decimals', async () => {
    const hook = await newHooked();
    const ts = new Date(api.clock.nowMs()).toISOString();
    const text = `${JSON.stringify({ id: ' BTCUSDT 做多 1 ', action: 'open', side: 'buy', amount: '60.123456789012345', ts })}\r\n`;
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    expect(await post(hook.path, text, headers)).toMatchObject({
      code: 1,
      data: { id: 'BTCUSDT 做多 1', amount: '60.12345678' },
    });
    const rows = await log(hook.botId);
    expect(rows.find(({ why }) => why === 'hook_floored')).toMatchObject({
      data: { amount: '60.123456789012345', used: '60.12345678' },
    });
    await vi.waitFor(async () => expect((await log(hook.botId)).map(({ why }) => why)).toContain('fill_entry'), 30_000);
    const close = (sent: unknown) =>
      post(hook.path, JSON.stringify({ id: nextId(), action: 'close', ts: sent }), headers);
    expect((await close(String(Math.floor(api.clock.nowMs() / 1000)))).code).toBe(1);
    expect((await close(new Date(api.clock.nowMs() - 301_000).toISOString())).code).toBe(7006);
    expect((await close('2026-11-25T14:00:00')).code).toBe(7004);
  });

  it('that opens right after a close waits for it', async () => {
    const hook = await newHooked({ cooldown_s: '0' });
    const whys = async () => (await log(hook.botId)).map(({ why }) => why);
    expect((await post(hook.path, { id: 'a', action: 'open' })).code).toBe(1);
    await vi.waitFor(async () => expect(await whys()).toContain('fill_entry'), 30_000);
    expect((await post(hook.path, { id: 'b', action: 'close' })).code).toBe(1);
    expect((await post(hook.path, { id: 'c', action: 'open', side: 'buy' })).code).toBe(1);
    await vi.waitFor(async () => expect((await whys()).filter((why) => why === 'fill_entry')).toHaveLength(2), 30_000);
    expect(await whys()).not.toContain('hook_busy');
  });

  it('that cannot be followed is refused at once with its code, and its reason stands in the log', async () => {
    const hook = await newHooked({ cooldown_s: '0' });
    const send = async (body: object) => (await post(hook.path, { id: nextId(), ...body })).code;
    expect(await post(hook.path, { id: nextId(), action: 'open', side: 'sell' })).toMatchObject({
      code: 7002,
      data: { field: 'side', options: ['buy'] },
    });
    expect(await send({ action: 'open' })).toBe(1);
    await vi.waitFor(async () => expect((await log(hook.botId)).map(({ why }) => why)).toContain('fill_entry'), 30_000);
    expect(await send({ action: 'open' })).toBe(4018);
    const whys = (await log(hook.botId)).map(({ why }) => why);
    expect(whys).toEqual(expect.arrayContaining(['hook_direction', 'hook_holding']));
    const { rows } = await api.pool.query('select code from hook_signals where bot_id = $1 order by id', [hook.botId]);
    expect(rows.map(({ code }) => code)).toEqual([7002, 1, 4018]);
  });

  it('that never came to its bot stands in its log with the reason: late, repeated, in no form of a signal', async () => {
    const hook = await newHooked();
    await post(hook.path, { id: 'old', action: 'close', ts: Math.floor(api.clock.nowMs() / 1000) - 400 });
    await post(hook.path, { id: 'twice', action: 'close' });
    await post(hook.path, { id: 'twice', action: 'close' });
    const plain = { 'content-type': 'text/plain' };
    expect((await post(hook.path, 'BTCUSDT Crossing 60,000', plain)).code).toBe(7008);
    expect((await post(hook.path, '{"id":"x","action":"buy"}', plain)).code).toBe(7002);
    const rows = (await log(hook.botId)).filter(({ why }) => why.startsWith('hook_') && why !== 'hook_received');
    expect(rows.map(({ why, data }) => [why, data['field'] ?? data['id'] ?? null])).toEqual([
      ['hook_late', 'old'],
      ['hook_refused', 'twice'],
      ['hook_repeated', 'twice'],
      ['hook_unread', null],
      ['hook_unread', 'action'],
    ]);
    expect(rows.every(({ actor }) => actor === 'webhook')).toBe(true);
  });

  it('below the exchange’s minimum is refused with the numbers', async () => {
    const hook = await newHooked();
    const answer = await post(hook.path, { id: nextId(), action: 'open', amount: '1' });
    expect(answer.code).toBe(3007);
    expect(answer.msg).toMatch(/\d/);
    expect((await log(hook.botId)).find(({ why }) => why === 'hook_refused')).toMatchObject({
      actor: 'webhook',
      data: { action: 'open', amount: '1', min: expect.any(String) },
    });
  });

  it('of no size, of less, or of more than can be counted is refused, and nothing is traded', async () => {
    const hook = await newHooked();
    for (const amount of ['0', '-20']) {
      expect((await post(hook.path, { id: nextId(), action: 'open', amount })).code).toBe(3007);
    }
    expect((await post(hook.path, { id: nextId(), action: 'open', amount: '999999999999999' })).code).toBe(3010);
    expect((await log(hook.botId)).map(({ why }) => why)).not.toContain('hook_open');
    expect((await post(hook.path, { id: nextId(), action: 'open' })).code).toBe(1);
    await vi.waitFor(async () => expect((await log(hook.botId)).map(({ why }) => why)).toContain('fill_entry'), 30_000);
    const add = { id: hook.botId, action: 'add', amount: '999999999999999' } as const;
    expect((await api.ask(botOperation, { query: add }, { token: owner.token })).code).toBe(3010);
    expect((await post(hook.path, { id: nextId(), action: 'close', amount: '-1' })).code).toBe(1);
  });
});

describe('a signature', () => {
  it('is demanded where the bot demands it, and must be right where it comes', async () => {
    const hook = await newHooked({ webhook_signed: '1' });
    const text = JSON.stringify({ id: nextId(), action: 'close' });
    expect((await post(hook.path, text)).code).toBe(102);
    expect((await post(hook.path, text, { 'x-signature': sign('00', text) })).code).toBe(102);
    expect((await post(hook.path, `${text} `, { 'x-signature': sign(hook.secret, text) })).code).toBe(102);
    expect((await post(hook.path, text, { 'x-signature': 'zz' })).code).toBe(102);
    expect((await post(hook.path, `${text}\n`, { 'x-signature': sign(hook.secret, text) })).code).toBe(4014);
    const second = JSON.stringify({ id: nextId(), action: 'close' });
    expect((await post(hook.path, second, { 'x-signature': sign(hook.secret, second) })).code).toBe(4014);
    const open = await newHooked();
    const other = JSON.stringify({ id: nextId(), action: 'close' });
    expect((await post(open.path, other, { 'x-signature': sign(hook.secret, other) })).code).toBe(102);
    expect((await post(open.path, other)).code).toBe(4014);
  });
});

describe('a stranger', () => {
  it('learns nothing: an unknown token answers like a wrong signature and like a bot that wants no webhooks', async () => {
    const signed = await newHooked({ webhook_signed: '1' });
    const off = await newHooked();
    await api.ask(botOperation, { query: { id: off.botId, action: 'stop' } }, { token: owner.token });
    const open = { op: 'all', items: [{ left: { ind: 'rsi', args: [14] }, cmp: '<', right: { num: '30' }, tf: '1h' }] };
    const changed = await api.ask(
      botUpdate,
      {
        query: { id: off.botId },
        body: { version: 1, risk_ack: 1, params: { amount: '50', stop_loss: '20', webhook: '0', open } },
      },
      { token: owner.token },
    );
    expect(changed.code).toBe(1);
    const body = () => ({ id: nextId(), action: 'close' });
    const answers = [
      await post(`/hook/${'A'.repeat(43)}`, body()),
      await post('/hook/x', body()),
      await post(signed.path, body()),
      await post(off.path, body()),
    ];
    for (const { status, code, msg, data, show } of answers) {
      expect({ status, code, msg, data, show }).toEqual({
        status: 200,
        code: 102,
        msg: 'Unauthorized access',
        data: null,
        show: 1,
      });
    }
  });

  it.each([
    ['no body', '', 7003],
    ['no JSON', '{', 7008],
    ['a list', '[]', 7001],
    ['no id', '{"action":"open"}', 7003],
    ['an id with a control character', '{"id":"a\\tb","action":"open"}', 7004],
    ['an id of blanks', '{"id":"  ","action":"open"}', 7005],
    ['an id of 65', JSON.stringify({ id: 'x'.repeat(65), action: 'open' }), 7005],
    ['an unknown action', '{"id":"x","action":"buy"}', 7002],
    ['an unknown side', '{"id":"x","action":"open","side":"long"}', 7002],
    ['an amount with an exponent', '{"id":"x","action":"open","amount":"1e3"}', 7004],
    ['an amount in words', '{"id":"x","action":"open","amount":"{{close}}"}', 7004],
    ['a time as text', '{"id":"x","action":"open","ts":"now"}', 7004],
  ])('is told what is wrong with the form first: %s', async (_, body, code) => {
    const hook = await newHooked();
    for (const path of [hook.path, '/hook/unknown']) {
      expect((await post(path, body)).code).toBe(code);
    }
  });

  it('sends no more than 4 KiB', async () => {
    const hook = await newHooked();
    const body = JSON.stringify({ id: nextId(), action: 'close', note: 'x'.repeat(4096) });
    expect(await post(hook.path, body)).toMatchObject({ status: 413, code: 7006, data: { field: 'body', max: 4096 } });
  });
});
