// What tools/record-replies writes of an account at each wire: everything that our adapters read of it, asked by readings alone, with
// nothing left that tells whose it is, and read again from the files as it was read from the wire. And what people have recorded.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { hearReply, repliesIn, type ToldReply } from '../../apps/server/src/adapters/exchanges/testing/told-replies.ts';
import { exchangeHosts } from '../../apps/server/src/adapters/exchanges/transport/hosts.ts';
import { Secret } from '../../apps/server/src/ports/secret.ts';
import type { NewOrder } from '../../apps/server/src/ports/venue.ts';
import { childEnv } from '../../tools/child-env.ts';
import { Disguise, readExactly, writeExactly } from '../../tools/recording/disguise.ts';
import { isReading, record } from '../../tools/recording/record.ts';
import { shortened } from '../../tools/recording/shorten.ts';
import { ALL_RIGHTS, ConformanceRig, OKX_TERMS, PERP, SPOT } from './rig.ts';

const EXCHANGES = ['binance', 'okx', 'bybit', 'bitget', 'gate'] as const;
const COMMAND = join(import.meta.dirname, '../../tools/record-replies.ts');
const ADAPTERS = join(import.meta.dirname, '../../apps/server/src/adapters/exchanges');

/** Half an hour into the tapes: the exchange's own clock and that of its markets are one here. */
const BEGAN_MS = Date.now();
const nowMs = () => Date.UTC(2024, 7, 5, 6, 30) + Date.now() - BEGAN_MS;

let rig: ConformanceRig;
let folder: string;
beforeAll(async () => {
  rig = await ConformanceRig.open(nowMs);
  folder = mkdtempSync(join(tmpdir(), 'recording-'));
});
afterAll(async () => {
  await rig.close();
  rmSync(folder, { recursive: true, force: true });
});

const order = (cid: string, more: Partial<NewOrder> = {}): NewOrder => ({
  ...{ cid, symbol: SPOT, side: 'buy', type: 'limit', tif: 'gtc', price: '50000', qty: '0.01' },
  ...{ positionSide: 'net', reduceOnly: false, ...more },
});

/** Of each question the first reply that was kept; what could not be read of it there cannot be read here. */
async function unreadIn(exchange: string, replies: readonly ToldReply[]): Promise<string[]> {
  const unread: string[] = [];
  for (const reply of replies.filter(({ read }) => read !== undefined))
    if ('unreadable' in (await hearReply(exchange, reply, replies))) unread.push(reply.name);
  return unread;
}

it.each(EXCHANGES)('%s: an account is recorded whole, and nobody finds it in the files', async (exchange) => {
  const account = await rig.keyAccount(exchange === 'okx' || exchange === 'bitget' ? OKX_TERMS : ALL_RIGHTS);
  const { venue } = rig.card(nowMs, undefined, exchange);
  const cids = ['standsA1', 'tradedB2', 'contractC3'].map((cid) => `${exchange}${cid}`);
  const [standing = '', traded = '', contract = ''] = cids;
  await venue.setLeverage(account, PERP, 3, 'isolated');
  await venue.place(account, [
    order(standing),
    order(traded, { type: 'market', tif: 'ioc', price: '0' }),
    order(contract, { symbol: PERP, type: 'market', tif: 'ioc', price: '0' }),
  ]);
  await rig.print(4);
  const hosts = exchangeHosts(new Map([[exchange, rig.venue.url]])).get(exchange);
  const keys = rig.keys.get(account);
  if (hosts === undefined || keys === undefined) throw new Error('no key');
  const said: string[] = [];
  const replies = await record({
    ...{ exchange, hosts, keys, spot: SPOT, contract: PERP, sinceMs: nowMs() - 3_600_000, nowMs },
    say: (line) => said.push(line),
  });
  // Bybit and Gate list no moves of margin.
  expect(said.filter((line) => line.includes('not read') && !line.startsWith('marginAdds'))).toEqual([]);
  expect(
    said.find((line) => line.startsWith(`order ${SPOT} ${traded}`) || line.startsWith(`order ${SPOT} ${standing}`)),
  ).toBeDefined();
  const own = join(folder, exchange);
  const whole = replies.map(({ text }) => text).join('\n');
  for (const secret of [keys.apiKey.reveal(), keys.secretKey.reveal(), OKX_TERMS.passphrase ?? '', ...cids])
    expect([secret, whole.includes(secret)]).toEqual([secret, false]);
  mkdirSync(own);
  for (const { name, text } of replies) writeFileSync(join(own, `${name}.json`), text);
  const told = repliesIn(own);
  expect(told.filter(({ call = '' }) => !isReading(call)).map(({ call }) => call)).toEqual([]);
  expect(told.filter(({ read }) => read !== undefined).length).toBeGreaterThan(15);
  expect(await unreadIn(exchange, told)).toEqual([]);
  // What was traded there is read from the files as well.
  for (const symbol of [SPOT, PERP]) {
    const fills = told.find(({ read = [] }) => read[0] === 'fills' && read[1] === symbol);
    expect(fills && (await hearReply(exchange, fills, told))).toMatchObject({
      value: [{ symbol, side: 'buy', qty: '0.01' }],
    });
  }
});

