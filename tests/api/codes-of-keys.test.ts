// Every code about a key (20xx), provoked at the local exchange itself on the wires of five exchanges, and told in both
// languages as product.md writes it.
import { catalogueRows } from '@cormorant/contract/catalogue-rows.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gridBody, newPerson } from './api-server.ts';
import { giveFuel } from './fuel.ts';
import { type LocalKeys, type MadeKey, openLocalKeys } from './local-exchange-keys.ts';

type Wire = 'binance' | 'okx' | 'bybit' | 'bitget' | 'gate';
type Lang = 'zh' | 'en';
const wires: readonly Wire[] = ['binance', 'okx', 'bybit', 'bitget', 'gate'];
const hasPassphrase = (wire: Wire) => wire === 'okx' || wire === 'bitget';
const passphrase = 'Right-Words-1';

let rig: LocalKeys;
let account: string;
let good: Record<Wire, MadeKey>;
beforeAll(async () => {
  rig = await openLocalKeys({ TRADE_AT: 'binance,gate' });
  account = await rig.newAccount();
  good = Object.fromEntries(await Promise.all(wires.map(async (wire) => [wire, await keyOf(wire)])));
});
afterAll(() => rig.close());

const keyOf = (wire: Wire, more: Record<string, string> = {}, of = account) =>
  rig.newKey(of, { ...(hasPassphrase(wire) && { passphrase }), ...more });
/** Of an account of its own: all but Binance count their calls by account. */
const otherKeyOf = async (wire: Wire, more: Record<string, string>) => keyOf(wire, more, await rig.newAccount());
const unknownKey = {
  binance: 'A'.repeat(64),
  okx: '00000000-0000-4000-8000-000000000000',
  bybit: 'a'.repeat(18),
  bitget: 'bg_none',
  gate: 'a'.repeat(64),
};
const wrongSecret = {
  binance: 'x'.repeat(64),
  okx: 'F'.repeat(32),
  bybit: 'x'.repeat(36),
  bitget: 'f'.repeat(64),
  gate: 'x'.repeat(64),
};

/** Asked in each language. */
type Asking = (lang: Lang) => Promise<unknown>;
interface Case {
  readonly code: number;
  readonly what: string;
  /** Where only one of the wires knows of it. */
  readonly on?: readonly Wire[] | 'passphrase';
  readonly data: object | null;
  readonly texts: readonly [zh: string, en: string];
  readonly provoke: (wire: Wire) => Promise<Asking> | Asking;
  /** Whatever it left on is taken off again. */
  readonly after?: (wire: Wire) => Promise<unknown>;
}

const binding =
  (wire: Wire, key: MadeKey): Asking =>
  (lang) =>
    rig.bind(key, wire, lang);
const invalid = ['API密钥无效', 'Invalid API key'] as const;
const failed = ['绑定失败,请检查密钥是否正确', 'Binding failed, please check that the key is correct'] as const;
const noFaults = () => rig.faults();

