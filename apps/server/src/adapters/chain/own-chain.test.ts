// A node on this machine is a chain of one's own only where it says so.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { isOwnChain } from './own-chain.ts';

it('is what says anvil of itself; a node of the real chain is none, and silence is no answer', async () => {
  let says: string | null = '';
  const node = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.statusCode = says === null ? 500 : 200;
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: says }));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => node.once('listening', listening));
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  try {
    const told: boolean[] = [];
    for (says of ['anvil/v1.5.0', 'Geth/v1.5.12/linux-amd64/go1.23.4', 'reth/anvil/1', '']) {
      told.push(await isOwnChain(url, 5_000));
    }
    expect(told).toEqual([true, false, false, false]);
    says = null;
    await expect(isOwnChain(url, 5_000)).rejects.toThrow('does not say');
  } finally {
    node.close();
    node.closeAllConnections();
  }
});