it('the command writes them where it is told, and without a key writes nothing', async () => {
  const account = await rig.keyAccount(OKX_TERMS);
  const keys = rig.keys.get(account);
  const own = join(folder, 'command');
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, [COMMAND, '--', '--exchange', 'bitget', '--origin', rig.venue.url, '--out', own], {
      ...{ encoding: 'utf8', env: { ...childEnv, ...env } },
    });
  const bare = run({});
  expect([bare.status, bare.stderr, existsSync(own)]).toEqual([
    ...[1, 'RECORD_API_KEY and RECORD_SECRET_KEY are not set\n', false],
  ]);
  const { stdout, status } = await inTheirTime({
    RECORD_API_KEY: keys?.apiKey.reveal() ?? '',
    RECORD_SECRET_KEY: keys?.secretKey.reveal() ?? '',
    RECORD_PASSPHRASE: keys?.passphrase?.reveal() ?? '',
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining(`replies are in ${own}`)]);
  expect(repliesIn(own).length).toBeGreaterThan(20);
});

/** The exchange answers from this process, so that nothing may stand still while the command runs. */
function inTheirTime(env: Record<string, string>): Promise<{ status: number | null; stdout: string }> {
  const args = [COMMAND, '--exchange', 'bitget', '--origin', rig.venue.url, '--out', join(folder, 'command')];
  const child = spawn(process.execPath, args, { env: { ...childEnv, ...env } });
  let stdout = '';
  child.stdout.on('data', (part: Buffer) => {
    stdout += part.toString();
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout })));
}

