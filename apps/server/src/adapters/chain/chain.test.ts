// Wallets by viem where no chain is needed, or where none answers as it should: what cannot be asked is never a refusal,
// and what is reported about it holds neither the RPC's address nor a signature.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, it } from 'vitest';
import { stretchedMs } from '../../../../../tools/test-yardstick.ts';
import { createChain } from './chain.ts';

const account = privateKeyToAccount(generatePrivateKey());
const stranger = privateKeyToAccount(generatePrivateKey());
const CANARY = 'key-of-the-rpc-provider';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

async function rpc(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  opened.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${CANARY}`;
}

describe('a key', () => {
  const alone = createChain({ rpcUrl: null, timeoutMs: 100, report: () => {} });

  it('is found by what it signed, whatever the case of the address, and nothing else is', async () => {
    const signature = await account.signMessage({ message: 'second' });
    const texts = ['first', 'second'];
    const found = { message: 'second', by: 'key' };
    expect(await alone.findSigned(account.address, texts, signature)).toEqual(found);
    expect(await alone.findSigned(account.address.toLowerCase(), texts, signature)).toEqual(found);
    expect(await alone.findSigned(stranger.address, texts, signature)).toBe('none');
    expect(await alone.findSigned(account.address, ['first'], signature)).toBe('none');
  });

  it('has an address in the mixed case of EIP-55', () => {
    for (const address of [
      account.address.toLowerCase(),
      account.address,
      account.address.toUpperCase().replace('0X', '0x'),
    ]) {
      expect(alone.checksumAddress(address)).toBe(account.address);
    }
  });
});

describe('a chain that does not answer as it should', () => {
  const wrongs: [string, RequestListener][] = [
    ['never answers', () => {}],
    ['is not found', (_request, response) => response.writeHead(404).end('no')],
    ['fails', (_request, response) => response.writeHead(500).end('{"error":"busy"}')],
    ['speaks no JSON', (_request, response) => response.end('<h1>hello</h1>')],
    ['breaks off', (request) => request.socket.destroy()],
    [
      'refuses for its own reasons',
      (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded"}}');
      },
    ],
  ];
  it.each(wrongs)('is unreachable when it %s, and tells neither its key nor the signature', async (_name, listener) => {
    const told: string[] = [];
    const report = (error: unknown) => told.push(String(error), JSON.stringify(error), String((error as Error).stack));
    const chain = createChain({ rpcUrl: await rpc(listener), timeoutMs: 300, report });
    const signature = await stranger.signMessage({ message: 'text' });
    const started = performance.now();
    const patience = stretchedMs(300);
    expect(await chain.findSigned(account.address, ['text'], signature)).toBe('unreachable');
    const tookMs = performance.now() - started;
    expect(tookMs).toBeLessThan(15 * (await patience));
    expect(told.length).toBeGreaterThan(0);
    expect(told.join('\n')).toContain('the chain could not be asked');
    expect(told.join('\n')).not.toContain(CANARY);
    expect(told.join('\n')).not.toContain(signature.slice(2, 40));
  });
});
