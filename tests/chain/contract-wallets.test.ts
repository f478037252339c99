// Wallets that are contracts (EIP-1271), asked through a real chain with id 56: which signatures sign in, and what a
// contract or a chain that misbehaves costs the person. A chain that cannot be asked never uses a nonce up.
import { loginVerify } from '@cormorant/contract/calls/identity.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stretchedMs } from '../../tools/test-yardstick.ts';
import { type ApiServer, newPerson, type Person, startApi } from '../api/api-server.ts';
import { newWallet, nonceFor, verify } from '../api/wallets.ts';
import { type FaultyProxy, startFaultyProxy } from '../faults/faulty-proxy.ts';
import { anvil, type LocalChain, mayBeWithoutChain, startLocalChain } from './local-chain.ts';

const NOWHERE = 'http://127.0.0.1:1';
const USUAL_GAS = 30_000_000;
/** Enough to keep a call busy past our patience, and still an end to it. */
const MUCH_GAS = 8_000_000_000;

describe.skipIf(anvil === undefined && mayBeWithoutChain)('a wallet that is a contract (needs anvil)', () => {
  let chain: LocalChain;
  let proxy: FaultyProxy;
  let api: ApiServer;
  beforeAll(async () => {
    chain = await startLocalChain();
    proxy = await startFaultyProxy(chain.url, () => 'none');
    api = await startApi({ CHAIN_RPC_URL: proxy.url });
  });
  afterAll(async () => {
    await api?.close();
    await proxy?.stop();
    await chain?.stop();
  });

  /** Somebody whose bound wallet is this contract. */
  async function holderOf(address: string): Promise<Person> {
    const person = await newPerson(api);
    await api.pool.query('update users set address = lower($2) where id = $1', [person.userId, address]);
    return person;
  }

  /** A contract with a holder here, and a signature of its owner's key over a live nonce. */
  async function ready(contract: string) {
    const owner = newWallet();
    const address = await chain.deploy(contract, ...(contract === 'OwnerWallet' ? [owner.address] : []));
    const { sn } = await holderOf(address);
    const { message } = await nonceFor(api, address);
    return { owner, address, sn, message, signature: await owner.sign(message) };
  }

  it('signs in by what the contract accepts, once', async () => {
    const { address, sn, signature } = await ready('OwnerWallet');
    expect(await verify(api, address, signature)).toMatchObject({
      code: 1,
      data: { is_new: 0, user: { sn, address } },
    });
    expect((await verify(api, address, signature)).code).toBe(1206);
  });

  it('is found among several live nonces', async () => {
    const { owner, address } = await ready('OwnerWallet');
    const older = await nonceFor(api, address);
    await nonceFor(api, address);
    expect((await verify(api, address, await owner.sign(older.message))).code).toBe(1);
  });

  it('is refused by what the contract does not accept, which uses the nonce up', async () => {
    const { address, message, signature } = await ready('OwnerWallet');
    expect((await verify(api, address, await newWallet().sign(message))).code).toBe(1203);
    expect((await verify(api, address, signature)).code).toBe(1206);
  });

  it.each(['RevertingWallet', 'EagerWallet', 'SilentWallet', 'NoWallet', 'EndlessWallet'])(
    'is refused when it is a %s',
    async (contract) => {
      const { address, signature } = await ready(contract);
      for (const code of [1203, 1206]) expect((await verify(api, address, signature)).code).toBe(code);
    },
  );

  it('is refused where no contract stands', async () => {
    const { address } = newWallet();
    const { message } = await nonceFor(api, address);
    expect((await verify(api, address, await newWallet().sign(message))).code).toBe(1203);
  });

  it('opens an account only where the operator allows it; until then the nonce stays', async () => {
    const inviter = await newPerson(api);
    const owner = newWallet();
    const address = await chain.deploy('OwnerWallet', owner.address);
    const { message } = await nonceFor(api, address);
    const signature = await owner.sign(message);
    // Without a code this answers 1109 where it is allowed, and uses nothing up either way.
    const code = async () => (await verify(api, address, signature)).code;
    expect(await code()).toBe(1111);
    await api.pool.query("insert into settings (key, value) values ('contract_signup', '1')");
    try {
      await expect.poll(code, { timeout: 5_000 }).toBe(1109);
      const answer = await verify(api, address, signature, { referrer: inviter.sn });
      expect(answer).toMatchObject({ code: 1, data: { is_new: 1, user: { kind: 'wallet', address } } });
    } finally {
      await api.pool.query('delete from settings');
    }
  });

  describe('keeps its nonce', () => {
    /** Refused with 9005 in both languages and soon; then the chain is mended. */
    async function unreachable(address: string, signature: string, mend: () => unknown): Promise<void> {
      try {
        await refusedInTime(address, signature);
      } finally {
        await mend();
      }
    }

    async function refusedInTime(address: string, signature: string): Promise<void> {
      for (const lang of ['zh', 'en'] as const) {
        const started = performance.now();
        const second = stretchedMs(1_000);
        const answer = await verify(api, address, signature, {}, { lang });
        expect(answer).toMatchObject({ status: 200, code: 9005, msg: textOf(9005, lang) });
        const tookMs = performance.now() - started;
        expect(tookMs).toBeLessThan(5 * (await second));
      }
    }

    it('while the chain is down', async () => {
      const { address, signature } = await ready('OwnerWallet');
      proxy.leadTo(NOWHERE);
      await unreachable(address, signature, () => proxy.leadTo(chain.url));
      expect((await verify(api, address, signature)).code).toBe(1);
    });

    it('while the chain is another one', async () => {
      const { address, signature } = await ready('OwnerWallet');
      await chain.setChainId(97);
      await unreachable(address, signature, () => chain.setChainId(56));
      expect((await verify(api, address, signature)).code).toBe(1);
    });

    it('when the contract takes longer than two seconds', async () => {
      const { address, signature } = await ready('EndlessWallet');
      await chain.setGasLimit(MUCH_GAS);
      const started = performance.now();
      await unreachable(address, signature, () => chain.setGasLimit(USUAL_GAS));
      expect(performance.now() - started).toBeGreaterThan(3_900);
      expect((await verify(api, address, signature)).code).toBe(1203); // out of gas soon: an answer
    });
  });

  it('does not need the chain when a key signs', async () => {
    const inviter = await newPerson(api);
    const wallet = newWallet();
    const { message } = await nonceFor(api, wallet.address);
    proxy.leadTo(NOWHERE);
    try {
      const answer = await verify(api, wallet.address, await wallet.sign(message), { referrer: inviter.sn });
      expect(answer.code).toBe(1);
    } finally {
      proxy.leadTo(chain.url);
    }
  });

  it('signs nothing in where no chain is configured', async () => {
    const { owner, address } = await ready('OwnerWallet');
    const alone = await startApi();
    try {
      const { message } = await nonceFor(alone, address);
      const body = { address, signature: await owner.sign(message), terminal: 4 };
      expect((await alone.send('POST', loginVerify.path, body)).code).toBe(1203);
    } finally {
      await alone.close();
    }
  });
});