describe('a recording', () => {
  it('makes no call that changes anything', () => {
    for (const call of [
      'publicGetV5MarketTime',
      'privateMixGetV2MixOrderFills',
      'fapiPrivateV2GetPositionRisk',
      'sapiGetAccountApiRestrictions',
      'privateFuturesGetSettleMyTradesTimerange',
      'privateAccountGetMainKeys',
    ])
      expect([call, isReading(call)]).toEqual([call, true]);
    for (const call of [
      'privatePostV5OrderCreate',
      'privateDeleteOrder',
      'fapiPrivatePutListenKey',
      'privateMixPostV2MixAccountSetLeverage',
      'privatePostTradeGetOrder',
      'privateFuturesPostSettleDualMode',
      'privateFuturesDeleteSettleOrdersOrderId',
    ])
      expect([call, isReading(call)]).toEqual([call, false]);
  });

  it('replaces whose it is, keeps the digits of figures, and keeps ids in their order and their form', () => {
    const text =
      '{"uid":44705892343619584,"label":"my bot","ip":"198.51.100.7","note":"me@home.net","rows":[' +
      '{"ordId":"680800019749904386","px":"0.10","sz":1234567890123456789.10,"clOrdId":"mine1","to":"0x52908400098527886E0F7030069857D2E4169EE7"},' +
      '{"ordId":"680800019749904384","px":"42000.1","sz":1e-7,"clOrdId":"","text":"asked from 198.51.100.7 by me@home.net"}]}';
    const disguise = new Disguise(['the-key']);
    const value = readExactly(text);
    disguise.look(value);
    const written = writeExactly(disguise.replaced(value));
    for (const told of [
      '44705892343619584',
      'my bot',
      '198.51.100.7',
      'me@home.net',
      '680800019749904386',
      'mine1',
      '0x5290',
    ])
      expect([told, written.includes(told)]).toEqual([told, false]);
    for (const kept of ['"0.10"', '1234567890123456789.10', '1e-7', '"42000.1"', '"clOrdId": ""'])
      expect([kept, written.includes(kept)]).toEqual([kept, true]);
    const ids = [...written.matchAll(/"ordId": "(\d+)"/g)].map(([, id]) => BigInt(id ?? 0));
    expect(ids).toHaveLength(2);
    expect((ids[0] ?? 0n) > (ids[1] ?? 0n)).toBe(true);
    expect(disguise.foundIn(written)).toEqual([]);
    expect(disguise.foundIn(text)).not.toEqual([]);
    expect(new Disguise(['the-key']).foundIn('so the-key stands here')).toEqual(['the-key']);
  });

  it('knows ids of clients at Gate by what is before them, and its refusals by their label', () => {
    const text =
      '[{"text":"t-mine-number-1","id":36028827892199865,"key":"c5dcfbf1f3a7*****","ip_whitelist":["198.51.100.7"]},' +
      '{"text":"apiv4","label":"ORDER_NOT_FOUND","message":"Order with ID t-mine-number-1 not found","user":16660}]';
    const disguise = new Disguise([]);
    const value = readExactly(text);
    disguise.look(value);
    const written = writeExactly(disguise.replaced(value));
    for (const told of ['mine-number', '36028827892199865', 'c5dcfbf1', '198.51.100.7', '16660'])
      expect([told, written.includes(told)]).toEqual([told, false]);
    for (const kept of ['"apiv4"', '"ORDER_NOT_FOUND"', '"t-r'])
      expect([kept, written.includes(kept)]).toEqual([kept, true]);
    expect(`t-${disguise.nameOf('mine-number-1')}`).toBe(disguise.nameOf('t-mine-number-1'));
    expect(disguise.foundIn(written)).toEqual([]);
  });

  it('keeps of a long list the markets that were asked for, and one row of each other form', () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ symbol: `C${at}USDT`, last: at === 50 ? '' : '1.5' }));
    const kept = shortened([...rows, { symbol: 'BTCUSDT', last: '60000' }], new Set(['BTCUSDT'])) as {
      symbol: string;
    }[];
    expect(kept.map(({ symbol }) => symbol)).toContain('BTCUSDT');
    expect(kept.map(({ symbol }) => symbol)).toContain('C50USDT');
    expect(kept.length).toBeLessThan(10);
  });
});

const recorded = EXCHANGES.filter((exchange) => existsSync(join(ADAPTERS, exchange, 'recorded')));

describe('what people have recorded', () => {
  // Nobody has yet: it proves nothing, and says so.
  test.skipIf(recorded.length > 0)('is nothing: no reply of a real exchange was read here', ({ skip }) => skip());

  test.for(recorded)('%s: each reply is read', async (exchange) => {
    const own = join(ADAPTERS, exchange, 'recorded');
    expect(readdirSync(own).length).toBeGreaterThan(0);
    expect(await unreadIn(exchange, repliesIn(own))).toEqual([]);
  });
});

it('a key that is no key is told as such, and nothing is written', async () => {
  const hosts = exchangeHosts(new Map([['okx', rig.venue.url]])).get('okx');
  if (hosts === undefined) throw new Error('no hosts');
  const keys = {
    apiKey: new Secret('no-such-key'),
    secretKey: new Secret('no-such-secret'),
    passphrase: new Secret('Nothing-1'),
  };
  const said: string[] = [];
  await record({
    exchange: 'okx',
    hosts,
    keys,
    spot: SPOT,
    contract: PERP,
    sinceMs: nowMs(),
    nowMs,
    say: (line) => said.push(line),
  });
  expect(said.filter((line) => line.startsWith('balances') && line.includes('not read'))).toHaveLength(2);
});
