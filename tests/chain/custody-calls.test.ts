// The calls of deposits and withdrawals over HTTP with a real chain behind: what they answer, every code of theirs in the
// order of product.md 2.3, and the whole way of coin in and out again. And the faucet's door.
import { textOf } from '@cormorant/contract/catalogue.ts';
import type {
  Deposit,
  DepositAddress,
  DepositInfo,
  Withdrawal,
  WithdrawInfo,
} from '@cormorant/contract/entities/custody.ts';
import { adjustJournal } from '@cormorant/core/ledger/change-journals.ts';
import { type Address, erc20Abi } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWithdrawalStore } from '../../apps/server/src/adapters/postgres/custody/withdrawal-store.ts';
import { postTimed } from '../../apps/server/src/adapters/postgres/ledger/ledger-post.ts';
import { decideWithdrawal } from '../../apps/server/src/features/operators/review-withdrawal.ts';
import type { Review } from '../../apps/server/src/ports/withdrawal-store.ts';
import { openOperatorStore } from '../../apps/server/src/wiring/operators.ts';
import { LOCAL_USDT } from '../../commands/local-money.ts';
import { commandOf, runCommand } from '../../commands/op/commands.ts';
import { newPerson, type Person } from '../api/api-server.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { type MoneyServer, PAYMENT, startMoneyServer, untilOpen, withPayment } from './money-server.ts';