const cases: readonly Case[] = [
  {
    ...{ code: 2001, what: 'wrong key', texts: invalid, data: { field: 'api_key' } },
    provoke: (wire) => binding(wire, { ...good[wire], key: unknownKey[wire] }),
  },
  {
    ...{ code: 2001, what: 'wrong secret', texts: invalid, data: { field: 'secret_key' } },
    provoke: (wire) => binding(wire, { ...good[wire], secret: wrongSecret[wire] }),
  },
  {
    ...{ code: 2001, what: 'wrong passphrase', on: 'passphrase', texts: invalid, data: { field: 'passphrase' } },
    provoke: (wire) => binding(wire, { ...good[wire], passphrase: 'Wrong-Words-1' }),
  },
  {
    ...{ code: 2001, what: 'a key of the other wire', texts: invalid, data: { field: 'api_key' } },
    provoke: (wire) => binding(wire, hasPassphrase(wire) ? { ...good.binance, passphrase } : good.okx),
  },
  {
    ...{ code: 2002, what: 'nothing bound', data: null, texts: ['未绑定交易所API', 'Exchange API not bound'] },
    provoke: (wire) => (lang) => rig.ask('DELETE', `/api/user/api?exchange=${wire}`, undefined, lang),
  },
  {
    ...{ code: 2004, what: 'an answer that nobody understands', on: ['okx', 'gate'], texts: failed, data: {} },
    provoke: async (wire) => {
      await rig.faults({ id: 'empty', fault: 'empty_answer', accounts: [account] });
      return binding(wire, good[wire]);
    },
    after: noFaults,
  },
  {
    ...{ code: 2005, what: 'an exchange that nobody here knows', on: ['binance'], data: null },
    texts: ['不支持该交易所', 'Exchange not supported'],
    provoke: () => (lang) => rig.bind(good.binance, 'mtgox', lang),
  },
  {
    ...{ code: 2007, what: 'address not listed', data: { unsure: 1 } },
    texts: ['请将服务器IP加入API白名单', 'Add the server IPs to the API whitelist'],
    provoke: async (wire) => binding(wire, await otherKeyOf(wire, { ips: '198.51.100.1' })),
  },
  {
    ...{ code: 2008, what: 'right to withdraw', data: {} },
    texts: ['该API开启了提现权限,请关闭后再绑定', 'This key can withdraw; turn that permission off first'],
    provoke: async (wire) => binding(wire, await otherKeyOf(wire, { withdraw: 'on' })),
  },
  {
    ...{ code: 2009, what: 'no right to trade', data: { missing: 'spot' } },
    texts: ['API权限不足(需读取与现货交易权限)', 'Key lacks permission (read and spot trading needed)'],
    provoke: async (wire) => binding(wire, await otherKeyOf(wire, { spot: '', futures: '' })),
  },
  {
    ...{ code: 2010, what: 'a bot trades by it', on: ['binance', 'gate'], data: {} },
    texts: ['该交易所有未停止的策略,请先停止', 'Bots on this exchange are not stopped yet'],
    provoke: async (wire) => {
      expect(await rig.bind(good[wire], wire)).toMatchObject({ code: 1 });
      await giveFuel(rig.api.pool, rig.person.userId, '5');
      const body = await gridBody(rig.api, { exchange: wire, start: 1 });
      expect(await rig.ask('POST', '/api/user/botCreate', body)).toMatchObject({ code: 1 });
      return (lang) => rig.ask('DELETE', `/api/user/api?exchange=${wire}`, undefined, lang);
    },
    after: async () => {
      rig.person = await newPerson(rig.api);
    },
  },
  {
    ...{ code: 2011, what: 'no key', data: { field: 'api_key' }, texts: ['请输入API Key', 'API Key is required'] },
    provoke: (wire) => binding(wire, { ...good[wire], key: ' ' }),
  },
  {
    ...{ code: 2012, what: 'no secret', data: { field: 'secret_key' } },
    texts: ['请输入Secret Key', 'Secret Key is required'],
    provoke: (wire) => binding(wire, { ...good[wire], secret: '' }),
  },
  {
    ...{ code: 2013, what: 'no passphrase', on: 'passphrase', data: { field: 'passphrase' } },
    texts: ['请输入Passphrase', 'Passphrase is required'],
    provoke: (wire) => binding(wire, { key: good[wire].key, secret: good[wire].secret }),
  },
  {
    ...{ code: 2014, what: 'the account is another user’s', data: {} },
    texts: ['该交易所账户已被其他用户绑定', 'This exchange account is already bound by another user'],
    provoke: async (wire) => {
      const owned = await rig.newAccount();
      expect(await rig.bind(await keyOf(wire, {}, owned), wire)).toMatchObject({ code: 1 });
      rig.person = await newPerson(rig.api);
      return binding(wire, await keyOf(wire, {}, owned));
    },
  },
  {
    ...{ code: 2015, what: 'exchange in maintenance', data: {} },
    texts: ['交易所维护或暂不可用', 'Exchange under maintenance or unavailable'],
    provoke: async (wire) => {
      await rig.faults({ id: 'night', fault: 'maintenance', accounts: [account] });
      return binding(wire, good[wire]);
    },
    after: noFaults,
  },
  // The last one: whoever is sent away asks that exchange no more for a while.
  {
    ...{ code: 2006, what: 'sent away for asking too often', data: {} },
    texts: ['交易所接口频率超限,请稍后再试', 'Exchange rate limit exceeded, try later'],
    provoke: async (wire) => {
      await rig.faults({ id: 'ban', fault: 'rate_ban', seconds: 60, accounts: [account] });
      return binding(wire, good[wire]);
    },
    after: noFaults,
  },
];

/** What no exchange is asked about. */
const notOfExchanges: Readonly<Record<number, string>> = {
  2003: 'a session that ended: tests/api/session-ends.test.ts',
};

it('a clock that differs is measured and set right, on all wires', async () => {
  for (const wire of wires) {
    const owner = await rig.newAccount();
    const key = await keyOf(wire, {}, owner);
    await rig.faults({ id: 'clock', fault: 'clock_skew', ms: 45_000 });
    const bound = await rig.bind(key, wire, 'zh');
    const withdraw = wire === 'gate' ? null : 0;
    await rig.faults();
    expect(bound, wire).toMatchObject({ code: 1, msg: 'API绑定成功', data: { ip_bound: 1, perm: { withdraw } } });
  }
  rig.person = await newPerson(rig.api);
});

const rows = cases.flatMap((one) =>
  wires
    .filter((wire) => (one.on === 'passphrase' ? hasPassphrase(wire) : (one.on?.includes(wire) ?? true)))
    .map((wire) => ({ ...one, wire })),
);

it.each(rows)('$code at $wire: $what', async ({ after, code, data, provoke, texts, wire }) => {
  const asking = await provoke(wire);
  try {
    for (const [at, lang] of (['zh', 'en'] as const).entries())
      expect(await asking(lang), lang).toMatchObject({ code, show: 1, msg: texts[at], ...(data && { data }) });
  } finally {
    await after?.(wire);
  }
});

it('every code of the catalogue about keys has a row, or a reason why it has none', () => {
  const codes = catalogueRows.map(({ code }) => code).filter((code) => code > 2000 && code < 2100);
  const told = new Set([...cases.map(({ code }) => code), ...Object.keys(notOfExchanges).map(Number)]);
  expect(codes.filter((code) => !told.has(code))).toEqual([]);
});