const E18 = 10n ** 18n;
const TARGET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
/** Of races for a whole balance. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 1);
let requests = 0;

describe.skipIf(anvil === undefined && mayBeWithoutChain)('money by the chain (needs anvil)', () => {
  let server: MoneyServer;
  let person: Person;
  let own: string;
  beforeAll(async () => {
    server = await startMoneyServer();
    person = await withPayment(server.api, await newPerson(server.api));
    await untilOpen(server.api, person);
    own = ((await get('depositAddress')).data as DepositAddress).address;
  }, 120_000);
  afterAll(() => server?.stop());

  const get = (call: string, who = person) =>
    server.api.send('GET', `/api/user/${call}`, undefined, { token: who.token });
  const post = (call: string, body: object, who = person, lang: 'zh' | 'en' = 'zh') =>
    server.api.send('POST', `/api/user/${call}`, body, { token: who.token, lang });
  const claim = (txid: string, network = 'BEP20', lang: 'zh' | 'en' = 'zh') =>
    post('deposit', { network, txid }, person, lang);
  const claimRefused = async (code: number, txid: string, network = 'BEP20') => {
    for (const lang of ['zh', 'en'] as const)
      expect(await claim(txid, network, lang), txid).toMatchObject({ code, msg: textOf(code, lang) });
  };
  const withdraw = (more: object = {}, who = person, lang: 'zh' | 'en' = 'zh') => {
    requests += 1;
    const request_id = `5f9b0d0e-3c1a-4d52-8f0e-${String(requests).padStart(12, '0')}`;
    return post(
      'withdraw',
      { network: 'BEP20', address: TARGET, amount: '50', payment: PAYMENT, request_id, ...more },
      who,
      lang,
    );
  };
  const info = async () => (await get('withdrawInfo')).data as WithdrawInfo;
  const review = (said: Review) => decideWithdrawal(openOperatorStore(server.api.pool as never))(said);
  /** As the person has not tried too often yet. */
  const setting = async (key: string, value: string) => {
    await server.api.pool.query(
      'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = $2',
      [key, value],
    );
  };

  it('names the network and an address that stays; another network and a made-up hash are refused', async () => {
    const { data } = await get('depositInfo');
    expect(data).toMatchObject({ enabled: 1, faucet: '/dev/faucet', records: [] });
    const [network] = (data as DepositInfo).networks;
    expect(network).toMatchObject({
      network: 'BEP20',
      chain_id: 56,
      decimals: 18,
      min: '1',
      confirmations: 15,
      status: 'on',
    });
    expect(network?.contract.toLowerCase()).toBe(LOCAL_USDT);
    expect((await get('depositAddress?network=BEP20')).data).toMatchObject({ address: own, qr_text: own, memo: '' });
    expect(((await get('depositAddress', await newPerson(server.api))).data as DepositAddress).address).not.toBe(own);
    expect((await get('depositAddress?network=TRC20')).code).toBe(5102);
    await claimRefused(5102, `0x${'ab'.repeat(32)}`, 'TRC20');
    for (const txid of ['', '0x12', `0x${'zz'.repeat(32)}`, `0x${'ab'.repeat(32)}`]) await claimRefused(5103, txid);
  });

  it('answers 5104 to what paid somebody else and 5101 to what failed', async () => {
    const elsewhere = await server.pay(TARGET, 5n * E18);
    await claimRefused(5104, elsewhere);
    const { payer, client } = server;
    const failed = await client.sendTransaction({
      account: payer,
      chain: null,
      to: LOCAL_USDT,
      data: '0xdeadbeef',
      gas: 90_000n,
    });
    await claimRefused(5101, failed);
  });

  it('shows what waits in no block as seen, and tells it is pending after a minute', async () => {
    await server.client.setAutomine(false);
    try {
      const txid = await server.pay(own, 7n * E18);
      expect((await claim(txid)).data).toMatchObject({ status: 'seen', confirmations: 0, log_index: -1, amount: '7' });
      await server.api.pool.query(
        `update deposits set created_at = created_at - interval '61 seconds' where txid = $1`,
        [txid],
      );
      await claimRefused(5105, txid);
      await claimRefused(5104, await server.pay(TARGET, E18));
    } finally {
      await server.client.setAutomine(true);
      await server.mine(16);
    }
    await vi.waitFor(async () => expect((await info()).available).toBe('7'), 30_000);
    const { records } = (await get('depositInfo')).data as DepositInfo;
    expect(records.map(({ status, log_index }) => [status, log_index])).toEqual([['credited', 0]]);
  });

  it('credits what is told of and what is not, with the confirmations on the way', async () => {
    const told = await server.pay(own, 60n * E18);
    const answer = (await claim(told)).data as Deposit;
    expect(answer).toMatchObject({ status: 'confirming', amount: '60', required: 15, confirmations: 1, txid: told });
    expect((await claim(told)).data).toMatchObject({ id: answer.id });
    await server.pay(own, 33n * E18);
    await server.mine(15);
    await vi.waitFor(async () => expect((await info()).available).toBe('100'), 30_000);
    expect((await claim(told)).data).toMatchObject({ id: answer.id, status: 'credited', confirmations: 15 });
  });

  it('refuses in the order of the design, each in both languages', async () => {
    const both = async (code: number, more: object, who = person): Promise<void> => {
      for (const lang of ['zh', 'en'] as const) {
        const answer = await withdraw(more, who, lang);
        expect(answer.code, `${JSON.stringify(more)} ${answer.msg}`).toBe(code);
        expect(answer.msg).toBe(textOf(code, lang, answer.data as Record<string, string>));
      }
    };
    const bad = { address: 'nobody', amount: '1e9', payment: '111222' };
    const nobody = await newPerson(server.api);
    await both(1312, bad, nobody);
    const hold = (until: string) =>
      server.api.pool.query(`update users set security_hold_until = ${until} where id = $1`, [person.userId]);
    await hold(`now() + interval '1 hour'`);
    expect(await withdraw(bad)).toMatchObject({ code: 1316, data: { until: expect.any(Number) } });
    await setting('withdraw_open', '0');
    await vi.waitFor(async () => expect((await withdraw(bad)).code).toBe(5206), 10_000);
    await both(5206, bad);
    await setting('withdraw_open', '1');
    await vi.waitFor(async () => expect((await withdraw(bad)).code).toBe(1316), 10_000);
    await hold('null');
    expect(await withdraw(bad)).toMatchObject({ code: 1313, data: { left: 4 } });
    await both(5102, { network: 'TRC20', address: 'nobody' });
    const contract = await server.chain.deploy('NoWallet');
    const wrongChecksum = TARGET.replace('7656E', '7656e');
    for (const address of [
      'nobody',
      '0x12',
      `0x${'0'.repeat(40)}`,
      `0x${'0'.repeat(39)}1`,
      wrongChecksum,
      LOCAL_USDT,
      contract,
      'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
    ]) {
      await both(5003, { address, amount: '1e9' });
    }
    const hot = (await server.api.pool.query('select hot_wallet from chain_pins')).rows[0].hot_wallet;
    for (const address of [own, own.toLowerCase(), hot]) await both(5207, { address, amount: '1e9' });
    for (const amount of ['', '0', '-5', '1e2', '12.123456789', '0x10', ' 12', '1,000', '9'.repeat(16), 'NaN']) {
      await both(5002, { amount });
    }
    expect((await withdraw({ amount: '-5' })).data).toEqual({ field: 'amount' });
    await both(5202, { amount: '9.99999999' });
    expect((await withdraw({ amount: '9.99999999' })).data).toEqual({ min: '10' });
    await both(5203, { amount: '10000.00000001' });
    expect((await withdraw({ amount: '10000.00000001' })).data).toEqual({ max: '10000' });
    await setting('withdraw_daily', '99');
    // More than there is: until the limit is known nothing is taken out.
    await vi.waitFor(async () => expect((await withdraw({ amount: '101' })).code).toBe(5204), 10_000);
    await both(5204, { amount: '101' });
    await setting('withdraw_daily', '20000');
    await vi.waitFor(async () => expect((await withdraw({ amount: '101' })).code).toBe(5004), 10_000);
    await both(5004, { amount: '101' });
    expect((await post('withdraw', { network: 'BEP20', address: TARGET, amount: '50', payment: PAYMENT })).code).toBe(
      7003,
    );
    expect((await info()).available).toBe('100');
  });

  it('freezes at once, takes one at a time and the same request once, and pays when an operator agrees', async () => {
    const request_id = '7d9b0d0e-3c1a-4d52-8f0e-2f6a1c7d9b11';
    const asked = await Promise.all(
      Array.from({ length: 50 }, () => withdraw({ request_id, amount: '50', label: '冷钱包' })),
    );
    for (const { code, data, msg } of asked)
      expect({ code, data, msg }).toEqual({ code: 1, data: asked[0]?.data, msg: asked[0]?.msg });
    const row = asked[0]?.data as Withdrawal;
    expect(row).toMatchObject({
      amount: '50',
      fee: '1',
      receive: '49',
      address: TARGET,
      sn: expect.stringMatching(/^W\d{14}$/),
    });
    expect((await withdraw({ request_id, amount: '51' })).code).toBe(7010);
    // The answer that was kept is gone: the withdrawal itself knows its request.
    await server.api.pool.query(`delete from idempotent_answers where request_id = $1`, [request_id]);
    expect((await withdraw({ request_id, amount: '51' })).code).toBe(7010);
    expect(await withdraw({ request_id, amount: '50.0' })).toMatchObject({ code: 1, data: { sn: row.sn } });
    for (const lang of ['zh', 'en'] as const) {
      expect(await withdraw({ amount: '10' }, person, lang)).toMatchObject({ code: 5205, msg: textOf(5205, lang) });
    }
    expect(await info()).toMatchObject({
      available: '50',
      daily_used: '50',
      addresses: [{ address: TARGET, label: '冷钱包' }],
    });
    const status = async () => (await info()).records[0]?.status;
    await vi.waitFor(async () => expect(await status()).toBe('reviewing'), 20_000);
    const decided = { operator: 'ann', decision: 'approve', reason: 'known', notice: null, nowMs: Date.now() } as const;
    expect(await review({ sn: row.sn, ...decided, twoPersonE18: 1_000n * E18 })).toMatchObject({ state: 'done' });
    // The hot wallet pays from what was swept off the deposit addresses.
    await vi.waitFor(
      async () => {
        await server.mine(2);
        expect(await status()).toBe('confirmed');
      },
      { timeout: 60_000, interval: 500 },
    );
    const [paid] = (await info()).records;
    expect(paid).toMatchObject({ status: 'confirmed', nonce: expect.any(Number), txid: expect.stringMatching(/^0x/) });
    // One row: what left the balance, with where it has gone.
    const logged = async (kind = '') =>
      ((await get(`accountLogs?type=balance${kind}`)).data as { list: Record<string, unknown>[] }).list;
    const own = (await logged()).filter(({ ref_type }) => ref_type === 'withdraw');
    expect(own).toMatchObject([
      {
        ...{ type: 'withdraw', part: 'available', amount: '-50' },
        parts: [
          { type: 'withdraw_done', amount: '-49' },
          { type: 'withdraw_fee', amount: '-1' },
        ],
      },
    ]);
    expect(await logged('&kind=withdraw_fee')).toMatchObject([{ type: 'withdraw_fee', amount: '-1' }]);
  });

  it('asks before it sends to an address that begins and ends like a known one, and tells the operator', async () => {
    const fake = `0x71c7${'0'.repeat(32)}976f` as const;
    const known = { address: TARGET, label: '冷钱包', source: 'paid', last_used_at: expect.any(Number) };
    for (const lang of ['zh', 'en'] as const) {
      const answer = await withdraw({ address: fake, amount: '10' }, person, lang);
      expect(answer).toMatchObject({
        code: 5208,
        msg: textOf(5208, lang),
        data: { field: 'address', similar: [known] },
      });
      expect((answer.data as { address: string }).address.toLowerCase()).toBe(fake);
    }
    expect((await info()).available).toBe('50');
    const answer = await withdraw({ address: fake, amount: '10', similar_ack: 1 });
    expect(answer.code).toBe(1);
    const { sn } = answer.data as Withdrawal;
    const store = createWithdrawalStore(server.api.pool as never);
    await vi.waitFor(async () => expect((await store.bySn(sn))?.status).toBe('reviewing'), 20_000);
    expect((await store.bySn(sn))?.risk).toEqual(expect.arrayContaining(['new_address', 'similar_address']));
    // The one that was paid is not under suspicion.
    expect((await info()).addresses.map(({ address, similar }) => [address.toLowerCase(), similar])).toEqual([
      [fake, [TARGET]],
      [TARGET.toLowerCase(), undefined],
    ]);
    const said: string[] = [];
    const deps = { pool: server.api.pool as never, say: (line: string) => void said.push(line), options: {} };
    await runCommand(commandOf(['withdraw', 'list']), { ...deps, clock: server.api.clock, settings: {} as never });
    expect(said.slice(-5, -1)).toEqual([
      '  it looks like an address that its owner knows; compare them in full, digits that differ are marked',
      `  asked   ${fake}`,
      `  paid    ${TARGET.toLowerCase()}  冷钱包`,
      `          ${[...TARGET.toLowerCase()].map((digit, at) => (digit === fake[at] ? ' ' : '^')).join('')}`,
    ]);
    const cancelled = { operator: 'ann', decision: 'cancel', reason: 'not theirs', notice: null } as const;
    await review({ sn, ...cancelled, twoPersonE18: 1_000n * E18, nowMs: Date.now() });
    // What was given back is in no book, and speaks against nobody who was paid.
    expect((await info()).addresses).toEqual([{ address: TARGET, label: '冷钱包', last_used_at: expect.any(Number) }]);
    expect((await withdraw({ amount: '101' })).code).toBe(5004);
  });

  it('shows dust of a look-alike as what it is: credited to nobody, in no book, its sender against the known one', async () => {
    const fake = `0x71c7${'1'.repeat(32)}976f` as const;
    const { client } = server;
    await server.pay(fake, E18);
    await client.setBalance({ address: fake, value: E18 });
    await client.impersonateAccount({ address: fake });
    const dust = {
      address: LOCAL_USDT,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [own as Address, 1_000n],
    } as const;
    await client.writeContract({ ...dust, account: fake, chain: null, gas: 200_000n });
    await server.mine(16);
    await vi.waitFor(async () => {
      const { records } = (await get('depositInfo')).data as DepositInfo;
      expect(records[0]).toMatchObject({ status: 'below_min', from: fake });
      expect(records[0]?.similar?.[0]).toBe(TARGET);
      expect(records.slice(1).filter(({ similar }) => similar !== undefined)).toEqual([]);
    }, 30_000);
    expect((await info()).addresses.map(({ address }) => address)).toEqual([TARGET]);
    expect((await withdraw({ address: fake, amount: '10' })).code).toBe(5208);
  });

  it('grants the whole balance to one of two hundred at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const racer = await withPayment(server.api, await newPerson(server.api));
      const amountE18 = 50n * E18;
      await postTimed(server.api.pool, [
        { journal: adjustJournal(racer.userId, racer.userId, 'available', amountE18, 'test'), nowMs: Date.now() },
      ]);
      const codes = (await Promise.all(Array.from({ length: 200 }, () => withdraw({}, racer)))).map(({ code }) => code);
      expect(codes.filter((code) => code === 1)).toHaveLength(1);
      // One is in progress, too little is left, or it is not looked at yet whether the payment password is right.
      expect([1, 5205, 5004, 1314]).toEqual(expect.arrayContaining([...new Set(codes)]));
      const { rows } = await server.api.pool.query(
        `select part, trim_scale(balance) as balance from ledger_accounts where user_id = $1 and balance <> 0 and asset = 'USDT'`,
        [racer.userId],
      );
      expect(rows).toEqual([{ part: 'frozen', balance: '50' }]);
      expect((await withdraw({}, racer)).code).toBe(5205);
    }
  });

  it('answers 5201 when it finds no number for a withdrawal, and freezes nothing', async () => {
    const { available } = await info();
    const { pool } = server.api;
    // Every number that is tried is the one of the withdrawal before.
    await pool.query(`create function one_number() returns trigger language plpgsql as $$
      begin new.sn := (select max(sn) from withdrawals); return new; end $$`);
    await pool.query(
      'create trigger one_number before insert on withdrawals for each row execute function one_number()',
    );
    try {
      for (const lang of ['zh', 'en'] as const) {
        expect(await withdraw({ amount: '10' }, person, lang)).toMatchObject({ code: 5201, msg: textOf(5201, lang) });
      }
    } finally {
      await pool.query('drop trigger one_number on withdrawals');
    }
    expect((await info()).available).toBe(available);
  });

  it('gives test coin away to who stands before this machine, and to nobody else', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const ask = (more: Record<string, string>, to = own) =>
      fetch(`${server.api.url}/dev/faucet`, {
        method: 'POST',
        headers: { ...form, ...more },
        body: new URLSearchParams({ to }),
      });
    for (const headers of [{ 'x-forwarded-for': '127.0.0.1' }, { 'sec-fetch-site': 'cross-site' }, { via: 'proxy' }]) {
      expect((await ask(headers as never)).status, JSON.stringify(headers)).toBe(404);
    }
    expect(await (await ask({}, '"><script>')).text()).not.toContain('<script>');
    const page = await fetch(`${server.api.url}/dev/faucet?to=${own}`);
    expect(await page.text()).toContain(`value="${own}"`);
    const { available: before } = await info();
    expect(await (await ask({ 'sec-fetch-site': 'same-origin' })).text()).toMatch(/0x[0-9a-f]{64}/);
    await server.mine(15);
    await vi.waitFor(async () => expect(Number((await info()).available)).toBe(Number(before) + 1_000), 30_000);
  });
});
